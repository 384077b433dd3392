/**
 * Work that waits for an account to be usable again: parked until the reset, spread a little, started once by itself. A human
 * who stops the session, or `auto_resume = false`, keeps it from starting.
 */
import { type Bench, startsAt } from '#core/relay/parking'
import { type Context, now } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { settingsFor } from '#flows/session/ground'
import { tellSession } from '#flows/session/views'
import type { Tx } from '#ports/store/journal'
import type { SessionRecord } from '#ports/store/session'

/** Answers when it starts. */
export function park(context: Context, tx: Tx, id: string, bench: Bench): string {
  const until = new Date(startsAt(bench, chanceOf(context, id))).toISOString()
  tx.updateSession(id, { parkedUntil: until })
  tellSession(context, tx, id)
  return until
}

/** The same for the same session and bench, so that nothing drifts when it is asked twice. */
const chanceOf = (context: Context, id: string): number =>
  Number.parseInt(context.hash(`park ${id}`).slice(0, 8), 16) / 0x1_0000_0000

/** What is queued in it waits for its time. */
export const isParked = (session: SessionRecord): boolean => session.parkedUntil !== null

/** The provider takes requests again: the fleet is told, and what waited for it starts. */
export const endsParking = (context: Context): Follower => {
  let changed = false
  return {
    name: 'parked sessions',
    afterChange(change) {
      if (change.type === 'agent_state_changed' && change.payload.state === 'active') changed = true
    },
    atTick() {
      const { reads } = context.journal
      const early = changed
        ? reads.liveSessions().filter((session) => isParked(session) && isFree(context, session))
        : []
      changed = false
      const due = [...reads.unparked(now(context)), ...early].filter((session) => startsItself(context, session))
      if (due.length === 0) return
      context.journal.command((tx) => {
        for (const { id } of due) {
          tx.updateSession(id, { parkedUntil: null })
          context.heldMail.delete(id)
          tellSession(context, tx, id)
        }
      })
      for (const { id } of due) if (reads.countQueued(id) > 0) context.settle(id)
    },
  }
}

/** Somebody took the bench back. A session that failed with a reset of its own waits for that. */
const isFree = (context: Context, session: SessionRecord): boolean => context.benchOf(session, session.model) === null

function startsItself(context: Context, session: SessionRecord): boolean {
  if (context.journal.reads.countQueued(session.id) === 0) return true
  const project = context.journal.reads.project(session.projectId)
  return settingsFor(context, project, session.ignoreConfig).settings.relay.autoResume
}
