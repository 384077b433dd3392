/** A session's branch, pushed and offered to its base as a pull request; and what that would say, before anybody does it. */
import { DroverError } from '#contract/error'
import type { PrProposal, PullRequest } from '#contract/pr'
import { proposePr } from '#core/forge/proposal'
import { decideShown } from '#core/merge/landing-step'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import { needBranch, standingOf } from '#flows/merge/look-at-landing'
import { pushBranch } from '#flows/merge/push-branch'
import { needKnown } from '#flows/session/views'
import type { SessionRecord } from '#ports/store/session'
import { lookAtPr } from './change-pr.ts'
import { forgeOf, fullName } from './forge-ground.ts'
import { forkClaimed } from './push-target.ts'
import { recordPr } from './record-pr.ts'

export interface OpenPrInput {
  readonly title?: string
  readonly body?: string
  readonly base?: string
  readonly draft?: boolean
  readonly forceWithLease?: boolean
  /** The commit that was shown. */
  readonly head?: string
}

function needProject(context: Context, session: SessionRecord) {
  const project = context.journal.reads.project(session.projectId)
  if (project !== null) return project
  throw new DroverError('NO_REMOTE', `${session.id} belongs to no project.`, {
    hint: 'Only sessions of a project have a branch that a forge can take.',
  })
}

/** The newest words that the operator gave it. */
function promptOf(context: Context, session: SessionRecord): string | null {
  for (let n = session.turn; n > 0 && n > session.turn - 20; n--) {
    const turn = context.journal.reads.turn(session.id, n)
    if (turn?.source === 'operator') return turn.prompt
  }
  return null
}

async function groundOf(context: Context, id: string) {
  const session = needKnown(context, id)
  const project = needProject(context, session)
  const forge = forgeOf(context, project)
  const workspace = needBranch(context, session)
  const standing = await standingOf(context, workspace)
  return { session, project, forge, workspace, standing }
}

export async function proposePullRequest(context: Context, id: string): Promise<PrProposal> {
  const { session, project, forge, workspace, standing } = await groundOf(context, id)
  const { repoPath, branch, path, removedAt } = workspace
  const base = standing.target ?? project.defaultBranch
  const subjects =
    standing.base === null
      ? []
      : await context.merging.subjects({ repoPath, from: standing.base, to: standing.head, most: 200 })
  const there = removedAt === null && context.exists(path)
  const left = there ? (await context.merging.leftovers(path, repoPath)).files.length : 0
  const { name, lastText } = session
  const words = proposePr({ sessionId: id, name, prompt: promptOf(context, session), lastText, subjects })
  const { head, ahead } = standing
  return { ...words, base, branch, head, commits: ahead ?? subjects.length, repo: fullName(forge.place), left }
}

export function openPullRequest(
  context: Context,
  id: string,
  input: OpenPrInput,
): Promise<{ pr: PullRequest; created: boolean }> {
  // One at a time for a session: a second request finds what the first one opened.
  return context.worker.run(`pull request of ${id}`, async () => {
    const proposal = await proposePullRequest(context, id)
    accepted(decideShown(id, input.head === undefined ? {} : { head: input.head }, { head: proposal.head }))
    const { session, forge } = await groundOf(context, id)
    const { branch, head } = proposal
    await pushBranch(context, id, { head, forceWithLease: input.forceWithLease ?? false }).catch((error: unknown) => {
      // The forge has the branch already, or there never was a commit: the second is told by the forge’s own refusal below.
      if (!(error instanceof DroverError && error.code === 'NOTHING_TO_PUSH' && proposal.commits > 0)) throw error
    })
    context.faultPoint('pr:pushed')
    const fork = forkClaimed(context.journal.reads, id, branch)
    if (fork !== null) return { pr: await lookAtPr(context, fork.id), created: false }
    const { at, api, place, settings } = forge
    const opened = await api.open(place, {
      title: input.title ?? proposal.title,
      body: input.body ?? proposal.body,
      base: input.base ?? proposal.base,
      branch,
      draft: input.draft ?? false,
    })
    context.faultPoint('pr:opened')
    const { projectId } = session
    const seen = { host: place.host, kind: at.kind, pr: opened.pr }
    return { pr: recordPr(context, { projectId, sessionId: id }, seen, settings), created: opened.created }
  })
}
