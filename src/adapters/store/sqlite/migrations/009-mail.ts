/** Mail: one queue for what people and sessions say to sessions, and to people. */
export const mail = `
CREATE TABLE mail (
  number INTEGER PRIMARY KEY, projectId TEXT, effortId TEXT, "from" TEXT NOT NULL, "to" TEXT NOT NULL, subject TEXT NOT NULL,
  body TEXT NOT NULL, type TEXT NOT NULL, payload TEXT NOT NULL, claimed TEXT NOT NULL, priority TEXT NOT NULL,
  thread INTEGER NOT NULL, replyTo INTEGER, state TEXT NOT NULL, reason TEXT, source TEXT NOT NULL, model TEXT,
  attempts INTEGER NOT NULL, notBefore TEXT, key TEXT, createdAt TEXT NOT NULL, deliveredAt TEXT, readAt TEXT, turn INTEGER,
  launchId TEXT, closedAt TEXT
);
CREATE INDEX mail_to ON mail ("to", number);
CREATE INDEX mail_from ON mail ("from", number);
CREATE INDEX mail_thread ON mail (thread, number);
CREATE INDEX mail_effort ON mail (effortId, number) WHERE effortId IS NOT NULL;
CREATE INDEX mail_queued ON mail ("to", number) WHERE state = 'queued';
CREATE INDEX mail_carried ON mail ("to", turn) WHERE state = 'delivered' AND reason IS NULL;
CREATE INDEX mail_began ON mail ("to", deliveredAt) WHERE turn IS NOT NULL;
CREATE INDEX mail_gate ON mail (number) WHERE type = 'decision_gate' AND closedAt IS NULL;
CREATE INDEX mail_key ON mail ("from", key) WHERE key IS NOT NULL;

-- What waited as a message is mail of that type, under its own number: its secret stands in the vault by it.
INSERT INTO mail (number, projectId, effortId, "from", "to", subject, body, type, payload, claimed, priority, thread, replyTo,
  state, reason, source, model, attempts, notBefore, key, createdAt, deliveredAt, readAt, turn, launchId, closedAt)
SELECT message.id, session.projectId, NULL, coalesce(message."from", CASE message.source WHEN 'session' THEN message.sessionId ELSE 'operator' END),
  message.sessionId, '', CASE WHEN message."from" IS NOT NULL AND instr(message.text, '[from ' || message."from" || '] ') = 1
    THEN substr(message.text, length(message."from") + 9) ELSE message.text END,
  'message', 'null', 'null', 'normal', message.id, NULL, 'queued', NULL, message.source, message.model, 0, NULL, NULL,
  message.createdAt, NULL, NULL, NULL, NULL, NULL
FROM message JOIN session ON session.id = message.sessionId;
INSERT INTO counter (name, n) SELECT 'mail', seq FROM sqlite_sequence WHERE name = 'message';
DROP TABLE message;
`
