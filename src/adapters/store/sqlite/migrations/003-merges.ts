/** Merges, their lanes, and what is known of each session's way to its target. */
export const merges = `
-- key: the number in its id, the order of the queue and the cursor of lists.
CREATE TABLE merge (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, projectId TEXT NOT NULL, sessionId TEXT, branch TEXT NOT NULL,
  target TEXT NOT NULL, state TEXT NOT NULL, step TEXT NOT NULL, reason TEXT NOT NULL, next TEXT, tier TEXT,
  head TEXT NOT NULL, baseCommit TEXT, mergeBase TEXT, result TEXT, resolved TEXT, landedCommit TEXT,
  verify TEXT NOT NULL, proof TEXT NOT NULL, files INTEGER, insertions INTEGER, deletions INTEGER, push TEXT NOT NULL,
  approval TEXT NOT NULL, approved TEXT NOT NULL, needsApproval TEXT NOT NULL, attempts INTEGER NOT NULL,
  priority INTEGER NOT NULL, worktree TEXT, saved TEXT, "by" TEXT NOT NULL, message TEXT, createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL, landedAt TEXT
);
CREATE INDEX merge_open ON merge (key) WHERE state NOT IN ('landed', 'rejected');
CREATE INDEX merge_project ON merge (projectId);
CREATE INDEX merge_session ON merge (sessionId);
CREATE INDEX merge_state ON merge (state);

CREATE TABLE lane (
  projectId TEXT NOT NULL, target TEXT NOT NULL, mergeId TEXT, worktree TEXT, usedAt TEXT NOT NULL,
  PRIMARY KEY (projectId, target)
);

CREATE TABLE landing (
  sessionId TEXT PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE, ahead INTEGER, behind INTEGER, merge TEXT,
  state TEXT, landedCommit TEXT
);
`
