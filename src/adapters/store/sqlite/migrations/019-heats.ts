/** Heats: one prompt, several agents. */
export const heats = `
CREATE TABLE heat (
  id TEXT PRIMARY KEY, projectId TEXT NOT NULL, prompt TEXT NOT NULL, baseRef TEXT NOT NULL, baseCommit TEXT NOT NULL,
  state TEXT NOT NULL, reason TEXT, members TEXT NOT NULL, keeping TEXT, merge TEXT, name TEXT, permissions TEXT,
  ignoreConfig INTEGER NOT NULL, keepingSince TEXT, createdAt TEXT NOT NULL, endedAt TEXT
);
CREATE INDEX heat_project ON heat (projectId, createdAt, id);
CREATE INDEX heat_newest ON heat (createdAt, id);
CREATE INDEX heat_busy ON heat (createdAt) WHERE state IN ('starting', 'keeping');
`
