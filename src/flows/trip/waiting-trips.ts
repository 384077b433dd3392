/** Trips that were given to a person who has not dealt with them yet. Reads the store and the last look; asks no forge. */
import { waitsForPerson } from '#core/trip/waits'
import type { Context } from '#flows/engine/context'
import type { TripRecord } from '#ports/store/trip'
import type { Memory } from './memory.ts'
import { mostIssues } from './take-issues.ts'

const most = 1000

export function waitingTrips({ journal: { reads } }: Context, memory: Memory): readonly TripRecord[] {
  const sessionOf = (id: string | null) => {
    if (id === null) return 'none'
    const session = reads.session(id)
    return session === null ? 'gone' : session.archivedAt === null ? 'shown' : 'archived'
  }
  return reads.trips({ limit: most }).filter((trip) => {
    if (trip.state !== 'escalated' && trip.state !== 'frozen') return false
    const repo = trip.repo.toLowerCase()
    const look = memory.looks.get(repo)
    const seen = memory.seen.get(repo) ?? []
    // One that was started by hand may never have had the label that is looked for.
    const isWhole = look?.error === null && seen.length < mostIssues && trip.own.readyAt !== null
    return waitsForPerson(trip, {
      isNewest: reads.tripAt(trip.repo, trip.issue)?.id === trip.id,
      session: sessionOf(trip.sessionId),
      listedAt: isWhole ? look.at : null,
      isListed: seen.some(({ number }) => number === trip.issue),
    })
  })
}
