/**
 * One step of a trip, from whatever stands in the store: claim, start, label, look, decide, act. Each part may be cut off and is
 * done again by the next step without doing anything twice. Called in the trip's own line of work.
 */
import { DroverError, mayRetry } from '#contract/error'
import { correctiveWords } from '#core/trip/brief'
import { effectsOf } from '#core/trip/effects'
import { nextStep } from '#core/trip/next'
import type { AfkTable } from '#core/trip/settings'
import type { Context } from '#flows/engine/context'
import type { Lanes } from '#flows/merge/lanes'
import type { TripRecord } from '#ports/store/trip'
import { putChecklist } from './checklist-comment.ts'
import { claimIssue, keepClaim } from './claim-issue.ts'
import { decideEnd, finishTrip } from './end-trip.ts'
import { type Gathered, gatherFacts, mergeTrouble } from './gather-facts.ts'
import { landTrip, mergeTrip } from './land-trip.ts'
import { enrolmentOf, executorFor, type Loop, type TrackerGround, trackerOf } from './loop-ground.ts'
import type { Memory } from './memory.ts'
import { labelOnce, startWork } from './start-work.ts'
import { about, saveTrip } from './views.ts'

export interface Way {
  readonly context: Context
  readonly lanes: Lanes
  readonly memory: Memory
  readonly loop: Extract<Loop, { ok: true }>
}

export async function advanceTrip(way: Way, id: string): Promise<void> {
  const { context, memory, loop } = way
  const { values } = loop
  const found = context.journal.reads.trip(id)
  if (found === null || found.endedAt !== null) return
  const ground = trackerOf(context, found.projectId)
  if (found.own.ending !== null) return finishTrip(context, ground, found, values)
  const end = (trip: TripRecord, action: Parameters<typeof decideEnd>[2], reason: string): Promise<void> =>
    finishTrip(context, ground, decideEnd(context, trip, action, reason), values)
  if (found.own.stopped) return end(found, 'withdraw', 'the operator stopped the loop')
  const claimed =
    found.state === 'claiming'
      ? await claimIssue(context, memory, ground, found, values)
      : await keepClaim(context, memory, ground, found, values)
  if (claimed === null) return
  const enrolment = enrolmentOf(loop, claimed)
  const started = await startWork(context, memory, ground, claimed, enrolment, values)
  if (started.withdrawn !== null) return end(started.trip, 'withdraw', started.withdrawn)
  const labelled = await labelOnce(context, ground, started.trip, values)
  const gathered = await gatherFacts(context, ground, labelled, enrolment, values)
  const step = nextStep(gathered.facts, budgetOf(values))
  const reason = `${step.reason}${detailOf(context, gathered, step.action)}`
  if (effectsOf[step.action].ends !== null) return end(gathered.trip, step.action, reason)
  const noted = saveTrip(context, id, { lastAction: step.action, reason })
  const acted = await act(way, ground, { ...gathered, trip: noted }, step.action)
  await putChecklist(context, ground, acted)
}

const budgetOf = (values: AfkTable) => ({
  maxAttempts: values.fixForwardMaxAttempts,
  maxSeconds: values.fixForwardMaxSeconds,
  deadlineSeconds: values.deadlineSeconds,
  ciDeadlineSeconds: values.ciDeadlineSeconds,
  usd: values.budgetUsd,
})

/** What a person needs besides the rule: the provider's own words, the queue's. */
function detailOf(context: Context, { trip, thread, facts }: Gathered, action: string): string {
  if (!action.includes('escalate')) return ''
  const merge = trip.mergeId === null ? null : context.journal.reads.merge(trip.mergeId)
  const landing = facts.landingState === 'failed' ? (trip.own.landingError ?? mergeTrouble(merge)) : null
  const said = landing ?? (['error', 'stopped', 'asking', 'gone'].includes(thread.state) ? thread.detail : null)
  return said === null ? '' : ` (${said.slice(0, 500)})`
}

async function act(way: Way, ground: TrackerGround, gathered: Gathered, action: string): Promise<TripRecord> {
  const { context, lanes } = way
  const { trip, commits } = gathered
  switch (action) {
    case 'land':
      return commits.head === null ? trip : landTrip(context, lanes, trip, ground.project, commits.head)
    case 'merge':
      return mergeTrip(context, trip, trip.own.pushedHead ?? '')
    case 'fix_forward':
      return fixForward(way, ground, gathered)
    default:
      return trip
  }
}

/** Once per red commit. A thread that takes no more words has had its turn: the next look freezes it. */
async function fixForward(way: Way, ground: TrackerGround, { trip, red }: Gathered): Promise<TripRecord> {
  const { context, loop } = way
  const { commit, thread } = trip
  if (commit === null || thread === null) return trip
  const attempt = trip.attempts + 1
  const text = correctiveWords({
    repo: trip.repo,
    issue: trip.issue,
    commit,
    attempt,
    maxAttempts: loop.values.fixForwardMaxAttempts,
    landing: trip.landing,
    defaultBranch: ground.project.defaultBranch,
    checks: red.map(({ name, url, tail = null }) => ({ name, url, tail })),
  })
  try {
    const executor = executorFor(context, trip.executor, enrolmentOf(loop, trip).agent)
    await executor.followUp({ key: `${trip.own.nonce}:${commit}`, thread, text })
  } catch (cause) {
    if (!(cause instanceof DroverError) || mayRetry(cause.code)) throw cause
    context.log.warn('a corrective turn could not be given', { ...about(trip), cause })
  }
  context.faultPoint('trip:corrected')
  return saveTrip(context, trip.id, { attempts: attempt, own: { answered: commit } })
}
