/**
 * Telemetry on its way out: spans, figures and lines wait in buffers with an end, and go in batches that nobody waits for. A
 * gatherer that is away costs one line of the log and what no longer fits; it is asked again more and more seldom. Off unless
 * the user's file says so, looked at again while the daemon runs.
 */
import type { Attributes, LogLine, Signal, Span } from '#contract/telemetry'
import { signals } from '#contract/telemetry'
import { type Buffer, createBuffer, patienceMs } from '#core/telemetry/buffer'
import { logLineOf } from '#core/telemetry/log-line'
import { planTelemetry, type Target, type TelemetryPlan } from '#core/telemetry/plan'
import type { Context } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import type { Sent, TelemetryBatch, TelemetrySource } from '#ports/telemetry'
import type { Meter } from './meter.ts'
import { createTracer, type RequestTrace, type RequestWords } from './trace.ts'

export interface SignalState {
  readonly signal: Signal
  readonly url: string
  /** null: nothing was sent yet. */
  readonly ok: boolean | null
  readonly why: string | null
  /** Items that were let go since the daemon started. */
  readonly lost: number
}

export interface ExportFlows {
  /** null: it is off. */
  telemetry(): { readonly signals: readonly SignalState[]; readonly problems: readonly string[] } | null
  /** null: nobody wants to know. */
  traceRequest(words: RequestWords): RequestTrace | null
}

interface Lane {
  sending: Promise<void> | null
  failures: number
  /** On the steady clock. */
  dueAt: number
  /** What the delivery under way has kept the daemon from its work, so far. */
  spentMs: number
  ok: boolean | null
  why: string | null
  lost: number
}

const waiting = 2048
const batch = 512
/** As many at one go; the rest waits for the next. */
const batchesAtOnce = 2
const replanRounds = 5
const lastWordsMs = 1500
/** A delivery that took so long of the daemon's own time is followed by so many times of rest: one part in two hundred. */
const restFor = 200
const longestRestMs = 60_000
const longestText = 1000

export function createExports(context: Context, meter: Meter): { flows: ExportFlows; follower: Follower } {
  const spans = createBuffer<Span>(waiting)
  const lines = createBuffer<LogLine>(waiting)
  const tracer = createTracer(context, spans)
  const lane = (): Lane => ({ sending: null, failures: 0, dueAt: 0, spentMs: 0, ok: null, why: null, lost: 0 })
  const lanes: Readonly<Record<Signal, Lane>> = { traces: lane(), metrics: lane(), logs: lane() }
  const stopped = new AbortController()
  const startMs = context.clock.now().getTime()
  let plan: TelemetryPlan | null = null
  let planned = 'null'

  const follow = (): void => {
    const made = planNow(context, plan)
    const text = JSON.stringify(made)
    if (text === planned) return
    planned = text
    plan = made
    for (const target of Object.values(made?.targets ?? {}))
      for (const value of Object.values(target?.headers ?? {}))
        context.secrets.add(value.replace(/^(Bearer|Basic) /i, ''))
    tracer.on = made !== null && made.targets.traces !== null
    tracer.content = made?.content === true
    const wantsLines = made !== null && made.targets.logs !== null
    context.telemetry.followLog(
      wantsLines
        ? (level, message, fields) => lines.put(logLineOf(level, message, fields, context.clock.now().getTime()))
        : null,
    )
    for (const signal of signals) Object.assign(lanes[signal], { ...lane(), sending: lanes[signal].sending })
    for (const problem of made?.problems ?? []) context.log.warn('telemetry is not exported as asked', { problem })
  }

  const source = (): TelemetrySource => ({
    resource: { ...plan?.resource, 'service.version': context.telemetry.version },
    scope: { name: 'drover', version: context.telemetry.version },
  })
  const tell = (signal: Signal, target: Target, sent: Sent): void => {
    const mine = lanes[signal]
    const was = mine.ok
    mine.ok = sent.ok
    mine.why = sent.ok ? null : context.secrets.redact(sent.why)
    if (!sent.ok && was !== false)
      context.log.warn('telemetry cannot be delivered', { signal, to: new URL(target.url).host, why: mine.why })
    else if (sent.ok && was === false) context.log.info('telemetry is delivered again', { signal })
  }

  /** One batch; answers whether another may follow. */
  const send = async (signal: Signal, target: Target, stop: AbortSignal): Promise<boolean> => {
    const mine = lanes[signal]
    const begun = context.clock.steady()
    const taken = takeBatch(signal)
    if (taken === null) return false
    const sending = context.telemetry.out.send(target, source(), taken.batch, stop)
    mine.spentMs += context.clock.steady() - begun
    const sent = await sending
    tell(signal, target, sent)
    const now = context.clock.steady()
    if (sent.ok) {
      mine.failures = 0
      mine.lost += sent.rejected
      return taken.more()
    }
    mine.failures += 1
    mine.dueAt = now + patienceMs(mine.failures, sent.waitMs)
    if (sent.again) taken.giveBack()
    else mine.lost += taken.count
    return false
  }
  const takeBatch = (signal: Signal) => {
    if (signal === 'traces') return fromBuffer(spans, (items) => ({ signal, items: items.map(cleanSpan) }))
    if (signal === 'logs') return fromBuffer(lines, (items) => ({ signal, items: items.map(cleanLine) }))
    const items = { startMs, atMs: context.clock.now().getTime(), metrics: meter.metrics() }
    return { batch: { signal, items } as const, count: 1, more: () => false, giveBack: () => {} }
  }
  const clean = (attributes: Attributes): Attributes =>
    Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [
        key,
        typeof value === 'string' ? cut(context.secrets.redact(value), key.startsWith('gen_ai.')) : value,
      ]),
    )
  /** Most hold no secret: one cheap look says so. */
  const cleanSpan = (span: Span): Span =>
    isShort(span) && !context.secrets.suspects(JSON.stringify(span))
      ? span
      : { ...span, name: context.secrets.redact(span.name).slice(0, 200), attributes: clean(span.attributes) }
  const cleanLine = (line: LogLine): LogLine => ({
    ...line,
    message: context.secrets.redact(line.message),
    attributes: clean(line.attributes),
  })

  const deliver = (signal: Signal, target: Target, everyMs: number, stop: AbortSignal): void => {
    const mine = lanes[signal]
    if (mine.sending !== null) return
    mine.dueAt = context.clock.steady() + everyMs
    const all = async (): Promise<void> => {
      for (let n = 0; n < batchesAtOnce && !stop.aborted; n++) if (!(await send(signal, target, stop))) return
    }
    mine.sending = all()
      .catch((cause: unknown) => context.log.error('telemetry could not be sent', { signal, cause }))
      .finally(() => {
        mine.dueAt = Math.max(mine.dueAt, context.clock.steady() + Math.min(mine.spentMs * restFor, longestRestMs))
        mine.spentMs = 0
        mine.sending = null
      })
  }

  return {
    flows: {
      telemetry: () =>
        plan === null ? null : { problems: plan.problems, signals: stateOf(plan, lanes, spans, lines) },
      traceRequest: (words) => tracer.request(words),
    },
    follower: {
      name: 'telemetry',
      atBoot() {
        context.heard = tracer.heard
        meter.watchTurns(tracer.turnEnded)
        follow()
      },
      atTick(round) {
        if (round % replanRounds === 0) follow()
        if (plan === null) return
        lanes.traces.lost += spans.lost()
        lanes.logs.lost += lines.lost()
        for (const signal of signals) {
          const target = plan.targets[signal]
          if (target === null || context.clock.steady() < lanes[signal].dueAt) continue
          deliver(signal, target, signal === 'metrics' ? plan.metricsMs : plan.delayMs, stopped.signal)
        }
      },
      afterChange: (change) => tracer.changed(change),
      async atStop() {
        context.telemetry.followLog(null)
        tracer.on = false
        if (plan === null) return
        const end = context.clock.sleep(lastWordsMs)
        const under = signals.map((signal) => lanes[signal].sending)
        await Promise.race([end, Promise.all(under)])
        // A gatherer that is away is not waited for.
        for (const signal of signals) {
          const target = plan.targets[signal]
          if (target !== null && lanes[signal].ok !== false) deliver(signal, target, 0, stopped.signal)
        }
        await Promise.race([end, Promise.all(signals.map((signal) => lanes[signal].sending))])
        stopped.abort()
      },
    },
  }
}

/** A configuration that does not hold changes nothing: it is a check of its own. */
function planNow(context: Context, before: TelemetryPlan | null): TelemetryPlan | null {
  try {
    return planTelemetry(context.settings.of(null).telemetry.otlp, context.host.env)
  } catch {
    return before
  }
}

const isShort = ({ name, attributes }: Span): boolean =>
  name.length <= 200 &&
  Object.values(attributes).every((value) => typeof value !== 'string' || value.length <= longestText)

/** Content was cut where it was taken. */
const cut = (text: string, isContent: boolean): string => text.slice(0, isContent ? 8000 : longestText)

function fromBuffer<T>(buffer: Buffer<T>, make: (items: readonly T[]) => TelemetryBatch) {
  const items = buffer.take(batch)
  if (items.length === 0) return null
  return {
    batch: make(items),
    count: items.length,
    more: () => buffer.size >= batch,
    giveBack: () => buffer.giveBack(items),
  }
}

function stateOf(
  plan: TelemetryPlan,
  lanes: Readonly<Record<Signal, Lane>>,
  spans: Buffer<Span>,
  lines: Buffer<LogLine>,
): readonly SignalState[] {
  lanes.traces.lost += spans.lost()
  lanes.logs.lost += lines.lost()
  return signals.flatMap((signal) => {
    const target = plan.targets[signal]
    const { ok, why, lost } = lanes[signal]
    return target === null ? [] : [{ signal, url: target.url, ok, why, lost }]
  })
}
