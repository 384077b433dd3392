/** The order in which what waits is delivered: its number, unless somebody moved it. */
export const mailPlaces = `
ALTER TABLE mail ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
UPDATE mail SET place = number;
DROP INDEX mail_queued;
CREATE INDEX mail_queued ON mail ("to", place, number) WHERE state = 'queued';
`
