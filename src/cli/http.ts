/**
 * One exchange with the daemon over its socket (or port). Turns an error envelope into a DroverError that keeps the request
 * id. Bytes are carried by `wire.ts`; finding the daemon is left to `context.ts`.
 */
import { DroverError, type ErrorEnvelope, isErrorCode } from '#contract/error'
import { type Received, transact } from './wire.ts'

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

/** Resolves with the answer's head; the caller reads the body. */
export function open(door: Door, ask: Ask): Promise<Received> {
  const body = ask.body === undefined ? undefined : Buffer.from(JSON.stringify(ask.body))
  const to = door.socket === null ? { host: '127.0.0.1', port: door.port ?? 0 } : { path: door.socket }
  return transact(to, {
    method: ask.method,
    path: ask.path,
    headers: {
      host: door.socket === null ? `127.0.0.1:${door.port}` : 'localhost',
      ...(door.token === null ? {} : { authorization: `Bearer ${door.token}` }),
      ...(body ? { 'content-type': 'application/json', 'content-length': body.length } : {}),
      ...ask.headers,
    },
    ...(body ? { body } : {}),
    ...(ask.timeoutMs === undefined ? {} : { timeoutMs: ask.timeoutMs }),
    ...(ask.signal ? { signal: ask.signal } : {}),
  })
}

export async function readText(received: Received): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of received.body) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
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
  let received: Received
  try {
    received = await open(door, ask)
  } catch (error) {
    throw unreachable(error)
  }
  const text = await readText(received).catch((error: unknown) => {
    throw new DroverError('INTERNAL_ERROR', 'the daemon broke off in mid-answer', {
      hint: 'Look with `drover status` and `drover logs`.',
      cause: error,
    })
  })
  if (received.status < 200 || received.status > 299) throw failureOf(received.status, text)
  return { text, type: received.headers['content-type'] ?? '' }
}
