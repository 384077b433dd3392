/**
 * One exchange with the daemon over its socket (or port). Turns an error envelope into a DroverError that keeps the request
 * id. Bytes are carried by `wire.ts`; finding the daemon is left to `context.ts`.
 */
import { DroverError, type ErrorEnvelope, isErrorCode } from '#contract/error'
import { type Watch, watchSilence } from './silence.ts'
import { isTimeout, type Received, transact } from './wire.ts'

/** How the daemon is reached, and as whom. */
export interface Address {
  readonly socket: string | null
  readonly port: number | null
  readonly token: string | null
  /** The daemon's process, where it is known. */
  readonly pid?: number
  /** Tells the person who waits that the daemon is silent. */
  readonly say?: (text: string) => void
  /** An agent's own way: its calls carry a key, and wait this long for a daemon that is away. Absent: neither. */
  readonly patienceMs?: number
}

export interface Ask {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Gives up after this long without a single byte. Without one, work may take minutes as long as the daemon is there. */
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

/** The daemon was there and went away before it had answered whole: it may have done what was asked. */
export class BrokenOff extends DroverError {}

const nobodyThere = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'])

/** DAEMON_NOT_RUNNING only when nothing can have been received: then the same request may safely be sent again. */
export function unreachable(cause: unknown): unknown {
  if (cause instanceof DroverError) return cause
  const { code, name, message } = cause as NodeJS.ErrnoException
  if (name === 'AbortError') return cause
  if (code !== undefined && nobodyThere.has(code)) {
    return new DroverError('DAEMON_NOT_RUNNING', 'the daemon does not answer', {
      hint: 'Look with `drover status`, start it with `drover start`.',
      cause,
    })
  }
  return new BrokenOff('INTERNAL_ERROR', `the daemon broke off before it answered: ${message}`, {
    hint: 'It may have done what was asked: look before you repeat it. `drover status` and `drover logs` say more.',
    cause,
  })
}

/** Resolves with the answer's head; the caller reads the body. */
export async function open(address: Address, ask: Ask): Promise<Received> {
  if (ask.timeoutMs !== undefined) return begin(address, ask)
  const watch = watchSilence(address, (timeoutMs) => answers(address, timeoutMs))
  try {
    return await begin(address, ask, watch)
  } finally {
    watch.end()
  }
}

/** Is anybody there? Any answer will do; a connection that is refused is one, which the request itself will meet. */
async function answers(address: Address, timeoutMs: number): Promise<boolean> {
  try {
    const received = await begin({ ...address, token: null }, { method: 'GET', path: '/healthz', timeoutMs })
    received.close()
    return true
  } catch (error) {
    return !isTimeout(error)
  }
}

/** An empty line is no body, and lets a command be held back until the daemon listens. */
const noBody = '\n'

function begin(address: Address, ask: Ask, watch?: Watch): Promise<Received> {
  const text = ask.body === undefined ? (ask.method === 'GET' ? undefined : noBody) : JSON.stringify(ask.body)
  const body = text === undefined ? undefined : Buffer.from(text)
  const to = address.socket === null ? { host: '127.0.0.1', port: address.port ?? 0 } : { path: address.socket }
  return transact(to, {
    method: ask.method,
    path: ask.path,
    headers: {
      host: address.socket === null ? `127.0.0.1:${address.port}` : 'localhost',
      ...(address.token === null ? {} : { authorization: `Bearer ${address.token}` }),
      ...(body ? { 'content-type': 'application/json', 'content-length': body.length } : {}),
      ...ask.headers,
    },
    ...(body ? { body } : {}),
    ...(watch ? { onHanded: watch.handed } : {}),
    ...(ask.timeoutMs === undefined ? {} : { timeoutMs: ask.timeoutMs }),
    ...signalOf(ask.signal, watch?.signal),
  })
}

function signalOf(asked: AbortSignal | undefined, silence: AbortSignal | undefined): { signal?: AbortSignal } {
  if (asked === undefined || silence === undefined) return asked || silence ? { signal: (asked ?? silence)! } : {}
  return { signal: AbortSignal.any([asked, silence]) }
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
export async function exchange(address: Address, ask: Ask): Promise<{ text: string; type: string }> {
  let received: Received
  try {
    received = await open(address, ask)
  } catch (error) {
    throw unreachable(error)
  }
  const text = await readText(received).catch((error: unknown) => {
    throw new BrokenOff('INTERNAL_ERROR', 'the daemon broke off in mid-answer', {
      hint: 'Look with `drover status` and `drover logs`.',
      cause: error,
    })
  })
  if (received.status < 200 || received.status > 299) throw failureOf(received.status, text)
  return { text, type: received.headers['content-type'] ?? '' }
}
