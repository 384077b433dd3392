/** Efforts, and groups of tasks. */
export const efforts = `
CREATE TABLE effort (
  id TEXT PRIMARY KEY, projectId TEXT NOT NULL, goal TEXT NOT NULL, state TEXT NOT NULL, reason TEXT, rootSessionId TEXT,
  "into" TEXT NOT NULL, permissions TEXT NOT NULL, budgetUsd REAL, budgetAskedAt TEXT, offeredUpTo INTEGER NOT NULL,
  createdAt TEXT NOT NULL, endedAt TEXT
);
CREATE INDEX effort_project ON effort (projectId, createdAt, id);
CREATE INDEX effort_newest ON effort (createdAt, id);
CREATE INDEX effort_open ON effort (createdAt) WHERE state = 'running';
CREATE TABLE task_group (
  id TEXT PRIMARY KEY, projectId TEXT NOT NULL, name TEXT NOT NULL, taskIds TEXT NOT NULL, completedAt TEXT,
  createdAt TEXT NOT NULL, UNIQUE (projectId, name)
);
`
