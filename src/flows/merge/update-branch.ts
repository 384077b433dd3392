/**
 * The base into a session's own branch, in its worktree: a snapshot first, then git's merge. Conflicts change nothing and are
 * said, unless they are handed to the agent: then the merge stays open in its tree and the next turn is about it.
 */
import { DroverError } from '#contract/error'
import { decideShown } from '#core/merge/landing-step'
import { updateMessage, updateRequest } from '#core/merge/message'
import { decideUpdate } from '#core/merge/offer'
import { operator } from '#flows/access/caller'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import { needKnown } from '#flows/session/views'
import { send } from '#flows/turn/take-turn'
import { saveSnapshot } from '#flows/workspace/keep-snapshots'
import { needQuiet, type Shown, treeOf } from './commit-leftovers.ts'
import { countSession } from './landing-facts.ts'
import { needBranch, standingOf } from './look-at-landing.ts'

export interface Updated {
  /** handed: the agent has the conflicts. */
  readonly state: 'updated' | 'current' | 'handed'
  readonly target: string
  /** The branch's commit now. */
  readonly commit: string
  /** Commits of the base that it got. */
  readonly commits: number
  readonly conflicts: readonly string[]
}

export async function updateFromBase(
  context: Context,
  id: string,
  input: Shown & { readonly hand?: boolean },
): Promise<Updated> {
  needKnown(context, id)
  const done = await context.worker.run(id, () => update(context, id, input))
  if (done.state !== 'handed') return done
  const delivery = await send(
    context,
    id,
    { message: updateRequest({ target: done.target, conflicts: done.conflicts }) },
    operator,
  )
  if (delivery.state !== 'refused') return done
  throw new DroverError('UPDATE_CONFLICT', `The agent could not be told: ${delivery.message}`, {
    hint: `The merge of ${done.target} is open in its worktree: resolve and commit it there, or take it back with git merge --abort.`,
    details: { conflicts: done.conflicts },
  })
}

async function update(context: Context, id: string, input: Shown & { readonly hand?: boolean }): Promise<Updated> {
  const session = needQuiet(context, id)
  const { path } = treeOf(context, session)
  const workspace = needBranch(context, session)
  const { target, head, base, behind } = await standingOf(context, workspace)
  if (target === null || base === null)
    throw new DroverError('MERGE_TARGET_MISSING', `${id} started from ${workspace.baseRef ?? 'nothing'}, no branch.`, {
      hint: 'Only what began at a branch can be brought up to date with it.',
    })
  accepted(decideShown(id, input, { head }))
  if ((behind ?? 0) === 0) return { state: 'current', target, commit: head, commits: 0, conflicts: [] }
  const left = await context.merging.leftovers(path, workspace.repoPath)
  const { operation, files, head: standsOn } = left
  accepted(decideUpdate({ id, path, branch: workspace.branch, head, standsOn, operation, files }))
  await saveSnapshot(context, id, 'merge')
  context.faultPoint('update:before')
  const { conflicts, head: after } = await context.merging.update({
    path,
    repoPath: workspace.repoPath,
    commit: base,
    message: updateMessage({ sessionId: id, branch: workspace.branch, target }),
    leave: input.hand === true,
  })
  context.faultPoint('update:made')
  if (conflicts.length > 0 && input.hand !== true)
    throw new DroverError('UPDATE_CONFLICT', `${target} and ${workspace.branch} clash in ${conflicts.join(', ')}.`, {
      hint: `Nothing was changed. Hand it to the agent with: drover session update ${id} --hand`,
      details: { conflicts },
    })
  const commits = behind ?? 0
  const said =
    conflicts.length === 0
      ? `Brought up to date with ${target}: ${commits} ${commits === 1 ? 'commit' : 'commits'}`
      : `${target} is being merged in; conflicts in ${conflicts.join(', ')} are the agent’s to resolve`
  context.journal.command((tx) => tx.appendEvents(id, null, [{ kind: 'notice', code: 'updated', message: said }]))
  await countSession(context, id)
  return { state: conflicts.length === 0 ? 'updated' : 'handed', target, commit: after, commits, conflicts }
}
