/** What a turn that begins changes of what its session owes: words from others make a report owed again. */
import { isOwedAgain, type Said, weightOf } from '#core/role/woken'
import { type Context, now } from '#flows/engine/context'
import type { SessionPatch, SessionRecord } from '#ports/store/session'
import { dutiesOf } from './say-end.ts'

/**
 * A turn of the daemon's own (a reminder, the end of a wait) goes on with what is owed, and so does one that only brings its
 * news: that a branch was merged, or a child died, asks for no second report. Nor does a nudge of one that has reported.
 */
export function wokenBy(context: Context, session: SessionRecord, words: readonly Said[]): SessionPatch {
  if (session.role === null && session.waiting === null) return {}
  const weight = weightOf(words)
  const own = weight === 'goes-on'
  const waited = !own && session.waiting?.for === 'mail' ? { waiting: null } : {}
  if (session.report === null) return waited
  const duties = { ...dutiesOf(session), watched: null }
  if (own) return { duties }
  const again = isOwedAgain(session.report.state, weight)
  return {
    ...waited,
    ...(again ? { report: { state: 'owed', mailId: null, at: now(context) } as const } : {}),
    duties: { ...duties, reminders: 0, ...(again ? { died: false } : {}) },
  }
}
