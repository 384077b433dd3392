/**
 * One question to a Forgejo or a Gitea: on the guarded way out, with its own token, and every failure as a code. Its API knows
 * no conditional requests, so an answer is held against the last one here. Nothing is asked twice by itself.
 */
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { DroverError } from '#contract/error'
import type { ForgeRepo } from '#ports/forge'
import type { Host } from '#ports/harness'
import { guardedFetch } from '../guarded-fetch.ts'

type Query = Readonly<Record<string, string | number | boolean>>

export interface Ask {
  /** null: 404. */
  get<T>(path: string, query: Query, shape: z.ZodType<T>): Promise<T | null>
  /** As `get`, and whether it is another answer than the last time. */
  look<T>(
    path: string,
    query: Query,
    shape: z.ZodType<T>,
  ): Promise<{ readonly value: T; readonly fresh: boolean } | null>
  /** Every page of a list; null: 404. A list without end is an error, never half an answer. */
  all<T>(path: string, query: Query, shape: z.ZodType<readonly T[]>): Promise<readonly T[] | null>
  send<T>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body: object, shape: z.ZodType<T>): Promise<T>
  /** Plain words, cut at their end where they are long; null: 404. */
  text(path: string, mostBytes: number): Promise<{ readonly text: string; readonly cut: boolean } | null>
  token(): { readonly source: string } | null
}

export interface AskOptions {
  /** With or without `/api/v1`. */
  readonly url: string
  readonly host: Pick<Host, 'env'>
  readonly now: () => Date
}

export const tokenVariable = 'DROVER_FORGEJO_TOKEN'

const timeoutMs = 20_000
const mostBytes = 20 * 1024 * 1024
const mostKept = 5000
/** As many as an installation gives unless it is told otherwise: one that gives fewer is asked until it gives none. */
const perPage = 50
const mostPages = 40

export const part = (word: string | number): string => encodeURIComponent(String(word))
export const repoPath = ({ owner, name }: ForgeRepo): string => `/repos/${part(owner)}/${part(name)}`

export function createAsk({ url, host, now }: AskOptions): Ask {
  const base = `${url.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}/api/v1`
  const { origin, host: webHost } = new URL(base)
  const fetchGuarded = guardedFetch({ origin, timeoutMs, mostBytes })
  const kept = new Map<string, string>()

  const ask = async (method: string, path: string, query: Query, body?: object, fetchBy = fetchGuarded) => {
    const token = host.env[tokenVariable]
    if (!token)
      throw new DroverError('FORGE_NO_TOKEN', `There is no token for ${webHost}.`, {
        hint: `Set ${tokenVariable} for the daemon: an access token that reads and writes repositories and issues.`,
      })
    const words = new URLSearchParams(
      Object.entries(query).map(([key, value]) => [key, String(value)] as [string, string]),
    )
    const headers = {
      authorization: `token ${token}`,
      accept: 'application/json',
      'user-agent': 'drover',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const answer = await fetchBy(`${base}${path}${words.size > 0 ? `?${words}` : ''}`, init).catch((cause: unknown) => {
      throw unreachable(webHost, cause instanceof Error ? cause.message : String(cause))
    })
    const text = await answer.text()
    if (!answer.ok) throw failureOf(answer, text, webHost, now)
    return { text, total: Number(answer.headers.get('x-total-count') ?? Number.NaN) }
  }
  const read = async <T>(path: string, query: Query, shape: z.ZodType<T>) => {
    try {
      const { text, total } = await ask('GET', path, query)
      return { text, total, value: parse(shape, text, path, webHost) }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }
  return {
    async get(path, query, shape) {
      return (await read(path, query, shape))?.value ?? null
    },
    async look(path, query, shape) {
      const found = await read(path, query, shape)
      if (found === null) return null
      const key = JSON.stringify([path, query])
      const digest = createHash('sha256').update(found.text).digest('base64')
      const fresh = kept.get(key) !== digest
      if (kept.size >= mostKept) kept.clear()
      kept.set(key, digest)
      return { value: found.value, fresh }
    },
    async all<T>(path: string, query: Query, shape: z.ZodType<readonly T[]>) {
      const out: T[] = []
      for (let page = 1; page <= mostPages; page++) {
        const found = await read(path, { ...query, page, limit: perPage }, shape)
        if (found === null) return null
        out.push(...found.value)
        const isLast = Number.isFinite(found.total) ? out.length >= found.total : found.value.length < perPage
        if (found.value.length === 0 || isLast) return out
      }
      throw unreachable(webHost, `it answers ${path} with more than ${mostPages} pages`)
    },
    async send(method, path, body, shape) {
      const { text } = await ask(method, path, {}, body)
      return parse(shape, text, path, webHost)
    },
    async text(path, most) {
      let cut = false
      const onCut = (): void => {
        cut = true
      }
      const fetchBy = guardedFetch({ origin, timeoutMs, mostBytes: most, over: 'first', onCut })
      try {
        const { text } = await ask('GET', path, {}, undefined, fetchBy)
        return { text, cut }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    token: () => (host.env[tokenVariable] ? { source: tokenVariable } : null),
  }
}

export const isMissing = (error: unknown): boolean => error instanceof DroverError && error.code === 'PR_NOT_FOUND'
export const httpStatusOf = (error: unknown): number | null =>
  error instanceof DroverError ? ((error.details as { status?: number } | undefined)?.status ?? null) : null

function parse<T>(shape: z.ZodType<T>, text: string, path: string, webHost: string): T {
  let data: unknown
  try {
    data = text === '' ? null : JSON.parse(text)
  } catch {
    throw unreachable(webHost, `it answered ${path} with something else than JSON`)
  }
  const parsed = shape.safeParse(data)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.slice(0, 5).map(({ path: at, message }) => `${at.join('.')}: ${message}`)
  throw new DroverError(
    'FORGE_UNREACHABLE',
    `${webHost} answered ${path} with something else than its API describes.`,
    {
      hint: 'Try again; if it stays, look at [forge.forgejo] url.',
      details: { faults },
    },
  )
}

function failureOf(answer: Response, text: string, webHost: string, now: () => Date): DroverError {
  const { status } = answer
  if (status === 404)
    return new DroverError('PR_NOT_FOUND', `${webHost} knows nothing there.`, {
      hint: 'Look at the repository’s name and at what the token may see.',
    })
  if (status === 401)
    return new DroverError('FORGE_REFUSED', `${webHost} does not take the token (401).`, {
      hint: `Give the daemon one that holds: ${tokenVariable}.`,
    })
  if (status === 429) {
    const after = Number(answer.headers.get('retry-after') ?? Number.NaN)
    const until = Number.isFinite(after) ? new Date(now().getTime() + after * 1000).toISOString() : null
    return new DroverError('FORGE_RATE_LIMITED', `${webHost} takes no more requests for now.`, {
      hint: until === null ? 'Try again in a minute.' : `Try again after ${until}.`,
      ...(until === null ? {} : { details: { until } }),
    })
  }
  if (status === 403)
    return new DroverError('FORGE_REFUSED', `The token may not do this at ${webHost}: ${said(text)}`, {
      hint: 'Give it the right to read and write repositories and issues.',
      details: { status },
    })
  if (status >= 500) return unreachable(webHost, `it answered ${status}`)
  return new DroverError('PR_OPERATION_FAILED', `${webHost} refused it (${status}): ${said(text)}`, {
    hint: 'Mend what it names, then try again.',
    details: { status },
  })
}

/** Its own words. */
function said(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    return typeof message === 'string' ? message.slice(0, 500) : 'it does not say why'
  } catch {
    return 'it does not say why'
  }
}

const unreachable = (webHost: string, why: string): DroverError =>
  new DroverError('FORGE_UNREACHABLE', `${webHost} could not be asked: ${why.slice(0, 300)}`, {
    hint: 'Look at the network and at [forge.forgejo] url, then try again.',
  })
