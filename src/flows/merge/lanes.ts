/**
 * The lanes: one target of one project each, one merge at a time in it, or several that are verified together. A lane is a
 * lease in the store: what it works on and at which step is written down before it acts, so that the next daemon goes on from
 * there. Owns order, cancelling and when things happen; what a step does is in the files of the steps.
 */
import { isEnded, type MergeStep } from '#contract/merge'
import { laneKey, pickNext } from '#core/merge/lane'
import type { Seen } from '#core/merge/next-step'
import type { Context } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import type { MergeRecord } from '#ports/store/merge'
import { callMerger } from './call-merger.ts'
import { failureSeen, landMerge, pushMerge } from './land-merge.ts'
import { apply, cancelled, isWaiting, laneTree, take } from './merge-row.ts'
import { makeMerge, proveMerge, takeResolution, verifyMerge } from './prove-merge.ts'
import { dropTrees, hasIdleTree, inPutAwayLine, putAway, putLostAway } from './put-away.ts'
import { formTrain, mayRide, nextOfTrain } from './train-row.ts'
import { tryTrain } from './try-train.ts'
import { needMerge } from './views.ts'
import { lookAtMerger, withMerger } from './watch-merger.ts'

export interface Lanes {
  /** Something may be waiting in this lane. */
  kick(projectId: string, target: string): void
  isRunning(id: string): boolean
  /** The lane ends it at its next step, and what is being verified is called off; resolves once it is so. */
  cancel(id: string): Promise<void>
  /** After a merge ended outside its lane: its session, its tree and its refs go. */
  afterEnd(id: string): void
  readonly follower: Follower
}

/** What is in a lane now. */
interface Running {
  readonly ids: readonly string[]
  readonly stop: AbortController
  readonly cancelled: Set<string>
  done: Promise<void>
}

const final: readonly MergeStep[] = ['push', 'land']

export function createLanes(context: Context): Lanes {
  const { reads } = context.journal
  const running = new Map<string, Running>()

  const kick = (projectId: string, target: string): void => {
    const key = laneKey(projectId, target)
    if (context.closing || context.worker.busy(key)) return
    void context.worker
      .run(key, () => runLane(projectId, target, key))
      .catch((cause: unknown) => context.log.error('a lane failed', { project: projectId, target, cause }))
  }

  const runLane = async (projectId: string, target: string, key: string): Promise<void> => {
    for (;;) {
      if (context.closing) return
      const rides = await mayRide(context, waitingIn(projectId, target))
      if (context.closing) return
      // From here to the first row nothing is awaited: whoever came meanwhile is seen.
      const ids = nextIn(projectId, target, rides)
      const [first] = ids
      if (first === undefined) return
      const mine: Running = { ids, stop: new AbortController(), cancelled: new Set(), done: Promise.resolve() }
      running.set(key, mine)
      try {
        const calls = { signal: mine.stop.signal, cancelled: mine.cancelled }
        mine.done = ids.length > 1 ? tryTrain(context, ids, calls) : runOne(first, mine)
        await mine.done
      } finally {
        running.delete(key)
      }
      for (const id of ids) if (!context.closing) await inPutAwayLine(context, projectId, () => putAway(context, id))
    }
  }

  /** Those of the train that is under way, the merge that the lane holds, a train that can begin, else whoever comes next. */
  const nextIn = (projectId: string, target: string, rides: boolean): readonly string[] => {
    const riding = nextOfTrain(context, projectId, target)
    if (riding !== null) return riding
    const waiting = waitingIn(projectId, target)
    const held = reads.lane(projectId, target)?.mergeId ?? null
    if (held !== null && waiting.some((one) => one.id === held)) return [held]
    const next = pickNext(waiting, context.clock.now().getTime())
    if (next === null) return []
    return (rides ? formTrain(context, waiting) : null) ?? [next.id]
  }

  const waitingIn = (projectId: string, target: string): readonly MergeRecord[] =>
    reads.openMerges().filter((one) => one.projectId === projectId && one.target === target && isWaiting(one))

  const runOne = async (id: string, mine: Running): Promise<void> => {
    const isCancelled = (): boolean => mine.cancelled.has(id)
    for (;;) {
      const record = take(context, id)
      if (record === null) return
      const seen = isCancelled() && !final.includes(record.step) ? cancelled : await perform(record, mine)
      // The daemon stops: the step stays written down and is done again.
      if (seen === null && !isCancelled()) return
      const after = seen === 'written' ? needMerge(reads, id) : apply(context, record, seen ?? cancelled)
      context.faultPoint(`merge:after-${record.step}`)
      if (isWaiting(after)) continue
      if (isCancelled() && !isEnded(after.state)) apply(context, after, cancelled)
      return
    }
  }

  const perform = async (record: MergeRecord, mine: Running): Promise<Seen | 'written' | null> => {
    const tree = (): string => laneTree(context, record)
    try {
      switch (record.step) {
        case 'merge':
          return await makeMerge(context, record, tree)
        case 'call':
          return await callMerger(context, record)
        case 'resolve':
          return await takeResolution(context, record)
        case 'prove':
          return await proveMerge(context, record)
        case 'verify':
          return await verifyMerge(context, record, tree, mine.stop.signal)
        case 'push':
          return await pushMerge(context, record)
        default:
          return await landMerge(context, record)
      }
    } catch (cause) {
      if (context.closing) return null
      return failureSeen(context, record, cause)
    }
  }

  const find = (id: string): Running | undefined => [...running.values()].find((one) => one.ids.includes(id))

  const afterEnd = (id: string): void => {
    const { projectId } = needMerge(reads, id)
    void inPutAwayLine(context, projectId, () => putAway(context, id)).catch((cause: unknown) =>
      context.log.warn('a merge could not be put away', { merge: id, cause }),
    )
  }

  /** What waits for a session goes on when that is through, or gone. */
  const lookAtMergers = (concerns: (record: MergeRecord) => boolean): void => {
    if (context.closing) return
    for (const record of withMerger(context).filter(concerns)) {
      const after = lookAtMerger(context, record)
      if (after === null) continue
      if (isWaiting(after)) kick(after.projectId, after.target)
      else afterEnd(after.id)
    }
  }
  const isLeft = ({ merger }: MergeRecord): boolean => merger === null || !context.worker.busy(merger)

  return {
    kick,
    isRunning: (id) => find(id) !== undefined,
    async cancel(id) {
      const mine = find(id)
      if (mine === undefined) return
      mine.cancelled.add(id)
      mine.stop.abort()
      // What could not be written down is not cancelled, and whoever asked is told why.
      await mine.done
    },
    afterEnd,
    follower: {
      name: 'lanes of merges',
      async afterTurn(sessionId) {
        lookAtMergers((one) => one.merger === sessionId)
      },
      afterChange(change) {
        if (change.type !== 'session_ended') return
        const { sessionId } = change
        if (sessionId === undefined || !withMerger(context).some((one) => one.merger === sessionId)) return
        void context.worker
          .run(`merger ${sessionId}`, async () => lookAtMergers((one) => one.merger === sessionId))
          .catch((cause: unknown) => context.log.warn('a merger could not be looked at', { session: sessionId, cause }))
      },
      async atBoot() {
        await dropTrees(context, { idleMs: 0 })
        lookAtMergers(isLeft)
        for (const { projectId, target } of reads.openMerges()) kick(projectId, target)
      },
      async atTick(round) {
        if (round === 0) await putLostAway(context)
        if (round % 5 === 4) {
          lookAtMergers(isLeft)
          for (const record of reads.openMerges()) {
            if (hasIdleTree(record)) afterEnd(record.id)
            kick(record.projectId, record.target)
          }
        }
        if (round % 60 === 30) await dropTrees(context, { idleMs: 10 * 60_000 })
      },
      async atStop() {
        for (const one of running.values()) one.stop.abort()
      },
    },
  }
}
