/**
 * The lanes: one target of one project each, one merge at a time in it. A lane is a lease in the store: what it works on and at
 * which step is written down before it acts, so that the next daemon goes on from there. Owns order, leases and scratch trees;
 * what a step does is in the files of the steps.
 */
import { isEnded, type MergeStep } from '#contract/merge'
import { laneKey, pickNext } from '#core/merge/lane'
import { advance, type Patch, type Seen, takeUp } from '#core/merge/next-step'
import { type Context, now } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import type { Reads } from '#ports/store/journal'
import type { LaneRecord, MergeRecord } from '#ports/store/merge'
import { groundOfMerge } from './ground.ts'
import { failureSeen, landMerge, pushMerge } from './land-merge.ts'
import { countProject } from './landing-facts.ts'
import { makeMerge, proveMerge, takeResolution, verifyMerge } from './prove-merge.ts'
import { dropTrees, inPutAwayLine, putAway, putLostAway } from './put-away.ts'
import { needMerge, tellMerge } from './views.ts'

export interface Lanes {
  /** Something may be waiting in this lane. */
  kick(projectId: string, target: string): void
  isRunning(id: string): boolean
  /** The lane ends it at its next step, and what is being verified is called off; resolves once it is so. */
  cancel(id: string): Promise<void>
  /** After a merge ended outside its lane: its tree and its refs go. */
  afterEnd(id: string): void
  readonly follower: Follower
}

/** One in a lane now. */
interface Running {
  readonly id: string
  readonly stop: AbortController
  cancelled: boolean
  done: Promise<void>
}

const runnable: readonly MergeStep[] = ['merge', 'resolve', 'prove', 'verify', 'push', 'land']
const isWaiting = (record: MergeRecord): boolean => runnable.includes(record.step)
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
      const next = nextIn(projectId, target)
      if (next === null) return
      const mine: Running = { id: next.id, stop: new AbortController(), cancelled: false, done: Promise.resolve() }
      running.set(key, mine)
      try {
        mine.done = runOne(next.id, mine)
        await mine.done
      } finally {
        running.delete(key)
      }
      if (!context.closing) await inPutAwayLine(context, projectId, () => putAway(context, next.id))
    }
  }

  /** The merge that the lane holds, else the one that comes next. */
  const nextIn = (projectId: string, target: string): MergeRecord | null => {
    const waiting = reads
      .openMerges()
      .filter((one) => one.projectId === projectId && one.target === target && isWaiting(one))
    const held = reads.lane(projectId, target)?.mergeId ?? null
    return waiting.find((one) => one.id === held) ?? pickNext(waiting, context.clock.now().getTime())
  }

  const runOne = async (id: string, mine: Running): Promise<void> => {
    for (;;) {
      const record = take(context, id)
      if (record === null) return
      const seen = mine.cancelled && !final.includes(record.step) ? cancelled : await perform(record, mine)
      // The daemon stops: the step stays written down and is done again.
      if (seen === null && !mine.cancelled) return
      const after = apply(context, record, seen ?? cancelled)
      context.faultPoint(`merge:after-${record.step}`)
      if (isWaiting(after)) continue
      if (mine.cancelled && !isEnded(after.state)) apply(context, after, cancelled)
      return
    }
  }

  const perform = async (record: MergeRecord, mine: Running): Promise<Seen | null> => {
    const tree = (): string => laneTree(context, record)
    try {
      switch (record.step) {
        case 'merge':
          return await makeMerge(context, record, tree)
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

  const find = (id: string): Running | undefined => [...running.values()].find((one) => one.id === id)

  return {
    kick,
    isRunning: (id) => find(id) !== undefined,
    async cancel(id) {
      const mine = find(id)
      if (mine === undefined) return
      mine.cancelled = true
      mine.stop.abort()
      // What could not be written down is not cancelled, and whoever asked is told why.
      await mine.done
    },
    afterEnd(id) {
      const { projectId } = needMerge(reads, id)
      void inPutAwayLine(context, projectId, () => putAway(context, id)).catch((cause: unknown) =>
        context.log.warn('a merge could not be put away', { merge: id, cause }),
      )
    },
    follower: {
      name: 'lanes of merges',
      async atBoot() {
        await dropTrees(context, { idleMs: 0 })
        for (const { projectId, target } of reads.openMerges()) kick(projectId, target)
      },
      async atTick(round) {
        if (round === 0) await putLostAway(context)
        if (round % 5 === 4) for (const { projectId, target } of reads.openMerges()) kick(projectId, target)
        if (round % 60 === 30) await dropTrees(context, { idleMs: 10 * 60_000 })
      },
      async atStop() {
        for (const one of running.values()) one.stop.abort()
      },
    },
  }
}

const cancelled: Seen = { saw: 'stopped', code: 'cancelled', message: 'It was cancelled.' }

/** Writes down that the lane works on it, and at which step, before anything is done. null: nothing to do. */
function take(context: Context, id: string): MergeRecord | null {
  const record = context.journal.command((tx) => {
    const before = needMerge(tx, id)
    if (!isWaiting(before)) return null
    const { projectId, target } = before
    const lane = tx.lane(projectId, target) ?? emptyLane(context, projectId, target)
    tx.putLane({ ...lane, mergeId: id, usedAt: now(context) })
    const patch = takeUp(before)
    if (!changes(before, patch)) return before
    tx.updateMerge(id, patch)
    return tellMerge(context, tx, id)
  })
  if (record !== null) context.faultPoint(`merge:at-${record.step}`)
  return record
}

const changes = (record: MergeRecord, patch: Patch): boolean =>
  Object.entries(patch).some(([name, value]) => record[name as keyof MergeRecord] !== value)

const emptyLane = (context: Context, projectId: string, target: string): LaneRecord => ({
  projectId,
  target,
  mergeId: null,
  worktree: null,
  usedAt: now(context),
})

/** The lane's scratch worktree: the one that it has, or a new name, written down before there is anything at that path. */
function laneTree(context: Context, record: MergeRecord): string {
  const { projectId, target } = record
  return context.journal.command((tx) => {
    const lane = tx.lane(projectId, target) ?? emptyLane(context, projectId, target)
    if (lane.worktree !== null) return lane.worktree
    const worktree = freeTree(context, tx, `${projectId}-${record.id}`)
    tx.putLane({ ...lane, mergeId: record.id, worktree, usedAt: now(context) })
    return worktree
  })
}

/** A lane's tree may have gone to another merge, for a person to work in: its name is that merge's then, and another is taken. */
function freeTree(context: Context, reads: Reads, name: string): string {
  const given = new Set(
    [...reads.openMerges(), ...reads.merges({ limit: 200 }).merges].flatMap(({ worktree }) => worktree ?? []),
  )
  for (let n = 1; ; n++) {
    const path = context.paths.mergeTree(n === 1 ? name : `${name}-${n}`)
    if (!given.has(path) && !context.exists(path)) return path
  }
}

function apply(context: Context, record: MergeRecord, seen: Seen): MergeRecord {
  const { merge } = policyOf(context, record)
  const patch = advance(record, seen, merge)
  const after = context.journal.command((tx) => {
    const { projectId, target, id } = record
    const landed = patch.state === 'landed' ? { landedAt: now(context) } : {}
    const next = tx.updateMerge(id, { ...patch, ...landed })
    const lane = tx.lane(projectId, target) ?? emptyLane(context, projectId, target)
    // A tree that a person is to work in is the merge's from now on; the lane gets another.
    const given = next.worktree !== null && next.worktree === lane.worktree
    const mergeId = isWaiting(next) ? id : null
    tx.putLane({ ...lane, mergeId, usedAt: now(context), ...(given ? { worktree: null } : {}) })
    tellMerge(context, tx, id)
    tellSessionRow(tx, next)
    return next
  })
  if (after.state === 'landed') countProject(context, after.projectId, after.target)
  return after
}

/** What the session's own transcript says of it, once, when it stops. */
function tellSessionRow(tx: Parameters<Parameters<Context['journal']['command']>[0]>[0], record: MergeRecord): void {
  const { sessionId, state, id, target } = record
  if (sessionId === null || tx.session(sessionId) === null) return
  const message =
    state === 'landed'
      ? `Landed on ${target} as ${record.landedCommit?.slice(0, 12) ?? 'part of it'} (${id}).`
      : state === 'rejected' || state === 'needs_human'
        ? `${id} into ${target}: ${record.reason?.message ?? state}`
        : null
  if (message === null) return
  const code = state === 'landed' ? 'landed' : 'merge_stopped'
  tx.appendEvents(sessionId, null, [{ kind: 'notice', code, message, merge: id }])
}

function policyOf(context: Context, record: MergeRecord): { readonly merge: Parameters<typeof advance>[2] } {
  try {
    return groundOfMerge(context, record).settings
  } catch {
    // A project or a configuration that does not hold any more: what is written down does not depend on it.
    return { merge: { attempts: 1, tiers: ['clean', 'human'] } }
  }
}
