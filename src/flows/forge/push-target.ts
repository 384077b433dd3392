/**
 * Where the branch of a pull request is fetched from and pushed to, and what it is called here. A branch of the repository itself
 * keeps its name; a fork's has another, and its push target is the fork's own address, which git keeps beside the branch. Asks
 * the remote, changes nothing.
 */
import { DroverError } from '#contract/error'
import { isForeign, namesOfForeign, siblingAddress } from '#core/forge/fork'
import type { Context } from '#flows/engine/context'
import type { ForgePr } from '#ports/forge'
import type { Reads } from '#ports/store/journal'
import type { PrRecord } from '#ports/store/pr'
import type { ProjectRecord } from '#ports/store/project'
import { fullName } from './forge-ground.ts'

export interface PushTarget {
  /** What the branch is called here. */
  readonly branch: string
  readonly remote: string
  readonly ref: string
  /** The commit that it has there, fetched. */
  readonly commit: string
}

export async function pushTargetOf(context: Context, project: ProjectRecord, pr: ForgePr): Promise<PushTarget> {
  const ref = `refs/heads/${pr.branch}`
  const repoPath = project.path
  if (!isForeign({ repo: fullName(pr.repo), headRepo: pr.headRepo })) {
    const where = await context.merging.remoteOf(repoPath, pr.branch)
    if (where === null)
      throw new DroverError('NO_REMOTE', `${repoPath} has no remote.`, {
        hint: 'Add one with: git remote add origin <address>',
      })
    const { remote } = where
    return { branch: pr.branch, remote, ref, commit: await tipOf(context, { repoPath, remote, ref }) }
  }
  const remote = addressOf(project, pr)
  const commit = await tipOf(context, { repoPath, remote, ref })
  if (commit !== pr.head)
    throw new DroverError(
      'PR_HEAD_CHANGED',
      `${pr.branch} of ${pr.headRepo} is not at the commit that #${pr.number} has.`,
      {
        hint: 'Somebody pushed just now, or the fork was moved. Look at it, then claim again.',
      },
    )
  const why = await context.merging.whyNoPush({ repoPath, remote, ref, commit })
  if (why !== null) throw closed(pr, `git may not push there: ${why}`)
  return { branch: await nameOf(context, project, pr, { remote, ref }), remote, ref, commit }
}

/** The pull request of a fork whose branch this session's tree stands on; null: its branch is one of the repository itself. */
export const forkClaimed = (reads: Reads, sessionId: string, branch: string): PrRecord | null =>
  reads.prsOf(sessionId).find((pr) => isForeign(pr) && namesOfForeign(pr).includes(branch)) ?? null

const closed = (pr: ForgePr, why: string): DroverError =>
  new DroverError(
    'PR_NOT_PUSHABLE',
    `The branch of #${pr.number} is in ${pr.headRepo ?? 'a fork that is gone'}: ${why}`,
    {
      hint: 'Its author can allow edits by maintainers on the pull request’s page; else spawn a session and open one of your own. Nothing was changed.',
      details: { headRepo: pr.headRepo },
    },
  )

/** The fork beside the project's origin, reached the same way. */
function addressOf(project: ProjectRecord, pr: ForgePr): string {
  const { headRepo, pushable } = pr
  if (headRepo === null) throw closed(pr, 'nobody can push to it any more.')
  if (pushable !== true) throw closed(pr, 'its author does not let maintainers push to it.')
  const address = siblingAddress(project.repo, headRepo)
  if (address === null) throw closed(pr, `there is no way from ${project.repo} to it.`)
  return address
}

/** The first name that is free, or is this very branch already. */
async function nameOf(
  context: Context,
  project: ProjectRecord,
  pr: ForgePr,
  { remote, ref }: { readonly remote: string; readonly ref: string },
): Promise<string> {
  const names = namesOfForeign({ ...pr, repo: fullName(pr.repo) })
  const tips = await context.merging.branches(project.path, names)
  for (const [n, name] of names.entries()) {
    if (tips[n] === null) return name
    const where = await context.merging.remoteOf(project.path, name)
    if (where?.remote === remote && where.ref === ref) return name
  }
  throw new DroverError('BRANCH_NAMESPACE_TAKEN', `${names.join(' and ')} are other branches of ${project.path}.`, {
    hint: 'Rename one of them, then claim again. Nothing was changed.',
  })
}

async function tipOf(
  context: Context,
  where: { readonly repoPath: string; readonly remote: string; readonly ref: string },
): Promise<string> {
  const { remote, ref } = where
  const found = await context.merging.fetchTip(where)
  if ('unreachable' in found)
    throw new DroverError('REMOTE_UNREACHABLE', `${remote} could not be reached: ${found.unreachable}`, {
      hint: 'Look at the network and at your access, then try again.',
    })
  if (found.tip === null)
    throw new DroverError('BASE_REF_NOT_FOUND', `${remote} has no branch ${ref.replace('refs/heads/', '')} any more.`, {
      hint: 'Whoever deleted it has to push it again.',
    })
  return found.tip
}
