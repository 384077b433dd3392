/** The outbox of rings and the pages that take Web Push. */
export const notify = `
CREATE TABLE ring (
  id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL, "to" TEXT NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL,
  body TEXT NOT NULL, path TEXT NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL, error TEXT, batch INTEGER,
  dueAt INTEGER NOT NULL, createdAt TEXT NOT NULL, triedAt TEXT, sentAt TEXT, UNIQUE (key, "to")
);
CREATE INDEX ring_open ON ring ("to", id) WHERE state = 'queued';
CREATE INDEX ring_sending ON ring (id) WHERE state = 'sending';
CREATE INDEX ring_newest ON ring (createdAt, id);
CREATE INDEX ring_tried ON ring ("to", triedAt);
CREATE TABLE push_subscription (
  id INTEGER PRIMARY KEY AUTOINCREMENT, endpoint TEXT NOT NULL UNIQUE, p256dh TEXT NOT NULL, auth TEXT NOT NULL,
  label TEXT NOT NULL, page TEXT NOT NULL, kinds TEXT NOT NULL, createdAt TEXT NOT NULL
);
`
