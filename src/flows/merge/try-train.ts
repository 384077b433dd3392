/**
 * One try of a train: its members are merged one onto the other in one scratch tree, proven each, verified once at the end, and
 * land by one fast-forward to the last result, all or none. Until then nothing of it is anywhere but in its rows, so that one
 * that a crash cut off is simply tried again; from then on each looks first whether it is there.
 */
import { isCovered } from '#core/merge/consent'
import type { Seen } from '#core/merge/next-step'
import { afterTry, goAlone, leaveTrain, type Train } from '#core/merge/train'
import type { Context } from '#flows/engine/context'
import type { Tx } from '#ports/store/journal'
import type { MergeRecord } from '#ports/store/merge'
import { groundOfMerge } from './ground.ts'
import { failureSeen, landMerge } from './land-merge.ts'
import { countProject } from './landing-facts.ts'
import { cancelled, isWaiting, laneTree, policyOf, writeSeen } from './merge-row.ts'
import { approvalsOf, makeMerge, proveMerge, runInTree } from './prove-merge.ts'
import { putBack, putTrain } from './train-row.ts'
import { needMerge, tellMerge } from './views.ts'

/** What is asked of it while it runs. */
export interface Calls {
  readonly signal: AbortSignal
  /** Members that are to be taken out. */
  readonly cancelled: ReadonlySet<string>
}

export async function tryTrain(context: Context, ids: readonly string[], calls: Calls): Promise<void> {
  const records = (): readonly MergeRecord[] => ids.map((id) => needMerge(context.journal.reads, id))
  if (records().every(({ step }) => step === 'land')) return landTrain(context, records())
  if (!board(context, ids)) return
  const coupled = await couple(context, ids, calls)
  if (context.closing) return
  if (calls.cancelled.size > 0) return callOff(context, ids, calls.cancelled)
  const last = coupled.at(-1)
  // One that is left alone goes the usual way.
  if (last === undefined || coupled.length < 2) return putAllBack(context, coupled)
  const ground = groundOfMerge(context, last)
  const together = coupled.map(({ id }) => id)
  writeAll(context, together, (tx, id) => {
    tx.updateMerge(id, { state: 'verifying', step: 'verify', train: together })
    tellMerge(context, tx, id)
  })
  context.faultPoint('train:at-verify')
  const tree = (): string => laneTree(context, last)
  const verify = await runInTree(context, last, ground, last.result ?? '', tree, calls.signal)
  if (context.closing) return
  if (calls.cancelled.size > 0) return callOff(context, together, calls.cancelled)
  context.faultPoint('train:verified')
  if (verify?.ok === false) {
    context.log.info('a train does not hold', { members: together, why: verify.why })
    changeTrain(context, last, together, (tx, train) => {
      for (const id of together) putBack(context, tx, id)
      return afterTry(train, false)
    })
    context.faultPoint('train:red')
    return
  }
  const policy = policyOf(context, last)
  writeAll(context, together, (tx, id) =>
    writeSeen(context, tx, needMerge(tx, id), { saw: 'verified', verify, needsApproval: [] }, policy),
  )
  context.faultPoint('train:green')
  return landTrain(
    context,
    together.map((id) => needMerge(context.journal.reads, id)),
  )
}

/** All of them are taken up at once; a try that is repeated counts once. false: one of them is over by now. */
function board(context: Context, ids: readonly string[]): boolean {
  const boarded = context.journal.command((tx) => {
    const records = ids.map((id) => needMerge(tx, id))
    if (!records.every(isWaiting)) return false
    for (const { id, attempts, state } of records) {
      const counted = state === 'queued' ? attempts + 1 : attempts
      const none = { result: null, verify: null, proof: null, reason: null, next: null }
      tx.updateMerge(id, { ...none, state: 'merging', step: 'merge', attempts: counted, train: ids })
      tellMerge(context, tx, id)
    }
    return true
  })
  if (boarded) context.faultPoint('train:boarded')
  return boarded
}

/** Each onto the one before. Whoever does not fit goes its own way when they are through. */
async function couple(context: Context, ids: readonly string[], calls: Calls): Promise<readonly MergeRecord[]> {
  const coupled: MergeRecord[] = []
  for (const id of ids) {
    if (context.closing || calls.cancelled.size > 0) break
    const record = needMerge(context.journal.reads, id)
    const made = await coupleOne(context, record, coupled.at(-1)?.result ?? null)
    if (context.closing) break
    if (made !== null) {
      coupled.push(made)
      context.faultPoint('train:coupled')
      continue
    }
    changeTrain(context, record, [id], (tx, train) => {
      putBack(context, tx, id)
      return goAlone(train, id)
    })
    context.faultPoint('train:left')
  }
  return coupled
}

/** null: it is not clean, waits for somebody's word, or failed; alone it is told why. */
async function coupleOne(context: Context, record: MergeRecord, onto: string | null): Promise<MergeRecord | null> {
  const policy = policyOf(context, record)
  const write = (seen: Seen): MergeRecord =>
    context.journal.command((tx) => writeSeen(context, tx, needMerge(tx, record.id), seen, policy))
  try {
    const seen = await makeMerge(context, record, () => laneTree(context, record), onto)
    if (seen.saw !== 'merged' || seen.tier !== 'clean') return null
    const merged = write(seen)
    const proof = await proveMerge(context, merged)
    if (proof.saw !== 'proof' || proof.proof.markers.length > 0) return null
    const proven = write(proof)
    const needed = await approvalsOf(context, proven, groundOfMerge(context, proven))
    return isCovered(needed, proof.proof, proven.approved) ? proven : null
  } catch (cause) {
    context.log.warn('a merge leaves its train', { merge: record.id, cause })
    return null
  }
}

/** The target goes to the last result at once; what it saw holds for all of them. */
async function landTrain(context: Context, records: readonly MergeRecord[]): Promise<void> {
  const [first, last] = [records[0], records.at(-1)]
  if (first === undefined || last === undefined) return
  const seen = await landMerge(context, { ...last, baseCommit: first.baseCommit }).catch((cause: unknown) =>
    context.closing ? null : failureSeen(context, last, cause),
  )
  if (seen === null) return
  context.faultPoint('train:target-moved')
  const policy = policyOf(context, last)
  const ids = records.map(({ id }) => id)
  changeTrain(context, last, ids, (tx, train) => {
    for (const record of records) {
      if (seen.saw === 'landed') {
        if (record.result === null) throw new Error(`${record.id} has no result`)
        writeSeen(context, tx, record, { saw: 'landed', commit: record.result }, policy)
      } else {
        // Proven together and with nothing else: alone each begins anew.
        writeSeen(context, tx, record, seen, policy, { result: null, verify: null, proof: null, train: [] })
      }
    }
    return seen.saw === 'landed' ? afterTry(train, true) : null
  })
  context.faultPoint('train:landed')
  if (seen.saw === 'landed') countProject(context, last.projectId, last.target)
}

function putAllBack(context: Context, records: readonly MergeRecord[]): void {
  writeAll(
    context,
    records.map(({ id }) => id),
    (tx, id) => putBack(context, tx, id),
  )
}

/** Those that were cancelled end; the others are tried again without them. */
function callOff(context: Context, ids: readonly string[], out: ReadonlySet<string>): void {
  const [any] = ids.map((id) => needMerge(context.journal.reads, id))
  if (any === undefined) return
  changeTrain(context, any, ids, (tx, train) => {
    let left = train
    for (const id of ids) {
      if (!out.has(id)) putBack(context, tx, id)
      else {
        const record = needMerge(tx, id)
        writeSeen(context, tx, record, cancelled, policyOf(context, record), { train: [] })
        left = leaveTrain(left, id)
      }
    }
    return left
  })
}

const writeAll = (context: Context, ids: readonly string[], write: (tx: Tx, id: string) => unknown): void =>
  context.journal.command((tx) => {
    for (const id of ids) write(tx, id)
  })

/** The rows of members and the train itself, in one transaction. */
function changeTrain(
  context: Context,
  { projectId, target }: Pick<MergeRecord, 'projectId' | 'target'>,
  ids: readonly string[],
  change: (tx: Tx, train: Train) => Train | null,
): void {
  context.journal.command((tx) => {
    const train = tx.lane(projectId, target)?.train ?? null
    if (train === null) throw new Error(`${ids.join(', ')} are on no train`)
    putTrain(context, tx, { projectId, target }, change(tx, train))
  })
}
