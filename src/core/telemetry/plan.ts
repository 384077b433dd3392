/**
 * Whether telemetry is exported, where to and with which headers: the table of the user's file and the variables that
 * OpenTelemetry's own programs read. Nothing is exported unless the file says so; an endpoint of the file takes no headers from
 * the environment and gives it none. Pure.
 */
import { type Signal, signals, type TelemetryTable } from '#contract/telemetry'

export interface Target {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly gzip: boolean
}

export interface TelemetryPlan {
  /** null: that signal is not exported. */
  readonly targets: Readonly<Record<Signal, Target | null>>
  readonly resource: Readonly<Record<string, string>>
  readonly content: boolean
  readonly delayMs: number
  readonly metricsMs: number
  /** What was asked for and is not done, for people. */
  readonly problems: readonly string[]
}

type Env = Readonly<Record<string, string | undefined>>
const standardEndpoint = 'http://localhost:4318'

/** null: nothing is exported. */
export function planTelemetry(table: TelemetryTable, env: Env): TelemetryPlan | null {
  if (!table.otlp) return null
  const problems: string[] = []
  if (env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') {
    problems.push('OTEL_SDK_DISABLED is true: nothing is exported')
    return { ...planOf(table, env, () => null), problems }
  }
  if (table.endpoint === null && Object.keys(table.headers).length > 0)
    problems.push('telemetry.headers is given without telemetry.endpoint, and is sent nowhere')
  const plan = planOf(table, env, (signal) => targetOf(signal, table, env, problems))
  return { ...plan, problems: [...new Set(problems)] }
}

const planOf = (table: TelemetryTable, env: Env, target: (signal: Signal) => Target | null) => ({
  targets: Object.fromEntries(signals.map((signal) => [signal, target(signal)])) as TelemetryPlan['targets'],
  resource: {
    ...pairs(env.OTEL_RESOURCE_ATTRIBUTES),
    'service.name': env.OTEL_SERVICE_NAME?.trim() || pairs(env.OTEL_RESOURCE_ATTRIBUTES)['service.name'] || 'drover',
  },
  content: table.content,
  delayMs: table.delayMs,
  metricsMs: table.metricsMs,
})

function targetOf(signal: Signal, table: TelemetryTable, env: Env, problems: string[]): Target | null {
  if (!table.signals.includes(signal) || env[`OTEL_${signal.toUpperCase()}_EXPORTER`]?.trim() === 'none') return null
  const read = (name: string): string | undefined =>
    env[`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_${name}`]?.trim() || env[`OTEL_EXPORTER_OTLP_${name}`]?.trim()
  const own = table.endpoint !== null
  const protocol = read('PROTOCOL') ?? 'http/json'
  if (!own && protocol !== 'http/json' && protocol !== 'http/protobuf') {
    problems.push(`OTEL_EXPORTER_OTLP_PROTOCOL is ${protocol}, which is not spoken here: ${signal} are not exported`)
    return null
  }
  const whole = own ? undefined : env[`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_ENDPOINT`]?.trim()
  const base = table.endpoint ?? (env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim() || standardEndpoint)
  const url = whole || `${base.replace(/\/+$/, '')}/v1/${signal}`
  if (!isWeb(url)) {
    problems.push(`the endpoint of ${signal} is no http or https address: nothing of them is exported`)
    return null
  }
  const headers = own ? table.headers : pairs(read('HEADERS'))
  for (const [name, value] of Object.entries(headers)) {
    if (isHeader(name, value)) continue
    problems.push(`the header ${name.slice(0, 40)} cannot be sent: ${signal} are not exported`)
    return null
  }
  if (read('CERTIFICATE') !== undefined)
    problems.push('OTEL_EXPORTER_OTLP_CERTIFICATE is not read: name the certificate in NODE_EXTRA_CA_CERTS')
  const timeout = Number(read('TIMEOUT'))
  return {
    url,
    headers,
    timeoutMs: Number.isFinite(timeout) && timeout > 0 ? Math.min(timeout, 60_000) : 10_000,
    gzip: read('COMPRESSION') === 'gzip',
  }
}

const isHeader = (name: string, value: string): boolean =>
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)

function isWeb(url: string): boolean {
  const parsed = URL.canParse(url) ? new URL(url) : null
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.password === ''
}

/** `a=b,c=d`, percent-encoded, as in the W3C's baggage. What is no pair is left out. */
function pairs(text: string | undefined): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const pair of (text ?? '').split(',')) {
    const at = pair.indexOf('=')
    const key = pair.slice(0, Math.max(at, 0)).trim()
    if (key !== '') found[key] = decoded(pair.slice(at + 1).trim())
  }
  return found
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
