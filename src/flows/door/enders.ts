/**
 * Ends the sessions of the doors once their process is gone: looks once for what many of them left running, ends that, and
 * writes their ends down. A look at every process of the machine costs as much for a hundred sessions as for one.
 */
import type { Context } from '#flows/engine/context'
import { closeSession, closeSwept } from '#flows/session/end-session'

export interface Enders {
  /** Resolves once the session has ended and nothing of it runs. */
  end(sessionId: string): Promise<void>
}

const graceMs = 1000

export function createEnders(context: Context): Enders {
  let waiting: string[] = []
  let round: Promise<void> | null = null

  const endAll = async (ids: readonly string[]): Promise<void> => {
    const { reads } = context.journal
    const sessions = ids.flatMap((id) => reads.session(id) ?? [])
    // A worktree is saved with its session's end; those without one only have to be over.
    const plain = sessions.filter(
      (one) => one.workspaceId === null || reads.workspace(one.workspaceId)?.repoPath == null,
    )
    for (const [runtime, group] of context.runtimes.grouped(plain)) {
      const launches = group.flatMap((session) => reads.launchIds(session.id))
      if (launches.length > 0) await runtime.sweep(launches, graceMs)
    }
    for (const { id } of plain) await closeSwept(context, id)
    for (const { id } of sessions.filter((one) => !plain.includes(one))) await closeSession(context, id)
  }
  const begin = (): Promise<void> => {
    const ids = waiting
    waiting = []
    round = null
    return endAll(ids)
  }
  let line: Promise<unknown> = Promise.resolve()

  return {
    end(sessionId) {
      waiting.push(sessionId)
      if (round === null) {
        round = line.then(begin)
        line = round.catch(() => undefined)
      }
      return round
    },
  }
}
