/**
 * The facts of the dashboard: read once, then kept up by the fleet stream through restarts of the daemon; after a gap they are
 * read anew. Nothing is polled: costs are read again when a turn has ended. Shows nothing.
 */
import type { Change } from '#contract/change'
import type { Costs } from '#contract/cost'
import { DroverError } from '#contract/error'
import { changesCosts, type DashboardFacts, factsOf, type Snapshot, seeChange } from '#core/dashboard/facts'
import type { Client } from '../client.ts'
import { fleet } from '../follow.ts'
import { harmless } from '../print.ts'

export interface Watching {
  changed(facts: DashboardFacts): void
  lost(lost: boolean): void
}

/** Of what is over, the newest. */
const over = 100

async function costsNow(client: Client): Promise<Costs> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (await client.call('GET /api/v1/costs', { query: { by: 'project', since: 'today', zone } })).costs
}

/** Every page of a list. */
async function all<T>(page: (cursor: string | undefined) => Promise<{ readonly list: readonly T[]; next?: string }>) {
  const found: T[] = []
  let cursor: string | undefined
  do {
    const { list, next } = await page(cursor)
    found.push(...list)
    cursor = next
  } while (cursor !== undefined)
  return found
}

const ask = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor })
const paged = <T>(list: readonly T[], next: string | undefined) => ({ list, ...(next === undefined ? {} : { next }) })

export async function snapshotOf(client: Client): Promise<Snapshot> {
  const live = await all(async (cursor) => {
    const page = await client.call('GET /api/v1/sessions', { query: ask(cursor) })
    return paged(page.sessions, page.nextCursor)
  })
  const lately = await client.call('GET /api/v1/sessions', { query: { includeTerminated: true, limit: over } })
  const known = new Set(live.map(({ id }) => id))
  const open = async (state: 'ready' | 'claimed' | 'needs_user' | 'failed') =>
    all(async (cursor) => {
      const page = await client.call('GET /api/v1/tasks', { query: { state, ...ask(cursor) } })
      return paged(page.tasks, page.nextCursor)
    })
  const tasks = [
    ...(await open('needs_user')),
    ...(await open('failed')),
    ...(await open('claimed')),
    ...(await open('ready')),
  ]
  const { mail } = await client.call('GET /api/v1/mail', { query: { limit: over } })
  const { merges } = await client.call('GET /api/v1/merges', { query: { limit: over } })
  return {
    sessions: [...live, ...lately.sessions.filter(({ id, phase }) => phase === 'ended' && !known.has(id))],
    tasks,
    mail,
    merges,
    costs: await costsNow(client),
  } as Snapshot
}

/** Text of agents and strangers goes into facts only once it cannot move a cursor. */
function cleaned<T>(value: T): T {
  if (typeof value === 'string') return harmless(value) as T
  if (Array.isArray(value)) return value.map(cleaned) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleaned(one)])) as T
}

const isAway = (error: unknown): boolean =>
  !(error instanceof DroverError) || ['DAEMON_NOT_RUNNING', 'NOT_READY', 'INTERNAL_ERROR'].includes(error.code)

/** Until the signal. */
export async function watch(client: Client, signal: AbortSignal, watching: Watching): Promise<void> {
  let facts: DashboardFacts | null = null
  const show = (next: DashboardFacts) => {
    facts = next
    if (!signal.aborted) watching.changed(next)
  }
  const look = async (): Promise<number> => {
    const { lastSeq } = (await client.call('GET /api/v1/status')) as { lastSeq: number }
    show(factsOf(cleaned(await snapshotOf(client))))
    return lastSeq
  }
  const costs = whenDone(async () => {
    const next = cleaned(await costsNow(client))
    if (facts !== null) show({ ...facts, costs: next })
  })
  let after = await look()
  while (!signal.aborted) {
    try {
      const gap = () => void look().catch(() => undefined)
      for await (const change of fleet(client, { after, follow: true, signal, gap, lost: watching.lost })) {
        after = change.seq
        if (facts !== null) show(seeChange(facts, cleaned<Change>(change)))
        if (changesCosts(change)) costs()
      }
    } catch (error) {
      // The stream gives up after a while; a person who looks has not.
      if (!isAway(error)) throw error
      after = await again(look, after, signal)
      if (!signal.aborted) watching.lost(false)
    }
  }
}

/** Asks until somebody answers, or the signal. */
async function again(look: () => Promise<number>, after: number, signal: AbortSignal): Promise<number> {
  while (!signal.aborted) {
    try {
      return await look()
    } catch (error) {
      if (!isAway(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
  return after
}

/** One at a time: what is asked for meanwhile is done once more afterwards. What fails is tried with the next. */
function whenDone(work: () => Promise<void>): () => void {
  let running = false
  let asked = false
  const run = async (): Promise<void> => {
    running = true
    do {
      asked = false
      await work().catch(() => undefined)
    } while (asked)
    running = false
  }
  return () => {
    asked = true
    if (!running) void run()
  }
}
