/**
 * What follows the exit of an agent in a terminal: a session that was only visiting its interface is headless again, any other
 * ends, with the reason. Written by the daemon that sees the exit, or by the next one.
 */
import type { EndedBy } from '#contract/session'
import type { Context } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { defaultRuntime } from '#flows/engine/runtimes'
import { closeSession } from '#flows/session/end-session'
import { openLaunch, tellSession } from '#flows/session/views'
import type { Exit } from '#ports/harness'
import type { SessionRecord } from '#ports/store/session'
import { isTerminal } from './side.ts'

export function leftTerminal(context: Context, sessionId: string, exit: Exit): void {
  if (context.closing || context.terminal.changing.has(sessionId)) return
  settleExit(context, sessionId, exit).catch((cause: unknown) =>
    context.log.error('the exit of an agent in a terminal could not be settled', { session: sessionId, cause }),
  )
}

/** What a daemon that died did not get to. */
export const settlesExits = (context: Context): Follower => ({
  name: 'exits of agents in terminals',
  async atBoot() {
    for (const session of context.journal.reads.liveSessions()) {
      const launch = hasLeft(context, session) ? context.journal.reads.launch(session.launchId ?? '') : null
      if (launch === null) continue
      const how = launch.exitCode === null ? 'vanished' : 'exited'
      await settleExit(context, session.id, { code: launch.exitCode, signal: launch.exitSignal, stderrTail: '', how })
    }
  },
})

/** It ran in a terminal, and its process is over. */
const hasLeft = (context: Context, session: SessionRecord): boolean =>
  session.phase === 'live' &&
  isTerminal(session) &&
  session.launchId !== null &&
  session.endReason === null &&
  !context.active.has(session.id) &&
  openLaunch(context.journal.reads, session) === null &&
  !context.starting.has(session.id)

async function settleExit(context: Context, id: string, exit: Exit): Promise<void> {
  // Its reader still stands there: what is decided here is decided once it is gone.
  await context.active.get(id)?.done
  const session = context.journal.reads.session(id)
  if (session === null || !hasLeft(context, session) || context.ending.has(id)) return
  // After an exit of its own what it left stands on the screen; a screen that is gone was taken away with it.
  const screen = session.launchId === null ? 'gone' : await context.terminals.screen(session.launchId)
  const taken = screen === 'gone'
  const message = sayExit(session.harness, exit, taken)
  if (session.visit === true) {
    context.journal.command((tx) => {
      tx.updateSession(id, { runtime: defaultRuntime, visit: false })
      tx.appendEvents(id, null, [
        { kind: 'notice', code: 'terminal_left', message: `${message} It is headless again.` },
      ])
      tellSession(context, tx, id)
    })
    context.settle(id)
    return
  }
  context.journal.command((tx) => tx.appendEvents(id, null, [{ kind: 'notice', code: 'agent_exited', message }]))
  await closeSession(context, id, { endReason: 'agent_exit', endedBy: taken ? 'reaper' : endedBy(exit) })
}

const endedBy = ({ signal, how }: Exit): EndedBy => (signal === null && how === 'exited' ? 'agent' : 'reaper')

function sayExit(harness: string, { code, signal, how, stderrTail }: Exit, taken: boolean): string {
  if (taken) return `The terminal of ${harness} was ended from outside (its window, or the program that keeps it).`
  if (how === 'vanished') return `${harness} in its terminal is gone; nobody recorded its exit.`
  const words = code === 0 ? '' : lastWords(stderrTail)
  return signal === null
    ? `${harness} left its terminal (exit code ${code})${words === '' ? '' : `: ${words}`}.`
    : `${harness} in its terminal was ended from outside by ${signal}.`
}

/** What it said last of its own failure: a line that calls itself an error before any other. */
function lastWords(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '')
  return (lines.findLast((line) => line.startsWith('error:')) ?? lines.at(-1) ?? '').slice(0, 300)
}
