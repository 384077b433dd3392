/**
 * Figures of the running daemon: turns and what they used are counted as they happen, the rest is read when somebody asks. No
 * words of anybody are in it: labels are harnesses, outcomes and states. How they are written is `core/telemetry`'s.
 */
import type { Change } from '#contract/change'
import type { Metric } from '#contract/telemetry'
import { metricOf } from '#core/telemetry/figures'
import { createHistograms } from '#core/telemetry/histograms'
import { createBuckets, createCounter, type Family, type Histogram, prometheusText } from '#core/telemetry/prometheus'
import { providerOf } from '#core/telemetry/spans'
import type { Context } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { viewSession } from '#flows/session/views'

export interface TelemetryFlows {
  /** Counted since this daemon started, gauges as they are now, and what the doors know themselves; as Prometheus reads it. */
  metricsText(): string
  /** What is known to the doors alone, read whenever figures are. */
  measureToo(more: () => readonly Family[]): void
  /** What a reader of figures alone may show instead of the operator's token; null: nothing. */
  metricsToken(): string | null
}

/** What one turn used; null: not all of it is known. */
export type TurnUsed = {
  readonly input: number | null
  readonly output: number | null
  readonly costUsd: number | null
} | null

export interface Meter {
  readonly flows: TelemetryFlows
  readonly follower: Follower
  /** The same figures as OpenTelemetry has them, with its own of generative AI. */
  metrics(): readonly Metric[]
  /** Told of every turn that ended, after it was counted. */
  watchTurns(ended: (sessionId: string, turn: number, used: TurnUsed) => void): void
}

interface Used {
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly costUsd: number | null
}

const turnBounds = [1, 5, 15, 30, 60, 120, 300, 600, 1800, 3600]
const storeBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1]
/** As the conventions of OpenTelemetry have them. */
const tokenBounds = [
  1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864,
]
const durationBounds = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]
const mostSeries = 200

export function createMeter(context: Context): Meter {
  const { reads } = context.journal
  const started = createCounter()
  const ended = createCounter()
  const tokens = createCounter()
  const cost = createCounter()
  const seconds = createBuckets(turnBounds)
  const verdicts = createCounter()
  const genAiTokens = createHistograms(tokenBounds, mostSeries)
  const genAiSeconds = createHistograms(durationBounds, mostSeries)
  const store = { command: createBuckets(storeBounds), ingest: createBuckets(storeBounds) }
  const more: (() => readonly Family[])[] = []
  const watchers: ((sessionId: string, turn: number, used: TurnUsed) => void)[] = []
  context.journal.onTimed((kind, ms) => store[kind].observe(ms / 1000))
  /** What a session had used when its running turn began; `whole`: the turn began in this daemon. */
  const before = new Map<string, Used & { readonly whole: boolean }>()
  /** What was last thought of a session's turn. */
  const thought = new Map<string, string>()

  const usedBy = (sessionId: string): { readonly harness: string; readonly used: Used } | null => {
    const session = reads.session(sessionId)
    if (session === null) return null
    return { harness: session.harness, used: viewSession(context, reads, session).totals }
  }
  const begin = (sessionId: string, whole: boolean): void => {
    const found = usedBy(sessionId)
    if (found !== null) before.set(sessionId, { ...found.used, whole })
  }
  const end = (sessionId: string, turn: number, outcome: string): TurnUsed => {
    const found = usedBy(sessionId)
    const was = before.get(sessionId)
    before.delete(sessionId)
    if (found === null) return null
    const { harness, used } = found
    ended.add({ harness, outcome })
    const record = reads.turn(sessionId, turn)
    const lasted =
      record?.endedAt == null ? null : Math.max(0, (Date.parse(record.endedAt) - Date.parse(record.startedAt)) / 1000)
    if (lasted !== null) seconds.observe(lasted)
    const model = record?.model ?? reads.session(sessionId)?.model ?? null
    const labels = {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': providerOf(harness),
      ...(model === null ? {} : { 'gen_ai.request.model': model }),
    }
    const failed = outcome === 'error' || outcome === 'lost' ? { 'error.type': record?.code ?? outcome } : {}
    if (lasted !== null) genAiSeconds.observe({ ...labels, ...failed }, lasted)
    if (was === undefined) return null
    const more = (field: keyof Used): number => Math.max(0, (used[field] ?? 0) - (was[field] ?? 0))
    tokens.add({ harness, direction: 'input' }, more('inputTokens'))
    tokens.add({ harness, direction: 'output' }, more('outputTokens'))
    for (const [type, field] of [
      ['input', 'inputTokens'],
      ['output', 'outputTokens'],
    ] as const)
      if (used[field] !== null) genAiTokens.observe({ ...labels, 'gen_ai.token.type': type }, more(field))
    if (used.costUsd !== null) cost.add({ harness }, more('costUsd'))
    const told = (field: keyof Used): number | null => (used[field] === null ? null : more(field))
    const facts = { input: told('inputTokens'), output: told('outputTokens'), costUsd: told('costUsd') }
    return was.whole ? facts : null
  }
  const families = (): readonly (Family | Histogram)[] => [
    family('drover_turns_started_total', 'Turns that began.', 'counter', started.read()),
    family('drover_turns_total', 'Turns that ended, by how.', 'counter', ended.read()),
    { name: 'drover_turn_seconds', help: 'How long turns took.', type: 'histogram', ...seconds.read() },
    family('drover_tokens_total', 'Tokens of ended turns, as agents tell them.', 'counter', tokens.read()),
    family('drover_cost_usd_total', 'Known cost of ended turns in US dollars.', 'counter', cost.read()),
    family('drover_health_verdicts_total', 'What was newly thought of a running turn.', 'counter', verdicts.read()),
    timed('drover_store_command_seconds', 'How long commands took in the store.', store.command.read()),
    timed('drover_store_ingest_seconds', 'How long what agents said took to store.', store.ingest.read()),
    ...gauges(context),
    ...more.flatMap((read) => read()),
  ]

  return {
    flows: {
      metricsToken: () => context.settings.of(null).telemetry.metricsToken,
      metricsText: () => prometheusText(families()),
      measureToo: (read) => void more.push(read),
    },
    metrics: () => [
      ...families().map(metricOf),
      {
        name: 'gen_ai.client.token.usage',
        description: 'Number of input and output tokens used.',
        ...{ unit: '{token}', type: 'histogram', points: genAiTokens.read() },
      },
      {
        name: 'gen_ai.client.operation.duration',
        description: 'GenAI operation duration.',
        ...{ unit: 's', type: 'histogram', points: genAiSeconds.read() },
      },
    ],
    watchTurns: (watcher) => void watchers.push(watcher),
    follower: {
      name: 'meter',
      atBoot() {
        for (const { sessionId } of reads.runningTurns()) begin(sessionId, false)
      },
      afterChange(change: Change) {
        const sessionId = change.sessionId
        if (sessionId === null || sessionId === undefined) return
        if (change.type === 'turn_started') {
          begin(sessionId, true)
          started.add({ harness: reads.session(sessionId)?.harness ?? 'unknown' })
        } else if (change.type === 'turn_ended') {
          const used = end(sessionId, change.payload.turn, change.payload.outcome)
          for (const watcher of watchers) watcher(sessionId, change.payload.turn, used)
        } else if (change.type === 'session_removed') before.delete(sessionId)
      },
      atTick() {
        for (const [sessionId, { state }] of context.health) {
          if (thought.get(sessionId) !== state) verdicts.add({ state })
          thought.set(sessionId, state)
        }
        for (const sessionId of thought.keys()) if (!context.health.has(sessionId)) thought.delete(sessionId)
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

const timed = (name: string, help: string, found: Pick<Histogram, 'bounds' | 'counts' | 'sum'>): Histogram => ({
  ...{ name, help, type: 'histogram', ...found },
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
