/** The end of a turn as it is written: the conclusion from what was observed, its closing events with `turn_end` last, the session idle. */
import type { AgentEvent } from '#contract/agent-event'
import { classify } from '#core/failure/classify'
import { conclude } from '#core/session/conclude'
import type { Exit } from '#ports/harness'
import type { SessionRecord, TurnRecord, Tx } from '#ports/journal'
import { type Context, now } from './context.ts'
import { tellSession } from './views.ts'

/** Concludes the running turn, if one runs. */
export function endTurn(
  context: Context,
  tx: Tx,
  active: { readonly sessionId: string; readonly launchId: string | null },
  exit: Exit | null,
  exitAccepted: boolean,
): void {
  const session = tx.session(active.sessionId)
  if (session === null) return
  const turn = runningTurn(tx, session)
  const at = context.clock.now()
  if (turn === null) {
    if (session.phase === 'live' && session.activity !== 'idle') {
      tx.updateSession(session.id, { activity: 'idle', activitySince: at.toISOString(), request: null })
    }
    tellSession(context, tx, session.id)
    return
  }
  const end = conclude({
    n: turn.n,
    turn: { sawResult: turn.sawResult, sawError: turn.sawError, category: null },
    stopping: turn.stopping,
    exit,
    exitAccepted,
    durationMs: Math.max(0, at.getTime() - Date.parse(turn.startedAt)),
    noise: turn.noise,
    classify,
  })
  closeTurn(context, tx, session, turn, end)
}

export interface TurnClose {
  readonly outcome: 'completed' | 'error' | 'cancelled' | 'lost'
  readonly code: string | null
  readonly endedBy: TurnRecord['endedBy']
  readonly exitCode: number | null
  readonly events: readonly AgentEvent[]
}

/** Writes the end of a turn: closing events with `turn_end` last, the session idle, the fleet told. */
export function closeTurn(context: Context, tx: Tx, session: SessionRecord, turn: TurnRecord, end: TurnClose): void {
  const at = now(context)
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
  if (session.phase === 'live') {
    tx.updateSession(session.id, {
      activity: 'idle',
      activitySince: at,
      request: null,
      lastActivityAt: at,
      trouble: null,
    })
  }
  context.vault.drop(session.id, `turn-${turn.n}`)
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

/** The first reason to stop stands: a later one does not rename the outcome, except that a kill outranks a cancel. */
export function markStopping(tx: Tx, sessionId: string, why: NonNullable<TurnRecord['stopping']>): void {
  const session = tx.session(sessionId)
  const turn = session === null ? null : runningTurn(tx, session)
  if (turn !== null && turn.stopping === null) tx.updateTurn(sessionId, turn.n, { stopping: why })
}
