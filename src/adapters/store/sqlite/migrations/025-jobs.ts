/** Jobs of other programs. */
export const jobs = `
CREATE TABLE job (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  key TEXT,
  state TEXT NOT NULL,
  prompt TEXT NOT NULL,
  persona TEXT,
  agent TEXT,
  projectId TEXT,
  permissions TEXT,
  budgetUsd REAL,
  timeoutMs INTEGER NOT NULL,
  metadata TEXT NOT NULL DEFAULT 'null',
  sessionId TEXT,
  ending TEXT,
  branch TEXT,
  output TEXT NOT NULL DEFAULT '',
  exitCode INTEGER,
  inputTokens INTEGER,
  outputTokens INTEGER,
  costUsd REAL,
  filesChanged TEXT NOT NULL DEFAULT '[]',
  errorCode TEXT,
  errorMessage TEXT,
  callbackUrl TEXT,
  callbackState TEXT,
  callbackAttempts INTEGER NOT NULL DEFAULT 0,
  callbackDueAt TEXT,
  callbackError TEXT,
  createdAt TEXT NOT NULL,
  startedAt TEXT,
  finishedAt TEXT
);
CREATE UNIQUE INDEX job_key ON job (key) WHERE key IS NOT NULL;
CREATE INDEX job_session ON job (sessionId) WHERE sessionId IS NOT NULL;
CREATE INDEX job_state ON job (state, n);
CREATE INDEX job_open ON job (n) WHERE state IN ('queued', 'running');
CREATE INDEX job_call ON job (callbackDueAt) WHERE callbackState = 'waiting';
`
