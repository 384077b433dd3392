/** Which persona a session plays for a door, and which conversation of a door goes on in which session. */
export const doors = `
ALTER TABLE session ADD COLUMN persona TEXT;
CREATE TABLE door_conversation (
  key TEXT PRIMARY KEY, sessionId TEXT NOT NULL, turn INTEGER NOT NULL, at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX door_conversation_session ON door_conversation (sessionId);
CREATE INDEX door_conversation_at ON door_conversation (at);
`
