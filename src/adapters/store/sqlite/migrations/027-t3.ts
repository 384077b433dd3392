/** Projects, threads and commands of controllers that speak T3's words. */
export const t3 = `
CREATE TABLE t3_project (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  root TEXT NOT NULL,
  projectId TEXT,
  createdAt TEXT NOT NULL
);
CREATE TABLE t3_thread (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  project TEXT NOT NULL,
  title TEXT NOT NULL,
  instanceId TEXT NOT NULL,
  model TEXT NOT NULL,
  runtimeMode TEXT NOT NULL,
  interactionMode TEXT NOT NULL,
  branch TEXT,
  sessionId TEXT,
  words TEXT,
  wordsAt TEXT,
  failure TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  archivedAt TEXT,
  deletedAt TEXT
);
CREATE INDEX t3_thread_newest ON t3_thread (n);
CREATE INDEX t3_thread_waiting ON t3_thread (n) WHERE words IS NOT NULL;
CREATE TABLE t3_command (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  error TEXT,
  at TEXT NOT NULL
);
CREATE INDEX t3_command_at ON t3_command (at);
`
