/**
 * The claim of a trip between daemons: a comment with a nonce and a lease, then a new look; the lowest live one wins, and whoever
 * lost takes its own away. A lease is renewed by editing it. One that ran out is not renewed: it is claimed anew, behind whoever
 * came meanwhile.
 */
import { claimMark, claimsOf, claimWords, judgeClaim, liveClaims, trackerNow } from '#core/trip/claims'
import type { AfkTable } from '#core/trip/settings'
import { type Context, now } from '#flows/engine/context'
import type { TripRecord } from '#ports/store/trip'
import type { TrackerGround } from './loop-ground.ts'
import { type Memory, writersAmong } from './memory.ts'
import { about, changeTrip, saveTrip } from './views.ts'

type Lease = Pick<AfkTable, 'leaseSeconds' | 'readyLabel'>

/** null: another daemon has it, or had it and is done. */
export async function claimIssue(
  context: Context,
  memory: Memory,
  ground: TrackerGround,
  trip: TripRecord,
  { leaseSeconds, readyLabel }: Lease,
): Promise<TripRecord | null> {
  const { api, place } = ground
  const { nonce } = trip.own
  const claim = await api.comment(place, trip.issue, { body: claimWords(nonce, leaseSeconds), mark: claimMark(nonce) })
  context.faultPoint('trip:claim-written')
  saveTrip(context, trip.id, { own: { claimId: claim.id, claimedAt: now(context) } })
  const comments = await api.comments(place, trip.issue)
  const found = claimsOf(comments)
  const mayWrite = await writersAmong(
    context,
    memory,
    ground,
    found.map(({ author }) => author),
  )
  const at = trackerNow([claim.updatedAt, ...comments.map(({ updatedAt }) => updatedAt)], 0)
  const verdict = judgeClaim(liveClaims(found, at, mayWrite), nonce)
  if (verdict === 'won' && (await isThereStill(ground, trip, readyLabel))) return begin(context, trip)
  if (verdict === 'missing' && comments.some(({ id }) => id === claim.id)) {
    // Ours is there and does not count: whoever the token is of may not write.
    context.log.warn('a claim does not count: its token may not write', about(trip))
  }
  await api.deleteComment(place, claim.id)
  context.faultPoint('trip:claim-lost')
  lose(context, trip)
  return null
}

/** Whoever claimed it before may have finished it meanwhile: then nothing of this trip was ever there. */
async function isThereStill(
  { api, place }: TrackerGround,
  { issue, own }: TripRecord,
  readyLabel: string,
): Promise<boolean> {
  // One whose agent works was claimed anew, and one by hand says why it does not begin.
  if (own.startedAt !== null || own.readyAt === null) return true
  const found = await api.issue(place, issue)
  return found !== null && found.state === 'open' && found.labels.includes(readyLabel)
}

/** Told once it is ours. A trip that runs already was claimed anew. */
function begin(context: Context, trip: TripRecord): TripRecord {
  if (trip.state === 'running') return trip
  context.faultPoint('trip:claim-won')
  context.log.info('a trip begins', about(trip))
  return context.journal.command((tx) => changeTrip(tx, trip.id, { state: 'running' }, 'trip_started'))
}

/** One that never began is as if it had not been; one that ran ends here, and touches nothing that is another’s now. */
function lose(context: Context, trip: TripRecord): void {
  context.log.info('the issue is not to be taken any more: another daemon has it, or is done with it', about(trip))
  context.journal.command((tx) => {
    if (trip.state === 'claiming') tx.deleteTrip(trip.id)
    else
      changeTrip(
        tx,
        trip.id,
        {
          state: 'withdrawn',
          lastAction: 'withdraw',
          reason: 'another daemon took it over after the lease ran out',
          endedAt: now(context),
        },
        'trip_ended',
      )
  })
}

/** null: it was lost meanwhile. */
export async function keepClaim(
  context: Context,
  memory: Memory,
  ground: TrackerGround,
  trip: TripRecord,
  lease: Lease,
): Promise<TripRecord | null> {
  const { claimedAt, claimId, nonce } = trip.own
  const age = claimedAt === null ? Number.POSITIVE_INFINITY : context.clock.now().getTime() - Date.parse(claimedAt)
  const leaseMs = lease.leaseSeconds * 1000
  if (age < leaseMs / 3 && age >= 0) return trip
  const { api, place } = ground
  if (age < leaseMs && age >= 0 && claimId !== null) {
    if (await api.editComment(place, claimId, claimWords(nonce, lease.leaseSeconds, now(context))))
      return saveTrip(context, trip.id, { own: { claimedAt: now(context) } })
  }
  // It ran out, or somebody took it away.
  if (claimId !== null) await api.deleteComment(place, claimId)
  return claimIssue(context, memory, ground, trip, lease)
}
