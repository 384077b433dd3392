/**
 * The first shape of the store. Columns carry the field names of the records in `ports/store`, so that rows need no
 * mapping. Events and blobs have no foreign key: a check per row would tax ingest, and only `deleteSession` and
 * `pruneEvents` ever remove them.
 */
export const firstStore = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- Numbers that are never given twice: 'session:<project>', 'snapshot:<session>'.
CREATE TABLE counter (name TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID;

CREATE TABLE project (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, path TEXT NOT NULL, repo TEXT NOT NULL, defaultBranch TEXT NOT NULL,
  settings TEXT NOT NULL, archivedAt TEXT, createdAt TEXT NOT NULL
);
CREATE INDEX project_path ON project (path);

CREATE TABLE workspace (
  id INTEGER PRIMARY KEY AUTOINCREMENT, projectId TEXT NOT NULL, path TEXT NOT NULL UNIQUE, repoPath TEXT, branch TEXT,
  madeBranch INTEGER NOT NULL, baseRef TEXT, baseCommit TEXT, heldBy TEXT, portBase INTEGER, removedAt TEXT,
  createdAt TEXT NOT NULL
);
CREATE INDEX workspace_project ON workspace (projectId);
CREATE INDEX workspace_holder ON workspace (heldBy) WHERE heldBy IS NOT NULL;

-- key: order of creation, the cursor of lists and the high half of event keys.
CREATE TABLE session (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE, projectId TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, harness TEXT NOT NULL,
  model TEXT, permissions TEXT NOT NULL, phase TEXT NOT NULL, activity TEXT NOT NULL, activitySince TEXT NOT NULL,
  workspaceId INTEGER REFERENCES workspace (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  nativeId TEXT, launchId TEXT, turn INTEGER NOT NULL, inputTokens INTEGER, outputTokens INTEGER, costUsd REAL,
  lastText TEXT, lastActivityAt TEXT NOT NULL, filesChanged INTEGER, spark TEXT NOT NULL, sparkMinute INTEGER NOT NULL,
  request TEXT, trouble TEXT, children TEXT NOT NULL, parkedUntil TEXT, endReason TEXT, endedBy TEXT,
  ignoreConfig INTEGER NOT NULL, forkedFrom TEXT, lastEventId INTEGER NOT NULL, createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
);
CREATE INDEX session_project ON session (projectId);
CREATE INDEX session_kind ON session (kind);
CREATE INDEX session_project_kind ON session (projectId, kind);
CREATE INDEX session_live ON session (key) WHERE phase <> 'ended';
CREATE INDEX session_live_project ON session (projectId) WHERE phase <> 'ended';
CREATE INDEX session_workspace ON session (workspaceId);

CREATE TABLE turn (
  sessionId TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE, n INTEGER NOT NULL, state TEXT NOT NULL,
  source TEXT NOT NULL, "from" TEXT, launchId TEXT, startedAt TEXT NOT NULL, endedAt TEXT, exitCode INTEGER,
  endedBy TEXT, code TEXT, stopping TEXT, handedOff INTEGER NOT NULL, sawResult TEXT NOT NULL,
  sawError INTEGER NOT NULL, noise INTEGER NOT NULL, prompt TEXT NOT NULL,
  PRIMARY KEY (sessionId, n)
);
CREATE INDEX turn_running ON turn (state) WHERE state = 'running';

CREATE TABLE launch (
  id TEXT PRIMARY KEY, sessionId TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE, n INTEGER NOT NULL,
  dir TEXT NOT NULL, state TEXT NOT NULL, lifetime TEXT NOT NULL, pid INTEGER, startTime TEXT, bootId TEXT,
  offset INTEGER NOT NULL, inputBytes INTEGER NOT NULL, dialogue TEXT NOT NULL, adapterFaults INTEGER NOT NULL,
  resumeOf TEXT, tokenHash TEXT NOT NULL, exitCode INTEGER, exitSignal TEXT, startedAt TEXT NOT NULL, endedAt TEXT
);
CREATE UNIQUE INDEX launch_session ON launch (sessionId, n);
CREATE INDEX launch_open ON launch (state) WHERE state <> 'exited';
CREATE INDEX launch_token ON launch (tokenHash);

-- Aside, because a launch row is rewritten at each ingest and its start may hold a prompt of a megabyte.
CREATE TABLE launch_start (
  launchId TEXT PRIMARY KEY REFERENCES launch (id) ON DELETE CASCADE, start TEXT NOT NULL
);

CREATE TABLE outbox (
  launchId TEXT NOT NULL REFERENCES launch (id) ON DELETE CASCADE, at INTEGER NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (launchId, at)
);

CREATE TABLE message (
  id INTEGER PRIMARY KEY AUTOINCREMENT, sessionId TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  text TEXT NOT NULL, source TEXT NOT NULL, "from" TEXT, createdAt TEXT NOT NULL
);
CREATE INDEX message_session ON message (sessionId);

CREATE TABLE snapshot (
  sessionId TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE, n INTEGER NOT NULL, repoPath TEXT NOT NULL,
  ref TEXT NOT NULL, "commit" TEXT NOT NULL, parent TEXT, reason TEXT NOT NULL, turn INTEGER, at TEXT NOT NULL,
  files INTEGER NOT NULL, additions INTEGER NOT NULL, deletions INTEGER NOT NULL, skipped TEXT NOT NULL,
  PRIMARY KEY (sessionId, n)
);

CREATE TABLE trust (projectId TEXT PRIMARY KEY, hash TEXT NOT NULL, content TEXT NOT NULL, at TEXT NOT NULL);

CREATE TABLE bearer (
  id INTEGER PRIMARY KEY AUTOINCREMENT, hash TEXT NOT NULL UNIQUE, label TEXT NOT NULL, createdAt TEXT NOT NULL,
  lastUsedAt TEXT, revokedAt TEXT
);

-- key = session.key * 2^32 + id: one integer b-tree, so that a page of a session is one range and inserts stay cheap.
-- rare: the kind, for kinds that are seldom; null for the frequent ones, whose last is a few rows back anyway.
CREATE TABLE event (
  key INTEGER PRIMARY KEY, at INTEGER NOT NULL, turn INTEGER, rare TEXT, body TEXT NOT NULL
);
CREATE INDEX event_rare ON event (rare, key) WHERE rare IS NOT NULL;

-- key as in event; n counts the values put aside by one event.
CREATE TABLE blob (key INTEGER NOT NULL, n INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (key, n));

CREATE TABLE change_log (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, type TEXT NOT NULL, projectId TEXT, sessionId TEXT,
  payload TEXT NOT NULL
);
`
