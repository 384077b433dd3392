/**
 * Why a session's last turn failed is a fact of the session; a turn keeps the model it runs with, and a
 * waiting message the one it asks for.
 * Sessions that stood after a failed turn get what their transcript says of it.
 */
export const failures = `
ALTER TABLE session ADD COLUMN failure TEXT NOT NULL DEFAULT 'null';
ALTER TABLE turn ADD COLUMN model TEXT;
ALTER TABLE message ADD COLUMN model TEXT;
UPDATE turn SET model = (SELECT model FROM session WHERE session.id = turn.sessionId) WHERE state = 'running';
CREATE INDEX session_parked ON session (parkedUntil) WHERE parkedUntil IS NOT NULL;

UPDATE session SET failure = (
  SELECT json_object(
    'turn', turn.n,
    'category', coalesce(json_extract(said.body, '$.category'), 'unknown'),
    'code', coalesce(turn.code, 'AGENT_CRASHED'),
    'message', coalesce(json_extract(said.body, '$.message'), 'The process of the agent vanished in the middle of its turn.'),
    'at', coalesce(turn.endedAt, turn.startedAt),
    'resetAt', NULL
  )
  FROM turn LEFT JOIN event AS said ON said.key = (
    SELECT max(key) FROM event
    WHERE rare = 'error' AND key > session.key * 4294967296 AND key < (session.key + 1) * 4294967296
      AND event.turn = turn.n
  )
  WHERE turn.sessionId = session.id AND turn.n = session.turn
)
WHERE EXISTS (
  SELECT 1 FROM turn WHERE turn.sessionId = session.id AND turn.n = session.turn AND turn.state IN ('error', 'lost')
);
`
