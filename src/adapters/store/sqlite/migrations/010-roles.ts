/** What a session is in an effort: role, parent, task, scope, what it waits for and what it owes. */
export const roles = `
ALTER TABLE session ADD COLUMN role TEXT;
ALTER TABLE session ADD COLUMN parentId TEXT;
ALTER TABLE session ADD COLUMN depth INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN effortId TEXT;
ALTER TABLE session ADD COLUMN taskId TEXT;
ALTER TABLE session ADD COLUMN files TEXT NOT NULL DEFAULT '[]';
ALTER TABLE session ADD COLUMN waiting TEXT NOT NULL DEFAULT 'null';
ALTER TABLE session ADD COLUMN report TEXT NOT NULL DEFAULT 'null';
ALTER TABLE session ADD COLUMN duties TEXT NOT NULL DEFAULT 'null';
ALTER TABLE session ADD COLUMN spawnKey TEXT;
CREATE INDEX session_parent ON session (parentId) WHERE parentId IS NOT NULL;
CREATE INDEX session_effort ON session (effortId) WHERE effortId IS NOT NULL;
CREATE INDEX session_spawn_key ON session (parentId, spawnKey) WHERE spawnKey IS NOT NULL;
`
