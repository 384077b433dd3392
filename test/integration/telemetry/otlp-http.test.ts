/** The way out to a collector, against one that answers, refuses, hangs, floods, lies, sends elsewhere or is not there. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createOtlpHttp } from '#adapters/telemetry/otlp-http'
import type { Span } from '#contract/telemetry'
import type { TelemetryTarget } from '#ports/telemetry'
import { exported, spansOf } from '#test/support/otlp'
import { type Receiver, receiver } from '#test/support/receiver'

const out = createOtlpHttp()
const source = { resource: { 'service.name': 'drover' }, scope: { name: 'drover', version: '1' } }
const span: Span = {
  ...{
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    parentId: null,
    name: 'a',
    kind: 'server',
  },
  ...{
    startMs: 1_700_000_000_000.25,
    endMs: 1,
    attributes: { text: 'да 🎈', whole: 7, part: 0.5, yes: true },
    error: 'no',
  },
}
let collector: Receiver
const target = (more: Partial<TelemetryTarget> = {}): TelemetryTarget => ({
  ...{ url: `${collector.url}/v1/traces`, headers: { 'x-key': 'k' }, timeoutMs: 5000, gzip: false },
  ...more,
})
const send = (more: Partial<TelemetryTarget> = {}, signal?: AbortSignal) =>
  out.send(target(more), source, { signal: 'traces', items: [span] }, signal)

beforeEach(async () => {
  collector = await receiver()
})
afterEach(() => collector.close())

it.each([false, true])('sends what the schema knows, compressed or not (%s)', async (gzip) => {
  expect(await send({ gzip })).toEqual({ ok: true, rejected: 0 })
  const [seen] = spansOf(collector.got)
  expect(seen).toMatchObject({ startTimeUnixNano: '1700000000000250000', status: { code: 2, message: 'no' } })
  // Never before its beginning.
  expect(seen!.endTimeUnixNano).toBe(seen!.startTimeUnixNano)
  expect(seen!.attributes).toEqual({ text: 'да 🎈', whole: 7, part: 0.5, yes: true })
  expect(collector.got[0]!.headers).toMatchObject({ 'x-key': 'k', 'content-type': 'application/json' })
})

it('figures and lines have shapes that the schema knows too', async () => {
  const at = (path: string) => target({ url: `${collector.url}${path}` })
  const named = { description: 'd', unit: '1' }
  const metrics = [
    { ...named, name: 'a', type: 'sum' as const, points: [{ attributes: { x: 'y' }, value: 3 }] },
    { ...named, name: 'b', type: 'gauge' as const, points: [{ attributes: {}, value: 0.5 }] },
    {
      ...named,
      name: 'c',
      type: 'histogram' as const,
      points: [{ attributes: {}, bounds: [1, 2], counts: [1, 0, 2], sum: 9 }],
    },
  ]
  await out.send(at('/v1/metrics'), source, { signal: 'metrics', items: { startMs: 1000, atMs: 2000, metrics } })
  const line = { atMs: 1000, level: 'warn' as const, message: 'm', attributes: { a: 1 } }
  await out.send(at('/v1/logs'), source, { signal: 'logs', items: [line] })
  for (const got of collector.got) exported(got)
  expect(collector.got).toHaveLength(2)
})

it.each([
  [400, false],
  [401, false],
  [413, false],
  [429, true],
  [500, false],
  [502, true],
  [503, true],
  [504, true],
])('an answer of %i may be tried again: %s', async (status, again) => {
  collector.answer((_, answer) => answer.writeHead(status, { 'retry-after': '7' }).end('no'))
  expect(await send()).toEqual({ ok: false, again, why: `it answers ${status}`, waitMs: again ? 7000 : null })
})

it('is not made to wait for a year', async () => {
  collector.answer((_, answer) => answer.writeHead(429, { 'retry-after': '31536000' }).end())
  expect(await send()).toMatchObject({ waitMs: 300_000 })
  collector.answer((_, answer) => answer.writeHead(429, { 'retry-after': 'Fri, 01 Jan 2100 00:00:00 GMT' }).end())
  expect(await send()).toMatchObject({ waitMs: null })
})

it.each([301, 302, 303, 307, 308])('a redirect (%i) is followed by nothing, headers least of all', async (status) => {
  const other = await receiver()
  collector.answer((_, answer) => answer.writeHead(status, { location: `${other.url}/v1/traces` }).end())
  expect(await send()).toMatchObject({ ok: false, again: false, why: expect.stringContaining('redirects') })
  expect(other.got).toEqual([])
  await other.close()
})

it('hears how much was taken and thrown away, and makes nothing of garbage', async () => {
  collector.answer((_, answer) => answer.end('{"partialSuccess":{"rejectedSpans":"3","errorMessage":"x"}}'))
  expect(await send()).toEqual({ ok: true, rejected: 3 })
  for (const body of ['<html>', '[]', 'null', '{"partialSuccess":7}', '\u0000'.repeat(100)]) {
    collector.answer((_, answer) => answer.end(body))
    expect(await send(), body.slice(0, 20)).toEqual({ ok: true, rejected: 0 })
  }
})

it('one that never answers, one that never ends, one that breaks off', async () => {
  collector.answer(() => {})
  expect(await send({ timeoutMs: 200 })).toMatchObject({ ok: false, again: true, why: 'no answer within 200 ms' })
  collector.answer((_, answer) => answer.write('{'))
  expect(await send({ timeoutMs: 200 })).toMatchObject({ ok: false, again: true })
  collector.answer((_, answer) => {
    answer.writeHead(200)
    const flood = (): void => void (!answer.destroyed && answer.write('x'.repeat(10_000), flood))
    flood()
  })
  expect(await send()).toEqual({ ok: true, rejected: 0 })
  collector.answer((_, answer) => answer.destroy())
  expect(await send()).toMatchObject({ ok: false, again: true })
})

it('nobody there, a name that is none, somebody who is stopped', async () => {
  const away = collector.url
  await collector.close()
  expect(await send({ url: `${away}/v1/traces` })).toMatchObject({ ok: false, again: true })
  expect(await send({ url: 'http://collector.invalid/v1/traces', timeoutMs: 3000 })).toMatchObject({
    ok: false,
    again: true,
  })
  expect(await send({ url: 'http://127.0.0.1:1/v1/traces' }, AbortSignal.abort())).toMatchObject({ ok: false })
  collector = await receiver()
})
