/**
 * Telemetry of the built daemon, as a collector gets it: every request is read by the protocol's own schema. What is exported,
 * what never is, and a collector that is away.
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as conventions from '@opentelemetry/semantic-conventions/incubating'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { attributesOf, exported, type SeenSpan, spansOf } from '#test/support/otlp'
import { type Receiver, receiver } from '#test/support/receiver'
import { type World, world } from '#test/support/world'

const key = 'a-key-of-the-collector-0123456789'
let collector: Receiver
let w: World

const config = (more = '', at = collector.url): string =>
  `[telemetry]\notlp = true\nendpoint = "${at}"\ninterval = 1\nmetrics_interval = 1\nheaders = { x-api-key = "${key}" }\n${more}`
const begin = async (options: Parameters<typeof world>[0] = {}): Promise<void> => {
  w = await world({ config: config(), ...options })
  await w.addProject()
}
const spanNamed = async (fits: (span: SeenSpan) => boolean): Promise<SeenSpan> => {
  await collector.until('a span that fits', (got) => got.path === '/v1/traces' && spansOf([got]).some(fits))
  return spansOf(collector.got).find(fits)!
}
const turnOf =
  (id: string, n = 1) =>
  (span: SeenSpan) =>
    span.name === 'invoke_agent rehearsal' &&
    span.attributes['drover.session.id'] === id &&
    span.attributes['drover.turn'] === n

beforeEach(async () => {
  collector = await receiver()
})
afterEach(async () => {
  await w?.end()
  await collector.close()
})

describe('a collector is sent', () => {
  it('a request, the turn that began in it, its launch and its tools as one trace, in the words of the conventions', async () => {
    await begin()
    const caller = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
    const made = await w.call(
      'POST',
      '/api/v1/sessions',
      {
        projectId: 'demo',
        harness: 'rehearsal',
        prompt: '@tool shell {"command":"ls"}\n@usage 120 34 0.25\n@say a private word',
      },
      { headers: caller },
    )
    const { id } = made.body.session
    await w.turnEnd(id)
    const turn = await spanNamed(turnOf(id))
    const all = () => spansOf(collector.got).filter(({ traceId }) => traceId === turn.traceId)
    const of = (name: string) => all().find((span) => span.name.startsWith(name))!
    const [request, launch, tool] = [of('POST /api/v1/sessions'), of('launch rehearsal'), of('execute_tool shell')]
    expect(turn.traceId).toBe('0af7651916cd43dd8448eb211c80319c')
    expect([request.parentSpanId, turn.parentSpanId, launch.parentSpanId, tool.parentSpanId]).toEqual([
      'b7ad6b7169203331',
      request.spanId,
      turn.spanId,
      launch.spanId,
    ])
    expect(turn.attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': 'rehearsal',
      'gen_ai.agent.name': 'rehearsal',
      'gen_ai.conversation.id': id,
      'gen_ai.usage.input_tokens': 120,
      'gen_ai.usage.output_tokens': 34,
      'drover.usage.cost_usd': 0.25,
      'drover.turn.outcome': 'completed',
    })
    expect(tool.attributes).toMatchObject({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'shell' })
    expect(request.attributes).toMatchObject({ 'http.request.method': 'POST', 'http.response.status_code': 201 })
    expect(request.kind).toBe(2)
    const known = new Set<unknown>(Object.values(conventions))
    const names = all().flatMap(({ attributes }) => Object.keys(attributes))
    for (const name of names) expect(name.startsWith('drover.') || known.has(name), name).toBe(true)
    expect(BigInt(turn.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(tool.endTimeUnixNano))
    // Nothing of what was said, and the header that was asked for.
    expect(collector.got.map(({ body }) => body.toString()).join()).not.toContain('private word')
    expect(collector.got.every(({ headers }) => headers['x-api-key'] === key)).toBe(true)
    expect((await w.cli(['config', 'show', '--json'])).stdout).not.toContain(key)
  })

  it('figures and lines of the log, which name the service', async () => {
    await begin({
      env: { OTEL_SERVICE_NAME: 'my-drover', OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test' },
    })
    const { id } = await w.spawn('@usage 120 34 0.25\n@say hello')
    await w.turnEnd(id)
    const wanted = [
      ...['gen_ai.client.token.usage', 'gen_ai.client.operation.duration', 'drover.turns', 'drover.tokens'],
      ...['drover.cost.usd', 'drover.doors.queued', 'drover.streams', 'drover.store.ingest', 'drover.health'],
    ]
    const got = await collector.until('figures of the turn', (one) => {
      const text = one.body.toString()
      return one.path === '/v1/metrics' && text.includes('"gen_ai.token.type"')
    })
    // biome-ignore lint/suspicious/noExplicitAny: read by the schema before
    const { resourceMetrics } = exported(got) as any
    expect(attributesOf(resourceMetrics[0].resource.attributes)).toMatchObject({
      'service.name': 'my-drover',
      'deployment.environment.name': 'test',
      'service.version': expect.any(String),
    })
    const metrics = resourceMetrics[0].scopeMetrics[0].metrics as {
      name: string
      histogram?: { dataPoints: never[] }
    }[]
    expect(metrics.map(({ name }) => name)).toEqual(expect.arrayContaining(wanted))
    const usage = metrics.find(({ name }) => name === 'gen_ai.client.token.usage')!.histogram!.dataPoints as {
      sum: number
      attributes: never
    }[]
    expect(usage.map(({ sum, attributes }) => [attributesOf(attributes)['gen_ai.token.type'], sum])).toEqual([
      ['input', 120],
      ['output', 34],
    ])
    const lines = await collector.until(
      'a line of the log',
      ({ path, body }) => path === '/v1/logs' && body.toString().includes('launched'),
    )
    expect(JSON.stringify(exported(lines))).toContain('drover.session.id')
  })

  it('content only when asked for, and even then no secret', async () => {
    const secret = 'sk-ant-api03-0123456789abcdefghijklmnopqrstuvwxyz-0123456789'
    await begin({ config: config('content = true\n') })
    const { id } = await w.spawn(`@tool shell {"command":"echo ${secret}"}\n@say my word ${secret} is out`)
    await w.turnEnd(id)
    const turn = await spanNamed(turnOf(id))
    expect(turn.attributes['gen_ai.input.messages']).toContain('@say my word')
    expect(turn.attributes['gen_ai.output.messages']).toMatch(/my word (sk-ant-)?\[redacted\] is out/)
    const tool = spansOf(collector.got).find(({ name }) => name.startsWith('execute_tool'))!
    expect(tool.attributes['gen_ai.tool.call.arguments']).toContain('[redacted]')
    expect(collector.got.map(({ body }) => body.toString()).join()).not.toContain(secret)
  })

  it('nothing at all unless the file says so, and again nothing once it says no', async () => {
    await begin({ config: '', env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
    const { id } = await w.spawn('@say hello')
    await w.turnEnd(id)
    expect(collector.got).toEqual([])
    writeFileSync(join(w.dir, 'user', '.config', 'drover', 'config.toml'), '[telemetry]\notlp = true\ninterval = 1\n')
    // The variable is where it goes from now on.
    await collector.until('figures', ({ path }) => path === '/v1/metrics')
    const doctor = async () => (await w.cli(['doctor'])).stdout
    expect(await doctor()).toContain('telemetry metrics')
    writeFileSync(join(w.dir, 'user', '.config', 'drover', 'config.toml'), '')
    await expect.poll(doctor, { timeout: 15_000 }).not.toContain('telemetry')
    const count = collector.got.length
    await w.turnEnd((await w.spawn('@say hello')).id)
    expect(collector.got).toHaveLength(count)
  })
})

describe('a turn that outlives the daemon', () => {
  it('is one trace all the same, and its whole use is not claimed', async () => {
    await begin()
    const { id } = await w.spawn(
      '@tool shell {"n":1}\n@sh while [ ! -e go ]; do sleep 0.05; done\n@tool shell {"n":2}\n@say done',
    )
    const before = await spanNamed(
      ({ attributes }) =>
        attributes['drover.session.id'] === id && attributes['gen_ai.operation.name'] === 'execute_tool',
    )
    await w.crash()
    await w.start()
    writeFileSync(join((await w.session(id)).workspace!, 'go'), '')
    await w.turnEnd(id)
    const turn = await spanNamed(turnOf(id))
    expect(turn.traceId).toBe(before.traceId)
    const tools = spansOf(collector.got).filter(({ name }) => name.startsWith('execute_tool'))
    expect(new Set(tools.map(({ spanId }) => spanId)).size).toBe(2)
    expect(turn.attributes).not.toHaveProperty('gen_ai.usage.input_tokens')
  })
})

describe('a collector that is away', () => {
  it('costs a line of the log and a finding of the doctor, and a turn nothing', async () => {
    const gone = collector.url
    await collector.close()
    await begin({ config: config('', gone) })
    const { id } = await w.spawn('@say hello')
    expect((await w.turnEnd(id)).outcome).toBe('completed')
    const told = async () => (await w.cli(['doctor'])).stdout
    await expect.poll(told, { timeout: 15_000 }).toMatch(/WARN.*telemetry traces/)
    const log = (await w.cli(['logs', '--lines', '1000'])).stdout
    expect(log.match(/telemetry cannot be delivered/g)).toHaveLength(3)
    const begun = performance.now()
    await w.stop('stop')
    expect(performance.now() - begun).toBeLessThan(10_000)
    collector = await receiver()
  })

  it('or hangs: the daemon serves and ends in time', async () => {
    collector.answer(() => {})
    await begin()
    const { id } = await w.spawn('@say hello')
    expect((await w.turnEnd(id)).outcome).toBe('completed')
    await collector.until('a request that hangs', () => true)
    const begun = performance.now()
    await w.stop('stop')
    expect(performance.now() - begun).toBeLessThan(10_000)
  })

  it('or sends everybody elsewhere: nothing goes there, and its key even less', async () => {
    const other = await receiver()
    collector.answer((_, answer) => answer.writeHead(307, { location: `${other.url}/v1/traces` }).end())
    await begin()
    await w.spawn('@say hello')
    await expect.poll(async () => (await w.cli(['doctor'])).stdout, { timeout: 15_000 }).toMatch(/redirects \(307\)/)
    expect(other.got).toEqual([])
    await other.close()
  })

  it('or refuses for a while: the same spans come again, once', async () => {
    let refusals = 0
    collector.answer((got, answer) => {
      if (got.path !== '/v1/traces' || refusals++ >= 2) answer.writeHead(200).end('{}')
      else answer.writeHead(503).end('busy')
    })
    await begin()
    const { id } = await w.spawn('@say hello')
    await w.turnEnd(id)
    await expect
      .poll(() => spansOf(collector.got).filter(turnOf(id)).length, { timeout: 20_000 })
      .toBeGreaterThanOrEqual(1)
    await collector.until('a third request', () => refusals > 2)
    const taken = spansOf(collector.got.filter(({ path }) => path === '/v1/traces').slice(2)).filter(turnOf(id))
    expect(taken).toHaveLength(1)
  })
})
