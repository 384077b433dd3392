/**
 * The one way out to a forge: its own origin only. A redirect of a GET inside the origin is followed with the credential, one
 * that leaves it without; any other redirect, an answer that is cut off and one that is too large are errors, never an empty
 * success. Knows nothing of what is asked.
 */

export interface GuardOptions {
  readonly origin: string
  readonly timeoutMs: number
  readonly mostBytes: number
  /** What becomes of an answer that is longer; `refuse` unless said. */
  readonly over?: Over
  readonly onCut?: () => void
  /** A forge that is itself spoken to in plain http may keep logs elsewhere in plain http too. */
  readonly plainElsewhere?: boolean
}

/** An error; its beginning; its end. */
export type Over = 'refuse' | 'first' | 'last'

/** A body is never read for ever, whatever is kept of it. */
const mostRead = 200 * 1024 * 1024

const hops = 3
const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

export class ForgeAnswer extends Error {}

export function guardedFetch(options: GuardOptions): typeof fetch {
  const { origin, timeoutMs } = options
  const isPlain = options.plainElsewhere === true && new URL(origin).protocol === 'http:'
  return async (input, init = {}) => {
    let url = new URL(String(input instanceof Request ? input.url : input))
    if (url.origin !== origin) throw new ForgeAnswer(`${url.origin} is not the forge that the token is for`)
    const method = (init.method ?? 'GET').toUpperCase()
    const headers = new Headers(init.headers)
    const limit = AbortSignal.timeout(timeoutMs)
    const signal = init.signal == null ? limit : AbortSignal.any([init.signal, limit])
    for (let hop = 0; ; hop++) {
      const answer = await fetch(url, { ...init, method, headers, redirect: 'manual', signal })
      const next = isRedirect(answer.status) ? answer.headers.get('location') : null
      if (next === null) return whole(answer, options)
      await answer.body?.cancel()
      if (method !== 'GET') throw new ForgeAnswer(`the forge sends a ${method} elsewhere; nothing was sent there`)
      if (hop >= hops) throw new ForgeAnswer('the forge redirects in circles')
      url = new URL(next, url)
      if (url.protocol !== 'https:' && url.origin !== origin && !(isPlain && url.protocol === 'http:'))
        throw new ForgeAnswer('the forge redirects to plain http')
      if (url.origin !== origin) for (const name of ['authorization', 'cookie']) headers.delete(name)
    }
  }
}

/** The answer with its body read to the end: `fetch` ends a body that was cut short with an error, and a flood is cut here. */
async function whole(answer: Response, options: GuardOptions): Promise<Response> {
  const { status, statusText, headers } = answer
  const body = answer.body === null || status === 204 || status === 304 ? null : await read(answer.body, options)
  return Object.defineProperty(new Response(body, { status, statusText, headers }), 'url', { value: answer.url })
}

async function read(
  body: ReadableStream<Uint8Array>,
  { mostBytes, over = 'refuse', onCut }: GuardOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  let total = 0
  for await (const part of body) {
    size += part.byteLength
    total += part.byteLength
    parts.push(part)
    if (total <= mostBytes) continue
    if (over === 'refuse' || total > mostRead)
      throw new ForgeAnswer(`the forge answers with more than ${mostBytes} bytes`)
    onCut?.()
    // Leaving the loop ends the answer.
    if (over === 'first') break
    while (parts.length > 1 && size - parts[0]!.byteLength >= mostBytes) size -= parts.shift()!.byteLength
  }
  const joined = Buffer.concat(parts)
  return new Uint8Array(over === 'last' ? joined.subarray(-mostBytes) : joined.subarray(0, mostBytes))
}
