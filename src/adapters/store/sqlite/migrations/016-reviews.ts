/** Drafts of reviews, their comments, what was viewed, and what was sent. */
export const reviews = `
CREATE TABLE review_draft (
  sessionId TEXT PRIMARY KEY, note TEXT NOT NULL, rev INTEGER NOT NULL, sent INTEGER NOT NULL, updatedAt TEXT
);
CREATE TABLE review_comment (
  sessionId TEXT NOT NULL, id TEXT NOT NULL, path TEXT NOT NULL, side TEXT NOT NULL, line INTEGER NOT NULL,
  endLine INTEGER NOT NULL, quote TEXT NOT NULL, body TEXT NOT NULL, createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL,
  PRIMARY KEY (sessionId, id)
);
CREATE TABLE review_viewed (
  sessionId TEXT NOT NULL, path TEXT NOT NULL, mark TEXT NOT NULL, PRIMARY KEY (sessionId, path)
);
CREATE TABLE review_sent (
  sessionId TEXT NOT NULL, n INTEGER NOT NULL, key TEXT, message TEXT NOT NULL, delivery TEXT NOT NULL, at TEXT NOT NULL,
  PRIMARY KEY (sessionId, n)
);
CREATE UNIQUE INDEX review_sent_key ON review_sent (sessionId, key) WHERE key IS NOT NULL;
`
