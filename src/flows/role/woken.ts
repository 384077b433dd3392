/** What a turn that begins changes of what its session owes: words from others make a report owed again. */
import type { UserSource } from '#contract/agent-event'
import { type Context, now } from '#flows/engine/context'
import type { SessionPatch, SessionRecord } from '#ports/store/session'
import { dutiesOf } from './say-end.ts'

/** A turn of the daemon's own (a reminder, the end of a wait) goes on with what was owed. */
export function wokenBy(context: Context, session: SessionRecord, source: UserSource): SessionPatch {
  if (session.role === null && session.waiting === null) return {}
  const own = source === 'daemon'
  const waited = !own && session.waiting?.for === 'mail' ? { waiting: null } : {}
  if (session.report === null) return waited
  const { state } = session.report
  return {
    ...waited,
    ...(state === 'owed' ? {} : { report: { state: 'owed', mailId: null, at: now(context) } as const }),
    duties: {
      ...dutiesOf(session),
      watched: null,
      ...(own ? {} : { reminders: 0 }),
      ...(state === 'owed' ? {} : { died: false }),
    },
  }
}
