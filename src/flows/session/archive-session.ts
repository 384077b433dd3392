/** Ended sessions out of sight and back. What they made stays where it is; a restore brings one back into sight by itself. */
import type { Session } from '#contract/session'
import { decideArchive, decideUnarchive } from '#core/session/archive'
import { accepted } from '#flows/engine/accepted'
import { type Context, now } from '#flows/engine/context'
import type { SessionRecord } from '#ports/store/session'
import { killSession } from './end-session.ts'
import { needKnown, tellSession, viewSession } from './views.ts'

export async function archiveSession(context: Context, id: string, input: { end?: boolean }): Promise<Session> {
  if (input.end === true && needKnown(context, id).phase !== 'ended') await killSession(context, id, {})
  return put(context, id, (session) =>
    accepted(decideArchive(factsOf(session))) === 'archive' ? { archivedAt: now(context) } : null,
  )
}

export const unarchiveSession = (context: Context, id: string): Session =>
  put(context, id, (session) => (decideUnarchive(factsOf(session)) === 'unarchive' ? { archivedAt: null } : null))

const factsOf = ({ id, phase, archivedAt }: SessionRecord) => ({ id, phase, archived: archivedAt !== null })

function put(
  context: Context,
  id: string,
  decide: (session: SessionRecord) => Pick<SessionRecord, 'archivedAt'> | null,
): Session {
  needKnown(context, id)
  context.journal.command((tx) => {
    const patch = decide(tx.session(id) ?? needKnown(context, id))
    if (patch === null) return
    tx.updateSession(id, patch)
    tellSession(context, tx, id)
  })
  return viewSession(context, context.journal.reads, needKnown(context, id))
}
