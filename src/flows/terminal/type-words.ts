/**
 * Words into a terminal: looked at, pasted, looked at again, Enter, and heard of by what the CLI itself says of them. What may
 * be done, `core/terminal/typing` says before each step; whatever stands in the way is thrown with its code, and nothing is
 * sent then. A crash anywhere is gone on with by what stands in the input box: no words are typed twice.
 */
import { DroverError } from '#contract/error'
import { isRefusal } from '#core/session/decide'
import { cleanMessage } from '#core/session/message'
import { decideAgain, decideEnter, decidePaste, type TypingFacts } from '#core/terminal/typing'
import type { Active, Context } from '#flows/engine/context'
import type { AgentInput } from '#ports/harness'
import type { Tx } from '#ports/store/journal'
import { stateOf } from './hear-signals.ts'
import { needSide } from './side.ts'

/** A box that is not there yet: an interface that starts (the slowest took half a minute), one that is about to be free. */
const openMs = 60_000
const freeMs = 60_000
const settlePollMs = 120
/** How long words may take to be seen in the box, and to be heard of after Enter. */
const shownMs = 8_000
const heardMs = 5_000
/** A long paste takes its time: measured 1.5 s for 1 MB. */
const msPerByte = 0.0016

export async function typeTo(
  context: Context,
  active: Active,
  input: AgentInput,
  also?: (tx: Tx) => void,
): Promise<boolean> {
  if (input.type === 'answer') return false
  if (input.type === 'interrupt') return (await context.terminals.press(active.launchId, ['Escape'])) === 'typed'
  const turn = context.journal.reads.session(active.sessionId)?.turn ?? 0
  const words = { text: cleanMessage(input.text), midTurn: input.type === 'steer', turn }
  const typed = active.writing.then(
    () => typeWords(context, active, words, also),
    () => typeWords(context, active, words, also),
  )
  active.writing = typed.then(
    () => {},
    () => {},
  )
  await typed
  return true
}

interface Words {
  readonly text: string
  readonly midTurn: boolean
  /** The turn that they are for. */
  readonly turn?: number
}

async function typeWords(context: Context, active: Active, words: Words, also?: (tx: Tx) => void): Promise<void> {
  const { launchId } = active
  context.terminal.typing.add(launchId)
  try {
    const held = await untilFree(context, active, words)
    if (!stillRuns(context.journal.reads, active, words)) throw turnOver(active.sessionId)
    if (held === 'paste') await paste(context, active, words)
    context.faultPoint('terminal:pasted')
    // Written before the key: whatever dies now, they are not typed again.
    context.journal.command((tx) => {
      if (tx.launch(launchId) === null) return
      // Its turn ended while they were pasted: they begin one of their own, as if a person had sent them.
      if (!stillRuns(tx, active, words)) return
      also?.(tx)
      const state = stateOf(context, tx, launchId)
      const steeredTurn = tx.session(active.sessionId)?.turn ?? 0
      tx.updateLaunch(launchId, { terminal: { ...state, steered: words.text, steeredTurn } })
    })
    context.faultPoint('terminal:marked')
    await enter(context, active)
    context.faultPoint('terminal:entered')
    if (await arrives(context, active, words)) return
    if (decideAgain(await lookFor(context, active, words))) {
      await enter(context, active)
      if (await arrives(context, active, words)) return
    }
    if (!words.midTurn || !(await boxIsFree(context, active, words))) tellUnconfirmed(context, active)
  } finally {
    context.terminal.typing.delete(launchId)
  }
}

/** Words for a turn that is over belong to no other. */
function stillRuns(reads: Pick<Tx, 'session' | 'turn'>, active: Active, { midTurn, turn }: Words): boolean {
  if (!midTurn || turn === undefined) return true
  return reads.session(active.sessionId)?.turn === turn && reads.turn(active.sessionId, turn)?.state === 'running'
}

const turnOver = (id: string): DroverError =>
  new DroverError('NO_TURN', `The turn of ${id} ended before the words could be typed into it; nothing was typed.`, {
    hint: `Send them as the next turn: drover send ${id}`,
  })

/** What is to be done first: words that stand there since before a crash only want Enter. */
async function untilFree(context: Context, active: Active, words: Words): Promise<'paste' | 'enter'> {
  const opened = stateOf(context, context.journal.reads, active.launchId).opened
  const until = context.clock.steady() + (opened ? freeMs : openMs)
  for (;;) {
    const step = decidePaste(await lookFor(context, active, words))
    if (isRefusal(step)) throw DroverError.of(step)
    if (step !== 'wait') return step
    if (context.clock.steady() >= until || active.detached) throw notReady(active.sessionId)
    await context.clock.sleep(250)
  }
}

const notReady = (id: string): DroverError =>
  new DroverError('TERMINAL_IN_USE', `The interface of ${id} takes no words now.`, {
    hint: `Look at it: drover session attach ${id}`,
  })

async function paste(context: Context, active: Active, words: Words): Promise<void> {
  const side = needSide(active.harness)
  must(active.sessionId, await context.terminals.paste(active.launchId, words.text))
  await context.clock.sleep(Math.max(side.settleMs, 300) + words.text.length * msPerByte)
  const until = context.clock.steady() + shownMs
  for (;;) {
    const step = decideEnter(await lookFor(context, active, words))
    if (step === 'enter') return
    if (isRefusal(step)) throw DroverError.of(step)
    if (context.clock.steady() >= until) throw unseenWords(active.sessionId)
    await context.clock.sleep(settlePollMs)
  }
}

const unseenWords = (id: string): DroverError =>
  new DroverError('TERMINAL_UNREACHABLE', `The words for ${id} were pasted and are not seen in its input box.`, {
    hint: `Nothing was sent. Look at it: drover session attach ${id}`,
  })

async function enter(context: Context, active: Active): Promise<void> {
  must(active.sessionId, await context.terminals.press(active.launchId, ['Enter']))
}

function must(id: string, typed: Awaited<ReturnType<Context['terminals']['paste']>>): void {
  if (typed === 'typed') return
  throw typed === 'unknown'
    ? new DroverError('TERMINAL_UNREACHABLE', `The terminal of ${id} does not answer.`, {
        hint: 'Look at it with: drover doctor; then try again.',
      })
    : new DroverError('AGENT_EXITED', `The agent of ${id} has left its terminal.`, {
        hint: `Bring it back with: drover session restore ${id}`,
      })
}

/** The words are the turn's (its number was confirmed), or those that were typed into it. */
async function arrives(context: Context, active: Active, { midTurn }: Words): Promise<boolean> {
  const { reads } = context.journal
  const n = reads.session(active.sessionId)?.turn ?? 0
  const holds = midTurn
    ? (state: { steered: string | null }) => state.steered === null
    : (state: { confirmed: number }) => state.confirmed >= n
  const patience = new AbortController()
  const heard = context.terminal.until(active.launchId, holds, patience.signal)
  if (holds(stateOf(context, reads, active.launchId))) patience.abort()
  void context.clock.sleep(heardMs, patience.signal).then(() => patience.abort())
  void active.done.then(() => patience.abort())
  const came = await heard
  patience.abort()
  return came || holds(stateOf(context, reads, active.launchId))
}

/** In the middle of a turn many CLIs say nothing of words they took: that the box gave them up tells it. */
async function boxIsFree(context: Context, active: Active, words: Words): Promise<boolean> {
  const { look, screen, holdsOurs } = await lookFor(context, active, words)
  return screen === 'seen' && !holdsOurs && look.dialog === null
}

function tellUnconfirmed(context: Context, active: Active): void {
  const message = 'The words were typed, and the agent did not say that it has them.'
  context.journal.command((tx) => {
    const session = tx.session(active.sessionId)
    if (session !== null)
      tx.appendEvents(session.id, session.turn, [{ kind: 'notice', code: 'delivery_unconfirmed', message }])
  })
}

const unseenLook = { ready: false, working: false, dialog: null, draft: null }

export async function lookFor(context: Context, active: Active, words: Words): Promise<TypingFacts> {
  const side = needSide(active.harness)
  const screen = await context.terminals.screen(active.launchId)
  const state = stateOf(context, context.journal.reads, active.launchId)
  const common = {
    id: active.sessionId,
    dialog: state.dialog !== null,
    opened: state.opened,
    midTurn: words.midTurn,
  }
  if (screen === 'gone' || screen === 'unknown')
    return { ...common, screen, look: unseenLook, keyAgoMs: null, holdsOurs: false }
  const look = side.look(screen)
  return {
    ...common,
    screen: screen.dead ? 'dead' : 'seen',
    look,
    keyAgoMs: screen.keyAgoMs,
    holdsOurs: look.draft !== null && look.draft.trim() !== '' && side.holds(look.draft, words.text),
  }
}
