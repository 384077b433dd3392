/** Trips as the API shows them, and what the fleet is told of them. */
import { DroverError } from '#contract/error'
import type { Presence, Trip } from '#contract/trip'
import type { Context } from '#flows/engine/context'
import type { Reads, Tx } from '#ports/store/journal'
import type { TripOwn, TripRecord } from '#ports/store/trip'

export function viewTrip({ own: _own, effects, ...trip }: TripRecord): Trip {
  return { ...trip, effects: effects.filter(({ state }) => state !== 'done') }
}

export function needTrip(reads: Reads, id: string): TripRecord {
  const found = reads.trip(id)
  if (found !== null) return found
  throw new DroverError('TRIP_NOT_FOUND', `There is no trip "${id}".`, { hint: 'List trips with: drover afk status' })
}

export type TripPatch = Partial<Omit<TripRecord, 'own'>> & { readonly own?: Partial<TripOwn> }

/** In the transaction that it belongs to; the fleet is told where something of it shows. */
export function changeTrip(
  tx: Tx,
  id: string,
  { own, ...patch }: TripPatch,
  type: 'trip_started' | 'trip_updated' | 'trip_ended' = 'trip_updated',
): TripRecord {
  const before = needTrip(tx, id)
  const after = tx.updateTrip(id, { ...patch, ...(own === undefined ? {} : { own: { ...before.own, ...own } }) })
  if (type === 'trip_updated' && shown(before) === shown(after)) return after
  tx.appendChange({
    type,
    projectId: after.projectId,
    ...(after.sessionId === null ? {} : { sessionId: after.sessionId }),
    payload: viewTrip(after),
  })
  return after
}

const shown = (trip: TripRecord): string => JSON.stringify({ ...viewTrip(trip), updatedAt: null })

export const saveTrip = (context: Context, id: string, patch: TripPatch): TripRecord =>
  context.journal.command((tx) => changeTrip(tx, id, patch))

/** Every line of the log that is about a trip says which repository and issue. */
export const about = ({ id, repo, issue }: Pick<TripRecord, 'id' | 'repo' | 'issue'>) => ({ trip: id, repo, issue })

export const presenceOf = ({ id, repo, issue, sessionId, createdAt }: TripRecord): Presence => ({
  key: `repo:${repo}`,
  text: `AFK #${issue}`,
  tripId: id,
  sessionId,
  since: createdAt,
})
