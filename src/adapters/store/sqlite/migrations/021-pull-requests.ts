/** Pull requests of sessions. */
export const pullRequests = `
CREATE TABLE pull_request (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, projectId TEXT NOT NULL, sessionId TEXT NOT NULL, forge TEXT NOT NULL,
  host TEXT NOT NULL, repo TEXT NOT NULL, number INTEGER NOT NULL, url TEXT NOT NULL, title TEXT NOT NULL,
  state TEXT NOT NULL, draft INTEGER NOT NULL, branch TEXT NOT NULL, head TEXT NOT NULL, base TEXT NOT NULL,
  ci TEXT NOT NULL, checks TEXT NOT NULL, review TEXT NOT NULL, mergeability TEXT NOT NULL, told TEXT,
  createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL, seenAt TEXT NOT NULL, mergedAt TEXT,
  UNIQUE (host, repo, number)
);
CREATE INDEX pull_request_project ON pull_request (projectId, key);
CREATE INDEX pull_request_session ON pull_request (sessionId);
CREATE INDEX pull_request_open ON pull_request (key) WHERE state = 'open';
`
