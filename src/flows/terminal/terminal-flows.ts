/** What the doors may ask about terminals, and how the rest of the engine reaches them. */
import { DroverError, type Refusal } from '#contract/error'
import type { Delivery, Session } from '#contract/session'
import type { Arrival } from '#contract/terminal'
import { isRefusal } from '#core/session/decide'
import { decidePaste, exited, isTypingCode } from '#core/terminal/typing'
import type { Context } from '#flows/engine/context'
import { needKnown, needSession, openLaunch } from '#flows/session/views'
import type { Viewer, Viewing } from '#ports/terminal'
import { changeAgent } from './change-agent.ts'
import { makeHeadless, notATerminal, openTerminal } from './change-mode.ts'
import { stateOf } from './hear-signals.ts'
import { shownTo } from './shown.ts'
import { isTerminal } from './side.ts'
import { lookFor } from './type-words.ts'

/** The program that shows a terminal, for whoever has one of their own. */
export interface TerminalDoor {
  readonly launchId: string
  readonly argv: readonly string[]
  /** Variables that must not be in its environment. */
  readonly unset: readonly string[]
}

export interface TerminalFlows {
  /** An idle headless session goes on in its CLI's own interface. */
  openTerminal(id: string): Promise<Session>
  makeHeadless(id: string, input: { force?: boolean }): Promise<Session>
  /** Another agent goes on in the same worktree; the conversation of the one before is kept. */
  switchAgent(id: string, input: { agent: string }): Promise<Session>
  terminalDoor(id: string, input: { readOnly?: boolean }): TerminalDoor
  /** What it is shown is filtered. NOT_A_TERMINAL, AGENT_EXITED, TERMINAL_UNREACHABLE. */
  viewTerminal(id: string, viewer: Viewer): Promise<Viewing>
}

export const terminalFlows = (context: Context): TerminalFlows => ({
  openTerminal: (id) => openTerminal(context, id),
  makeHeadless: (id, { force }) => makeHeadless(context, id, force === true),
  switchAgent: (id, { agent }) => changeAgent(context, id, agent),
  terminalDoor(id, { readOnly }) {
    const launchId = screenOf(context, id)
    return { launchId, ...context.terminals.attach(launchId, readOnly === true) }
  },
  async viewTerminal(id, viewer) {
    const viewing = await context.terminals.view(screenOf(context, id), shownTo(viewer))
    if (viewing === 'gone') throw refuse(exited(id))
    if (viewing === 'unknown') throw refuse(unreachable(id))
    return viewing
  },
})

/** The screen of its newest launch; one whose program left can still be read. */
function screenOf(context: Context, id: string): string {
  const session = needKnown(context, id)
  if (!isTerminal(session)) throw notATerminal(id)
  if (session.launchId === null) throw refuse(exited(id))
  return session.launchId
}

const unreachable = (id: string): Refusal => ({
  refused: 'TERMINAL_UNREACHABLE',
  message: `The terminal of ${id} does not answer.`,
  hint: 'Look at it with: drover doctor; then try again.',
})

/** Why nothing may be said to a session in a terminal now; null: it may, or it is queued. */
export async function typingRefused(context: Context, id: string): Promise<Refusal | null> {
  const session = needSession(context, id)
  if (!isTerminal(session) || session.phase !== 'live') return null
  // It waits in the session's line until the change is over.
  if (context.terminal.changing.has(id)) return null
  const active = context.active.get(id)
  if (active === undefined) return openLaunch(context.journal.reads, session) === null ? exited(id) : unreachable(id)
  if (context.terminal.typing.has(active.launchId)) return null
  const facts = await lookFor(context, active, { text: '', midTurn: true })
  const step = decidePaste(session.activity === 'working' ? { ...facts, look: { ...facts.look, draft: null } } : facts)
  return isRefusal(step) ? step : null
}

/** What became of words that began a turn: they arrived, nobody said that they did, or they were not typed. */
export function arrivalOf(context: Context, id: string, n: number): Delivery {
  const turn = context.journal.reads.turn(id, n)
  if (turn?.state === 'error' && turn.code !== null && isTypingCode(turn.code)) {
    const last = context.journal.reads.lastEventOf(id, 'error')
    const message = last?.kind === 'error' && last.turn === n ? last.message : 'The words were not typed.'
    return { state: 'refused', code: turn.code, message }
  }
  const confirmed = turn?.launchId != null && stateOf(context, context.journal.reads, turn.launchId).confirmed >= n
  const delivery: Arrival = confirmed ? 'confirmed' : 'unconfirmed'
  return { state: 'started', turn: n, delivery }
}

const refuse = (refusal: Refusal) => DroverError.of(refusal)
