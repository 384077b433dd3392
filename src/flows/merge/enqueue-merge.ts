/**
 * Asking for a merge: everything that can be refused is refused here, with nothing written; what passes waits in its lane. The
 * same look without a row is the prediction.
 */
import { DroverError } from '#contract/error'
import { isSessionId } from '#contract/ids'
import type { Merge, MergePrediction } from '#contract/merge'
import { decideBeside } from '#core/merge/command'
import { approvalsNeeded } from '#core/merge/consent'
import { chooseLanding } from '#core/merge/landing'
import { decideShown } from '#core/merge/landing-step'
import { decideOffer, decidePair, decideRelation } from '#core/merge/offer'
import { planConflicts, whoResolves } from '#core/merge/tier'
import { isRefusal } from '#core/session/decide'
import type { Caller } from '#flows/access/caller'
import { accepted } from '#flows/engine/accepted'
import { type Context, now } from '#flows/engine/context'
import { noSession } from '#flows/session/views'
import type { MergeRecord } from '#ports/store/merge'
import { effortOf } from './effort-of.ts'
import { groundOf, type MergeGround, notTrusted } from './ground.ts'
import { treesFor } from './land-merge.ts'
import type { Lanes } from './lanes.ts'
import { commandFacts, tellMerge, viewMerge } from './views.ts'

export interface MergeInput {
  readonly session?: string
  readonly branch?: string
  readonly projectId?: string
  readonly into?: string
  readonly priority?: number
  readonly push?: boolean
  readonly message?: string
  /** The branch's commit that the caller was shown. */
  readonly head?: string
  /** The task that it brings. */
  readonly taskId?: string
}

interface Asked {
  readonly ground: MergeGround
  readonly branch: string
  readonly target: string
  readonly head: string
  readonly base: string
  readonly mergeBase: string
}

/** An agent's offer is of its own branch, named or not. */
function heldToItself(input: MergeInput, caller: Caller): MergeInput {
  if (caller.type === 'operator') return input
  const words = {
    into: input.into !== undefined,
    push: input.push !== undefined,
    priority: input.priority !== undefined,
    branch: input.branch !== undefined,
    session: input.session === undefined ? 'none' : input.session === caller.sessionId ? 'own' : 'other',
  } as const
  accepted(decideOffer(words, true))
  return { ...input, session: caller.sessionId }
}

async function look(context: Context, input: MergeInput, caller: Caller): Promise<Asked> {
  const { ground, branch, target } = await whatAndWhere(context, heldToItself(input, caller), caller)
  const repoPath = ground.project.path
  const [head = null, base = null] = await context.merging.branches(repoPath, [branch, target])
  const pair = accepted(decidePair({ branch, target, repoPath, head, base }))
  const { mergeBase, ahead } = await context.merging.relation({ repoPath, ...pair })
  const relation = accepted(decideRelation({ branch, target, mergeBase, ahead }))
  return { ground, branch, target, ...pair, ...relation }
}

export async function whatAndWhere(
  context: Context,
  input: MergeInput,
  caller: Pick<Caller, 'type'>,
): Promise<{ ground: MergeGround; branch: string; target: string }> {
  if ((input.session === undefined) === (input.branch === undefined))
    throw new DroverError('INVALID_BODY', 'The body is not valid: session: give either session or branch.', {
      hint: 'A branch also needs its projectId.',
      details: [{ path: 'session', message: 'give either session or branch' }],
    })
  const { reads } = context.journal
  if (input.branch !== undefined) {
    const ground = groundOf(context, input.projectId ?? '', null)
    const target = input.into ?? ground.settings.baseBranch ?? ground.project.defaultBranch
    return { ground, branch: input.branch, target }
  }
  const id = input.session ?? ''
  const session = isSessionId(id) ? reads.session(id) : null
  if (session === null) throw noSession(id)
  const workspace = session.workspaceId === null ? null : reads.workspace(session.workspaceId)
  if (workspace === null || workspace.repoPath === null || workspace.branch === null)
    throw new DroverError('MERGE_BLOCKED', `${id} has no branch in a repository.`, {
      hint: 'Only sessions of a project land; copy what a scratch session made by hand.',
    })
  const ground = groundOf(context, session.projectId, id)
  const known =
    workspace.baseRef === null ? null : await context.merging.targetOf(ground.project.path, workspace.baseRef)
  // An agent of an effort offers its work to where the effort goes.
  const effort = caller.type === 'session' ? effortOf(reads, session) : null
  const target = input.into ?? effort?.into ?? known
  if (target === null)
    throw new DroverError(
      'MERGE_TARGET_MISSING',
      `${id} started from ${workspace.baseRef ?? 'nothing'}, which is no branch.`,
      {
        hint: 'Name the branch to land on with --into.',
      },
    )
  return { ground, branch: workspace.branch, target }
}

export async function enqueueMerge(context: Context, lanes: Lanes, input: MergeInput, caller: Caller): Promise<Merge> {
  const asked = await look(context, input, caller)
  const { ground, branch, target, head } = asked
  if (ground.untrusted)
    throw new DroverError('SETUP_NOT_TRUSTED', notTrusted(ground.project), {
      hint: `Approve it with: drover project trust ${ground.project.id}`,
    })
  accepted(decideShown(ground.session?.id ?? branch, input.head === undefined ? {} : { head: input.head }, { head }))
  const repoPath = ground.project.path
  const wantsPush = input.push ?? ground.settings.merge.push
  const where = wantsPush ? await context.merging.remoteOf(repoPath, target) : null
  if (wantsPush && where === null)
    throw new DroverError('MERGE_BLOCKED', `${repoPath} has no remote that ${target} could be pushed to.`, {
      hint: 'Add one with git remote add, or land without --push.',
    })
  const made = context.journal.command((tx) => {
    const open = tx
      .openMerges()
      .find((one) => one.projectId === ground.project.id && one.branch === branch && one.target === target)
    if (open !== undefined) {
      const asked = { head, push: input.push ?? null, by: caller.type === 'session' ? 'session' : 'operator' } as const
      const decision = decideBeside(
        { ...commandFacts(tx, open, lanes.isRunning(open.id)), head: open.head, push: open.push !== null, by: open.by },
        asked,
      )
      if (isRefusal(decision)) throw DroverError.of(decision)
      if (decision === 'join') return { record: open, replaced: null }
      tx.updateMerge(open.id, {
        state: 'rejected',
        step: 'end',
        next: null,
        reason: {
          code: 'superseded',
          message: 'Another merge of the same branch, with newer commits, took its place.',
        },
      })
      tellMerge(context, tx, open.id)
    }
    const at = now(context)
    const record: MergeRecord = {
      id: `m-${tx.nextMergeNumber()}`,
      projectId: ground.project.id,
      sessionId: ground.session?.id ?? null,
      branch,
      target,
      state: 'queued',
      step: 'merge',
      reason: null,
      next: null,
      tier: null,
      head,
      baseCommit: null,
      mergeBase: null,
      result: null,
      resolved: null,
      landedCommit: null,
      verify: null,
      proof: null,
      files: null,
      insertions: null,
      deletions: null,
      push: where === null ? null : { ...where, state: 'wanted' },
      approval: null,
      approved: null,
      needsApproval: [],
      attempts: 0,
      priority: input.priority ?? 0,
      worktree: null,
      saved: null,
      by: caller.type === 'session' ? 'session' : 'operator',
      message: input.message ?? null,
      taskId: input.taskId ?? null,
      merger: null,
      agentTries: 0,
      train: [],
      createdAt: at,
      updatedAt: at,
      landedAt: null,
    }
    tx.insertMerge(record)
    tellMerge(context, tx, record.id, true)
    return { record, replaced: open ?? null }
  })
  context.faultPoint('merge:enqueued')
  if (made.replaced !== null) lanes.afterEnd(made.replaced.id)
  lanes.kick(ground.project.id, target)
  return viewMerge(context.journal.reads.merge(made.record.id) ?? made.record)
}

export async function predictMerge(context: Context, input: MergeInput, caller: Caller): Promise<MergePrediction> {
  const { ground, branch, target, head, base, mergeBase } = await look(context, input, caller)
  const { merge } = ground.settings
  const repoPath = ground.project.path
  const found = await context.merging.predict({ repoPath, base, source: head, mergeBase })
  const plan = planConflicts(found.conflicts, merge)
  const resolver = whoResolves(merge, 0) ?? 'human'
  const tier = plan.left.length > 0 ? resolver : plan.union.length + found.united.length > 0 ? 'mechanical' : 'clean'
  // A tree with conflicts holds their markers: then what the branch brings is counted.
  const whole = found.conflicts.length === 0
  const changes = await context.merging.changes({
    repoPath,
    from: whole ? base : mergeBase,
    to: whole ? found.tree : head,
  })
  const trees = await treesFor(context, { repoPath, target, base, result: found.tree })
  const place = chooseLanding(target, trees, merge)
  return {
    projectId: ground.project.id,
    sessionId: ground.session?.id ?? null,
    branch,
    target,
    head,
    baseCommit: base,
    mergeBase,
    tier,
    conflicts: plan.left,
    files: changes.files,
    insertions: changes.insertions,
    deletions: changes.deletions,
    needsApproval: approvalsNeeded({
      by: caller.type === 'session' ? 'session' : 'operator',
      target,
      effort: effortOf(context.journal.reads, ground.session),
      tier,
      paths: changes.paths,
      dropped: [],
    }),
    blocked: place.how === 'blocked' ? place.reason : null,
  }
}
