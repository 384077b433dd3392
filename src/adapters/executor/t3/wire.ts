/**
 * How T3 is asked: its own host alone, the token read anew for every request, every failure as a code with the trace that its
 * own log names. Repeats nothing; what is sent is made in `t3`.
 */
import type { z } from 'zod'
import { DroverError } from '#contract/error'
import type { WayOut } from '#ports/way-out'

export interface Wire {
  /** null: there is no such route or thing. */
  get<T>(path: string, shape: z.ZodType<T>): Promise<T | null>
  dispatch(command: object): Promise<void>
}

export interface WireOptions {
  readonly url: string
  readonly token: () => string | undefined
  readonly wayOut: WayOut
}

const timeoutMs = 20_000
const mostBytes = 20 * 1024 * 1024
const dispatchPath = '/api/orchestration/dispatch'

export function createWire({ url, token, wayOut }: WireOptions): Wire {
  const base = url.replace(/\/+$/, '')
  const { origin, host } = new URL(base)
  const fetchGuarded = wayOut({ origin, timeoutMs, mostBytes })

  const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Response> => {
    const key = token()
    if (!key)
      throw new DroverError('EXECUTOR_REFUSED', `There is no token for the T3 at ${host}.`, {
        hint: 'Set DROVER_T3_TOKEN where the daemon starts, then: drover restart',
      })
    return fetchGuarded(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw unreachable(host, cause instanceof Error ? cause.message : String(cause))
    })
  }
  return {
    async get(path, shape) {
      const answer = await ask('GET', path)
      const text = await answer.text()
      if (answer.status === 404) return null
      if (!answer.ok) throw failureOf(answer.status, text, host)
      const parsed = shape.safeParse(json(text))
      if (parsed.success) return parsed.data
      throw unreachable(host, `it answered ${path} with something else than its contract says`)
    },
    async dispatch(command) {
      const answer = await ask('POST', dispatchPath, command)
      const text = await answer.text()
      if (!answer.ok) throw failureOf(answer.status, text, host)
      const said = json(text) as { sequence?: unknown } | null
      if (typeof said?.sequence !== 'number') throw unreachable(host, 'it took a command without saying so')
    },
  }
}

const unreachable = (host: string, why: string): DroverError =>
  new DroverError('EXECUTOR_UNREACHABLE', `The T3 at ${host} could not be asked: ${why.slice(0, 300)}`, {
    hint: 'Look at the network and at its address, then try again.',
  })

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Its answers are opaque: what each of them means is known from its source. */
function failureOf(status: number, text: string, host: string): DroverError {
  const body = (json(text) ?? {}) as Readonly<Record<string, unknown>>
  const reason = String(body.reason ?? body.requiredScope ?? '')
  const details = { status, ...(reason === '' ? {} : { reason }), ...(body.traceId ? { traceId: body.traceId } : {}) }
  const refused = (message: string, hint: string): DroverError =>
    new DroverError('EXECUTOR_REFUSED', message, { hint, details })
  if (status === 401)
    return refused(`The T3 at ${host} does not take the token (401).`, 'Give it one that holds, in DROVER_T3_TOKEN.')
  if (status === 403)
    return refused(
      `The token may not do this at ${host}: it lacks ${reason || 'a scope'}.`,
      'Issue one with orchestration:read and orchestration:operate.',
    )
  if (status === 400 && text === '')
    return refused(
      `The T3 at ${host} does not understand the command: its contract is another one than Drover knows.`,
      'Look at the version of T3; 0.0.27 to 0.0.33 are known.',
    )
  if (status === 500 && reason === 'orchestration_dispatch_failed')
    return refused(
      `The T3 at ${host} refused the command; its own log says why (trace ${details.traceId ?? 'unknown'}).`,
      'Look in its userdata/logs/server.trace.ndjson for the trace.',
    )
  if (status >= 500 || status === 429) return unreachable(host, `it answered ${status}`)
  return refused(`The T3 at ${host} refused it (${status}) ${reason}`.trim(), 'Mend what it names, then try again.')
}

/** T3 weighed the command and said no, and will say so again for the same id. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof DroverError &&
  (error.details as { reason?: unknown } | undefined)?.reason === 'orchestration_dispatch_failed'
