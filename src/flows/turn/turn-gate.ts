/**
 * `[limits] max_running_turns`: turns of all sessions that may run at once. Who comes when there is no room waits in line, first
 * come, first served, and says so on its session. Owns the line; a turn that was cancelled meanwhile leaves it.
 */
import type { Context } from '#flows/engine/context'
import { tellSession } from '#flows/session/views'
import { runningTurn } from './close-turn.ts'

export interface TurnGate {
  /** Sessions that passed and whose turn has no process yet. */
  readonly passed: Set<string>
  /** Who waits, in order, with what wakes it. */
  readonly line: Map<string, () => void>
  /** Something ended: whoever is first looks again. */
  wake(): void
}

export function createTurnGate(): TurnGate {
  const line = new Map<string, () => void>()
  return {
    passed: new Set(),
    line,
    wake() {
      for (const look of line.values()) look()
    },
  }
}

/** Nobody may be told in time that a process is gone, or that the limit was raised. */
const lookAgainMs = 1000

/**
 * Returns once the session's turn may run, or is to be stopped; true: it had to wait. The caller takes it out of `passed` once
 * it has a process.
 */
export async function passTurnGate(context: Context, id: string, signal?: AbortSignal): Promise<boolean> {
  const { turnGate: gate } = context
  if (hasRoom(context, id) && gate.line.size === 0) {
    gate.passed.add(id)
    return false
  }
  let woken = Promise.withResolvers<void>()
  gate.line.set(id, () => woken.resolve())
  say(context, id)
  try {
    for (;;) {
      const session = context.journal.reads.session(id)
      const turn = session === null ? null : runningTurn(context.journal.reads, session)
      if (turn === null || turn.stopping !== null || context.closing || signal?.aborted === true) return true
      if (gate.line.keys().next().value === id && hasRoom(context, id)) {
        gate.passed.add(id)
        return true
      }
      const patience = new AbortController()
      await Promise.race([woken.promise, context.clock.sleep(lookAgainMs, patience.signal)])
      patience.abort()
      woken = Promise.withResolvers()
    }
  } finally {
    gate.line.delete(id)
    gate.wake()
    context.troubles.delete(id)
    context.journal.command((tx) => tellSession(context, tx, id))
  }
}

function hasRoom(context: Context, id: string): boolean {
  const limit = limitNow(context)
  if (limit === null) return true
  const running = context.journal.reads.runningTurns().filter((turn) => turn.launchId !== null && turn.sessionId !== id)
  const all = new Set([...running.map((turn) => turn.sessionId), ...context.turnGate.passed])
  all.delete(id)
  return all.size < limit
}

function limitNow(context: Context): number | null {
  try {
    return context.settings.of(null).maxRunningTurns
  } catch {
    // A file that does not hold stops nobody.
    return null
  }
}

function say(context: Context, id: string): void {
  const message = 'Waiting: as many turns run as limits.max_running_turns allows. It starts when another ends.'
  context.troubles.set(id, { code: 'RESOURCE_FLOOR', message })
  context.journal.command((tx) => {
    tx.appendEvents(id, tx.session(id)?.turn ?? null, [{ kind: 'notice', code: 'waiting_for_turn', message }])
    tellSession(context, tx, id)
  })
}
