/** Branches that were said to be ready and were refused, and a sender for what Drover says by itself. */
export const refusedOffers = `
ALTER TABLE effort ADD COLUMN refusals TEXT NOT NULL DEFAULT '[]';
UPDATE mail SET "from" = 'drover' WHERE source = 'daemon' AND "from" = 'operator';
`
