/**
 * Commands that a crash cut in two, at boot: what was promised is finished (a kill, a stop, a cleanup), what was not yet there is
 * taken back (a restore). Spawns and launches are reconcile's.
 */

import { runningTurn } from './close-turn.ts'
import type { Context } from './context.ts'
import { stopActive } from './drive-session.ts'
import { finishCleanup, killSession } from './end-session.ts'
import { takeBackRestore } from './restore-session.ts'
import { graceOf, haltTurn } from './take-turn.ts'
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
}

/** Begins what was asked for before the crash; nothing new starts in such a session from here on. */
export function finishEnds(context: Context): void {
  for (const session of context.journal.reads.liveSessions()) {
    if (session.phase === 'live' && session.endReason === 'killed')
      begun(context, session.id, () => killSession(context, session.id, {}))
    else stopAgain(context, session.id)
  }
}

/** A turn that was being stopped is stopped: the mark outlived the daemon that made it. */
function stopAgain(context: Context, id: string): void {
  const active = context.active.get(id)
  const session = context.journal.reads.session(id)
  const turn = session === null ? null : runningTurn(context.journal.reads, session)
  if (active === undefined || turn === null || turn.stopping === null) return
  if (turn.stopping === 'cancel' || turn.stopping === 'timeout' || turn.stopping === 'stall')
    begun(context, id, () => haltTurn(context, id))
  else begun(context, id, () => stopActive(context, active, graceOf(context, id)))
}

function begun(context: Context, id: string, act: () => Promise<unknown>): void {
  context.log.info('finishing what a crash cut off', { session: id })
  act().catch((cause: unknown) =>
    context.log.error('what a crash cut off could not be finished', { session: id, cause }),
  )
}
