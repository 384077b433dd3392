/**
 * What is known of a running relay, folded from the changes of the fleet and the events of its sessions. Pure. How it looks
 * is `show-monitor`; who listens and asks is the command line.
 */
import type { Delta, EventRow } from '#contract/agent-event'
import type { Change } from '#contract/change'
import type { Relay, Try } from '#contract/relay'
import type { Session } from '#contract/session'

/** What was heard of one session in the turn that runs. */
export interface Heard {
  readonly turn: number
  /** Signs that went in and out, for an estimate of tokens. */
  readonly signs: number
  /** Of a message that is still being written. */
  readonly partial: number
  /** null: no usage was reported in this turn. */
  readonly tokens: number | null
  readonly costUsd: number | null
  /** What it was last seen at, and when. */
  readonly doing: string | null
  readonly at: string | null
}

export interface RelayFacts {
  readonly relay: Relay
  /** By number. */
  readonly tries: ReadonlyMap<number, Try>
  readonly sessions: ReadonlyMap<string, Session>
  readonly heard: ReadonlyMap<string, Heard>
  /** Files that differ from the base, by session, as they were last looked at. */
  readonly files: ReadonlyMap<string, number>
  /** Tries that a task gets. */
  readonly budget: number
}

export const factsOf = (relay: Relay, tries: readonly Try[], budget: number): RelayFacts => ({
  relay,
  tries: new Map(tries.map((one) => [one.n, one])),
  sessions: new Map(),
  heard: new Map(),
  files: new Map(),
  budget,
})

const put = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> => new Map(map).set(key, value)

/** The same facts when the change is about something else. */
export function seeChange(facts: RelayFacts, change: Change): RelayFacts {
  switch (change.type) {
    case 'relay_started':
    case 'relay_updated':
    case 'relay_ended':
      return change.payload.id === facts.relay.id ? { ...facts, relay: change.payload } : facts
    case 'try_started':
    case 'try_ended': {
      const { relayId, n } = change.payload
      return relayId === facts.relay.id ? { ...facts, tries: put(facts.tries, n, change.payload) } : facts
    }
    case 'session_created':
    case 'session_updated':
    case 'session_ended':
      return isOurs(facts, change.payload.id)
        ? { ...facts, sessions: put(facts.sessions, change.payload.id, change.payload) }
        : facts
    default:
      return facts
  }
}

export const seeSession = (facts: RelayFacts, session: Session): RelayFacts => ({
  ...facts,
  sessions: put(facts.sessions, session.id, session),
})

export const seeFiles = (facts: RelayFacts, sessionId: string, files: number): RelayFacts => ({
  ...facts,
  files: put(facts.files, sessionId, files),
})

const isOurs = ({ relay, tries }: RelayFacts, sessionId: string): boolean =>
  relay.lanes.some((lane) => lane.sessionId === sessionId) ||
  [...tries.values()].some((one) => one.outcome === null && one.sessionId === sessionId)

const nothing = (turn: number): Heard => ({
  turn,
  signs: 0,
  partial: 0,
  tokens: null,
  costUsd: null,
  doing: null,
  at: null,
})
const size = (value: unknown): number =>
  typeof value === 'string' ? value.length : (JSON.stringify(value ?? null) ?? '').length
const plus = (a: number | null, b: number | null): number | null => (b === null ? a : (a ?? 0) + b)

/** A new turn begins anew. */
export function hear(before: Heard | undefined, row: EventRow): Heard {
  const turn = row.turn ?? before?.turn ?? 0
  const last = before === undefined || before.turn !== turn ? nothing(turn) : before
  const at = row.at
  switch (row.kind) {
    case 'user':
      return { ...last, signs: last.signs + row.text.length }
    case 'text':
      return { ...last, signs: last.signs + row.text.length, partial: 0, doing: row.text, at }
    case 'thinking':
      return { ...last, signs: last.signs + row.text.length, partial: 0, doing: 'thinking', at }
    case 'tool':
      return { ...last, signs: last.signs + size(row.input), doing: row.name, at }
    case 'tool_result':
      return { ...last, signs: last.signs + row.output.length, at }
    case 'usage':
      return {
        ...last,
        tokens: plus(plus(last.tokens, row.input), row.output),
        costUsd: plus(last.costUsd, row.costUsd),
        at,
      }
    case 'request':
      return { ...last, doing: 'asks', at }
    default:
      return { ...last, at }
  }
}

export function hearDelta(before: Heard | undefined, delta: Delta, at: string): Heard {
  const last = before ?? nothing(0)
  return {
    ...last,
    partial: last.partial + delta.text.length,
    doing: delta.kind === 'text' ? 'writing' : 'thinking',
    at,
  }
}

export const seeDelta = (facts: RelayFacts, sessionId: string, delta: Delta, at: string): RelayFacts => ({
  ...facts,
  heard: put(facts.heard, sessionId, hearDelta(facts.heard.get(sessionId), delta, at)),
})

export const seeRow = (facts: RelayFacts, sessionId: string, row: EventRow): RelayFacts => ({
  ...facts,
  heard: put(facts.heard, sessionId, hear(facts.heard.get(sessionId), row)),
})

/** Tries that run, in the order of their lanes. */
export const running = ({ tries }: RelayFacts): readonly Try[] =>
  [...tries.values()].filter((one) => one.outcome === null).sort((a, b) => a.lane - b.lane || a.n - b.n)

/** How often this task, or this round of the prompt, was tried before; what a person called off does not count. */
export function triedBefore(all: Iterable<Try>, one: Try): number {
  let before = 0
  for (const other of [...all].sort((a, b) => a.n - b.n)) {
    if (other.n >= one.n) break
    const same = one.taskId === null ? other.taskId === null && other.lane === one.lane : other.taskId === one.taskId
    if (!same) continue
    if (other.outcome === 'completed') before = 0
    else if (other.outcome !== null && other.outcome !== 'cancelled') before++
  }
  return before
}
