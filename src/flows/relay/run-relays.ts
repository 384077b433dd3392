/**
 * Runs the relays of the home: asks core what is next after everything that happens, and lets each lane go its steps in a line
 * of work of its own. What is under way is written down before it is done, so that the next daemon goes on from there. Owns
 * order, waits and calling off; what a step does is in the files of the steps.
 */
import { DroverError, mayRetry } from '#contract/error'
import { specText } from '#core/relay/agent-spec'
import { nextStep, type RelayStep, type Unavailable } from '#core/relay/next'
import type { Context } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import type { Harnesses } from '#flows/harness/harnesses'
import type { Lanes } from '#flows/merge/lanes'
import { cancelTurn } from '#flows/turn/take-turn'
import type { Reads } from '#ports/store/journal'
import type { LaneState, RelayRecord } from '#ports/store/relay'
import { beginTry } from './begin-try.ts'
import { endRelay } from './end-relay.ts'
import { advanceCursor } from './follow-try.ts'
import { joinWork, landWork, mergeSettled } from './join-work.ts'
import { judgeTry } from './judge-try.ts'
import { laneNote, withNote, withoutLane } from './notes.ts'
import { factsOf } from './relay-facts.ts'
import { settleTry } from './settle-try.ts'
import { startLane } from './start-lane.ts'
import { createVersions } from './versions.ts'
import { isStillAt, needRelay, putLane, tellRelay } from './views.ts'

export interface Relays {
  /** Something may have changed for it. */
  kick(id: string): void
  /** Ends the running tries; with `skip` their tasks go to the next agent, with `stop` back to the queue. */
  callOff(id: string, how: 'skip' | 'stop'): Promise<void>
  /** Another one takes its place. */
  replace(id: string): Promise<void>
  readonly follower: Follower
}

/** A step that failed is tried again after this. */
const againAfterMs = 30_000

export function createRelays(context: Context, merges: Lanes, harnesses: Harnesses): Relays {
  const { reads } = context.journal
  const versions = createVersions(context, harnesses)
  /** When a relay is to be looked at again, whatever happens: by the clock on the wall, as resets are. */
  const due = new Map<string, number>()
  /** What failed is tried again by the steady clock: one that is set back holds nothing up. */
  const again = new Map<string, number>()
  /** Relays that something happened to since the last tick. */
  const touched = new Set<string>()
  const waiting = new Set<string>()
  /** Stopped because another one takes their place. */
  const replaced = new Set<string>()
  const stuck = new Map<string, number>()
  const proving = new Map<string, AbortController>()
  const keyOf = (id: string, n: number): string => `relay ${id} lane ${n}`
  const nowMs = (): number => context.clock.now().getTime()

  const kick = (id: string): void => {
    if (context.closing) return
    try {
      decide(id)
      for (const lane of reads.relay(id)?.lanes ?? []) if (canGoOn(id, lane)) kickLane(id, lane.n)
    } catch (cause) {
      context.log.error('a relay could not be looked at', { relay: id, cause })
      again.set(id, context.clock.steady() + againAfterMs)
    }
  }

  /** Everything that can begin now begins; nothing here takes time. */
  const decide = (id: string): void => {
    for (;;) {
      const relay = reads.relay(id)
      if (relay === null || relay.state === 'ended') {
        forget(id)
        return
      }
      const step = nextStep(factsOf(context, relay))
      if (step.do !== 'start') {
        rest(relay, step)
        return
      }
      // A budget that is reached holds what would begin; what runs goes on.
      if (context.budgetHolds(relay.projectId) !== null) {
        again.set(id, context.clock.steady() + againAfterMs)
        return
      }
      context.journal.command((tx) => startLane(tx, needRelay(tx, id), step))
      context.faultPoint('relay:started')
    }
  }

  const forget = (id: string): void => {
    due.delete(id)
    again.delete(id)
    for (const key of stuck.keys()) if (key.startsWith(`relay ${id} `)) stuck.delete(key)
  }

  const rest = (relay: RelayRecord, step: Exclude<RelayStep, { do: 'start' }>): void => {
    if (step.do === 'end') {
      const reason = step.reason === 'stopped' && replaced.has(relay.id) ? 'replaced' : step.reason
      endRelay(context, relay.id, reason, step.unavailable.map(unavailableLine))
      forget(relay.id)
      return
    }
    const waits = step.do === 'wait' && step.agents.length > 0
    if (step.do === 'wait') due.set(relay.id, step.until)
    else due.delete(relay.id)
    const waitingFor =
      step.do === 'wait' && waits
        ? { until: new Date(step.until).toISOString(), agents: step.agents.map(unusableOf) }
        : null
    const state = relay.state === 'paused' ? 'paused' : waits ? 'waiting' : 'running'
    if (state === relay.state && JSON.stringify(waitingFor) === JSON.stringify(relay.waitingFor)) return
    context.journal.command((tx) => tellRelay(tx, tx.updateRelay(relay.id, { state, waitingFor })))
  }

  const canGoOn = (id: string, lane: LaneState): boolean => {
    if (lane.at !== 'busy' || (stuck.get(keyOf(id, lane.n)) ?? 0) > context.clock.steady()) return false
    if (lane.step === 'run') return isOver(reads, lane)
    if (lane.step === 'join' || lane.step === 'land') return lane.mergeId === null || mergeSettled(reads, lane.mergeId)
    return true
  }

  const kickLane = (id: string, n: number): void => {
    const key = keyOf(id, n)
    if (context.closing || waiting.has(key)) return
    waiting.add(key)
    void context.worker
      .run(key, async () => {
        waiting.delete(key)
        await runLane(id, n)
      })
      .catch((cause: unknown) => context.log.error('a lane of a relay failed', { relay: id, lane: n, cause }))
  }

  const runLane = async (id: string, n: number): Promise<void> => {
    while (!context.closing) {
      const relay = reads.relay(id)
      const lane = relay?.lanes.find((one) => one.n === n)
      if (relay == null || relay.state === 'ended' || lane === undefined || !canGoOn(id, lane)) break
      try {
        await step(relay, lane)
        stuck.delete(keyOf(id, n))
      } catch (cause) {
        if (!context.closing) failed(id, n, lane, cause)
      }
    }
    kickAgain(id)
  }

  const kickAgain = (id: string): void => {
    if (!context.closing) kick(id)
  }

  const step = async (relay: RelayRecord, lane: LaneState): Promise<void> => {
    const { id } = relay
    switch (lane.step) {
      case 'prepare':
        return beginTry(context, relay, lane, versions)
      case 'run':
        context.journal.command((tx) => putLane(tx, id, lane.n, { step: 'judge' }))
        return
      case 'judge': {
        const calling = new AbortController()
        proving.set(keyOf(id, lane.n), calling)
        try {
          return await judgeTry(context, relay, lane, { versions, signal: calling.signal })
        } finally {
          proving.delete(keyOf(id, lane.n))
        }
      }
      case 'settle':
        return settleTry(context, relay, lane)
      case 'join':
        return joinWork(context, merges, relay, lane)
      case 'land':
        return landWork(context, merges, relay, lane)
      case null:
        throw new Error(`lane ${lane.n} of ${id} is busy with nothing`)
    }
  }

  /** What may pass is tried again; what no time mends rests until a person goes on with it. */
  const failed = (id: string, n: number, lane: LaneState, cause: unknown): void => {
    const known = cause instanceof DroverError ? cause : null
    context.log.warn('a step of a relay failed', { relay: id, lane: n, step: lane.step, cause })
    const message = known === null ? 'Something went wrong inside the daemon; the log has the cause.' : known.message
    const note = laneNote(n, `${message}${known?.hint === undefined ? '' : ` ${known.hint}`}`)
    const waits = lane.step !== 'prepare' || known === null || mayRetry(known.code)
    const at = context.clock.steady() + againAfterMs
    const before = stuck.has(keyOf(id, n))
    if (waits) stuck.set(keyOf(id, n), at)
    again.set(id, at)
    if (before && isHeldUpAlone(needRelay(reads, id), n)) {
      endRelay(context, id, 'stopped', withNote(withoutLane(needRelay(reads, id).notes, n), note))
      forget(id)
      return
    }
    context.journal.command((tx) => {
      if (!isStillAt(tx, id, lane)) return
      if (!waits) putLane(tx, id, n, { at: 'rotate', step: null })
      const notes = withNote(withoutLane(needRelay(tx, id).notes, n), note)
      tellRelay(tx, tx.updateRelay(id, { notes, ...(waits ? {} : { state: 'paused' }) }))
    })
  }

  const callOff = async (id: string, how: 'skip' | 'stop'): Promise<void> => {
    const halted: string[] = []
    context.journal.command((tx) => {
      for (const lane of needRelay(tx, id).lanes) {
        if (lane.at === 'busy' && (lane.step === 'run' || lane.step === 'judge')) {
          putLane(tx, id, lane.n, { calledOff: how })
          if (lane.step === 'run' && lane.sessionId !== null) halted.push(lane.sessionId)
        }
        // A wait is over at once.
        if (lane.at === 'again' && how === 'skip') {
          putLane(tx, id, lane.n, { at: 'rotate', chain: [], from: null })
          advanceCursor(tx, id, lane, 'skipped', 'rotate')
        }
      }
    })
    for (const [key, calling] of proving) if (key.startsWith(`relay ${id} `)) calling.abort()
    // What failed before is tried at once, and what fails again then holds up no stop.
    for (const key of stuck.keys()) if (key.startsWith(`relay ${id} `)) stuck.set(key, 0)
    await Promise.all(halted.map((session) => cancelTurn(context, session, {}).catch(() => undefined)))
    kick(id)
  }

  /** Goes on with it, or with calling it off. */
  const takeUp = (relay: RelayRecord): void => {
    const { id } = relay
    const how = calledOffBefore(relay)
    if (how === null) kick(id)
    else
      callOff(id, how).catch((cause: unknown) => {
        context.log.error('a relay could not be called off', { relay: id, cause })
        again.set(id, context.clock.steady() + againAfterMs)
      })
  }

  const replace = async (id: string): Promise<void> => {
    replaced.add(id)
    context.journal.command((tx) => tellRelay(tx, tx.updateRelay(id, { stopping: 'now' })))
    await callOff(id, 'stop')
    for (const { n } of reads.relay(id)?.lanes ?? []) await context.worker.idle(keyOf(id, n))
    endRelay(context, id, 'replaced', [])
    replaced.delete(id)
    forget(id)
  }

  const ofSession = (sessionId: string): void => {
    const one = reads.openTry(sessionId)
    if (one !== null) kickLane(one.relayId, one.lane)
  }

  const follower: Follower = {
    name: 'relays',
    async afterTurn(sessionId) {
      ofSession(sessionId)
    },
    afterChange(change) {
      if (change.type === 'session_ended' && change.sessionId !== undefined) ofSession(change.sessionId)
      else if (change.type === 'merge_updated' || change.type === 'merge_landed' || change.type === 'merge_rejected') {
        for (const relay of reads.openRelays())
          for (const lane of relay.lanes) if (lane.mergeId === change.payload.id) kickLane(relay.id, lane.n)
      } else if (change.type === 'agent_state_changed' || change.type.startsWith('task_'))
        touched.add(change.projectId ?? '')
    },
    atTick() {
      const time = nowMs()
      const steady = context.clock.steady()
      const late = [...due].filter(([, at]) => at <= time).map(([id]) => id)
      const retried = [...again].filter(([, at]) => at <= steady).map(([id]) => id)
      const hit =
        touched.size === 0 ? [] : reads.openRelays().filter((relay) => touched.has('') || touched.has(relay.projectId))
      touched.clear()
      for (const id of late) due.delete(id)
      for (const id of retried) again.delete(id)
      for (const id of retried) {
        const relay = reads.relay(id)
        if (relay !== null && relay.state !== 'ended') takeUp(relay)
      }
      for (const id of new Set([...late, ...hit.map((relay) => relay.id)])) kick(id)
    },
    atBoot() {
      for (const relay of reads.openRelays()) takeUp(relay)
    },
  }
  return { kick, callOff, replace, follower }
}

/** A daemon that died in between has said it, and not done it. */
/** It is to stop now, and nothing but this lane, which cannot go on, keeps it. */
const isHeldUpAlone = ({ stopping, lanes }: RelayRecord, n: number): boolean =>
  stopping === 'now' && lanes.every((one) => one.n === n || one.at !== 'busy')

function calledOffBefore({ stopping, lanes }: RelayRecord): 'skip' | 'stop' | null {
  if (stopping === 'now') return 'stop'
  return lanes.some((lane) => lane.at === 'busy' && lane.step === 'run' && lane.calledOff === 'skip') ? 'skip' : null
}

const unavailableLine = ({ entry, reason }: Unavailable): string => `${specText(entry.spec)}: ${reason}`
const unusableOf = ({ entry, until, reason }: Unavailable) => ({
  agent: specText(entry.spec),
  until: until === null ? null : new Date(until).toISOString(),
  reason,
})

/** Its turn is over and nothing else waits to be said to its session. */
function isOver(reads: Reads, lane: LaneState): boolean {
  const session = lane.sessionId === null ? null : reads.session(lane.sessionId)
  if (session === null || session.phase === 'ended') return true
  const turn = session.turn === 0 ? null : reads.turn(session.id, session.turn)
  if (turn?.state === 'running') return false
  return lane.calledOff !== null || reads.countQueued(session.id) === 0
}
