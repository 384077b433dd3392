/** One request to the daemon, with the page's bearer. Turns every failure into an ApiError that says what to do next. */
import { forgetBearer, readBearer } from './bearer.ts'

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
  TURN_IN_PROGRESS: 'Send a message instead: it waits for the end of this turn.',
  NOT_READY: 'The daemon is still looking after its agents. It answers in a moment.',
}

async function refusal(answer: Response): Promise<ApiError> {
  const body: unknown = await answer.json().catch(() => null)
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const word = (name: string): string | null => (typeof fields[name] === 'string' ? (fields[name] as string) : null)
  const code = word('code') ?? `HTTP_${answer.status}`
  return new ApiError(code, word('message') ?? `The daemon answered ${answer.status}.`, {
    status: answer.status,
    hint: word('hint') ?? hints[code] ?? null,
    requestId: word('requestId'),
    details: fields.details,
  })
}

export async function call<T>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  options: { readonly signal?: AbortSignal; readonly open?: boolean } = {},
): Promise<T> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (!options.open) headers.authorization = `Bearer ${readBearer() ?? ''}`
  let answer: Response
  try {
    answer = await fetch(path, {
      method,
      headers,
      cache: 'no-store',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    })
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    throw unreachable()
  }
  if (answer.status === 401 && !options.open) signedOut()
  if (!answer.ok) throw await refusal(answer)
  const type = answer.headers.get('content-type') ?? ''
  if (answer.status === 204) return undefined as T
  return (type.includes('json') ? await answer.json() : await answer.text()) as T
}
