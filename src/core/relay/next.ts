/**
 * What a relay does next, from what is so: start a try in a lane, wait until somebody is back, end with a reason, or nothing
 * because something is under way. Total and pure; it is asked again after every event. Who a try's failure leads to is
 * `consequence`, whose turn it is in a route is `mix`.
 */

import type { RelayEndReason } from '#contract/relay'
import type { MixEntry } from './agent-spec.ts'
import type { Availability } from './agent-state.ts'
import { type MixState, pickNext } from './mix.ts'

/** What a lane is at. */
export type LaneFacts =
  | { readonly at: 'free' }
  /** A try runs, or its end is being verified, committed or landed. */
  | { readonly at: 'busy' }
  /** The same agent again at its task, not before `from`. */
  | {
      readonly at: 'again'
      readonly task: string | null
      readonly role: string | null
      readonly agent: number
      readonly from: number
    }
  /** Its task goes to the next agent. */
  | { readonly at: 'rotate'; readonly task: string | null; readonly role: string | null }

export interface Route {
  readonly name: string
  readonly entries: readonly MixEntry[]
  readonly state: MixState
}

export interface RelayFacts {
  readonly ended: boolean
  /** after: no further try. now: the running ones are being stopped too. */
  readonly stopping: 'after' | 'now' | null
  readonly paused: boolean
  readonly target: number | null
  readonly completed: number
  readonly lanes: readonly LaneFacts[]
  /** null: one prompt again and again. */
  readonly queue: {
    readonly takeable: readonly { readonly id: string; readonly role: string | null }[]
    readonly waiting: number
    readonly stuck: number
  } | null
  readonly routeFor: (role: string | null) => Route
  readonly available: (entry: MixEntry) => Availability
  readonly now: number
}

export type RelayStep =
  | { readonly do: 'nothing' }
  | { readonly do: 'end'; readonly reason: RelayEndReason; readonly unavailable: readonly Unavailable[] }
  | { readonly do: 'wait'; readonly until: number; readonly agents: readonly Unavailable[] }
  | {
      readonly do: 'start'
      readonly lane: number
      /** null: the relay's own prompt. */
      readonly task: string | null
      readonly route: string
      readonly entry: number
      readonly mix: MixState
      /** Somebody else's place is kept: the cursor does not move for a retry. */
      readonly retry: boolean
    }

export interface Unavailable {
  readonly entry: MixEntry
  readonly until: number | null
  readonly reason: string
}

const nothing: RelayStep = { do: 'nothing' }

export function nextStep(facts: RelayFacts): RelayStep {
  if (facts.ended) return nothing
  const busy = facts.lanes.filter((lane) => lane.at === 'busy').length
  const held = facts.lanes.filter((lane) => lane.at !== 'free').length
  if (facts.stopping !== null) return busy > 0 ? nothing : end('stopped')
  if (facts.target !== null && facts.completed >= facts.target) return busy > 0 ? nothing : end('target_met')
  if (facts.paused) return nothing
  const steps = facts.lanes.map((lane, index) => stepOf(facts, lane, index, held))
  const start = steps.find((step) => step.do === 'start')
  if (start !== undefined) return start
  if (busy > 0) return nothing
  const waits = steps.filter((step) => step.do === 'wait')
  if (waits.length > 0) return waits.reduce((a, b) => (a.until <= b.until ? a : b))
  return steps.find((step) => step.do === 'end') ?? nothing
}

function stepOf(facts: RelayFacts, lane: LaneFacts, index: number, held: number): RelayStep {
  switch (lane.at) {
    case 'busy':
      return nothing
    case 'again':
      return again(facts, lane, index)
    case 'rotate':
      return startWith(facts, index, lane.task, lane.role)
    case 'free':
      return take(facts, index, held)
  }
}

function again(facts: RelayFacts, lane: Extract<LaneFacts, { at: 'again' }>, index: number): RelayStep {
  if (lane.from > facts.now) return { do: 'wait', until: lane.from, agents: [] }
  const route = facts.routeFor(lane.role)
  const entry = route.entries[lane.agent]
  // Benched or paused meanwhile, by whoever else used its account: the task goes to the next one.
  if (entry !== undefined && !facts.available(entry).usable) return startWith(facts, index, lane.task, lane.role)
  return {
    do: 'start',
    lane: index,
    task: lane.task,
    route: route.name,
    entry: lane.agent,
    mix: route.state,
    retry: true,
  }
}

function take(facts: RelayFacts, index: number, held: number): RelayStep {
  // Never more under way than are still wanted.
  if (facts.target !== null && facts.completed + held >= facts.target) return nothing
  if (facts.queue === null) {
    // Without a target a prompt runs once.
    if (facts.target === null && facts.completed + held >= 1) return held > 0 ? nothing : end('target_met')
    return startWith(facts, index, null, null)
  }
  const task = facts.queue.takeable[0]
  if (task !== undefined) return startWith(facts, index, task.id, task.role)
  if (held > 0 || facts.queue.waiting > 0) return nothing
  return end(facts.queue.stuck > 0 ? 'queue_stuck' : 'queue_empty')
}

function startWith(facts: RelayFacts, lane: number, task: string | null, role: string | null): RelayStep {
  const route = facts.routeFor(role)
  const pick = pickNext(route.entries, route.state, (entry) => facts.available(entry).usable)
  if (pick !== null)
    return { do: 'start', lane, task, route: route.name, entry: pick.index, mix: pick.state, retry: false }
  const agents = route.entries.flatMap((entry) => {
    const { usable, ...rest } = facts.available(entry) as Extract<Availability, { usable: false }>
    return usable ? [] : [{ entry, ...rest }]
  })
  const back = agents.flatMap(({ until }) => (until === null ? [] : [until]))
  if (back.length > 0) return { do: 'wait', until: Math.min(...back), agents }
  return end('all_agents_unavailable', agents)
}

const end = (reason: RelayEndReason, unavailable: readonly Unavailable[] = []): RelayStep => ({
  do: 'end',
  reason,
  unavailable,
})
