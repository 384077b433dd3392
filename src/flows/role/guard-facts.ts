/** What a guard has to know of a session: what its role may do, and where. null: nothing guards it. */
import type { GuardFacts } from '#core/role/guard-facts'
import type { Context } from '#flows/engine/context'
import type { SessionRecord } from '#ports/store/session'
import { roleGround } from './role-of.ts'

export function guardFacts(context: Context, session: SessionRecord): GuardFacts | null {
  const { row, policy } = roleGround(context, session)
  if (row === null) return null
  const workspace = session.workspaceId === null ? null : context.journal.reads.workspace(session.workspaceId)
  return {
    // Without a place of its own there is nowhere to write.
    mayWriteFiles: row.files === 'writes' && session.permissions !== 'read-only' && workspace !== null,
    scope: session.files,
    mayPush: false,
    worktree: workspace?.path ?? '/',
    branch: workspace?.branch ?? null,
    nativeSubagents: policy.nativeSubagents,
  }
}
