/** Mail: one queue for what people and sessions say to sessions, and to people. */
export const mail = `
CREATE TABLE mail (
  number INTEGER PRIMARY KEY, projectId TEXT, effortId TEXT, "from" TEXT NOT NULL, "to" TEXT NOT NULL, subject TEXT NOT NULL,
  body TEXT NOT NULL, type TEXT NOT NULL, payload TEXT NOT NULL, claimed TEXT NOT NULL, priority TEXT NOT NULL,
  thread INTEGER NOT NULL, replyTo INTEGER, state TEXT NOT NULL, reason TEXT, source TEXT NOT NULL, model TEXT,
  attempts INTEGER NOT NULL, notBefore TEXT, key TEXT, createdAt TEXT NOT NULL, deliveredAt TEXT, readAt TEXT, turn INTEGER,
  launchId TEXT
);
CREATE INDEX mail_to ON mail ("to", number);
CREATE INDEX mail_from ON mail ("from", number);
CREATE INDEX mail_thread ON mail (thread, number);
CREATE INDEX mail_effort ON mail (effortId, number) WHERE effortId IS NOT NULL;
CREATE INDEX mail_queued ON mail ("to", number) WHERE state = 'queued';
CREATE INDEX mail_carried ON mail ("to", turn) WHERE state = 'delivered';
CREATE INDEX mail_key ON mail ("from", key) WHERE key IS NOT NULL;
`
