/** What a session changed outside its scope: told once per file, in its own log and to its parent. Prevents nothing. */
import { outsideScope } from '#core/role/scope'
import type { Context } from '#flows/engine/context'
import { postMail } from '#flows/mail/post-mail'
import { maxFileBytes } from '#flows/workspace/keep-snapshots'
import type { SessionRecord } from '#ports/store/session'
import { dutiesOf } from './say-end.ts'

export async function checkScope(context: Context, session: SessionRecord): Promise<void> {
  const workspace = session.workspaceId === null ? null : context.journal.reads.workspace(session.workspaceId)
  if (workspace?.baseCommit == null || !context.exists(workspace.path)) return
  const { path, repoPath, baseCommit: base } = workspace
  let changed: readonly string[]
  try {
    const files = await context.workspaces.files({ path, repoPath, base, maxFileBytes: maxFileBytes(context, session) })
    changed = files.flatMap((file) => [file.path, ...(file.oldPath === undefined ? [] : [file.oldPath])])
  } catch (cause) {
    context.log.warn('the scope of a session could not be checked', { session: session.id, cause })
    return
  }
  const outside = outsideScope(changed, session.files)
  if (outside.length > 0) context.journal.command((tx) => tell(context, tx, session.id, outside))
}

function tell(context: Context, tx: Parameters<typeof postMail>[1], id: string, outside: readonly string[]): void {
  const session = tx.session(id)
  if (session === null || session.phase !== 'live') return
  const duties = dutiesOf(session)
  const fresh = outside.filter((file) => !duties.strayed.includes(file))
  if (fresh.length === 0) return
  const shown = fresh.slice(0, 20).join(', ') + (fresh.length > 20 ? ` and ${fresh.length - 20} more` : '')
  const message = `Changed outside its scope (${session.files.join(', ')}): ${shown}`
  tx.appendEvents(id, session.turn, [{ kind: 'notice', code: 'scope_violation', message, files: fresh }])
  tx.updateSession(id, { duties: { ...duties, strayed: [...duties.strayed, ...fresh] } })
  const parent = session.parentId === null ? null : tx.session(session.parentId)
  if (parent === null || parent.phase === 'ended') return
  postMail(context, tx, {
    projectId: session.projectId,
    effortId: session.effortId,
    from: id,
    to: parent.id,
    source: 'daemon',
    type: 'status',
    subject: `scope_violation: ${session.name}`,
    body: message,
  })
}
