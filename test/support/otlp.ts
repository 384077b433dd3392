/**
 * Reads what a collector was sent by the protocol's own published schema, as OpenTelemetry's package carries it: a key that the
 * schema does not know, a value of another type and an id that is none are errors.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Received } from './receiver.ts'

type Message = {
  fromObject(json: object): object
  verify(message: object): string | null
  toObject(message: object, options: object): Record<string, unknown>
  encode(message: object): { finish(): Uint8Array }
  decode(bytes: Uint8Array): object
}
const require = createRequire(import.meta.url)
const main = require.resolve('@opentelemetry/otlp-transformer')
const { opentelemetry } = require(join(dirname(main), 'generated', 'root.js'))
const { collector } = opentelemetry.proto

const services: Readonly<Record<string, Message>> = {
  '/v1/traces': collector.trace.v1.ExportTraceServiceRequest,
  '/v1/metrics': collector.metrics.v1.ExportMetricsServiceRequest,
  '/v1/logs': collector.logs.v1.ExportLogsServiceRequest,
}

export interface SeenSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly status: { readonly code?: number; readonly message?: string }
}

/** The request as JSON, once the schema agrees with every key and value of it. */
export function exported(got: Received): Record<string, never> {
  const service = services[got.path]
  if (service === undefined) throw new Error(`no service of OTLP is at ${got.path}`)
  const body = got.headers['content-encoding'] === 'gzip' ? gunzipSync(got.body) : got.body
  const json = JSON.parse(body.toString('utf8')) as Record<string, never>
  const message = service.fromObject(walk(json, toBase64) as object)
  const fault = service.verify(message)
  if (fault !== null) throw new Error(fault)
  const again = service.toObject(service.decode(service.encode(message).finish()), { longs: String, bytes: String })
  sameKeys(walk(json, toBase64), again, got.path)
  return json
}

const ids = new Set(['traceId', 'spanId', 'parentSpanId'])

function walk(value: unknown, change: (key: string, value: unknown) => unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item, change, key))
  if (typeof value !== 'object' || value === null) return change(key, value)
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walk(item, change, name)]))
}

/** JSON of OTLP has its ids in hexadecimal, unlike other bytes. */
function toBase64(key: string, value: unknown): unknown {
  if (!ids.has(key)) return value
  const length = key === 'traceId' ? 32 : 16
  if (typeof value !== 'string' || value.length !== length || !/^[\da-f]+$/.test(value) || /^0+$/.test(value))
    throw new Error(`${key} is no id: ${String(value)}`)
  return Buffer.from(value, 'hex').toString('base64')
}

function sameKeys(sent: unknown, read: unknown, at: string): void {
  if (Array.isArray(sent)) {
    if (sent.length > 0 && !Array.isArray(read)) throw new Error(`${at}: the schema knows no list here`)
    for (const [n, item] of sent.entries()) sameKeys(item, (read as unknown[])[n], `${at}[${n}]`)
  } else if (typeof sent === 'object' && sent !== null) {
    for (const [key, item] of Object.entries(sent)) {
      const there = (read as Record<string, unknown> | undefined)?.[key]
      if (there === undefined && !isEmpty(item)) throw new Error(`${at}.${key} is not known to the schema`)
      sameKeys(item, there, `${at}.${key}`)
    }
  } else if (String(sent) !== String(read) && !isEmpty(sent))
    throw new Error(`${at}: ${String(sent)} is read as ${String(read)}`)
}

const isEmpty = (value: unknown): boolean =>
  value === 0 || value === '0' || value === '' || value === false || (Array.isArray(value) && value.length === 0)

export const plainOf = (value: Readonly<Record<string, unknown>>): unknown =>
  value.stringValue ??
  value.boolValue ??
  value.doubleValue ??
  (value.intValue === undefined ? null : Number(value.intValue))

// Tests look into them freely; the schema was asked before.
// biome-ignore lint/suspicious/noExplicitAny: what OTLP allows is the schema's to say
export const attributesOf = (list: any): Record<string, unknown> =>
  Object.fromEntries(
    (list ?? []).map(({ key, value }: { key: string; value: Record<string, unknown> }) => [key, plainOf(value)]),
  )

/** Every span that came, once each. */
export function spansOf(got: readonly Received[]): readonly SeenSpan[] {
  const requests = got.filter(({ path }) => path === '/v1/traces').map(exported) as unknown as {
    resourceSpans: { scopeSpans: { spans: (SeenSpan & { attributes: never })[] }[] }[]
  }[]
  return requests
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map((span) => ({ ...span, attributes: attributesOf(span.attributes) }))
}
