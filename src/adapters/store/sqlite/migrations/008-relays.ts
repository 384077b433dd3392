/** Relays, their tries, what is thought of agents, what agents said of their progress; workspaces that are somebody else's. */
export const relays = `
CREATE TABLE relay (
  id TEXT PRIMARY KEY, projectId TEXT NOT NULL, state TEXT NOT NULL, endReason TEXT, waitingFor TEXT NOT NULL, prompt TEXT,
  mix TEXT NOT NULL, routes TEXT NOT NULL, route TEXT, target INTEGER, completed INTEGER NOT NULL, failed INTEGER NOT NULL,
  parallel INTEGER NOT NULL, land INTEGER NOT NULL, inPlace INTEGER NOT NULL, branch TEXT, baseRef TEXT, baseCommit TEXT,
  stopping TEXT, lanes TEXT NOT NULL, cursors TEXT NOT NULL, notes TEXT NOT NULL, mergeId TEXT, ignoreConfig INTEGER NOT NULL,
  createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL, endedAt TEXT
);
CREATE INDEX relay_project ON relay (projectId, createdAt);
CREATE INDEX relay_newest ON relay (createdAt);
CREATE INDEX relay_open ON relay (createdAt) WHERE state <> 'ended';
CREATE TABLE try (
  projectId TEXT NOT NULL, n INTEGER NOT NULL, relayId TEXT NOT NULL, lane INTEGER NOT NULL, taskId TEXT, title TEXT NOT NULL,
  sessionId TEXT NOT NULL, launchId TEXT, turn INTEGER NOT NULL, agent TEXT NOT NULL, model TEXT, cliVersion TEXT, role TEXT,
  route TEXT NOT NULL, outcome TEXT, category TEXT, evidence TEXT NOT NULL, reason TEXT, exitCode INTEGER, commits TEXT NOT NULL,
  filesChanged INTEGER, insertions INTEGER, deletions INTEGER, verify TEXT NOT NULL, totals TEXT NOT NULL, summary TEXT,
  handoff TEXT, promptHash TEXT NOT NULL, promptBytes INTEGER NOT NULL, prompt TEXT NOT NULL, nativeId TEXT, headBefore TEXT,
  startedAt TEXT NOT NULL, endedAt TEXT, PRIMARY KEY (projectId, n)
);
CREATE INDEX try_relay ON try (relayId, n);
CREATE INDEX try_open ON try (sessionId) WHERE outcome IS NULL;
CREATE INDEX try_newest ON try (startedAt);
CREATE TABLE agent_state (
  kind TEXT NOT NULL, name TEXT NOT NULL, state TEXT NOT NULL, until INTEGER, reason TEXT, probes INTEGER NOT NULL,
  updatedAt TEXT NOT NULL, PRIMARY KEY (kind, name)
);
CREATE TABLE progress (
  id INTEGER PRIMARY KEY, projectId TEXT NOT NULL, sessionId TEXT, taskId TEXT, relayId TEXT, summary TEXT NOT NULL,
  complete INTEGER NOT NULL, followups TEXT NOT NULL, at TEXT NOT NULL
);
CREATE INDEX progress_project ON progress (projectId, id);
ALTER TABLE task ADD COLUMN author TEXT NOT NULL DEFAULT 'operator';
ALTER TABLE workspace ADD COLUMN external INTEGER NOT NULL DEFAULT 0;
`
