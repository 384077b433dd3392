/**
 * One question to GitHub: by its own client, on the guarded way out, with the token of its own host, and every failure as a
 * code. GETs may be asked conditionally; what has not changed is answered from what was kept. Nothing is asked twice by itself.
 */
import { Octokit } from '@octokit/core'
import type { z } from 'zod'
import { DroverError } from '#contract/error'
import type { ForgeQuota } from '#ports/forge'
import { ForgeAnswer, guardedFetch, type Over } from '../guarded-fetch.ts'
import { type GraphQlError, refusalOf } from './graphql-errors.ts'
import { createQuota } from './quota.ts'
import type { Tokens } from './token.ts'

type Words = Readonly<Record<string, string | number | boolean | readonly unknown[]>>
export type Variables = Readonly<Record<string, string | number | null>>

export interface Ask {
  /** null: 404. */
  get<T>(route: string, words: Words, shape: z.ZodType<T>): Promise<T | null>
  /** As `get`, and whether it is another answer than the last time. */
  look<T>(
    route: string,
    words: Words,
    shape: z.ZodType<T>,
  ): Promise<{ readonly value: T; readonly fresh: boolean } | null>
  send<T>(route: string, words: Words, shape: z.ZodType<T>): Promise<T>
  /** One GraphQL document; what is not there is null in its answer, any other fault an error. */
  graphql<T>(query: string, variables: Variables, shape: z.ZodType<T>): Promise<T>
  /** Plain words, their beginning or their end where they are long; null: 404 or 410. */
  text(
    route: string,
    words: Words,
    how: { readonly accept: string; readonly mostBytes: number; readonly over: Exclude<Over, 'refuse'> },
  ): Promise<{ readonly text: string; readonly cut: boolean } | null>
  token(): Promise<{ readonly source: string } | null>
  quota(): ForgeQuota | null
}

export interface AskOptions {
  readonly apiUrl: string
  readonly webHost: string
  readonly tokens: Tokens
  readonly now: () => Date
}

const timeoutMs = 20_000
const mostBytes = 20 * 1024 * 1024
const mostKept = 5000

interface Refused {
  readonly status: number
  readonly message: string
  readonly response?: { readonly headers: Readonly<Record<string, string | undefined>>; readonly data?: unknown }
  readonly cause?: unknown
}

export function createAsk({ apiUrl, webHost, tokens, now }: AskOptions): Ask {
  const fetchGuarded = guardedFetch({ origin: new URL(apiUrl).origin, timeoutMs, mostBytes })
  const kept = new Map<string, { readonly etag: string; readonly value: unknown }>()
  const quota = createQuota(now)
  const root = apiUrl.replace(/\/$/, '')

  const client = async (fetchBy: typeof fetch = fetchGuarded): Promise<Octokit> => {
    const found = await tokens.read(webHost)
    if (found === null)
      throw new DroverError('FORGE_NO_TOKEN', `There is no token for ${webHost}.`, {
        hint: 'Set DROVER_GITHUB_TOKEN for the daemon, or sign in with: gh auth login',
      })
    return new Octokit({
      baseUrl: root,
      auth: found.token,
      userAgent: 'drover',
      request: { fetch: fetchBy },
      log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    })
  }

  const ask = async (route: string, words: object, more: Record<string, string> = {}, fetchBy?: typeof fetch) => {
    const octokit = await client(fetchBy)
    const headers = { 'x-github-api-version': '2022-11-28', ...more }
    try {
      const answer = await octokit.request(route, { ...words, headers })
      quota.note(answer.headers)
      return answer
    } catch (error) {
      quota.note((error as Refused).response?.headers ?? {})
      throw failureOf(error as Refused, webHost, tokens, now)
    }
  }

  const look: Ask['look'] = async (route, words, shape) => {
    const key = JSON.stringify([route, words])
    const before = kept.get(key)
    try {
      const { data, headers } = await ask(route, words, before === undefined ? {} : { 'if-none-match': before.etag })
      const value = parse(shape, data, route)
      if (headers.etag !== undefined) {
        if (kept.size >= mostKept) kept.clear()
        kept.set(key, { etag: headers.etag, value })
      }
      return { value, fresh: true }
    } catch (error) {
      if (error === unchanged && before !== undefined) return { value: parse(shape, before.value, route), fresh: false }
      if (error === missing) return null
      throw error
    }
  }
  return {
    look,
    async get(route, words, shape) {
      return (await look(route, words, shape))?.value ?? null
    },
    async send(route, words, shape) {
      const { data } = await ask(route, words).catch((error: unknown) => {
        throw error === missing ? notThere(route) : error
      })
      return parse(shape, data, route)
    },
    async graphql(query, variables, shape) {
      // An installation elsewhere has its REST at /api/v3 and this beside it.
      const { data } = await ask('POST /graphql', { baseUrl: root.replace(/\/v3$/, ''), query, variables })
      const { errors = [], data: value = null } = (data ?? {}) as { errors?: readonly GraphQlError[]; data?: unknown }
      const refusal = refusalOf(errors, webHost)
      if (refusal !== null) throw refusal
      return parse(shape, value, 'POST /graphql')
    },
    async text(route, words, { accept, mostBytes: most, over }) {
      let cut = false
      const fetchBy = guardedFetch({
        origin: new URL(apiUrl).origin,
        timeoutMs,
        mostBytes: most,
        over,
        plainElsewhere: true,
        onCut: () => {
          cut = true
        },
      })
      try {
        const { data } = await ask(route, words, { accept }, fetchBy)
        return { text: typeof data === 'string' ? data : Buffer.from(data as ArrayBuffer).toString('utf8'), cut }
      } catch (error) {
        if (error === missing) return null
        throw error
      }
    },
    token: async () => {
      const found = await tokens.read(webHost)
      return found === null ? null : { source: found.source }
    },
    quota: () => quota.read(),
  }
}

/** Words for what is an answer rather than a failure. */
const unchanged = new Error('unchanged')
const missing = new Error('missing')

const notThere = (route: string): DroverError =>
  new DroverError('PR_NOT_FOUND', `The forge knows nothing at ${route}.`, {
    hint: 'Look at the repository’s name and at what the token may see.',
  })

function parse<T>(shape: z.ZodType<T>, data: unknown, route: string): T {
  const parsed = shape.safeParse(data)
  if (parsed.success) return parsed.data
  throw new DroverError(
    'FORGE_UNREACHABLE',
    `The forge answered ${route} with something else than its API describes.`,
    {
      hint: 'Try again; if it stays, look at [forge.github] url.',
      details: { faults: parsed.error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.')}: ${message}`) },
    },
  )
}

function failureOf(error: Refused, webHost: string, tokens: Tokens, now: () => Date): Error {
  const { status } = error
  if (error.response === undefined || error.cause instanceof ForgeAnswer || status === 500)
    return unreachable(error, webHost)
  if (status === 304) return unchanged
  if (status === 404 || status === 410) return missing
  if (status === 401) {
    tokens.drop()
    return new DroverError('FORGE_REFUSED', `${webHost} does not take the token (401).`, {
      hint: 'Give the daemon one that holds: DROVER_GITHUB_TOKEN, or gh auth login.',
    })
  }
  const until = resetOf(error.response.headers, now())
  if (status === 429 || (status === 403 && until !== null))
    return new DroverError('FORGE_RATE_LIMITED', `${webHost} takes no more requests for now.`, {
      hint: until === null ? 'Try again in a minute.' : `Try again after ${until}.`,
      ...(until === null ? {} : { details: { until } }),
    })
  if (status === 403)
    return new DroverError('FORGE_REFUSED', `The token may not do this at ${webHost}: ${said(error)}`, {
      hint: 'Give it the right to read and write pull requests and contents.',
    })
  if (status >= 500) return unreachable(error, webHost)
  return new DroverError('PR_OPERATION_FAILED', `${webHost} refused it (${status}): ${said(error)}`, {
    hint: 'Mend what it names, then try again.',
    details: { status },
  })
}

/** GitHub's own words, with what it objects to. */
function said({ message, response }: Refused): string {
  const data = (response?.data ?? {}) as { message?: unknown; errors?: readonly { message?: unknown }[] }
  const errors = Array.isArray(data.errors) ? data.errors.map((one) => one?.message).filter(Boolean) : []
  return [typeof data.message === 'string' ? data.message : message, ...errors].join(': ').slice(0, 500)
}

function resetOf(headers: Readonly<Record<string, string | undefined>>, now: Date): string | null {
  const after = Number(headers['retry-after'])
  if (headers['retry-after'] !== undefined && Number.isFinite(after))
    return new Date(now.getTime() + after * 1000).toISOString()
  if (headers['x-ratelimit-remaining'] !== '0') return null
  const at = Number(headers['x-ratelimit-reset'])
  return Number.isFinite(at) && at > 0 ? new Date(at * 1000).toISOString() : null
}

const unreachable = (error: Refused, webHost: string): DroverError =>
  new DroverError('FORGE_UNREACHABLE', `${webHost} could not be asked: ${String(error.message).slice(0, 300)}`, {
    hint: 'Look at the network and at [forge.github] url, then try again.',
  })
