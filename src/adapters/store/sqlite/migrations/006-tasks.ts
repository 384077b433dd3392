/** The queue of each project. */
export const tasks = `
CREATE TABLE task (
  id TEXT PRIMARY KEY, projectId TEXT NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL, role TEXT,
  priority INTEGER NOT NULL, place REAL NOT NULL, blocked INTEGER NOT NULL, blockedBy TEXT NOT NULL, tags TEXT NOT NULL, expects TEXT NOT NULL,
  verify TEXT, state TEXT NOT NULL, attempts INTEGER NOT NULL, result TEXT, leaseSession TEXT, leaseLaunch TEXT,
  leaseRelay TEXT, leaseUntil TEXT, createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL
);
CREATE INDEX task_order ON task (projectId, priority DESC, place, id);
CREATE INDEX task_place ON task (projectId, place);
CREATE INDEX task_state ON task (projectId, state);
CREATE INDEX task_takeable ON task (projectId, priority DESC, place, id) WHERE state = 'ready' AND blocked = 0;
CREATE INDEX task_blocked ON task (projectId) WHERE state = 'ready' AND blocked = 1;
CREATE INDEX task_claimed ON task (state) WHERE state = 'claimed';
`
