/**
 * The tick that takes issues: looks at each enrolled repository, decides, and writes a trip down for each issue that is taken. One
 * repository's failure stops no other. Who claims it, and what then happens, is the trip's own way.
 */
import { DroverError } from '#contract/error'
import type { DispatchReason, Enrolment, SeenIssue } from '#contract/trip'
import { decideDispatch } from '#core/trip/dispatch'
import type { AfkTable } from '#core/trip/settings'
import { type Context, now } from '#flows/engine/context'
import type { TripRecord } from '#ports/store/trip'
import type { TrackerIssue } from '#ports/tracker'
import { type LookedIssue, lookAtIssue } from './look-issues.ts'
import { type Loop, landingFor, sameRepo, trackerOf } from './loop-ground.ts'
import { keepLook, type Memory, permissionOf } from './memory.ts'

type Ready = Extract<Loop, { ok: true }>

export const mostIssues = 100

/** Answers the trips that were written down. */
export async function takeIssues(context: Context, memory: Memory, loop: Ready): Promise<readonly string[]> {
  const { values, enrolled } = loop
  const looked: LookedIssue[] = []
  const under: SeenIssue[] = []
  for (const enrolment of enrolled) {
    if (context.closing) return []
    const key = enrolment.repo.toLowerCase()
    try {
      const found = await lookAtRepo(context, memory, enrolment, values)
      looked.push(...found.looked)
      under.push(...found.under)
      memory.looks.set(key, { repo: enrolment.repo, at: now(context), error: null })
    } catch (cause) {
      if (!(cause instanceof DroverError)) throw cause
      if (memory.looks.get(key)?.error !== cause.message)
        context.log.warn('the issues of a repository could not be looked at', { repo: enrolment.repo, cause })
      memory.looks.set(key, { repo: enrolment.repo, at: now(context), error: cause.message })
    }
  }
  const open = context.journal.reads.openTrips()
  const { dispatch, skipped } = decideDispatch(
    looked,
    {
      enabled: values.enabled,
      allow: enrolled.map(({ repo }) => repo),
      humanLabel: values.humanLabel,
      maxParallel: values.maxParallel,
    },
    { locked: new Set(open.map(({ repo }) => repo)), running: open.length },
  )
  const seen = new Map<string, SeenIssue[]>(enrolled.map(({ repo }) => [repo.toLowerCase(), []]))
  const note = (one: SeenIssue): void => void seen.get(one.repo.toLowerCase())?.push(one)
  for (const one of under) note(one)
  for (const { issue, code, reason } of skipped) note(seenOf(context, issue, code, reason, null))
  const taken: string[] = []
  for (const { issue, reason } of dispatch) {
    const enrolment = enrolled.find(({ repo }) => sameRepo(repo, issue.repo))
    const trip = enrolment === undefined ? null : writeTrip(context, loop, enrolment, issue, reason)
    if (trip !== null) taken.push(trip.id)
    note(seenOf(context, issue, 'dispatched', reason, trip?.id ?? null))
  }
  // Where the look failed, what was seen before stands, beside the failure.
  for (const [repo, issues] of seen) if (memory.looks.get(repo)?.error == null) memory.seen.set(repo, issues)
  for (const repo of [...memory.seen.keys(), ...memory.looks.keys()])
    if (!seen.has(repo)) {
      memory.seen.delete(repo)
      memory.looks.delete(repo)
    }
  keepLook(context, memory)
  return taken
}

async function lookAtRepo(
  context: Context,
  memory: Memory,
  { repo, projectId }: Enrolment,
  values: AfkTable,
): Promise<{ readonly looked: readonly LookedIssue[]; readonly under: readonly SeenIssue[] }> {
  if (projectId === null)
    throw new DroverError('PROJECT_NOT_FOUND', `No project here has ${repo} as its origin.`, {
      hint: 'Add its checkout with: drover project add <path>',
    })
  const ground = trackerOf(context, projectId)
  const issues = (await ground.api.labelled(ground.place, values.readyLabel)).slice(0, mostIssues)
  const open = context.journal.reads.openTrips().find((trip) => sameRepo(trip.repo, repo)) ?? null
  const looked: LookedIssue[] = []
  const under: SeenIssue[] = []
  if (issues.length === 0) return { looked, under }
  const me = await ground.api.self()
  const rights = await permissionOf(context, memory, ground, me)
  if (rights !== 'admin' && rights !== 'write')
    throw new DroverError('FORGE_REFUSED', `The token of ${me} may not write in ${repo} (${rights}).`, {
      hint: 'Give the loop a token that may write issues and contents of this repository.',
    })
  for (const issue of issues) {
    if (open !== null && open.issue === issue.number) {
      under.push(underWay(context, open, issue, values))
      continue
    }
    // While a trip is under way there, nothing else of it is taken: what blocks the others is not asked.
    looked.push(await lookAtIssue(context, memory, ground, issue, values, { blockers: open === null }))
  }
  return { looked, under }
}

const seenOf = (
  context: Context,
  { projectId, repo, number, issue, priority }: LookedIssue,
  decision: DispatchReason,
  why: string,
  tripId: string | null,
): SeenIssue => {
  const title = context.secrets.redact(issue.title)
  return { projectId, repo, number, title, url: issue.url, priority, decision, why, tripId, at: now(context) }
}

const underWay = (context: Context, trip: TripRecord, issue: TrackerIssue, values: AfkTable): SeenIssue => ({
  projectId: trip.projectId,
  repo: trip.repo,
  number: trip.issue,
  title: context.secrets.redact(issue.title),
  url: issue.url,
  priority: values.unlabelledPriority,
  decision: 'dispatched',
  why: `${trip.id} is at it.`,
  tripId: trip.id,
  at: now(context),
})

/** null: another one came first. */
export function writeTrip(
  context: Context,
  { values }: Ready,
  { landing }: Enrolment,
  { projectId, repo, issue, readyAt }: Pick<LookedIssue, 'projectId' | 'repo' | 'issue' | 'readyAt'>,
  reason: string,
): TripRecord | null {
  const { forge } = trackerOf(context, projectId)
  const at = now(context)
  return context.journal.command((tx) => {
    if (tx.openTrips().some((one) => sameRepo(one.repo, repo))) return null
    const { executor } = values
    const trip: TripRecord = {
      id: `trip-${tx.nextTripNumber()}`,
      projectId,
      repo,
      issue: issue.number,
      title: issue.title.slice(0, 500),
      url: issue.url,
      state: 'claiming',
      phase: 'worktree',
      landing: landingFor(executor, landing),
      sessionId: null,
      thread: null,
      executor,
      mergeId: null,
      prId: null,
      commit: null,
      ci: null,
      red: [],
      attempts: 0,
      lastAction: 'wait',
      reason,
      effects: [],
      notes: [],
      costUsd: null,
      createdAt: at,
      updatedAt: at,
      endedAt: null,
      own: {
        ...{ forgeUrl: forge.url, nonce: context.ids.uuid(), readyAt, claimId: null, claimedAt: null },
        ...{ checklistId: null, checklist: null, labelled: false, startedAt: null, startError: null },
        ...{
          remoteBase: null,
          pushedHead: null,
          pushedAt: null,
          landed: false,
          landedPr: null,
          landingHead: null,
          landingError: null,
        },
        ...{ redAt: null, answered: null, followKey: null, ending: null, closedAt: null, stopped: false },
      },
    }
    tx.insertTrip(trip)
    return trip
  })
}
