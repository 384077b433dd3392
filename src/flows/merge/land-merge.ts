/**
 * The last steps of a proven merge: the push, and the branch here. Each looks first whether it is done already, so that one
 * that a crash cut off is simply done again: landed once or not at all.
 */
import { DroverError } from '#contract/error'
import type { MergeReason } from '#contract/merge'
import { chooseLanding, type LandingPlace, type TreeFacts } from '#core/merge/landing'
import type { Seen } from '#core/merge/next-step'
import type { Context } from '#flows/engine/context'
import { runningTurn } from '#flows/turn/close-turn'
import type { LandOutcome } from '#ports/merging'
import type { MergeRecord } from '#ports/store/merge'
import { groundOfMerge, type MergeGround } from './ground.ts'

interface Ask {
  readonly repoPath: string
  readonly target: string
  readonly base: string
  readonly result: string
}

/** The trees that hold the target, with the sessions at work in them. */
export async function treesFor(context: Context, ask: Ask): Promise<readonly TreeFacts[]> {
  const trees = await context.merging.holders(ask)
  return trees.map((tree) => ({ ...tree, workingSession: workingIn(context, tree.path) }))
}

function workingIn(context: Context, path: string): string | null {
  const { reads } = context.journal
  const held = reads.workspaceByPath(path)?.heldBy ?? null
  const session = held === null ? null : reads.session(held)
  return session !== null && runningTurn(reads, session) !== null ? session.id : null
}

/** A lock that goes away by itself (another git, or ours from before a crash) is waited for. */
async function placeFor(context: Context, ground: MergeGround, ask: Ask): Promise<LandingPlace> {
  for (let look = 0; ; look++) {
    const place = chooseLanding(ask.target, await treesFor(context, ask), ground.settings.merge)
    if (place.how !== 'blocked' || place.reason.code !== 'index_locked' || look === 5) return place
    await context.clock.sleep(300)
  }
}

const proven = (record: MergeRecord): { result: string; base: string } => {
  if (record.result === null || record.baseCommit === null) throw new Error(`${record.id} is not proven`)
  return { result: record.result, base: record.baseCommit }
}

export async function pushMerge(context: Context, record: MergeRecord): Promise<Seen> {
  const ground = groundOfMerge(context, record)
  const repoPath = ground.project.path
  const { push } = record
  const { result } = proven(record)
  if (push === null) return { saw: 'pushed' }
  const [local = null] = await context.merging.branches(repoPath, [record.target])
  // The branch here must be able to follow before the remote is told.
  if (local !== null) {
    const place = await placeFor(context, ground, { repoPath, target: record.target, base: local, result })
    if (place.how === 'blocked') return { saw: 'blocked', reason: place.reason }
    if (!(await context.merging.contains({ repoPath, of: result, commit: local }))) return { saw: 'moved' }
  }
  context.journal.command((tx) => tx.updateMerge(record.id, { push: { ...push, state: 'pushing' } }))
  context.faultPoint('merge:pushing')
  const outcome = await context.merging.push({ repoPath, result, remote: push.remote, ref: push.ref })
  context.faultPoint('merge:pushed')
  if (!('message' in outcome)) return { saw: outcome.outcome }
  const code = outcome.outcome === 'refused' ? 'push_refused' : 'remote_unreachable'
  return { saw: 'stopped', code, message: `${push.remote} did not take it: ${outcome.message}` }
}

export async function landMerge(context: Context, record: MergeRecord): Promise<Seen> {
  const ground = groundOfMerge(context, record)
  const repoPath = ground.project.path
  const { target } = record
  const { result, base } = proven(record)
  const [local = null] = await context.merging.branches(repoPath, [target])
  if (local === null) {
    return record.push === null
      ? { saw: 'stopped', code: 'target_missing', message: `The branch ${target} is gone.` }
      : { saw: 'landed', commit: result }
  }
  // Where it was merged onto it follows by its first parent, and is not there yet.
  if (local !== base) {
    if (await context.merging.contains({ repoPath, of: local, commit: result }))
      return { saw: 'landed', commit: result }
    // With a push the branch here may be older than what was merged onto; it only has to be able to follow.
    const follows = await context.merging.contains({ repoPath, of: result, commit: local })
    if (!follows || record.push === null) return { saw: 'moved' }
  }
  const place = await placeFor(context, ground, { repoPath, target, base: local, result })
  if (place.how === 'blocked') return { saw: 'blocked', reason: place.reason }
  const request = { target, expect: local, result }
  if (place.how === 'move-ref') {
    context.faultPoint('merge:landing')
    const outcome = await context.merging.moveRef({ repoPath, id: record.id, ...request })
    context.faultPoint('merge:landed')
    return seenOf(outcome, target, repoPath, result)
  }
  await save(context, ground, record, place.path)
  context.faultPoint('merge:landing')
  const outcome = await context.merging.fastForward({ path: place.path, ...request })
  context.faultPoint('merge:landed')
  return seenOf(outcome, target, place.path, result)
}

async function save(context: Context, ground: MergeGround, record: MergeRecord, path: string): Promise<void> {
  const maxFileBytes = ground.settings.snapshotMaxFileBytes
  const saved = await context.merging.save({ path, id: record.id, maxFileBytes })
  if (saved !== null) context.log.info('a checkout was saved before it follows', { merge: record.id, ref: saved.ref })
}

function seenOf(outcome: LandOutcome, target: string, path: string, result: string): Seen {
  if (!('why' in outcome)) return outcome.outcome === 'landed' ? { saw: 'landed', commit: result } : { saw: 'moved' }
  const reason: MergeReason =
    outcome.why === 'locked'
      ? {
          code: 'index_locked',
          message: `The index of ${path} is locked: another git works there.`,
          paths: ['index.lock'],
        }
      : { code: 'target_dirty', message: `git does not let ${target} follow in ${path}: ${outcome.message}` }
  return { saw: 'blocked', reason }
}

/** What went wrong on the way, as something that was seen. */
export function failureSeen(context: Context, record: MergeRecord, cause: unknown): Seen {
  if (!(cause instanceof DroverError)) {
    context.log.error('a step of a merge failed', { merge: record.id, step: record.step, cause })
    const message = 'Something went wrong inside the daemon; the log has the cause.'
    return { saw: 'stopped', code: 'failed', message }
  }
  context.log.warn('a step of a merge failed', { merge: record.id, step: record.step, cause })
  const code = cause.code === 'SNAPSHOT_FAILED' ? 'snapshot_failed' : 'failed'
  return { saw: 'stopped', code, message: cause.hint === undefined ? cause.message : `${cause.message} ${cause.hint}` }
}
