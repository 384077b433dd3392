/**
 * Is an agent that says nothing still at work? Folds what was seen of a launch, tick by tick, into one word. Pure: no
 * clock, no process; time is what the watcher says has passed while it really watched, so a machine that slept or a clock
 * that was set ends nobody. Who samples, who is told and how a launch is ended belong to `flows/health/watch-health`.
 */
import type { Health } from '#contract/session'

export interface Thresholds {
  /** Silence after which an agent without a connection is suspect. 0: never judged. */
  readonly stallMs: number
  /** The same while a tool call is open: a running tool is not silence of the agent. */
  readonly toolStallMs: number
  /** More silence, beyond the threshold, that a connection which carries nothing is given before it is suspect. */
  readonly connectedIdleMs: number
  /** Silence after which such a connection is given up. */
  readonly connectedKillMs: number
}

/** What the whole tree of a launch has used so far. null: this system does not say. */
export interface Reading {
  readonly cpuMs: number | null
  readonly ioBytes: number | null
  readonly connections: number | null
}

/** What counts as doing nothing, over the window. */
export interface Stillness {
  readonly cpuShare: number
  readonly ioBytesPerMinute: number
}

/**
 * Measured on the CLIs while a model server keeps them waiting: their timers and spinners stay below it, a compile, a
 * download or a stream of thoughts does not.
 */
export const atRest: Stillness = { cpuShare: 0.05, ioBytesPerMinute: 1024 * 1024 }

/** What is remembered of a silence. */
export interface Pulse {
  /** Watched time since the agent was last heard; below zero while a pause goes on that it announced. */
  readonly silentMs: number
  /** Readings of this silence, oldest first, with the silence at which each was taken; no more than the window needs. */
  readonly readings: readonly (Reading & { readonly atMs: number })[]
  /** The last attempt to look failed. */
  readonly blind: boolean
}

export const fresh: Pulse = { silentMs: 0, readings: [], blind: false }

export interface Tick {
  /** Time since the last tick; what is longer than the watcher ever pauses was slept through and does not count. */
  readonly passedMs: number
  readonly spoke: boolean
  /** With its last words it said that it waits so long before it tries a request again: that is no silence. */
  readonly restMs?: number
  /** null: nobody looked in this tick. */
  readonly reading: Reading | 'failed' | null
}

const longestTickMs = 5_000
const longestWindowMs = 300_000

export const windowOf = (limits: Thresholds): number => Math.min(longestWindowMs, limits.stallMs)

/** Silence from which on readings are needed: before it no verdict can depend on them. */
export const lookFromMs = (limits: Thresholds): number =>
  Math.min(0.6 * limits.stallMs, limits.stallMs - windowOf(limits))

/** How often to look then. */
export const lookEveryMs = (limits: Thresholds): number => Math.max(1_000, windowOf(limits) / 30)

export function beat(pulse: Pulse, tick: Tick, limits: Thresholds): Pulse {
  if (tick.spoke) return (tick.restMs ?? 0) > 0 ? { ...fresh, silentMs: -restOf(tick, limits) } : fresh
  const silentMs = pulse.silentMs + Math.min(tick.passedMs, longestTickMs)
  if (tick.reading === null) return { ...pulse, silentMs }
  if (tick.reading === 'failed') return { ...pulse, silentMs, blind: true }
  const all = [...pulse.readings, { ...tick.reading, atMs: silentMs }]
  // The newest reading that is a whole window old is the last one that is needed.
  const first = all.findLastIndex((one) => silentMs - one.atMs >= windowOf(limits))
  return { silentMs, readings: all.slice(Math.max(0, first)), blind: false }
}

/** Nobody is believed to rest for longer than a dead connection is given. */
const restOf = ({ restMs = 0 }: Tick, limits: Thresholds): number => Math.min(restMs, limits.connectedKillMs)

export interface Verdict {
  readonly health: Health
  /** For people: what was seen. */
  readonly why: string
  readonly seen: Seen
}

/** The facts behind a verdict, kept as evidence. */
export interface Seen {
  readonly silentSeconds: number
  readonly toolOpen: boolean
  readonly connections: number | null
  /** Of one core, over the window; null: not known. */
  readonly cpuPercent: number | null
  readonly ioBytesPerMinute: number | null
}

export function judge(
  pulse: Pulse,
  facts: { readonly toolOpen: boolean },
  limits: Thresholds,
  rest: Stillness = atRest,
): Verdict {
  const seen = seenIn(pulse, facts.toolOpen, limits)
  const say = (health: Health, why: string): Verdict => ({ health, why, seen })
  if (pulse.silentMs < 0) return say('alive', `waits ${duration(-pulse.silentMs)} before it tries again`)
  const silence = `silent for ${duration(pulse.silentMs)}${facts.toolOpen ? ' in a tool' : ''}`
  const limit = facts.toolOpen ? Math.max(limits.toolStallMs, limits.stallMs) : limits.stallMs
  if (limits.stallMs <= 0 || pulse.silentMs < 0.6 * limit) return say('alive', silence)
  if (pulse.silentMs < limit) return say('slowing', silence)
  if (pulse.blind || pulse.readings.length === 0)
    return say('unknown', `${silence}; its processes could not be looked at`)
  if (seen.connections === null) return say('suspect', `${silence}; this system does not tell whether it is connected`)
  const still = stillIn(seen, rest)
  if (seen.connections === 0) {
    if (still === null) return say('suspect', `${silence}, no connection`)
    return still
      ? say('dead', `${silence}, no connection, no CPU and no I/O`)
      : say('suspect', `${silence}, no connection, but it works (${used(seen)})`)
  }
  if (still !== true || pulse.silentMs < limit + limits.connectedIdleMs)
    return say('slowing', `${silence}, connected${still === false ? `, ${used(seen)}` : ''}`)
  return pulse.silentMs < Math.max(limits.connectedKillMs, limit + limits.connectedIdleMs)
    ? say('suspect', `${silence}, its connection carries nothing`)
    : say('dead', `${silence}, its connection carried nothing all that time`)
}

/** null: not watched for a whole window yet, or this system does not say. */
function stillIn(seen: Seen, rest: Stillness): boolean | null {
  if (seen.cpuPercent === null || seen.ioBytesPerMinute === null) return null
  return seen.cpuPercent < rest.cpuShare * 100 && seen.ioBytesPerMinute < rest.ioBytesPerMinute
}

function seenIn(pulse: Pulse, toolOpen: boolean, limits: Thresholds): Seen {
  const [first, last] = [pulse.readings[0], pulse.readings.at(-1)]
  const spanMs = first === undefined || last === undefined ? 0 : last.atMs - first.atMs
  const whole = spanMs > 0 && spanMs >= windowOf(limits)
  // A sum that fell lost a process of the tree: something happened, so it is not rest.
  const over = (before: number | null | undefined, after: number | null | undefined, unitMs: number): number | null => {
    if (!whole || before === null || before === undefined || after === null || after === undefined) return null
    return after < before ? Number.MAX_SAFE_INTEGER : Math.round(((after - before) / spanMs) * unitMs * 10) / 10
  }
  return {
    silentSeconds: Math.max(0, Math.round(pulse.silentMs / 1000)),
    toolOpen,
    connections: last?.connections ?? null,
    cpuPercent: over(first?.cpuMs, last?.cpuMs, 100),
    ioBytesPerMinute: over(first?.ioBytes, last?.ioBytes, 60_000),
  }
}

const used = (seen: Seen): string =>
  `CPU ${(seen.cpuPercent ?? 0).toFixed(1)} %, I/O ${Math.round((seen.ioBytesPerMinute ?? 0) / 1024)} KB a minute`

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`
}
