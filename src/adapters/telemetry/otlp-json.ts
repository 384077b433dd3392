/**
 * OTLP 1.x as JSON: the requests of its three services, by the mapping of the protocol (ids in hexadecimal, 64-bit numbers as
 * text, enumerations as numbers). Says nothing about where they go. Pure.
 */
import type { Attribute, Attributes, LogLine, Metric, MetricSet, Span } from '#contract/telemetry'
import type { TelemetryBatch, TelemetrySource } from '#ports/telemetry'

const nanos = (ms: number): string => `${BigInt(Math.round(ms * 1000))}000`

const anyValueOf = (value: Attribute): object => {
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'string') return { stringValue: value }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
const attributesOf = (attributes: Attributes): readonly object[] =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValueOf(value) }))

const kinds = { internal: 1, server: 2 } as const
const severities = { debug: 5, info: 9, warn: 13, error: 17 } as const
const cumulative = 2

const spanOf = (span: Span): object => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId === null ? {} : { parentSpanId: span.parentId }),
  name: span.name,
  kind: kinds[span.kind],
  startTimeUnixNano: nanos(span.startMs),
  endTimeUnixNano: nanos(Math.max(span.startMs, span.endMs)),
  attributes: attributesOf(span.attributes),
  status: span.error === null ? {} : { code: 2, message: span.error },
})

const lineOf = (line: LogLine): object => ({
  timeUnixNano: nanos(line.atMs),
  observedTimeUnixNano: nanos(line.atMs),
  severityNumber: severities[line.level],
  severityText: line.level.toUpperCase(),
  body: { stringValue: line.message },
  attributes: attributesOf(line.attributes),
})

function metricOf(metric: Metric, { startMs, atMs }: MetricSet): object {
  const { name, description, unit } = metric
  const times = { startTimeUnixNano: nanos(startMs), timeUnixNano: nanos(atMs) }
  if (metric.type === 'histogram') {
    const dataPoints = metric.points.map(({ attributes, bounds, counts, sum }) => ({
      ...times,
      attributes: attributesOf(attributes),
      count: String(counts.reduce((all, count) => all + count, 0)),
      sum,
      bucketCounts: counts.map(String),
      explicitBounds: bounds,
    }))
    return { name, description, unit, histogram: { aggregationTemporality: cumulative, dataPoints } }
  }
  const dataPoints = metric.points.map(({ attributes, value }) => ({
    ...times,
    attributes: attributesOf(attributes),
    ...(Number.isSafeInteger(value) ? { asInt: String(value) } : { asDouble: value }),
  }))
  if (metric.type === 'gauge') return { name, description, unit, gauge: { dataPoints } }
  return { name, description, unit, sum: { aggregationTemporality: cumulative, isMonotonic: true, dataPoints } }
}

export function requestOf(source: TelemetrySource, batch: TelemetryBatch): object {
  const resource = { attributes: attributesOf(source.resource) }
  const { scope } = source
  if (batch.signal === 'traces')
    return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: batch.items.map(spanOf) }] }] }
  if (batch.signal === 'logs')
    return { resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords: batch.items.map(lineOf) }] }] }
  const metrics = batch.items.metrics.map((metric) => metricOf(metric, batch.items))
  return { resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics }] }] }
}
