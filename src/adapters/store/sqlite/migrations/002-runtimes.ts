/** A session and its launches know by name where their processes live; those there are run as processes of this machine. */
export const runtimes = `
ALTER TABLE session ADD COLUMN runtime TEXT NOT NULL DEFAULT 'process';
ALTER TABLE launch ADD COLUMN runtime TEXT NOT NULL DEFAULT 'process';
`
