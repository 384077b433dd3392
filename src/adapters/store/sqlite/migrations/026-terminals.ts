/** Sessions in terminals: what a launch's interface was seen doing, whether it is a visit, and conversations with other agents. */
export const terminals = `
ALTER TABLE launch ADD COLUMN terminal TEXT NOT NULL DEFAULT 'null';
ALTER TABLE session ADD COLUMN visit INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN past TEXT NOT NULL DEFAULT '[]';
ALTER TABLE session ADD COLUMN owed INTEGER;
CREATE INDEX launch_terminal ON launch (runtime) WHERE runtime <> 'process';
`
