/**
 * Figures of the running daemon: turns and what they used are counted as they happen, the rest is read when somebody asks. No
 * words of anybody are in it: labels are harnesses, outcomes and states. How they are written is `core/telemetry`'s.
 */
import type { Change } from '#contract/change'
import { createBuckets, createCounter, type Family, prometheusText } from '#core/telemetry/prometheus'
import type { Context } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { viewSession } from '#flows/session/views'

export interface TelemetryFlows {
  /** Counted since this daemon started, gauges as they are now, and what the door knows itself; as Prometheus reads it. */
  metricsText(more: readonly Family[]): string
  /** What a reader of figures alone may show instead of the operator's token; null: nothing. */
  metricsToken(): string | null
}

export interface Meter {
  readonly flows: TelemetryFlows
  readonly follower: Follower
}

interface Used {
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly costUsd: number | null
}

const turnBounds = [1, 5, 15, 30, 60, 120, 300, 600, 1800, 3600]

export function createMeter(context: Context): Meter {
  const { reads } = context.journal
  const started = createCounter()
  const ended = createCounter()
  const tokens = createCounter()
  const cost = createCounter()
  const seconds = createBuckets(turnBounds)
  /** What a session had used when its running turn began. */
  const before = new Map<string, Used>()

  const usedBy = (sessionId: string): { readonly harness: string; readonly used: Used } | null => {
    const session = reads.session(sessionId)
    if (session === null) return null
    return { harness: session.harness, used: viewSession(context, reads, session).totals }
  }
  const begin = (sessionId: string): void => {
    const found = usedBy(sessionId)
    if (found !== null) before.set(sessionId, found.used)
  }
  const end = (sessionId: string, turn: number, outcome: string): void => {
    const found = usedBy(sessionId)
    const was = before.get(sessionId)
    before.delete(sessionId)
    if (found === null) return
    const { harness, used } = found
    ended.add({ harness, outcome })
    const record = reads.turn(sessionId, turn)
    if (record?.endedAt != null)
      seconds.observe(Math.max(0, (Date.parse(record.endedAt) - Date.parse(record.startedAt)) / 1000))
    if (was === undefined) return
    const more = (field: keyof Used): number => Math.max(0, (used[field] ?? 0) - (was[field] ?? 0))
    tokens.add({ harness, direction: 'input' }, more('inputTokens'))
    tokens.add({ harness, direction: 'output' }, more('outputTokens'))
    if (used.costUsd !== null) cost.add({ harness }, more('costUsd'))
  }

  return {
    flows: {
      metricsToken: () => context.settings.of(null).telemetry.metricsToken,
      metricsText: (more) =>
        prometheusText([
          family('drover_turns_started_total', 'Turns that began.', 'counter', started.read()),
          family('drover_turns_total', 'Turns that ended, by how.', 'counter', ended.read()),
          { name: 'drover_turn_seconds', help: 'How long turns took.', type: 'histogram', ...seconds.read() },
          family('drover_tokens_total', 'Tokens of ended turns, as agents tell them.', 'counter', tokens.read()),
          family('drover_cost_usd_total', 'Known cost of ended turns in US dollars.', 'counter', cost.read()),
          ...gauges(context),
          ...more,
        ]),
    },
    follower: {
      name: 'meter',
      atBoot() {
        for (const { sessionId } of reads.runningTurns()) begin(sessionId)
      },
      afterChange(change: Change) {
        const sessionId = change.sessionId
        if (sessionId === null || sessionId === undefined) return
        if (change.type === 'turn_started') {
          begin(sessionId)
          started.add({ harness: reads.session(sessionId)?.harness ?? 'unknown' })
        } else if (change.type === 'turn_ended') end(sessionId, change.payload.turn, change.payload.outcome)
        else if (change.type === 'session_removed') before.delete(sessionId)
      },
    },
  }
}

const family = (name: string, help: string, type: Family['type'], samples: Family['samples']): Family => ({
  name,
  help,
  type,
  samples,
})

function gauges(context: Context): readonly Family[] {
  const { reads } = context.journal
  const states = new Map<string, number>()
  for (const session of reads.liveSessions()) {
    const { status } = viewSession(context, reads, session)
    states.set(status, (states.get(status) ?? 0) + 1)
  }
  const health = new Map<string, number>()
  for (const { state } of context.health.values()) health.set(state, (health.get(state) ?? 0) + 1)
  const { active, queued, capacity } = context.doorQueue.state()
  const by = (label: string, found: ReadonlyMap<string, number>): Family['samples'] =>
    [...found].map(([word, value]) => ({ labels: { [label]: word }, value }))
  const one = (value: number): Family['samples'] => [{ value }]
  return [
    family('drover_sessions', 'Sessions that live, by status.', 'gauge', by('status', states)),
    family('drover_health', 'Running turns, by what is thought of them.', 'gauge', by('state', health)),
    family('drover_doors_active', 'Requests of the doors that run.', 'gauge', one(active)),
    family('drover_doors_queued', 'Requests of the doors that wait.', 'gauge', one(queued)),
    family('drover_doors_capacity', 'Requests of the doors that may run at once.', 'gauge', one(capacity)),
    family('drover_jobs_open', 'Jobs that have not ended.', 'gauge', one(reads.openJobs().length)),
    family('drover_last_change', 'The number of the newest change.', 'counter', one(reads.lastSeq())),
  ]
}
