/**
 * The train of a lane as it is kept: who rides, who left, what was tried. Brought up to date with the rows of its members, so
 * that a crash between a landing and its note changes nothing. Writes rows; does nothing in the world.
 */
import type { MergeState } from '#contract/merge'
import { approvalsNeeded, isCovered } from '#core/merge/consent'
import { chooseLanding } from '#core/merge/landing'
import { afterTry, beginTrain, chooseRiders, leaveTrain, nextTry, type Rider, type Train } from '#core/merge/train'
import { type Context, now } from '#flows/engine/context'
import type { Tx } from '#ports/store/journal'
import type { MergeRecord } from '#ports/store/merge'
import { effortOf } from './effort-of.ts'
import { groundOfMerge } from './ground.ts'
import { treesFor } from './land-merge.ts'
import { isWaiting, laneOf } from './merge-row.ts'
import { needMerge, tellMerge } from './views.ts'

/** null: nobody rides, or not any more. */
export function putTrain(
  context: Context,
  tx: Tx,
  lane: { projectId: string; target: string },
  train: Train | null,
): void {
  const before = laneOf(context, tx, lane.projectId, lane.target)
  tx.putLane({ ...before, train: train === null || train.parts.length === 0 ? null : train, usedAt: now(context) })
}

/** The members of the next try, after everybody who is through or gone was taken out; null: there is no train. */
export function nextOfTrain(context: Context, projectId: string, target: string): readonly string[] | null {
  // Asked at every look into a lane: nothing is written where nobody rides.
  if ((context.journal.reads.lane(projectId, target)?.train ?? null) === null) return null
  return context.journal.command((tx) => {
    const known = tx.lane(projectId, target)?.train ?? null
    if (known === null) return null
    let train: Train = known
    for (let tried = nextTry(train); tried !== null; tried = nextTry(train)) {
      const over = tried.map((id) => needMerge(tx, id)).filter((one) => !isWaiting(one))
      if (over.length === 0) break
      const [only] = over
      const alone = tried.length === 1 && only !== undefined ? heldAlone(only.state, only.reason?.code) : null
      train = alone === null ? over.reduce((rest, { id }) => leaveTrain(rest, id), train) : afterTry(train, alone)
    }
    if (train !== known) putTrain(context, tx, { projectId, target }, train)
    return nextTry(train)
  })
}

/** What became of one that was tried alone; null: it says nothing of the others. */
const heldAlone = (state: MergeState, code: string | undefined): boolean | null =>
  state === 'landed' ? true : code === 'verify_failed' ? false : null

/** Some could ride together, and nothing stands in the way of landing: what would stop them all is told by each alone. */
export async function mayRide(context: Context, waiting: readonly MergeRecord[]): Promise<boolean> {
  const [id] = ridersOf(context, waiting)
  const leader = waiting.find((one) => one.id === id)
  if (leader === undefined) return false
  return canLand(context, leader).catch((cause: unknown) => {
    context.log.warn('whether merges can ride together could not be seen', { merge: leader.id, cause })
    return false
  })
}

/** Those that ride together from here; null: each goes alone. */
export function formTrain(context: Context, waiting: readonly MergeRecord[]): readonly string[] | null {
  const chosen = ridersOf(context, waiting)
  const leader = waiting.find((one) => one.id === chosen[0])
  if (leader === undefined) return null
  context.journal.command((tx) => putTrain(context, tx, leader, beginTrain(chosen)))
  return chosen
}

/** None where nothing is verified: then there is nothing to share. */
function ridersOf(context: Context, waiting: readonly MergeRecord[]): readonly string[] {
  if (waiting.length < 2) return []
  const riders = waiting.map((record) => riderOf(context, record))
  return chooseRiders(riders, mostOf(context, waiting), context.clock.now().getTime())
}

/** As far as its configuration can be read; one whose cannot goes alone, and says so. */
function mostOf(context: Context, waiting: readonly MergeRecord[]): number {
  const most = waiting.map((record) => {
    try {
      const { settings } = groundOfMerge(context, record)
      return settings.verify.commands.length === 0 ? 1 : settings.merge.train
    } catch {
      return 1
    }
  })
  return Math.min(...most)
}

const isFresh = (record: MergeRecord): boolean =>
  record.step === 'merge' && record.state === 'queued' && record.resolved === null && record.worktree === null

function riderOf(context: Context, record: MergeRecord): Rider {
  const { id, priority, createdAt, by, target, push, approved } = record
  const session = record.sessionId === null ? null : context.journal.reads.session(record.sessionId)
  const effort = effortOf(context.journal.reads, session)
  const needed = approvalsNeeded({ by, target, effort, tier: 'clean', paths: [], dropped: [] })
  return {
    id,
    priority,
    createdAt,
    fresh: isFresh(record),
    push: push !== null,
    consented: isCovered(needed, { dropped: [], more: 0 }, approved),
    ground: session?.ignoreConfig === true ? 'without the repository’s configuration' : 'whole',
  }
}

/** As it looks now. */
async function canLand(context: Context, record: MergeRecord): Promise<boolean> {
  const { project, settings, untrusted } = groundOfMerge(context, record)
  if (untrusted) return false
  const { target } = record
  const [tip = null] = await context.merging.branches(project.path, [target])
  if (tip === null) return false
  const trees = await treesFor(context, { repoPath: project.path, target, base: tip, result: tip })
  return chooseLanding(target, trees, settings.merge).how !== 'blocked'
}

/** Back in the queue as if it had not been taken up: what it came to on the train is nobody's proof. */
export function putBack(context: Context, tx: Tx, id: string): void {
  const { attempts, state } = needMerge(tx, id)
  const counted = state === 'queued' ? attempts : Math.max(0, attempts - 1)
  const none = { result: null, verify: null, proof: null, needsApproval: [], train: [] }
  tx.updateMerge(id, { ...none, step: 'merge', state: 'queued', attempts: counted, reason: null, next: null })
  tellMerge(context, tx, id)
}
