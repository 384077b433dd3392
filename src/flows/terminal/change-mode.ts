/**
 * From headless into the CLI's own interface and back, in the session's own line of work: one writer of the conversation at a
 * time, what comes meanwhile waits in that line, and a change that fails leaves the session as it was.
 */
import { DroverError } from '#contract/error'
import type { Session } from '#contract/session'
import { decideHeadless, decideOpen } from '#core/terminal/change-mode'
import { accepted } from '#flows/engine/accepted'
import type { Active, Context } from '#flows/engine/context'
import { defaultRuntime, terminalRuntime } from '#flows/engine/runtimes'
import { findHarness, groundOf } from '#flows/session/ground'
import { type Restored, restoreSession } from '#flows/session/restore-session'
import { factsOf, needKnown, needSession, tellSession, viewSession } from '#flows/session/views'
import { retire } from '#flows/turn/launch-turn'
import { stopActive } from '#flows/turn/stop-active'
import { stateOf } from './hear-signals.ts'
import { needTool } from './need-tool.ts'
import { openInterface } from './open-interface.ts'
import { isTerminal, needSide, sideOf } from './side.ts'

/** How long an interface may take to leave when it is asked to; then its process is ended. */
const leaveMs = 5_000

export async function openTerminal(context: Context, id: string): Promise<Session> {
  accepted(decideOpen(openFacts(context, id)))
  const { harness, settings } = groundOf(context, id)
  sideOf(findHarness(context, harness.id, settings), terminalRuntime)
  await needTool(context)
  await context.worker.run(id, async () => {
    const step = accepted(decideOpen(openFacts(context, id)))
    const running = context.active.get(id)
    if (step === 'already' && running !== undefined) return
    await changing(context, id, async () => {
      if (running !== undefined) await retire(context, running)
      const before = needSession(context, id)
      const visit = isTerminal(before) ? (before.visit ?? false) : true
      context.journal.command((tx) => tx.updateSession(id, { runtime: terminalRuntime, visit }))
      try {
        await openInterface(context, id)
      } catch (cause) {
        context.journal.command((tx) => {
          tx.updateSession(id, { runtime: before.runtime, visit: before.visit ?? false })
          tellSession(context, tx, id)
        })
        throw cause
      }
      tell(context, id, 'terminal_opened', 'Its conversation goes on in the interface of its CLI.')
    })
  })
  context.settle(id)
  return viewSession(context, context.journal.reads, needSession(context, id))
}

/** A session in a terminal comes back with its interface; where that cannot be opened it is back all the same, and says so. */
export async function restoresTerminal(
  context: Context,
  restore: (id: string) => Promise<Restored>,
  id: string,
): Promise<Restored> {
  const restored = await restore(id)
  if (!isTerminal(needSession(context, id))) return restored
  return { ...restored, session: await openTerminal(context, id) }
}

/** `force`: also in the middle of a turn or a dialog, which ends there. */
export async function makeHeadless(context: Context, id: string, force: boolean): Promise<Session> {
  const ended = needKnown(context, id).phase === 'ended'
  accepted(decideHeadless(headlessFacts(context, id), force))
  await context.worker.run(id, async () => {
    // Words that are being typed become a turn first.
    await context.active.get(id)?.writing
    const step = accepted(decideHeadless(headlessFacts(context, id), force))
    if (step === 'already') return
    await changing(context, id, async () => {
      const active = context.active.get(id)
      if (active !== undefined) await leave(context, active)
      context.journal.command((tx) => {
        tx.updateSession(id, { runtime: defaultRuntime, visit: false })
        tellSession(context, tx, id)
      })
      tell(context, id, 'terminal_left', 'It is headless again; its conversation goes on with the next message.')
    })
  })
  if (ended) await restoreSession(context, id)
  else context.settle(id)
  return viewSession(context, context.journal.reads, needSession(context, id))
}

async function changing(context: Context, id: string, act: () => Promise<void>): Promise<void> {
  context.terminal.changing.add(id)
  try {
    await act()
  } finally {
    context.terminal.changing.delete(id)
  }
}

/** Whatever process it has ends, in its own way, for another to take its place. */
export const leaveQuietly = (context: Context, id: string): Promise<void> =>
  changing(context, id, async () => {
    const active = context.active.get(id)
    if (active === undefined) return
    if (isTerminal(active)) await leave(context, active)
    else await retire(context, active)
  })

function tell(context: Context, id: string, code: string, message: string): void {
  context.journal.command((tx) => {
    tx.appendEvents(id, null, [{ kind: 'notice', code, message }])
    tellSession(context, tx, id)
  })
}

/** In its own way first, so that it writes down what it has to. */
async function leave(context: Context, active: Active): Promise<void> {
  const { leave: how, settleMs } = needSide(active.harness)
  if ('keys' in how) await context.terminals.press(active.launchId, how.keys)
  else if (await holdsNothing(context, active)) {
    await context.terminals.paste(active.launchId, how.words)
    await context.clock.sleep(Math.max(300, settleMs))
    await context.terminals.press(active.launchId, ['Enter'])
  }
  const patience = new AbortController()
  const left = await Promise.race([
    active.done.then(() => true),
    context.clock.sleep(leaveMs, patience.signal).then(() => false),
  ])
  patience.abort()
  if (left) return
  await stopActive(context, active)
  await active.done
}

/** Words behind somebody's draft would send it; in a dialog their Enter would answer. Such an interface is ended instead. */
async function holdsNothing(context: Context, active: Active): Promise<boolean> {
  const screen = await context.terminals.screen(active.launchId)
  if (screen === 'gone' || screen === 'unknown' || screen.dead) return false
  const { ready, dialog, draft } = needSide(active.harness).look(screen)
  return ready && dialog === null && draft === ''
}

function openFacts(context: Context, id: string) {
  const session = needKnown(context, id)
  const facts = factsOf(context.journal.reads, session)
  return { ...facts, terminal: isTerminal(session), opened: context.active.has(id) }
}

function headlessFacts(context: Context, id: string) {
  const session = needKnown(context, id)
  const active = context.active.get(id)
  const dialog = active !== undefined && stateOf(context, context.journal.reads, active.launchId).dialog !== null
  return { ...factsOf(context.journal.reads, session), terminal: isTerminal(session), dialog }
}

export const notATerminal = (id: string): DroverError =>
  new DroverError('NOT_A_TERMINAL', `Session ${id} runs headless: it has no screen.`, {
    hint: `Open its conversation in the CLI's own interface: drover session open ${id}`,
  })
