/**
 * Landing the work of a trip, by its mode: through the merge queue to the default branch, or as a pull request. Each step may be
 * asked for again after a crash: the queue joins what is on its way, and a pull request that is open is answered. What is refused
 * is written down with the commit it was refused for; what only has to wait is thrown.
 */
import { DroverError, mayRetry } from '#contract/error'
import { operator } from '#flows/access/caller'
import { type Context, now } from '#flows/engine/context'
import { mergePr } from '#flows/forge/change-pr'
import { openPullRequest } from '#flows/forge/open-pr'
import { enqueueMerge } from '#flows/merge/enqueue-merge'
import type { Lanes } from '#flows/merge/lanes'
import type { ProjectRecord } from '#ports/store/project'
import type { TripRecord } from '#ports/store/trip'
import { about, saveTrip } from './views.ts'

const goesOn: readonly string[] = ['TURN_IN_PROGRESS', 'SESSION_STARTING', 'HEAD_CHANGED', 'PR_HEAD_CHANGED']

/** A refusal is kept for this commit; anything that may pass by itself is tried again. */
async function tried(
  context: Context,
  trip: TripRecord,
  head: string,
  work: () => Promise<unknown>,
): Promise<TripRecord> {
  try {
    await work()
  } catch (cause) {
    if (!(cause instanceof DroverError) || mayRetry(cause.code) || goesOn.includes(cause.code)) throw cause
    context.log.warn('the work of a trip could not be landed', { ...about(trip), cause })
    const landingError = `${cause.message}${cause.hint === undefined ? '' : ` ${cause.hint}`}`
    saveTrip(context, trip.id, { own: { landingHead: head, landingError } })
  }
  return context.journal.reads.trip(trip.id) ?? trip
}

export function landTrip(
  context: Context,
  lanes: Lanes,
  trip: TripRecord,
  project: ProjectRecord,
  head: string,
): Promise<TripRecord> {
  const session = trip.sessionId ?? ''
  return tried(context, trip, head, async () => {
    if (trip.landing === 'push') {
      // Written down first: by it the merge is found again.
      saveTrip(context, trip.id, { own: { landingHead: head, landingError: null } })
      const mergeId = await queued(context, lanes, { session, head, target: project.defaultBranch, trip })
      context.faultPoint('trip:queued')
      saveTrip(context, trip.id, { mergeId, own: { landingHead: head, landingError: null } })
      return
    }
    const body = `Closes #${trip.issue}.\n\nDrover-Session: ${session}\n`
    const { pr } = await openPullRequest(context, session, { head, base: project.defaultBranch, body })
    context.faultPoint('trip:opened')
    const own = { pushedHead: head, pushedAt: now(context), landingHead: head, landingError: null }
    saveTrip(context, trip.id, { prId: pr.id, commit: head, own })
  })
}

interface Queueing {
  readonly session: string
  readonly head: string
  readonly target: string
  readonly trip: TripRecord
}

async function queued(context: Context, lanes: Lanes, { session, head, target, trip }: Queueing): Promise<string> {
  // Nothing of the issue's own words: a commit's words can tell CI what to do.
  const message = `Merge the work on issue #${trip.issue} (${trip.id})`
  try {
    const merge = await enqueueMerge(context, lanes, { session, head, into: target, push: true, message }, operator)
    return merge.id
  } catch (cause) {
    // It landed before this was written down.
    const last = context.journal.reads.landing(session)
    if (cause instanceof DroverError && cause.code === 'MERGE_NOTHING' && last?.merge != null) return last.merge
    throw cause
  }
}

export function mergeTrip(context: Context, trip: TripRecord, head: string): Promise<TripRecord> {
  return tried(context, trip, head, async () => {
    await mergePr(context, trip.prId ?? '', { expectedHeadSha: head })
    context.faultPoint('trip:merged')
  })
}
