/**
 * What an agent in a terminal was heard doing, in the transaction that stores where it was heard: `core/terminal` says what it
 * means, here it becomes turns, activity and rows. What a look at the screen tells goes the same way.
 */

import type { StopHow, TerminalState } from '#contract/terminal'
import { type Done, type Effect, freshTerminal, hear, type Signal } from '#core/terminal/doing'
import { type Active, type Context, now } from '#flows/engine/context'
import { moveSession } from '#flows/session/move-session'
import { tellSession } from '#flows/session/views'
import { acceptTurn } from '#flows/turn/accept-turn'
import { promptOf } from '#flows/turn/choose-conversation'
import { endTurn, markStopping, runningTurn } from '#flows/turn/close-turn'
import type { TerminalSignal } from '#ports/harness'
import type { Tx } from '#ports/store/journal'
import type { TurnRecord } from '#ports/store/session'
import { needSide } from './side.ts'

/** It wrote something in its transcript, whatever that was. */
export const spoke = { type: 'spoke' } as const

export function hearSignals(
  context: Context,
  tx: Tx,
  active: Active,
  signals: readonly (TerminalSignal | typeof spoke)[],
): void {
  for (const signal of signals) {
    const turn = turnOf(tx, active.sessionId)
    const state = stateOf(context, tx, active.launchId)
    const nowMs = context.clock.now().getTime()
    const facts = { turn: turn?.n ?? null, unsent: isUnsent(context, active, state, turn), nowMs }
    const done = hear(state, meaningOf(context, active, state, turn, signal), facts)
    take(context, tx, active, done)
  }
}

/** A turn that waits for this process, or whose words are being typed into it. */
export const isUnsent = (context: Context, active: Active, state: TerminalState, turn: TurnRecord | null): boolean =>
  turn !== null &&
  (turn.launchId !== active.launchId || (state.confirmed < turn.n && context.terminal.typing.has(active.launchId)))

export const stateOf = (context: Context, reads: Pick<Tx, 'launch'>, launchId: string): TerminalState =>
  reads.launch(launchId)?.terminal ?? freshTerminal(context.clock.now().getTime())

const turnOf = (tx: Tx, sessionId: string): TurnRecord | null => {
  const session = tx.session(sessionId)
  return session === null ? null : runningTurn(tx, session)
}

function meaningOf(
  context: Context,
  active: Active,
  state: TerminalState,
  turn: TurnRecord | null,
  signal: TerminalSignal | typeof spoke,
): Signal {
  if (signal.type === 'prompt') {
    const { same } = needSide(active.harness)
    const own = sentNow(context, state, turn).some((sent) => same(sent, signal.text))
    return { type: 'prompt', text: signal.text, own, queued: signal.queued === true }
  }
  if (signal.type === 'stopped') return { type: 'stopped', how: signal.how, more: signal.more === true }
  return signal
}

/** As they were typed, which may begin with what a newcomer is told; and as the turn has them. */
function sentNow(context: Context, state: TerminalState, turn: TurnRecord | null): readonly string[] {
  // Words for a turn that is over confirm no other.
  const typed = state.steered === null || (state.steeredTurn ?? turn?.n) !== turn?.n ? [] : [state.steered]
  return turn !== null && state.confirmed < turn.n ? [...typed, promptOf(context, turn)] : typed
}

/** The state, then its effects, in this transaction. */
export function take(context: Context, tx: Tx, active: Active, { state, effects }: Done): void {
  tx.updateLaunch(active.launchId, { terminal: state })
  for (const effect of effects) carryOut(context, tx, active, effect)
  tx.afterCommit(() => {
    context.terminal.tell(active.launchId, state)
    context.terminal.dueMs.delete(active.launchId)
  })
}

function carryOut(context: Context, tx: Tx, active: Active, effect: Effect): void {
  const { sessionId, launchId } = active
  const session = tx.session(sessionId)
  if (session === null || session.phase === 'ended') return
  switch (effect.do) {
    case 'begin': {
      const source = effect.by === 'person' ? 'operator' : 'daemon'
      acceptTurn(context, tx, sessionId, { prompt: effect.text, source, from: null, launchId })
      return
    }
    case 'join':
      tx.appendEvents(sessionId, session.turn, [{ kind: 'user', text: effect.text, source: 'operator' }])
      return
    case 'end':
      endAs(context, tx, sessionId, effect.how)
      tx.afterCommit(() => context.settle(sessionId))
      return
    case 'stand':
      if (session.activity === effect.activity) return
      moveSession(
        context,
        tx,
        session,
        { type: 'reported', activity: effect.activity },
        { lastActivityAt: now(context) },
      )
      tellSession(context, tx, sessionId)
  }
}

/** What the interface told of the end is what a last event tells of a headless turn. */
function endAs(context: Context, tx: Tx, sessionId: string, how: StopHow): void {
  const turn = turnOf(tx, sessionId)
  if (turn !== null && how === 'done') tx.updateTurn(sessionId, turn.n, { sawResult: 'ok' })
  if (turn !== null && how === 'failed') tx.updateTurn(sessionId, turn.n, { sawError: true })
  if (how === 'interrupted') markStopping(tx, sessionId, 'cancel')
  endTurn(context, tx, sessionId, { exit: null })
}
