/** Merges that are verified together, the sessions that resolve conflicts, the tasks that merges bring. */
export const trains = `
ALTER TABLE merge ADD COLUMN taskId TEXT;
ALTER TABLE merge ADD COLUMN merger TEXT;
ALTER TABLE merge ADD COLUMN agentTries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE merge ADD COLUMN train TEXT NOT NULL DEFAULT '[]';
ALTER TABLE lane ADD COLUMN train TEXT NOT NULL DEFAULT 'null';
`
