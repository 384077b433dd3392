/**
 * What could not be written when it was due (a full disk, a store that refused) is taken up again when it can be: spawns that
 * nobody brings up or takes back, kills that nobody carries out, launches that nobody reads, turns that nobody launches,
 * mail that nobody takes. Finds them in the store alone; how each goes on is its own flow's. A restart does the same.
 */
import { endAgain, isEnding } from '#flows/session/end-session'
import { takeBackRestore } from '#flows/session/restore-session'
import { runningTurn } from '#flows/turn/close-turn'
import type { SessionRecord } from '#ports/store/session'
import type { Context } from './context.ts'
import type { Follower } from './followers.ts'
import { finishSpawn, lookAgain } from './reconcile.ts'
import { underWay } from './under-way.ts'

const everyRounds = 5

export const takesUpAgain = (context: Context): Follower => ({
  name: 'what was left',
  async atTick(round) {
    if (round % everyRounds !== 0) return
    for (const launch of context.journal.reads.openLaunches())
      if (isLeft(context, launch.sessionId) && !context.active.has(launch.sessionId)) await lookAgain(context, launch)
    for (const session of context.journal.reads.liveSessions())
      if (isLeft(context, session.id)) await goOn(context, session)
    for (const id of underWay(context.journal.reads, 'restoring'))
      if (isLeft(context, id)) await context.worker.run(id, () => takeBackLeft(context, id))
  },
})

/** Nobody works for it, starts it or ends it. */
const isLeft = (context: Context, id: string): boolean =>
  !context.worker.busy(id) && !context.starting.has(id) && !context.ending.has(id)

/** A restore whose last step could not be written: as after a crash, it is as if it had not been asked for. */
async function takeBackLeft(context: Context, id: string): Promise<void> {
  if (underWay(context.journal.reads, 'restoring').includes(id)) await takeBackRestore(context, id)
}

async function goOn(context: Context, session: SessionRecord): Promise<void> {
  const { id } = session
  const { reads } = context.journal
  if (session.phase === 'starting') return finishSpawn(context, session)
  if (isEnding(session)) return endAgain(context, session)
  const turn = runningTurn(reads, session)
  if (turn === null) {
    // What is held is let go by what it waits for.
    const waits = reads.countQueued(id) > 0 && !context.heldMail.has(id)
    if (waits || reads.unsettledMail(id).length > 0) context.settle(id)
    return
  }
  const { launchId } = turn
  if (launchId === null) return context.settle(id)
  // A launch that failed and could not be written down as the end of its turn: its words reached nobody.
  if (context.active.has(id) || reads.launch(launchId)?.state !== 'exited') return
  context.journal.command((tx) => tx.updateTurn(id, turn.n, { launchId: null }))
  context.settle(id)
}
