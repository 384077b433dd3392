/** What was remembered of the agents' own transcripts after a turn, so that damage in between is seen. */
export const transcriptMarks = `
CREATE TABLE transcript_mark (
  nativeId TEXT PRIMARY KEY, sessionId TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  bytes INTEGER NOT NULL, unreadable INTEGER NOT NULL
);
CREATE INDEX transcript_mark_session ON transcript_mark (sessionId);
`
