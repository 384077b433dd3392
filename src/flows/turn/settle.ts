/**
 * What follows a turn, in the session's own line: a fresh start that is due, then whatever the subjects registered (the
 * snapshot first, the mail that waits late). Owns when it happens; what happens is the followers'.
 */
import type { Context } from '#flows/engine/context'
import type { Follower, Followers } from '#flows/engine/followers'
import { deliverInto } from '#flows/mail/deliver-mail'
import { saveAfterTurn } from '#flows/workspace/keep-snapshots'
import { runningTurn } from './close-turn.ts'
import { runTurn } from './launch-turn.ts'

export function settle(context: Context, followers: Followers, sessionId: string): void {
  if (context.closing) return
  void context.worker
    .run(sessionId, async () => {
      const session = context.journal.reads.session(sessionId)
      if (session === null || context.ending.has(sessionId) || context.closing) return
      const turn = runningTurn(context.journal.reads, session)
      if (turn === null) return followers.afterTurn(sessionId)
      // A process that lives for one turn is still being read: what follows its end launches the next.
      const living = context.active.get(sessionId)
      if (turn.launchId === null && living?.lifetime !== 'turn') await runTurn(context, sessionId)
      else await deliverInto(context, sessionId)
    })
    .catch((cause: unknown) => context.log.error('what follows a turn failed', { session: sessionId, cause }))
}

export const savesAfterTurn = (context: Context): Follower => ({
  name: 'snapshot after a turn',
  afterTurn: (sessionId) => saveAfterTurn(context, sessionId),
})
