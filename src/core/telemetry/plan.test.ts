/** What is exported where, for every way to say it; and that keys go only to whom they were given for. */
import { describe, expect, it } from 'vitest'
import type { TelemetryTable } from '#contract/telemetry'
import { planTelemetry } from './plan.ts'

const off: TelemetryTable = {
  ...{ otlp: false, endpoint: null, headers: {}, signals: ['traces', 'metrics', 'logs'], content: false },
  ...{ delayMs: 5000, metricsMs: 60_000 },
}
const on: TelemetryTable = { ...off, otlp: true }
const urls = (table: TelemetryTable, env: Record<string, string> = {}) =>
  Object.values(planTelemetry(table, env)!.targets).map((target) => target?.url ?? null)
const [traces, metrics, logs] = ['/v1/traces', '/v1/metrics', '/v1/logs']

describe('planTelemetry', () => {
  it('is off unless the file says so, whatever the environment says', () => {
    expect(planTelemetry(off, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318' })).toBeNull()
  })

  it.each<[string, Partial<TelemetryTable>, Record<string, string>, (string | null)[]]>([
    ['the standard place', {}, {}, [traces, metrics, logs].map((path) => `http://localhost:4318${path}`)],
    ['the file', { endpoint: 'https://c/otlp/' }, {}, [traces, metrics, logs].map((path) => `https://c/otlp${path}`)],
    [
      'the environment',
      {},
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://e/', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://t/own' },
      ['http://t/own', 'http://e/v1/metrics', 'http://e/v1/logs'],
    ],
    [
      'the file before the environment',
      { endpoint: 'http://f' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://e', OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'http://l' },
      [traces, metrics, logs].map((path) => `http://f${path}`),
    ],
    ['some signals', { endpoint: 'http://f', signals: ['metrics'] }, {}, [null, 'http://f/v1/metrics', null]],
    [
      'signals that the environment takes out',
      { endpoint: 'http://f' },
      { OTEL_METRICS_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'none' },
      ['http://f/v1/traces', null, null],
    ],
    ['an SDK that is disabled', { endpoint: 'http://f' }, { OTEL_SDK_DISABLED: 'TRUE' }, [null, null, null]],
    ['another protocol', {}, { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, [null, null, null]],
    ['no address', {}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'c:4318' }, [null, null, null]],
    ['an address of a file', {}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'file:///etc/passwd' }, [null, null, null]],
    ['a password in the address', {}, { OTEL_EXPORTER_OTLP_ENDPOINT: `http://${'a:b'}@c` }, [null, null, null]],
    ['a header with a line end', {}, { OTEL_EXPORTER_OTLP_HEADERS: 'a=b%0d%0ac: d' }, [null, null, null]],
  ])('%s', (_, table, env, expected) => expect(urls({ ...on, ...table }, env)).toEqual(expected))

  it.each<[string, Partial<TelemetryTable>, Record<string, string>, RegExp]>([
    ['disabled', {}, { OTEL_SDK_DISABLED: 'true' }, /OTEL_SDK_DISABLED/],
    ['protocol', {}, { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /grpc/],
    ['address', {}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'c:4318' }, /address/],
    ['header', {}, { OTEL_EXPORTER_OTLP_HEADERS: 'a=b%0a' }, /header a/],
    ['headers for nobody', { headers: { a: 'b' } }, {}, /without telemetry.endpoint/],
    ['certificate', {}, { OTEL_EXPORTER_OTLP_CERTIFICATE: '/x' }, /NODE_EXTRA_CA_CERTS/],
  ])('says what it does not do: %s', (_, table, env, expected) => {
    const { problems } = planTelemetry({ ...on, ...table }, env)!
    expect(problems.join()).toMatch(expected)
    expect(new Set(problems).size).toBe(problems.length)
  })

  it('headers of the file go to its endpoint, those of the environment to that one, and never crosswise', () => {
    const env = { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of%20env,bad', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://e' }
    const headers = (table: Partial<TelemetryTable>) => planTelemetry({ ...on, ...table }, env)!.targets.traces!.headers
    expect(headers({})).toEqual({ 'x-key': 'of env' })
    expect(headers({ headers: { 'x-own': 'file' } })).toEqual({ 'x-key': 'of env' })
    expect(headers({ endpoint: 'http://f', headers: { 'x-own': 'file' } })).toEqual({ 'x-own': 'file' })
    expect(headers({ endpoint: 'http://f' })).toEqual({})
  })

  it('reads limits, compression and the resource', () => {
    const env = {
      ...{ OTEL_EXPORTER_OTLP_TIMEOUT: '2500', OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '99999999' },
      ...{ OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip', OTEL_RESOURCE_ATTRIBUTES: 'a=1,service.name=x,b=%zz' },
    }
    const { targets, resource } = planTelemetry(on, env)!
    expect([targets.metrics!.timeoutMs, targets.traces!.timeoutMs, targets.logs!.gzip]).toEqual([2500, 60_000, true])
    expect(resource).toEqual({ a: '1', 'service.name': 'x', b: '%zz' })
    expect(planTelemetry(on, { ...env, OTEL_SERVICE_NAME: 'y' })!.resource['service.name']).toBe('y')
    expect(planTelemetry(on, {})!.resource).toEqual({ 'service.name': 'drover' })
  })
})
