/** The line a session is called by while nobody named it. */
export const titles = `
ALTER TABLE session ADD COLUMN opening TEXT;
UPDATE session SET opening = (
  SELECT nullif(trim(substr(prompt, 1, CASE instr(prompt, char(10)) WHEN 0 THEN 100 ELSE min(100, instr(prompt, char(10)) - 1) END)), '')
  FROM turn WHERE turn.sessionId = session.id AND turn.n = 1
);
`
