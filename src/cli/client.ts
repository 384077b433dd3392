/**
 * The typed client of the command line: a route's name gives the shapes of what goes in and what comes back. Carries
 * bytes by `http.ts`, streams by `sse.ts`; decides nothing.
 */

import { DroverError } from '#contract/error'
import type { Frame } from '#core/frames'
import { type Address, type Ask, exchange, failureOf, open, readText, unreachable } from './http.ts'
import { keyHeader, patiently } from './patience.ts'
import type { Answer, Body, Query, Route } from './routes.ts'
import { frames } from './sse.ts'

export interface Input<R extends Route> {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Query<R>
  readonly body?: Body<R>
}

export interface Client {
  readonly address: Address
  call<R extends Route>(route: R, input?: Input<R>): Promise<Answer<R>>
  /** A stream of frames until the daemon or the signal ends it. */
  stream(path: string, options: { readonly signal?: AbortSignal; readonly lastId?: string }): AsyncGenerator<Frame>
}

/** `/sessions/{id}` with its values, each escaped, and the query's defined values. */
export function fill(
  template: string,
  path: Readonly<Record<string, string | number>> = {},
  query: object = {},
): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])))
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`
}

/** From inside an agent: the same key for every attempt, so that what a restart cut off is neither lost nor done twice. */
function carry(address: Address, ask: Ask): ReturnType<typeof exchange> {
  if (address.patienceMs === undefined) return exchange(address, ask)
  const keyed = ask.method === 'GET' ? ask : { ...ask, headers: { [keyHeader]: crypto.randomUUID() } }
  const seconds = Math.round(address.patienceMs / 1000)
  return patiently(
    () => exchange(address, keyed),
    address.patienceMs,
    () => address.say?.(`the daemon is away, waiting for it (up to ${seconds} s)\n`),
  )
}

export function createClient(address: Address): Client {
  return {
    address,
    async call(route, input = {}) {
      const [method, template] = route.split(' ') as [string, string]
      const answer = await carry(address, {
        method,
        path: fill(template, input.path, input.query),
        ...(input.body === undefined ? {} : { body: input.body }),
      })
      if (!answer.type.includes('json')) return answer.text as never
      try {
        return JSON.parse(answer.text)
      } catch (cause) {
        throw new DroverError('INTERNAL_ERROR', 'the daemon answered what is not JSON', {
          hint: 'Is another program on its port? Look with `drover status`.',
          cause,
        })
      }
    },
    async *stream(path, options) {
      const opened = await open(address, {
        method: 'GET',
        path,
        ...(options.signal ? { signal: options.signal } : {}),
        headers: {
          accept: 'text/event-stream',
          ...(options.lastId === undefined ? {} : { 'last-event-id': options.lastId }),
        },
      }).catch((error: unknown) => {
        throw unreachable(error)
      })
      if (opened.status !== 200) throw failureOf(opened.status, await readText(opened))
      try {
        yield* frames(opened.body)
      } finally {
        opened.close()
      }
    },
  }
}
