/**
 * One HTTP exchange with the daemon over its socket (or port), by node:http: light to load, no pool. Turns an error
 * envelope into a DroverError that keeps the request id. Leaves finding the daemon to `door.ts`.
 */
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { DroverError, type ErrorEnvelope, isErrorCode } from '#contract/error'

export interface Door {
  readonly socket: string | null
  readonly port: number | null
  readonly token: string | null
}

export interface Ask {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Gives up after this long without a single byte; none by default: a spawn may take minutes. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** An error the daemon answered: the same words, with the id under which its log has the rest. */
export class AnsweredError extends DroverError {
  readonly requestId: string
  constructor(envelope: ErrorEnvelope) {
    const code = isErrorCode(envelope.code) ? envelope.code : 'INTERNAL_ERROR'
    super(code, envelope.message, {
      details: envelope.details,
      ...(envelope.hint === undefined ? {} : { hint: envelope.hint }),
    })
    this.requestId = envelope.requestId
  }
}

const nobodyThere = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'])

/** DAEMON_NOT_RUNNING only when nothing can have been received: then the same request may safely be sent again. */
export function unreachable(cause: unknown): unknown {
  const { code, name, message } = cause as NodeJS.ErrnoException
  if (name === 'AbortError') return cause
  if (code !== undefined && nobodyThere.has(code)) {
    return new DroverError('DAEMON_NOT_RUNNING', 'the daemon does not answer', {
      hint: 'Look with `drover status`, start it with `drover start`.',
      cause,
    })
  }
  return new DroverError('INTERNAL_ERROR', `the daemon broke off before it answered: ${message}`, {
    hint: 'It may have done what was asked: look before you repeat it. `drover status` and `drover logs` say more.',
    cause,
  })
}

/** Resolves with the response's head; the caller reads the body. */
export function open(door: Door, ask: Ask): Promise<{ response: IncomingMessage; request: ClientRequest }> {
  const body = ask.body === undefined ? undefined : Buffer.from(JSON.stringify(ask.body))
  return new Promise((resolve, reject) => {
    const sent = request({
      ...(door.socket === null ? { host: '127.0.0.1', port: door.port } : { socketPath: door.socket }),
      method: ask.method,
      path: ask.path,
      agent: false,
      ...(ask.signal ? { signal: ask.signal } : {}),
      headers: {
        host: door.socket === null ? `127.0.0.1:${door.port}` : 'localhost',
        ...(door.token === null ? {} : { authorization: `Bearer ${door.token}` }),
        ...(body ? { 'content-type': 'application/json', 'content-length': body.length } : {}),
        ...ask.headers,
      },
    })
    if (ask.timeoutMs !== undefined) {
      sent.setTimeout(ask.timeoutMs, () => sent.destroy(new Error(`no answer within ${ask.timeoutMs} ms`)))
    }
    sent.on('error', reject)
    sent.on('response', (response) => resolve({ response, request: sent }))
    sent.end(body)
  })
}

export async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

export function failureOf(status: number, text: string): DroverError {
  try {
    const envelope = JSON.parse(text) as ErrorEnvelope
    if (typeof envelope.code === 'string' && typeof envelope.message === 'string') return new AnsweredError(envelope)
  } catch {
    // Not an envelope: said below in our own words.
  }
  return new DroverError('INTERNAL_ERROR', `the daemon answered ${status} without a reason`, {
    hint: 'Look into the log with `drover logs`.',
  })
}

/** The whole text of a successful answer. */
export async function exchange(door: Door, ask: Ask): Promise<{ text: string; type: string }> {
  let opened: Awaited<ReturnType<typeof open>>
  try {
    opened = await open(door, ask)
  } catch (error) {
    throw unreachable(error)
  }
  const text = await readText(opened.response).catch((error: unknown) => {
    throw new DroverError('INTERNAL_ERROR', 'the daemon broke off in mid-answer', {
      hint: 'Look with `drover status` and `drover logs`.',
      cause: error,
    })
  })
  const status = opened.response.statusCode ?? 0
  if (status < 200 || status > 299) throw failureOf(status, text)
  return { text, type: opened.response.headers['content-type'] ?? '' }
}
