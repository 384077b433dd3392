/** Trips of the autonomous loop, and the repositories that were enrolled in it. A repository has one trip under way at most. */
export const trips = `
CREATE TABLE trip (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, projectId TEXT NOT NULL, repo TEXT NOT NULL COLLATE NOCASE,
  issue INTEGER NOT NULL, title TEXT NOT NULL, url TEXT NOT NULL, state TEXT NOT NULL, phase TEXT NOT NULL,
  landing TEXT NOT NULL, sessionId TEXT, thread TEXT, executor TEXT NOT NULL, mergeId TEXT, prId TEXT, "commit" TEXT,
  ci TEXT, red TEXT NOT NULL, attempts INTEGER NOT NULL, lastAction TEXT NOT NULL, reason TEXT NOT NULL,
  effects TEXT NOT NULL, notes TEXT NOT NULL, costUsd REAL, own TEXT NOT NULL,
  createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL, endedAt TEXT
);
CREATE UNIQUE INDEX trip_open ON trip (repo) WHERE endedAt IS NULL;
CREATE INDEX trip_issue ON trip (repo, issue, key);
CREATE INDEX trip_project ON trip (projectId, key);
CREATE INDEX trip_session ON trip (sessionId);
CREATE TABLE enrolment (
  repo TEXT PRIMARY KEY COLLATE NOCASE, projectId TEXT NOT NULL, landing TEXT NOT NULL, agent TEXT, ci TEXT NOT NULL,
  createdAt TEXT NOT NULL
);
`
