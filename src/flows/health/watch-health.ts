/**
 * Watches running turns once a second: who spoke, who is silent, what its processes do. The word comes from
 * `core/health/judge`; this flow samples only those whose silence makes a difference, shows what changed, and ends a
 * launch that is dead: warn, the harness's own interrupt, SIGTERM, SIGKILL, each step an event. One that hangs behind a
 * connection is ended there and then when its own log tells of a spent quota (`quiet-reason`). An agent that speaks again is
 * believed. An agent that waits for an answer, or for its next prompt, is never judged.
 */
import type { AgentEvent } from '#contract/agent-event'
import type { Session } from '#contract/session'
import {
  beat,
  fresh,
  judge,
  lookEveryMs,
  lookFromMs,
  type Pulse,
  type Thresholds,
  type Verdict,
} from '#core/health/judge'
import { type Active, type Context, now } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { settingsFor } from '#flows/session/ground'
import { tellSession } from '#flows/session/views'
import { isTerminal } from '#flows/terminal/side'
import { markStopping, runningTurn } from '#flows/turn/close-turn'
import { graceOf, type HaltStep, haltTurn } from '#flows/turn/take-turn'
import type { TreeReading } from '#ports/runtime'
import type { Tx } from '#ports/store/journal'
import type { TurnWatch } from '#ports/store/session'
import { spentQuota } from './quiet-reason.ts'

interface Watched {
  readonly active: Active
  readonly turn: number
  pulse: Pulse
  heard: number
  reportedAt: string
  limits: Thresholds
  /** Ticks until the configuration is read again. */
  limitsFor: number
  sinceLookMs: number
  warned: boolean
  /** Ticks with a bad word in a row. */
  shownFor: number
  /** Ticks in a row with the verdict dead: one could be a coincidence. */
  deadFor: number
  /** Ticks until its log is asked again, while its connection carries nothing. */
  askLogIn: number
}

const rereadLimits = 30
const deadTicks = 3
const askLogEvery = 60

export function watchesHealth(context: Context): Follower {
  const { steady } = context.clock
  const watched = new Map<string, Watched>()
  let last = steady()
  return {
    name: 'health of running turns',
    async atTick() {
      const passedMs = steady() - last
      last += passedMs
      const turns = context.journal.reads.turnWatches()
      const silent = [...context.active.values()].flatMap((active) =>
        attend(context, watched, active, turns.get(active.sessionId), passedMs),
      )
      for (const [id, one] of watched) if (context.active.get(id) !== one.active) forget(context, watched, id)
      const due = new Set(silent.filter(isDue))
      const readings = due.size === 0 ? noReadings : await look(context, [...due])
      for (const one of silent) {
        const looked = due.has(one)
        const reading = looked ? (readings.get(one.active.launchId) ?? 'failed') : null
        one.sinceLookMs = looked ? 0 : one.sinceLookMs + passedMs
        // Who spoke while the others were looked at is not silent.
        const spoke = one.active.heard !== one.heard
        one.heard = one.active.heard
        one.pulse = beat(one.pulse, { passedMs, spoke, restMs: one.active.restMs, reading }, one.limits)
        await conclude(context, one)
      }
    },
  }
}

const noReadings: ReadonlyMap<string, TreeReading> = new Map()

const isDue = (one: Watched): boolean =>
  one.limits.stallMs > 0 &&
  one.pulse.silentMs >= lookFromMs(one.limits) &&
  (one.pulse.readings.length === 0 || one.sinceLookMs >= lookEveryMs(one.limits))

async function look(context: Context, due: readonly Watched[]): Promise<ReadonlyMap<string, TreeReading>> {
  const read = context.runtimes.grouped(due.map((one) => one.active)).map(async ([runtime, actives]) => {
    try {
      return [...(await runtime.readings(actives.map((active) => active.launch.ref)))]
    } catch (cause) {
      context.log.warn('processes could not be looked at', { launches: actives.length, cause })
      return []
    }
  })
  return new Map((await Promise.all(read)).flat())
}

/**
 * Answers the launch if it is one to judge: a turn runs in it, nobody stops it, and it does not wait for an answer. A turn that
 * waits for a process of its own is not judged by the silence of the one that is still there.
 */
function attend(
  context: Context,
  watched: Map<string, Watched>,
  active: Active,
  turn: TurnWatch | undefined,
  passedMs: number,
): readonly Watched[] {
  const id = active.sessionId
  const known = watched.get(id)
  if (
    turn === undefined ||
    turn.launchId !== active.launchId ||
    turn.stopping !== null ||
    turn.asks ||
    waitsForPerson(context, active)
  ) {
    forget(context, watched, id)
    return []
  }
  if (known?.active === active && known.turn === turn.n) {
    // A report of its own activity (a hook) is a word too.
    if (known.reportedAt !== turn.lastActivityAt) {
      known.reportedAt = turn.lastActivityAt
      known.heard = -1
    }
    known.limitsFor -= 1
    if (known.limitsFor <= 0) Object.assign(known, { limits: limitsOf(context, turn), limitsFor: rereadLimits })
    return [known]
  }
  forget(context, watched, id)
  const one: Watched = {
    active,
    turn: turn.n,
    pulse: fresh,
    heard: active.heard,
    reportedAt: turn.lastActivityAt,
    limits: limitsOf(context, turn),
    limitsFor: rereadLimits,
    sinceLookMs: passedMs,
    warned: false,
    shownFor: 0,
    deadFor: 0,
    askLogIn: 0,
  }
  watched.set(id, one)
  return [one]
}

/** A dialog in its terminal waits for as long as nobody comes. */
const waitsForPerson = (context: Context, active: Active): boolean =>
  isTerminal(active) && context.journal.reads.session(active.sessionId)?.activity !== 'working'

/** `[relay]` may set its own for what nobody watches. */
function limitsOf(context: Context, { sessionId, projectId, ignoreConfig }: TurnWatch): Thresholds {
  const { reads } = context.journal
  try {
    const { settings } = settingsFor(context, reads.project(projectId), ignoreConfig)
    return reads.openTry(sessionId) === null ? settings.stall : settings.relay.stall
  } catch {
    // A configuration that does not hold ends no turn.
    return { stallMs: 0, toolStallMs: 0, connectedIdleMs: 0, connectedKillMs: 0 }
  }
}

function forget(context: Context, watched: Map<string, Watched>, id: string): void {
  watched.delete(id)
  context.health.delete(id)
}

/** Shows what changed and acts on what is certain. */
async function conclude(context: Context, one: Watched): Promise<void> {
  const id = one.active.sessionId
  const asked = one.limits.stallMs > 0 && one.pulse.silentMs >= 0.6 * one.limits.stallMs
  const verdict = judge(one.pulse, { toolOpen: asked && hasOpenTool(context, id, one.turn) }, one.limits)
  const before = context.health.get(id)
  if (before?.state !== verdict.health) show(context, one, verdict, before ?? null)
  else if (isBad(before.state)) renew(context, one, { ...before, why: verdict.why })
  one.deadFor = verdict.health === 'dead' ? one.deadFor + 1 : 0
  if (one.deadFor >= deadTicks) return end(context, one, verdict)
  if (verdict.health !== 'suspect' || (verdict.seen.connections ?? 0) === 0) one.askLogIn = 0
  else if (one.askLogIn > 0) one.askLogIn -= 1
  else {
    one.askLogIn = askLogEvery
    const limit = await spentQuota(context, one.active, one.turn)
    if (limit !== null) stop(context, one, verdict, limit, 'limit')
  }
}

/** A tool call of this turn that has no result yet. Asked only about launches that have been silent for long. */
function hasOpenTool(context: Context, id: string, turn: number): boolean {
  const answered = new Set<string>()
  const newest = (context.journal.reads.session(id)?.lastEventId ?? 0) + 1
  for (const row of context.journal.reads.eventsBefore(id, newest, 500)) {
    if (row.turn !== turn) break
    if (row.kind === 'tool_result') answered.add(row.callId)
    else if (row.kind === 'tool' && !answered.has(row.callId)) return true
  }
  return false
}

const isBad = (state: string | undefined): boolean => state === 'suspect' || state === 'dead'

function show(context: Context, one: Watched, verdict: Verdict, before: Session['health']): void {
  const id = one.active.sessionId
  context.health.set(id, { state: verdict.health, since: now(context), why: verdict.why })
  one.shownFor = 0
  // The first word about a turn that goes well is no news.
  if (before === null && verdict.health === 'alive') return
  const notices: AgentEvent[] = []
  if (isBad(verdict.health) && !one.warned)
    notices.push({
      kind: 'notice',
      code: 'agent_silent',
      message: `The agent may hang: ${verdict.why}.`,
      ...verdict.seen,
    })
  if (!isBad(verdict.health) && verdict.health !== 'unknown' && one.warned)
    notices.push({ kind: 'notice', code: 'agent_back', message: 'The agent is back: it was not hanging.' })
  if (notices.length > 0) one.warned = isBad(verdict.health)
  context.journal.ingest((tx) => {
    if (notices.length > 0 && isRunning(tx, one)) tx.appendEvents(id, one.turn, notices)
    tellSession(context, tx, id)
  })
}

/** A silence grows: who asks gets the newest words, the fleet is told once a minute. */
function renew(context: Context, one: Watched, health: NonNullable<Session['health']>): void {
  context.health.set(one.active.sessionId, health)
  one.shownFor += 1
  if (one.shownFor % 60 === 0) context.quiet.add(one.active.sessionId)
}

/** It hangs; why is asked for once more, since a quota that is spent is no fault of the agent. */
async function end(context: Context, one: Watched, verdict: Verdict): Promise<void> {
  const limit = await spentQuota(context, one.active, one.turn)
  stop(context, one, verdict, limit ?? stalled(verdict), limit === null ? 'stall' : 'limit')
}

function stop(context: Context, one: Watched, verdict: Verdict, error: AgentEvent, mark: 'stall' | 'limit'): void {
  const id = one.active.sessionId
  const marked = context.journal.command((tx) => {
    const session = tx.session(id)
    const turn = session === null ? null : runningTurn(tx, session)
    if (turn === null || turn.n !== one.turn || turn.launchId !== one.active.launchId) return false
    if (turn.stopping !== null || one.active.heard !== one.heard) return false
    tx.appendEvents(id, turn.n, [error])
    tx.updateTurn(id, turn.n, { sawError: true })
    markStopping(tx, id, mark)
    return true
  })
  if (!marked) return
  context.faultPoint('stall:marked')
  const why = mark === 'limit' ? `${verdict.why}; its log tells of a spent quota` : verdict.why
  context.log.warn('an agent hangs and is ended', { session: id, launch: one.active.launchId, why })
  const graceMs = graceOf(context, id)
  // Not awaited: the others are watched meanwhile.
  haltTurn(context, id, (step) => tellStep(context, one, step, graceMs)).catch((cause: unknown) =>
    context.log.error('a hanging agent could not be ended', { session: id, cause }),
  )
}

const stalled = (verdict: Verdict): AgentEvent => ({
  kind: 'error',
  code: 'AGENT_STALLED',
  category: 'stalled',
  message: `The agent hangs: ${verdict.why}. Its turn is ended; send again to go on with the same conversation.`,
  evidence: [{ channel: 'runtime', type: 'silence', stated: 'stalled', message: verdict.why, details: verdict.seen }],
})

function tellStep(context: Context, one: Watched, step: HaltStep, graceMs: number): void {
  const message = {
    interrupt: 'The agent is asked to interrupt its turn.',
    terminate: `The agent and all its processes get SIGTERM, and SIGKILL after ${graceMs / 1000} s.`,
  }[step]
  context.journal.ingest((tx) => {
    if (isRunning(tx, one))
      tx.appendEvents(one.active.sessionId, one.turn, [{ kind: 'notice', code: `stall_${step}`, message }])
  })
}

/** It may have ended while its processes were looked at: nothing is said of a turn after its end. */
const isRunning = (tx: Tx, one: Watched): boolean => tx.turn(one.active.sessionId, one.turn)?.state === 'running'
