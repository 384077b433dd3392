/**
 * Commands that a crash cut in two, at boot: what was promised is finished (a kill, a stop, a cleanup, a recovery), what was not yet there is
 * taken back (a restore). Spawns and launches are reconcile's.
 */

import { endAgain, finishCleanup, isEnding } from '#flows/session/end-session'
import { takeBackRestore } from '#flows/session/restore-session'
import { runningTurn } from '#flows/turn/close-turn'
import { stopActive } from '#flows/turn/stop-active'
import { graceOf, haltTurn } from '#flows/turn/take-turn'
import { finishRecovery } from '#flows/workspace/keep-snapshots'
import type { Context } from './context.ts'
import { underWay, type Work } from './under-way.ts'

export async function settleWorkspaces(context: Context): Promise<void> {
  const { reads } = context.journal
  const attempt = async (work: Work, act: (context: Context, id: string) => Promise<void>): Promise<void> => {
    for (const id of underWay(reads, work)) {
      await act(context, id).catch((cause: unknown) =>
        context.log.error('what a crash cut off could not be settled', { session: id, work, cause }),
      )
    }
  }
  await attempt('restoring', takeBackRestore)
  await attempt('cleaning', finishCleanup)
  await attempt('recovering', finishRecovery)
}

/** Begins what was asked for before the crash; nothing new starts in such a session from here on. */
export function finishEnds(context: Context): void {
  for (const session of context.journal.reads.liveSessions()) {
    if (isEnding(session)) begun(context, session.id, () => endAgain(context, session))
    else stopAgain(context, session.id)
  }
}

/** A turn that was being stopped is stopped: the mark outlived the daemon that made it. */
export function stopAgain(context: Context, id: string): void {
  const active = context.active.get(id)
  const session = context.journal.reads.session(id)
  const turn = session === null ? null : runningTurn(context.journal.reads, session)
  if (active === undefined || turn === null || turn.stopping === null) return
  if (['cancel', 'timeout', 'stall', 'limit'].includes(turn.stopping)) begun(context, id, () => haltTurn(context, id))
  else begun(context, id, () => stopActive(context, active, graceOf(context, id)))
}

function begun(context: Context, id: string, act: () => Promise<unknown>): void {
  context.log.info('finishing what a crash cut off', { session: id })
  act().catch((cause: unknown) =>
    context.log.error('what a crash cut off could not be finished', { session: id, cause }),
  )
}
