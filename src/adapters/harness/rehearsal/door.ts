/**
 * The player's way to Drover: the socket and the token of its own environment. A daemon that is away is waited for, and the
 * same key goes along with every attempt, so that a call is carried out once.
 */
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  readonly key?: string
}

export interface Answer {
  readonly ok: boolean
  readonly status: number
  readonly json: Readonly<Record<string, unknown>>
}

const patienceMs = 60_000
const betweenMs = 250

function way(): { readonly socket: string; readonly token: string } {
  const { DROVER_SOCKET: socket, DROVER_TOKEN: token } = process.env
  if (socket === undefined || token === undefined) throw new Error('Nobody is there to speak to: no DROVER_SOCKET.')
  return { socket, token }
}

/** In milliseconds; `DROVER_DAEMON_WAIT` shortens it, in seconds. */
function patience(atMost: number): number {
  const said = Number(process.env.DROVER_DAEMON_WAIT ?? Number.NaN)
  return Number.isFinite(said) && said >= 0 ? Math.min(said * 1000, atMost) : atMost
}

/** Throws when nobody answered for so long, or when this process was started by no daemon. */
export async function askDrover(call: Call, signal: AbortSignal, atMostMs: number = patienceMs): Promise<Answer> {
  const { socket, token } = way()
  const until = performance.now() + patience(atMostMs)
  for (;;) {
    try {
      const answer = await once(call, socket, token, signal)
      if (answer.status !== 503 || answer.json.code !== 'NOT_READY' || performance.now() > until) return answer
    } catch (cause) {
      if (signal.aborted || performance.now() > until) throw cause
    }
    await pause(betweenMs, undefined, { signal })
  }
}

function once(
  { method, path, body, key }: Call,
  socketPath: string,
  token: string,
  signal: AbortSignal,
): Promise<Answer> {
  const text = body === undefined ? null : JSON.stringify(body)
  const headers = {
    host: 'localhost',
    authorization: `Bearer ${token}`,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(text === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path, method, headers, signal, agent: false }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () => {
        const status = answer.statusCode ?? 0
        try {
          const json = JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<string, unknown>
          resolve({ ok: status >= 200 && status < 300, status, json })
        } catch (cause) {
          reject(cause)
        }
      })
    })
    sent.on('error', reject)
    sent.end(text ?? undefined)
  })
}
