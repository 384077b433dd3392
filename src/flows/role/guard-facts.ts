/** What a guard has to know of a session: what its role may do, and where. null: nothing guards it. */
import type { GuardFacts } from '#core/role/guard-facts'
import type { Context } from '#flows/engine/context'
import type { SessionRecord } from '#ports/store/session'

/** A session with its place in an effort. */
type InEffort = SessionRecord & { readonly role?: string | null; readonly files?: readonly string[] }

const writers = new Set(['builder', 'merger'])
const readers = new Set(['scout', 'reviewer', 'lead', 'coordinator'])

export function guardFacts(context: Context, session: InEffort): GuardFacts | null {
  const { role } = session
  if (role === undefined || role === null || session.workspaceId === null) return null
  const workspace = context.journal.reads.workspace(session.workspaceId)
  if (workspace === null) return null
  const added = !readers.has(role) && session.permissions !== 'read-only'
  return {
    mayWriteFiles: writers.has(role) || added,
    scope: session.files ?? [],
    mayPush: false,
    worktree: workspace.path,
    branch: workspace.branch,
    nativeSubagents: 'allow',
  }
}
