/** How far each session is from its target, counted after each turn and each landing and kept: lists ask no git. */
import { scratchProject } from '#contract/ids'
import type { Context } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { tellSession } from '#flows/session/views'

const mostAtOnce = 200

export const countsLanding = (context: Context): Follower => ({
  name: 'how far a session is from its target',
  afterTurn: (sessionId) => countSession(context, sessionId),
})

export async function countSession(context: Context, sessionId: string): Promise<void> {
  const { reads } = context.journal
  const session = reads.session(sessionId)
  const workspace = session?.workspaceId == null ? null : reads.workspace(session.workspaceId)
  if (session === null || workspace === null || session.projectId === scratchProject) return
  const { repoPath, branch, baseRef } = workspace
  if (repoPath === null || branch === null || baseRef === null) return
  const counted = await countOf(context, repoPath, branch, baseRef).catch((cause: unknown) => {
    context.log.debug('the way to the target could not be counted', { session: sessionId, cause })
    return null
  })
  if (counted === null) return
  context.journal.command((tx) => {
    if (tx.session(sessionId) === null) return
    const before = tx.landing(sessionId)
    if (before?.ahead === counted.ahead && before.behind === counted.behind) return
    const rest = {
      merge: before?.merge ?? null,
      state: before?.state ?? null,
      landedCommit: before?.landedCommit ?? null,
    }
    tx.putLanding({ sessionId, ...counted, ...rest })
    tellSession(context, tx, sessionId)
  })
}

async function countOf(
  context: Context,
  repoPath: string,
  branch: string,
  baseRef: string,
): Promise<{ ahead: number | null; behind: number | null }> {
  const target = await context.merging.targetOf(repoPath, baseRef)
  if (target === null || target === branch) return { ahead: null, behind: null }
  const [head = null, base = null] = await context.merging.branches(repoPath, [branch, target])
  if (head === null || base === null) return { ahead: null, behind: null }
  const { ahead, behind } = await context.merging.relation({ repoPath, head, base })
  return { ahead, behind }
}

/** The target moved: every session that starts from it is one more behind. */
export function countProject(context: Context, projectId: string, target: string): void {
  const { sessions } = context.journal.reads.sessions({ projectId, includeEnded: false, limit: mostAtOnce })
  void context.worker
    .run(`landings of ${projectId}`, async () => {
      for (const { id } of sessions) if (!context.closing) await countSession(context, id)
    })
    .catch((cause: unknown) => context.log.warn('sessions could not be counted', { project: projectId, target, cause }))
}
