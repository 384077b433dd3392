/** When an ended session was put out of sight. */
export const archive = `
ALTER TABLE session ADD COLUMN archivedAt TEXT;
`
