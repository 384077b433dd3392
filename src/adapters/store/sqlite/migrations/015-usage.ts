/**
 * What agents used, a session and a model a quarter of an hour: every zone's midnight is at one. Kept with the events, so
 * that a sum over months reads few rows, and stays when events are pruned. Filled from the events that are there.
 */
export const usage = `
CREATE TABLE usage_slot (
  slot INTEGER NOT NULL, sessionId TEXT NOT NULL, model TEXT NOT NULL, input INTEGER NOT NULL, output INTEGER NOT NULL,
  cacheRead INTEGER NOT NULL, cacheWrite INTEGER NOT NULL, costUsd REAL,
  PRIMARY KEY (slot, sessionId, model)
) WITHOUT ROWID;

INSERT INTO usage_slot (slot, sessionId, model, input, output, cacheRead, cacheWrite, costUsd)
SELECT event.at / 900000, session.id, coalesce(turn.model, session.model, ''),
  sum(coalesce(json_extract(event.body, '$.input'), 0)), sum(coalesce(json_extract(event.body, '$.output'), 0)),
  sum(coalesce(json_extract(event.body, '$.cacheRead'), 0)), sum(coalesce(json_extract(event.body, '$.cacheWrite'), 0)),
  sum(json_extract(event.body, '$.costUsd'))
FROM event JOIN session ON session.key = event.key / 4294967296
  LEFT JOIN turn ON turn.sessionId = session.id AND turn.n = event.turn
WHERE event.rare IS NULL AND length(event.body) < 400 AND instr(event.body, '"kind":"usage"') > 0
  AND json_extract(event.body, '$.kind') = 'usage'
GROUP BY 1, 2, 3;
`
