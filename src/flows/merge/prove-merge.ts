/** The steps that make a result and prove it: merge, a person's or an agent's resolution, the proof, verification. Each answers what it saw. */
import type { ApprovalReason } from '#contract/merge'
import type { Verification } from '#contract/verify'
import { approvalsNeeded } from '#core/merge/consent'
import { mergeMessage } from '#core/merge/message'
import type { Seen } from '#core/merge/next-step'
import { prove, rightParents } from '#core/merge/proof'
import { planConflicts } from '#core/merge/tier'
import type { Context } from '#flows/engine/context'
import { runVerify, verifyEnvironment } from '#flows/verify/run-verify'
import type { MergeRecord } from '#ports/store/merge'
import { effortOf } from './effort-of.ts'
import { groundOfMerge, type MergeGround, notTrusted, sourceOf } from './ground.ts'
import { leaveTree } from './put-away.ts'

const stopped = (code: Extract<Seen, { saw: 'stopped' }>['code'], message: string): Seen => ({
  saw: 'stopped',
  code,
  message,
})

const wordsOf = (record: MergeRecord): string =>
  mergeMessage({
    id: record.id,
    branch: record.branch,
    target: record.target,
    sessionId: record.sessionId,
    given: record.message,
  })

/** Where the target is: here, or, when it is pushed, at the remote. */
async function baseOf(context: Context, record: MergeRecord, repoPath: string): Promise<string | Seen> {
  const { target, push } = record
  const [local = null] = await context.merging.branches(repoPath, [target])
  const missing = stopped('target_missing', `The branch ${target} is gone.`)
  if (push === null) return local ?? missing
  const found = await context.merging.fetchTip({ repoPath, remote: push.remote, ref: push.ref })
  if ('unreachable' in found)
    return stopped('remote_unreachable', `${push.remote} cannot be asked: ${found.unreachable}`)
  if (found.tip === null) return local ?? missing
  if (local === null || (await context.merging.contains({ repoPath, of: found.tip, commit: local }))) return found.tip
  return stopped(
    'local_commits',
    `${target} has commits here that ${push.remote} does not have: push them or take them off the branch first.`,
  )
}

/** `onto`: a commit that is not on the target yet, for one that rides behind another. */
export async function makeMerge(
  context: Context,
  record: MergeRecord,
  tree: () => string,
  onto: string | null = null,
): Promise<Seen> {
  const ground = groundOfMerge(context, record)
  if (ground.untrusted) return stopped('not_trusted', notTrusted(ground.project))
  const repoPath = ground.project.path
  const source = sourceOf(record)
  const base = onto ?? (await baseOf(context, record, repoPath))
  if (typeof base !== 'string') return base
  const { mergeBase, ahead } = await context.merging.relation({ repoPath, head: source, base })
  if (mergeBase === null)
    return stopped('unrelated_histories', `${record.branch} and ${record.target} have no commit in common.`)
  if (ahead === 0) return stopped('nothing_to_merge', `${record.target} has every commit of ${record.branch} already.`)
  await leaveTree(context, record.id, repoPath)
  await context.merging.keep({ repoPath, id: record.id, commits: { head: source } })
  const path = tree()
  context.faultPoint('merge:before-tree')
  await context.merging.prepare({ repoPath, path, commit: base })
  context.faultPoint('merge:prepared')
  const message = wordsOf(record)
  const joined = await context.merging.join({ path, base, source, mergeBase, message })
  const plan = planConflicts(joined.conflicts, ground.settings.merge)
  const united =
    plan.union.length === 0
      ? null
      : await context.merging.unite({ path, paths: plan.union, commit: plan.left.length > 0 ? null : { message } })
  const result = joined.result ?? united
  const found = { baseCommit: base, mergeBase }
  if (result === null) return { saw: 'conflict', ...found, paths: plan.left, worktree: path }
  const mechanical = plan.union.length + joined.united.length > 0
  const { files, insertions, deletions } = await context.merging.changes({ repoPath, from: base, to: result })
  await context.merging.keep({ repoPath, id: record.id, commits: { result } })
  context.faultPoint('merge:made')
  return { saw: 'merged', ...found, result, tier: mechanical ? 'mechanical' : 'clean', files, insertions, deletions }
}

export async function takeResolution(context: Context, record: MergeRecord): Promise<Seen> {
  const { worktree: path, baseCommit: base } = record
  if (path === null || base === null || !context.exists(path))
    return stopped('failed', `The tree ${path ?? ''} is gone; the merge begins anew with a retry.`)
  const repoPath = groundOfMerge(context, record).project.path
  const made = await context.merging.resolution({ path, base, source: sourceOf(record), message: wordsOf(record) })
  if ('trouble' in made) return { saw: 'unresolved', code: made.trouble, paths: made.paths }
  const { result } = made
  await context.merging.keep({ repoPath, id: record.id, commits: { result } })
  context.faultPoint('merge:resolved')
  const { files, insertions, deletions } = await context.merging.changes({ repoPath, from: base, to: result })
  return { saw: 'resolved', result, files, insertions, deletions }
}

function provenParts(record: MergeRecord): { base: string; result: string; mergeBase: string } {
  const { baseCommit: base, result, mergeBase } = record
  if (base === null || result === null || mergeBase === null) throw new Error(`${record.id} has no result to prove`)
  return { base, result, mergeBase }
}

export async function proveMerge(context: Context, record: MergeRecord): Promise<Seen> {
  const repoPath = groundOfMerge(context, record).project.path
  const parts = provenParts(record)
  const source = sourceOf(record)
  const evidence = await context.merging.evidence({ repoPath, source, ...parts })
  const expected = [parts.base, source]
  if (!rightParents(evidence.parents, expected))
    return stopped('wrong_parents', 'The result is not a merge of exactly the two commits that were to be merged.')
  return { saw: 'proof', proof: prove(evidence, expected) }
}

/** null: it was called off, by a cancel or by the end of the daemon. */
export async function verifyMerge(
  context: Context,
  record: MergeRecord,
  tree: () => string,
  signal: AbortSignal,
): Promise<Seen | null> {
  const ground = groundOfMerge(context, record)
  if (ground.untrusted) return stopped('not_trusted', notTrusted(ground.project))
  const { result } = provenParts(record)
  const verify = await runInTree(context, record, ground, result, tree, signal)
  if (signal.aborted) return null
  context.faultPoint('merge:verified')
  return { saw: 'verified', verify, needsApproval: await approvalsOf(context, record, ground) }
}

/** Whose word a merge with a result needs. */
export async function approvalsOf(
  context: Context,
  record: MergeRecord,
  { project, session }: MergeGround,
): Promise<readonly ApprovalReason[]> {
  const { base, result } = provenParts(record)
  const { paths } = await context.merging.changes({ repoPath: project.path, from: base, to: result })
  return approvalsNeeded({
    by: record.by,
    target: record.target,
    effort: effortOf(context.journal.reads, session),
    tier: record.tier ?? 'human',
    paths,
    dropped: record.proof?.dropped ?? [],
  })
}

export async function runInTree(
  context: Context,
  record: MergeRecord,
  ground: MergeGround,
  result: string,
  tree: () => string,
  signal: AbortSignal,
): Promise<Verification | null> {
  const { settings, project, session, workspace } = ground
  if (settings.verify.commands.length === 0) return null
  // In the lane's own tree: where a person resolved the conflict nothing is reset or cleaned.
  const cwd = tree()
  await context.merging.prepare({ repoPath: project.path, path: cwd, commit: result })
  await context.removeOwn(context.paths.merge(record.id))
  await context.workspaces.place({ repoPath: project.path, path: cwd, link: settings.link, copy: settings.copy })
  const env = verifyEnvironment(context, settings, session === null ? null : { id: session.id, workspace }, cwd)
  const shared = { cwd, env, logFile: verifyLog(context, record.id), signal }
  const setup = [...settings.setup.run, ...settings.setup.ready]
  // A merged tree is as bare as a new workspace: what makes one usable comes first.
  const prepared = await runVerify(context, {
    ...shared,
    commands: setup,
    timeoutMs: settings.setup.timeoutMs * Math.max(1, setup.length),
  })
  if (prepared?.ok === false) return prepared
  return runVerify(context, { ...shared, commands: settings.verify.commands, timeoutMs: settings.verify.timeoutMs })
}

export const verifyLog = (context: Context, id: string): string => `${context.paths.merge(id)}/verify.log`
