/**
 * The end of a turn as it is written: whatever ended it, the conclusion is core's, and its closing events, the turn's row,
 * the session's idleness and the word to the fleet are one transaction. Leaves to others: what follows a turn.
 */
import type { AgentEvent } from '#contract/agent-event'
import { classify } from '#core/failure/classify'
import { type Conclusion, conclude, type Unlaunched } from '#core/session/conclude'
import { standingAfter } from '#core/session/failure'
import type { Context } from '#flows/engine/context'
import { moveSession } from '#flows/session/move-session'
import { tellSession } from '#flows/session/views'
import type { Exit } from '#ports/harness'
import type { Tx } from '#ports/store/journal'
import type { SessionRecord, TurnRecord } from '#ports/store/session'

/** What is known of the end; a turn that never had a process has no exit. */
export interface TurnEnd {
  /** null: a long-lived process finished the turn and lives on, or there was none. */
  readonly exit: Exit | null
  /** The harness itself took this exit for a success. */
  readonly accepted?: boolean
  /** A result or a failure was heard before the process ended; without a word of it: what the turn's row says. */
  readonly toldBefore?: boolean
  readonly unlaunched?: Unlaunched
}

/** Concludes the running turn, if one runs. */
export function endTurn(context: Context, tx: Tx, sessionId: string, end: TurnEnd): void {
  const session = tx.session(sessionId)
  if (session === null) return
  const turn = runningTurn(tx, session)
  const at = context.clock.now()
  if (turn === null) {
    if (session.phase === 'live' && session.activity !== 'idle') {
      moveSession(context, tx, session, { type: 'turn_ended' }, { request: null })
    }
    tellSession(context, tx, session.id)
    return
  }
  const ran = turn.launchId !== null && end.unlaunched === undefined
  const conclusion = conclude({
    n: turn.n,
    turn: { sawResult: turn.sawResult, sawError: turn.sawError, category: null },
    stopping: turn.stopping,
    exit: end.exit,
    exitAccepted: end.accepted === true,
    toldBefore: end.toldBefore ?? hasTold(turn),
    unlaunched: end.unlaunched ?? null,
    durationMs: ran ? Math.max(0, at.getTime() - Date.parse(turn.startedAt)) : null,
    noise: turn.noise,
    classify,
  })
  closeTurn(context, tx, session, turn, conclusion)
}

/** A result or a failure was heard from the agent. */
export const hasTold = (turn: TurnRecord): boolean => turn.sawResult !== 'none' || turn.sawError

/** Writes the end of a turn: closing events with `turn_end` last, the session idle, the fleet told. */
function closeTurn(context: Context, tx: Tx, session: SessionRecord, turn: TurnRecord, end: Conclusion): void {
  const time = context.clock.now()
  const at = time.toISOString()
  const resolved: AgentEvent[] =
    session.request === null
      ? []
      : [{ kind: 'request_resolved', requestId: session.request.requestId, decision: 'cancelled', by: 'policy' }]
  tx.appendEvents(session.id, turn.n, [...resolved, ...end.events])
  tx.updateTurn(session.id, turn.n, {
    state: end.outcome,
    endedAt: at,
    exitCode: end.exitCode,
    endedBy: end.endedBy,
    code: end.code,
  })
  const last = tx.lastEventOf(session.id, 'error')
  const error = last?.kind === 'error' && last.turn === turn.n ? last : null
  const { outcome, code, endedBy } = end
  const standing = standingAfter(session, { n: turn.n, outcome, code, endedBy, error }, time, context.clock.zone)
  // Nobody is asked any more, also where it is still starting.
  if (session.phase !== 'live') tx.updateSession(session.id, { ...standing, request: null })
  else {
    const also = { ...standing, request: null, lastActivityAt: at, trouble: null }
    moveSession(context, tx, session, { type: 'turn_ended' }, also)
  }
  tx.afterCommit(() => context.vault.drop(session.id, `turn-${turn.n}`))
  tx.appendChange({
    type: 'turn_ended',
    projectId: session.projectId,
    sessionId: session.id,
    payload: { turn: turn.n, outcome: end.outcome, code: end.code, exitCode: end.exitCode },
  })
  tellSession(context, tx, session.id)
}

export const runningTurn = (tx: Tx | Context['journal']['reads'], session: SessionRecord): TurnRecord | null => {
  if (session.turn === 0) return null
  const turn = tx.turn(session.id, session.turn)
  return turn?.state === 'running' ? turn : null
}

/** The first reason to stop stands: a later one does not rename the outcome. */
export function markStopping(tx: Tx, sessionId: string, why: NonNullable<TurnRecord['stopping']>): void {
  const session = tx.session(sessionId)
  const turn = session === null ? null : runningTurn(tx, session)
  if (turn !== null && turn.stopping === null) tx.updateTurn(sessionId, turn.n, { stopping: why })
}
