/** A snapshot whose objects are gone keeps its row, with since when that is known. */
export const lostSnapshots = `
ALTER TABLE snapshot ADD COLUMN lostAt TEXT;
`
