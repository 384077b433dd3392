/**
 * Looks at screens where hooks do not tell enough: an interface that starts, a dialog that may have been answered, a turn that
 * has gone quiet, words that a crash left unsent. A terminal at rest is not looked at. What a look means is core's.
 */

import { ripen } from '#core/terminal/doing'
import { look, nextLookMs } from '#core/terminal/screen'
import { decideAgain } from '#core/terminal/typing'
import type { Active, Context } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { promptOf } from '#flows/turn/choose-conversation'
import { runningTurn } from '#flows/turn/close-turn'
import { isUnsent, stateOf, take } from './hear-signals.ts'
import { isTerminal, needSide } from './side.ts'
import { lookFor } from './type-words.ts'

/** Words that were marked as given and stand unsent for so long: whoever typed them died. */
const leftMs = 6_000

export const watchesScreens = (context: Context): Follower => ({
  name: 'screens of terminals',
  async atTick(round) {
    const terminals = [...context.active.values()].filter((active) => isTerminal(active) && !active.detached)
    await Promise.all(terminals.map((active) => attend(context, active)))
    if (round % 3 === 0) for (const active of terminals) letGo(context, active.sessionId)
  },
})

/** Mail that a dialog or a draft held back goes on once nothing stands in its way. */
function letGo(context: Context, id: string): void {
  const { reads } = context.journal
  const session = reads.session(id)
  if (session === null || session.activity !== 'idle' || reads.countQueued(id) === 0 || context.worker.busy(id)) return
  context.settle(id)
}

async function attend(context: Context, active: Active): Promise<void> {
  const { launchId } = active
  const ripe = ripen(stateOf(context, context.journal.reads, launchId), factsOf(context, active))
  if (ripe !== null) context.journal.command((tx) => take(context, tx, active, ripe))
  const state = stateOf(context, context.journal.reads, launchId)
  const nowMs = context.clock.steady()
  const due = context.terminal.dueMs.get(launchId)
  if (due === undefined) {
    const wait = nextLookMs(state, factsOf(context, active))
    if (wait !== null) context.terminal.dueMs.set(launchId, nowMs + wait)
    return
  }
  if (nowMs < due || context.terminal.typing.has(launchId)) return
  context.terminal.dueMs.delete(launchId)
  await lookAt(context, active)
}

function factsOf(context: Context, active: Active) {
  const { reads } = context.journal
  const session = reads.session(active.sessionId)
  const turn = session === null ? null : runningTurn(reads, session)
  const nowMs = context.clock.now().getTime()
  const startedAt = reads.launch(active.launchId)?.startedAt
  return {
    // A turn whose words this process does not have yet is not what it does.
    turn: turn?.launchId === active.launchId ? turn.n : null,
    unsent: isUnsent(context, active, stateOf(context, reads, active.launchId), turn),
    activity: session?.activity ?? 'unknown',
    nowMs,
    ageMs: startedAt === undefined ? 0 : Math.max(0, nowMs - Date.parse(startedAt)),
  } as const
}

async function lookAt(context: Context, active: Active): Promise<void> {
  const screen = await context.terminals.screen(active.launchId)
  // What cannot be seen proves nothing; that it exited, its launch tells.
  if (screen === 'gone' || screen === 'unknown' || screen.dead || active.detached) return
  const seen = needSide(active.harness).look(screen)
  const facts = factsOf(context, active)
  if (context.journal.reads.session(active.sessionId)?.phase !== 'live') return
  context.journal.command((tx) => {
    const before = stateOf(context, tx, active.launchId)
    const done = look(before, seen, facts)
    if (done.effects.length > 0 || done.state !== before) take(context, tx, active, done)
  })
  await sendLeft(context, active)
}

/** A daemon died between writing that the words are given and the key that gives them: they stand in the box. */
async function sendLeft(context: Context, active: Active): Promise<void> {
  const { reads } = context.journal
  const session = reads.session(active.sessionId)
  const turn = session === null ? null : runningTurn(reads, session)
  const state = stateOf(context, reads, active.launchId)
  if (turn === null || turn.launchId !== active.launchId || state.confirmed >= turn.n) return
  if (context.terminal.again.has(`${active.launchId} ${turn.n}`)) return
  if (context.clock.now().getTime() - Date.parse(turn.startedAt) < leftMs) return
  const words = { text: promptOf(context, turn), midTurn: true }
  if (!decideAgain(await lookFor(context, active, words))) return
  context.terminal.again.add(`${active.launchId} ${turn.n}`)
  await context.terminals.press(active.launchId, ['Enter'])
}
