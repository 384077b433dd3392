/** What changes without noise: last words and tokens reach the fleet at most once a second, leftover children while they live. */
import { type Context, now } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { tellSession } from './views.ts'

export const tellsQuietFacts = (context: Context): Follower => ({
  name: 'quiet facts',
  atTick() {
    if (context.quiet.size === 0) return
    const ids = [...context.quiet]
    context.quiet.clear()
    context.journal.ingest((tx) => {
      for (const id of ids) tellSession(context, tx, id)
    })
  },
})

/** Children that a turn left behind are shown while they live. */
export const looksAfterChildren = (context: Context): Follower => ({
  name: 'children left behind',
  async atTick(round) {
    if (round % 5 !== 0) return
    for (const session of context.journal.reads.liveSessions()) {
      if (session.children.length === 0) continue
      const launches = context.journal.reads.launchIds(session.id)
      const children = await context.runtimes.of(session).leftovers(launches)
      if (children.length === session.children.length) continue
      context.journal.command((tx) => {
        tx.updateSession(session.id, { children, updatedAt: now(context) })
        tellSession(context, tx, session.id)
      })
    }
  },
})
