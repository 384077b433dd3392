/** How a session's work stands in git right now, and the steps that make sense with it. Asks git once, for the one who looks. */
import { DroverError } from '#contract/error'
import { isEnded, type LandingLook } from '#contract/merge'
import { withoutCredentials } from '#core/forge/place'
import { landingSteps } from '#core/merge/landing-step'
import type { Context } from '#flows/engine/context'
import { settingsFor } from '#flows/session/ground'
import { needKnown } from '#flows/session/views'
import { runningTurn } from '#flows/turn/close-turn'
import type { SessionRecord } from '#ports/store/session'
import type { WorkspaceRecord } from '#ports/store/workspace'

/** A branch in a repository, as landing needs it. */
export function needBranch(
  context: Context,
  session: SessionRecord,
): WorkspaceRecord & { readonly repoPath: string; readonly branch: string } {
  const workspace = session.workspaceId === null ? null : context.journal.reads.workspace(session.workspaceId)
  if (workspace?.repoPath == null || workspace.branch === null)
    throw new DroverError('MERGE_BLOCKED', `${session.id} has no branch in a repository.`, {
      hint: 'Only sessions of a project land; copy what a scratch session made by hand.',
    })
  const { repoPath, branch } = workspace
  return { ...workspace, repoPath, branch }
}

export interface Standing {
  readonly target: string | null
  readonly head: string
  readonly base: string | null
  readonly ahead: number | null
  readonly behind: number | null
}

/** The branch beside its target. */
export async function standingOf(
  context: Context,
  { repoPath, branch, baseRef }: ReturnType<typeof needBranch>,
): Promise<Standing> {
  const target = baseRef === null ? null : await context.merging.targetOf(repoPath, baseRef)
  const names = target === null || target === branch ? [branch] : [branch, target]
  const [head = null, base = null] = await context.merging.branches(repoPath, names)
  if (head === null)
    throw new DroverError('BASE_REF_NOT_FOUND', `There is no branch ${branch} in ${repoPath}.`, {
      hint: 'It was deleted or renamed; restore the session to bring it back.',
    })
  if (base === null) return { target: null, head, base, ahead: null, behind: null }
  const { ahead, behind } = await context.merging.relation({ repoPath, head, base })
  return { target, head, base, ahead, behind }
}

export async function lookAtLanding(context: Context, id: string): Promise<LandingLook> {
  const session = needKnown(context, id)
  const { reads } = context.journal
  const workspace = needBranch(context, session)
  const { repoPath, branch, path } = workspace
  const there = workspace.removedAt === null && context.exists(path)
  const [standing, left, where] = await Promise.all([
    standingOf(context, workspace),
    there ? context.merging.leftovers(path, repoPath) : null,
    context.merging.remoteOf(repoPath, branch),
  ])
  const landing = reads.landing(id)
  const merge = landing?.merge == null ? null : reads.merge(landing.merge)
  const open = merge === null || isEnded(merge.state) ? null : merge
  const uncommitted = left?.files ?? []
  const { next, steps } = landingSteps({
    phase: session.phase,
    turnRunning: runningTurn(reads, session) !== null,
    hasBranch: true,
    hasTarget: standing.target !== null,
    ahead: standing.ahead,
    behind: standing.behind,
    dirty: uncommitted.length > 0,
    landedSince: false,
    merge: open === null ? null : { state: open.state, waits: open.needsApproval.length > 0 },
    hasRemote: where !== null,
    pushed: null,
  })
  return {
    sessionId: id,
    branch,
    target: standing.target,
    head: standing.head,
    ahead: standing.ahead,
    behind: standing.behind,
    uncommitted,
    remote: where === null ? null : withoutCredentials(where.remote),
    verify: settingsFor(context, reads.project(session.projectId), session.ignoreConfig).settings.verify.commands,
    merge: open?.id ?? null,
    next,
    steps,
  }
}
