/**
 * The one place where a session's phase and activity are written: `core/session/move` says where it stands after what
 * happened to it. What may not happen is logged with the state that stands in its way, and changes nothing.
 */
import { decideMove, type Move } from '#core/session/move'
import { type Context, now } from '#flows/engine/context'
import type { Tx } from '#ports/store/journal'
import type { SessionPatch, SessionRecord } from '#ports/store/session'

/** The session as it is in this transaction. `also` changes with the move, or not at all. false: refused. */
export function moveSession(
  context: Context,
  tx: Tx,
  session: SessionRecord,
  move: Move,
  also: SessionPatch = {},
): boolean {
  const { id, phase, activity } = session
  const moved = decideMove(session, move)
  if (moved === null) {
    context.log.warn('what happened to a session was refused', { session: id, happened: move.type, phase, activity })
    return false
  }
  tx.standSession(
    id,
    {
      ...(moved.phase === phase ? {} : { phase: moved.phase }),
      ...(moved.activity === activity ? {} : { activity: moved.activity }),
      ...(moved.renewed ? { activitySince: now(context) } : {}),
    },
    also,
  )
  return true
}
