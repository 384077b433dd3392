/**
 * The loop as the whole page knows it: whether it runs, what it saw, and its trips as the stream tells them. Read when the page
 * comes in and again when the loop changes; draws nothing.
 */
import type { AfkStatus, Trip } from '#contract/trip'
import { getAfk } from '../api/trip-calls.ts'
import { type Follower, followChanges } from './cockpit.ts'
import { createStore } from './store.ts'

export interface LoopState {
  /** null until it was read. */
  readonly afk: AfkStatus | null
  /** Those that changed since the page came in, as they are now. */
  readonly trips: ReadonlyMap<string, Trip>
}

const nothing: LoopState = { afk: null, trips: new Map() }
export const loop = createStore<LoopState>(nothing)

let reading = false
let again = false
/** One read at a time, and one more when something changed under it. */
export async function readLoop(): Promise<void> {
  again = true
  if (reading) return
  reading = true
  while (again) {
    again = false
    // A read that fails leaves the last that was known; the lamp says that the daemon is away.
    await getAfk().then(noteLoop, () => {})
  }
  reading = false
}

export const noteLoop = (afk: AfkStatus): void => loop.set({ ...loop.get(), afk })

const follow: Follower = (changes) => {
  if (changes === 'out') return loop.set(nothing)
  if (changes === 'all') {
    loop.set({ ...loop.get(), trips: new Map() })
    return void readLoop()
  }
  const trips = new Map(loop.get().trips)
  let told = false
  const waiting = new Set(loop.get().afk?.waiting.map(({ sessionId }) => sessionId))
  for (const change of changes) {
    if (change.type === 'afk_changed') told = true
    // A person deals with a trip by putting its session away.
    if (change.sessionId != null && waiting.has(change.sessionId)) told = true
    if (change.type !== 'trip_started' && change.type !== 'trip_updated' && change.type !== 'trip_ended') continue
    trips.set(change.payload.id, change.payload)
    told = true
  }
  if (!told) return
  loop.set({ ...loop.get(), trips })
  void readLoop()
}

export const followLoop = (): void => void followChanges(follow)

/** What was read, with what the stream has told since. */
export const withLive = (listed: readonly Trip[], live: ReadonlyMap<string, Trip>, projectId: string): Trip[] => {
  const all = new Map(listed.map((trip) => [trip.id, trip]))
  for (const trip of live.values())
    if (trip.projectId === projectId && (all.get(trip.id)?.updatedAt ?? '') <= trip.updatedAt) all.set(trip.id, trip)
  return [...all.values()]
}
