/** A session's branch to its remote under its own name, by a push that is read back: a plain one, or over exactly what was known to be there. */
import { DroverError } from '#contract/error'
import { isAddress, withoutCredentials } from '#core/forge/place'
import { decideShown } from '#core/merge/landing-step'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import { needKnown } from '#flows/session/views'
import type { Shown } from './commit-leftovers.ts'
import { needBranch, standingOf } from './look-at-landing.ts'

export interface Pushed {
  readonly remote: string
  readonly branch: string
  readonly commit: string
  /** Commits beyond the base that the remote has now. */
  readonly commits: number
}

export async function pushBranch(
  context: Context,
  id: string,
  { forceWithLease = false, ...shown }: Shown & { readonly forceWithLease?: boolean },
): Promise<Pushed> {
  const session = needKnown(context, id)
  const workspace = needBranch(context, session)
  const { repoPath, branch } = workspace
  const { head, ahead } = await standingOf(context, workspace)
  accepted(decideShown(id, shown, { head }))
  const where = await context.merging.remoteOf(repoPath, branch)
  if (where === null)
    throw new DroverError('NO_REMOTE', `${repoPath} has no remote to push to.`, {
      hint: 'Add one with: git remote add origin <address>',
    })
  const nothing = (why: string): DroverError =>
    new DroverError('NOTHING_TO_PUSH', why, { hint: `What is not committed yet: drover session commit ${id}` })
  if (ahead === 0) throw nothing(`${branch} has no commit of its own.`)
  const remote = withoutCredentials(where.remote)
  // Under its own name, whatever the branch was made to follow: nothing lands on another branch by a push. A fork's branch, which
  // was claimed, has a name of its own here.
  const isFork = isAddress(where.remote)
  const ref = isFork ? where.ref : `refs/heads/${branch}`
  if (isFork && forceWithLease)
    throw new DroverError('PUSH_REJECTED', `${branch} is somebody else’s branch: it is pushed to plainly only.`, {
      hint: 'Merge the base into it instead of rebasing: drover session update.',
    })
  const unreachable = (message: string): DroverError =>
    new DroverError('REMOTE_UNREACHABLE', `${remote} could not be reached: ${message}`, {
      hint: 'Look at the network and at your access, then push again.',
    })
  // Before anything is fetched: what somebody pushed since is not what was seen.
  const lease = forceWithLease ? { lease: await context.merging.knownTip({ repoPath, remote: where.remote, ref }) } : {}
  const before = await context.merging.fetchTip({ repoPath, remote: where.remote, ref })
  if ('unreachable' in before) throw unreachable(before.unreachable)
  if (before.tip === head) throw nothing(`${remote} has every commit of ${branch} already.`)
  const outcome = await context.merging.push({ repoPath, result: head, remote: where.remote, ref, ...lease })
  context.faultPoint('push:made')
  if (outcome.outcome === 'moved')
    throw new DroverError(
      'PUSH_REJECTED',
      `${remote} has commits on ${ref.replace('refs/heads/', '')} that are not here.`,
      {
        hint: `Nothing is forced. Look at them with: git fetch ${remote} ${ref.replace('refs/heads/', '')}, and merge them in the session’s worktree.`,
      },
    )
  if ('message' in outcome) {
    if (outcome.outcome === 'unreachable') throw unreachable(outcome.message)
    throw new DroverError('PUSH_REJECTED', `${remote} did not take it: ${outcome.message}`, {
      hint: 'Its rules or your rights keep it out; nothing was changed.',
    })
  }
  context.journal.command((tx) =>
    tx.appendEvents(id, null, [{ kind: 'notice', code: 'pushed', message: `Pushed to ${remote} as ${branch}` }]),
  )
  return { remote, branch, commit: head, commits: ahead ?? 0 }
}
