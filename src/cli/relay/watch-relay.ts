/**
 * Follows one relay: the fleet's changes and the events of the sessions whose tries run, folded into facts, through restarts
 * of the daemon. Says when something changed; shows nothing.
 */
import type { EventRow } from '#contract/agent-event'
import type { Change } from '#contract/change'
import type { Relay, Try } from '#contract/relay'
import type { Session } from '#contract/session'
import {
  factsOf,
  type RelayFacts,
  running,
  seeChange,
  seeDelta,
  seeFiles,
  seeRow,
  seeSession,
} from '#core/relay/show-facts'
import type { Client } from '../client.ts'
import { fleet, followSession } from '../follow.ts'
import { harmless } from '../print.ts'

const types =
  'relay_started,relay_updated,relay_ended,try_started,try_ended,session_created,session_updated,session_ended'

/** Rows of the past that are read for what a turn did before we came. */
const back = 300
const fallbackBudget = 5
/** Files are counted by git: no more often than this, and only after the agent did something. */
const filesEveryMs = 5_000

export interface Watching {
  /** What changed; the facts hold it already. */
  changed(facts: RelayFacts, change: Change | null): void
  lost(lost: boolean): void
}

export const relayOf = async (client: Client, id: string): Promise<Relay> =>
  (await client.call('GET /api/v1/relays/{id}', { path: { id } })).relay as Relay

export const triesOf = async (client: Client, id: string): Promise<readonly Try[]> =>
  (await client.call('GET /api/v1/relays/{id}/tries', { path: { id } })).tries as readonly Try[]

/** For `retry 2/5` only: where it cannot be read the default is shown. */
async function budgetOf(client: Client, projectId: string): Promise<number> {
  try {
    const { config } = await client.call('GET /api/v1/projects/{id}/config', { path: { id: projectId } })
    const found = config.find((entry) => entry.key === 'relay.tries')?.value
    return typeof found === 'number' ? found : fallbackBudget
  } catch {
    return fallbackBudget
  }
}

/** Text of agents and strangers goes into facts only once it cannot move a cursor. */
const cleanTry = (one: Try): Try => ({
  ...one,
  title: harmless(one.title),
  reason: one.reason === null ? null : harmless(one.reason),
})
const cleanRelay = (relay: Relay): Relay => ({
  ...relay,
  prompt: relay.prompt === null ? null : harmless(relay.prompt),
  notes: relay.notes.map(harmless),
})
const cleanSession = (session: Session): Session => ({
  ...session,
  request: session.request === null ? null : { ...session.request, text: harmless(session.request.text) },
})
function cleanRow(row: EventRow): EventRow {
  if (row.kind === 'text') return { ...row, text: harmless(row.text) }
  return row.kind === 'tool' ? { ...row, name: harmless(row.name) } : row
}
function cleanChange(change: Change): Change {
  switch (change.type) {
    case 'relay_started':
    case 'relay_updated':
    case 'relay_ended':
      return { ...change, payload: cleanRelay(change.payload) }
    case 'try_started':
    case 'try_ended':
      return { ...change, payload: cleanTry(change.payload) }
    case 'session_created':
    case 'session_updated':
    case 'session_ended':
      return { ...change, payload: cleanSession(change.payload) }
    default:
      return change
  }
}

/** Until the relay has ended, or the signal. Answers the last facts. */
export async function watchRelay(
  client: Client,
  relayId: string,
  signal: AbortSignal,
  watching: Watching,
): Promise<RelayFacts> {
  const ended = new AbortController()
  const stop = () => ended.abort()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const { lastSeq } = (await client.call('GET /api/v1/status')) as { lastSeq: number }
  const relay = await relayOf(client, relayId)
  const budget = await budgetOf(client, relay.projectId)
  let facts = factsOf(cleanRelay(relay), (await triesOf(client, relayId)).map(cleanTry), budget)
  const streams = createStreams(client, (next) => {
    facts = next(facts)
    watching.changed(facts, null)
  })
  const look = async (): Promise<void> => {
    const [again, tries] = [await relayOf(client, relayId), await triesOf(client, relayId)]
    facts = { ...facts, relay: cleanRelay(again), tries: new Map(tries.map((one) => [one.n, cleanTry(one)])) }
    watching.changed(facts, null)
    if (again.state === 'ended') ended.abort()
  }
  try {
    watching.changed(facts, null)
    streams.follow(facts)
    if (relay.state === 'ended') return facts
    const changes = fleet(client, {
      after: lastSeq,
      type: types,
      follow: true,
      signal: ended.signal,
      gap: () => void look().catch(() => undefined),
      lost: watching.lost,
    })
    for await (const change of changes) {
      const clean = cleanChange(change)
      const next = seeChange(facts, clean)
      if (next === facts) continue
      facts = next
      watching.changed(facts, clean)
      streams.follow(facts)
      if (facts.relay.state === 'ended') break
    }
    return facts
  } finally {
    ended.abort()
    streams.end()
    signal.removeEventListener('abort', stop)
  }
}

/** One stream a session whose try runs. What they cannot read is missing on the screen and nowhere else. */
function createStreams(client: Client, apply: (next: (facts: RelayFacts) => RelayFacts) => void) {
  const open = new Map<string, AbortController>()
  const follow = async (id: string, signal: AbortSignal): Promise<void> => {
    const { session } = await client.call('GET /api/v1/sessions/{id}', { path: { id } })
    if (signal.aborted) return
    apply((facts) => seeSession(facts, cleanSession(session as Session)))
    const look = createFilesLook(client, id, signal, (n) => apply((facts) => seeFiles(facts, id, n)))
    look()
    await followSession(
      client,
      id,
      { after: Math.max(0, session.lastEventId - back), signal },
      {
        row: (row) => {
          apply((facts) => seeRow(facts, id, cleanRow(row)))
          if (row.kind === 'tool_result') look()
        },
        delta: (delta) => apply((facts) => seeDelta(facts, id, delta, new Date().toISOString())),
      },
    )
  }
  return {
    follow(facts: RelayFacts): void {
      const wanted = new Set(running(facts).map((one) => one.sessionId))
      for (const [id, control] of open) {
        if (wanted.has(id)) continue
        control.abort()
        open.delete(id)
      }
      for (const id of wanted) {
        if (open.has(id)) continue
        const control = new AbortController()
        open.set(id, control)
        void follow(id, control.signal).catch(() => open.delete(id))
      }
    },
    end(): void {
      for (const control of open.values()) control.abort()
    },
  }
}

/** Looks at once, and after that at most once in a while. */
function createFilesLook(client: Client, id: string, signal: AbortSignal, tell: (files: number) => void): () => void {
  let timer: NodeJS.Timeout | null = null
  let last = 0
  const look = async (): Promise<void> => {
    const { files } = await client.call('GET /api/v1/sessions/{id}/files', { path: { id } })
    if (!signal.aborted) tell(files.length)
  }
  signal.addEventListener('abort', () => timer !== null && clearTimeout(timer), { once: true })
  return () => {
    if (timer !== null || signal.aborted) return
    timer = setTimeout(
      () => {
        timer = null
        last = Date.now()
        void look().catch(() => undefined) // The count of before stays.
      },
      Math.max(0, last + filesEveryMs - Date.now()),
    )
  }
}
