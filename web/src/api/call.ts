/** One request to the daemon, with the page's bearer. Turns every failure into an ApiError that says what to do next. */
import { forgetBearer, readBearer } from './bearer.ts'
import type { Answer, Given, PathsOf, Verb } from './typed.ts'

export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly hint: string | null
  readonly requestId: string | null
  readonly details: unknown

  constructor(
    code: string,
    message: string,
    more: { status?: number; hint?: string | null; requestId?: string | null; details?: unknown } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = more.status ?? 0
    this.hint = more.hint ?? null
    this.requestId = more.requestId ?? null
    this.details = more.details
  }
}

let onSignedOut: () => void = () => {}
/** Told when the daemon no longer accepts this page's bearer. */
export const whenSignedOut = (listener: () => void): void => {
  onSignedOut = listener
}

export function signedOut(): void {
  forgetBearer()
  onSignedOut()
}

const unreachable = (): ApiError =>
  new ApiError('DAEMON_NOT_RUNNING', 'The daemon does not answer.', {
    hint: 'Run `drover start` on its machine; this page reconnects by itself.',
  })

const hints: Readonly<Record<string, string>> = {
  SETUP_NOT_TRUSTED: 'Read what the repository brings and trust it under Projects.',
  NOT_READY: 'The daemon is still looking after its agents. It answers in a moment.',
}

function refusal(status: number, body: unknown): ApiError {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const word = (name: string): string | null => (typeof fields[name] === 'string' ? (fields[name] as string) : null)
  const code = word('code') ?? `HTTP_${status}`
  return new ApiError(code, word('message') ?? `The daemon answered ${status}.`, {
    status,
    hint: word('hint') ?? hints[code] ?? null,
    requestId: word('requestId'),
    details: fields.details,
  })
}

interface Loose {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

function addressOf(path: string, given: Loose): string {
  const filled = path.replace(/\{(\w+)\}/g, (_hole, name: string) => encodeURIComponent(String(given.path?.[name])))
  const asked = Object.entries(given.query ?? {}).filter(([, value]) => value !== undefined)
  return asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked.map(([k, v]) => [k, String(v)]))}`
}

/** The bearer is read for each request: it changes when the page signs in again. */
async function answerOf(verb: Verb, path: string, given: Loose, also: readonly number[] = []): Promise<Response> {
  const open = path.startsWith('/auth/')
  const headers: Record<string, string> = { ...given.headers }
  if (!open) headers.authorization = `Bearer ${readBearer() ?? ''}`
  if (given.body !== undefined) headers['content-type'] = 'application/json'
  let answer: Response
  try {
    answer = await fetch(addressOf(path, given), {
      method: verb.toUpperCase(),
      headers,
      cache: 'no-store',
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    })
  } catch {
    throw unreachable()
  }
  if (answer.status === 401 && !open) signedOut()
  // A body that is no JSON (a proxy's page) says nothing: the status does.
  if (!answer.ok && !also.includes(answer.status)) throw refusal(answer.status, await answer.json().catch(() => null))
  return answer
}

export async function request(verb: Verb, path: string, given: Loose): Promise<unknown> {
  const answer = await answerOf(verb, path, given)
  return (answer.headers.get('content-type') ?? '').includes('json') ? answer.json() : answer.text()
}

/** As `request`, for a route on which these statuses are answers too. */
export async function requestAnswered(
  verb: Verb,
  path: string,
  given: Loose,
  also: readonly number[],
): Promise<{ readonly status: number; readonly body: unknown }> {
  const answer = await answerOf(verb, path, given, also)
  return { status: answer.status, body: await answer.json().catch(() => null) }
}

/** The answer as it came, for who reads it elsewhere. */
export const requestBytes = async (path: string, given: Loose): Promise<ArrayBuffer> =>
  (await answerOf('get', path, given)).arrayBuffer()

/** Typed on the document that the daemon's own schemas make: path, verb, what goes in and what comes out. */
export const ask = <V extends Verb, P extends PathsOf<V>>(
  verb: V,
  path: P,
  ...[given]: Given<P, V>
): Promise<Answer<P, V>> => request(verb, path as string, (given ?? {}) as Loose) as Promise<Answer<P, V>>
