/**
 * From a claim to an agent at work: a new look at the issue (its words may have changed), the brief, the executor; then the label
 * that people see. What cannot be started is said by the trip; what only has to wait is tried again.
 */
import { join } from 'node:path'
import { DroverError, mayRetry } from '#contract/error'
import type { Enrolment } from '#contract/trip'
import { openingBrief } from '#core/trip/brief'
import type { AfkTable } from '#core/trip/settings'
import { type Context, now } from '#flows/engine/context'
import type { TripRecord } from '#ports/store/trip'
import { sessionWord } from './drover-executor.ts'
import { type LookedIssue, lookAtIssue } from './look-issues.ts'
import { executorFor, type TrackerGround } from './loop-ground.ts'
import type { Memory } from './memory.ts'
import { about, saveTrip } from './views.ts'

/** Refusals that another moment may lift. */
const waits: readonly string[] = ['SESSION_LIMIT']
const mayWait = (cause: DroverError): boolean => mayRetry(cause.code) || waits.includes(cause.code)

/** Why it is not begun after all; null: it may be. */
export function whyNot(looked: LookedIssue, trip: TripRecord, values: AfkTable): string | null {
  if (looked.issue.state === 'closed') return 'the issue was closed'
  if (trip.own.readyAt === null) return null
  if (!looked.labels.includes(values.readyLabel)) return 'the ready label was taken away'
  if (looked.labels.includes(values.humanLabel)) return 'a person took it'
  if (looked.trust !== 'trusted') return 'who gave the ready label may not'
  return looked.changedBy === null ? null : `${looked.changedBy} changed its words without write permission`
}

export async function startWork(
  context: Context,
  memory: Memory,
  ground: TrackerGround,
  trip: TripRecord,
  enrolment: Enrolment,
  values: AfkTable,
): Promise<{ readonly trip: TripRecord; readonly withdrawn: string | null }> {
  if (trip.own.startedAt !== null || trip.own.startError !== null) return { trip, withdrawn: null }
  const { api, place, project } = ground
  const issue = await api.issue(place, trip.issue)
  if (issue === null) return { trip, withdrawn: 'the issue is not there any more' }
  const looked = await lookAtIssue(context, memory, ground, issue, values, { fresh: true, blockers: false })
  const withdrawn = whyNot(looked, trip, values)
  if (withdrawn !== null) return { trip, withdrawn }
  const remote = await context.merging.remoteOf(project.path, project.defaultBranch)
  const tip = remote === null ? null : await context.merging.fetchTip({ repoPath: project.path, ...remote })
  if (tip !== null && 'unreachable' in tip)
    throw new DroverError('REMOTE_UNREACHABLE', `${place.owner}/${place.name} could not be fetched: ${tip.unreachable}`)
  try {
    const executor = executorFor(context, trip.executor, enrolment.agent)
    const isOwn = executor.id === 'drover'
    const { thread } = await executor.start({
      key: trip.id,
      project: { key: isOwn ? project.id : trip.repo, title: project.name, root: isOwn ? null : project.path },
      title: `AFK #${trip.issue} ${issue.title}`
        .replace(/[\x00-\x1f\x7f]/g, ' ')
        .slice(0, 60)
        .trim(),
      brief: briefOf(context, looked, trip, ground, enrolment),
    })
    context.faultPoint('trip:started')
    const own = { startedAt: now(context), remoteBase: tip?.tip ?? null }
    return { trip: saveTrip(context, trip.id, { thread, own }), withdrawn: null }
  } catch (cause) {
    if (!(cause instanceof DroverError) || context.closing) throw cause
    const there = trip.sessionId !== null && context.journal.reads.session(trip.sessionId) !== null
    if (!there) saveTrip(context, trip.id, { sessionId: null, thread: null })
    if (mayWait(cause)) throw cause
    context.log.warn('the agent of a trip could not be started', { ...about(trip), cause })
    const startError = `${cause.message}${cause.hint === undefined ? '' : ` ${cause.hint}`}`
    return { trip: saveTrip(context, trip.id, { own: { startError } }), withdrawn: null }
  }
}

function briefOf(
  context: Context,
  { issue, comments }: LookedIssue,
  trip: TripRecord,
  { project }: TrackerGround,
  { agent }: Enrolment,
): string {
  const isOurs = ({ body }: { readonly body: string }): boolean => body.includes('<!-- drover:')
  return openingBrief({
    repo: trip.repo,
    issue: trip.issue,
    title: issue.title,
    body: issue.body,
    author: issue.author,
    comments: comments.filter((one) => !isOurs(one)).map(({ author, body }) => ({ author, body })),
    landing: trip.landing,
    defaultBranch: project.defaultBranch,
    guardrails: context.readWords(join(project.path, '.drover', 'guardrails.md')),
    agent: agent ?? 'default',
    session: trip.executor === 'drover' ? sessionWord(trip.own.nonce) : null,
  })
}

/** The label is a mirror of our store: one that fails is tried again, and holds nothing up. */
export async function labelOnce(
  context: Context,
  { api, place }: TrackerGround,
  trip: TripRecord,
  { inProgressLabel }: AfkTable,
): Promise<TripRecord> {
  if (trip.own.labelled || trip.own.startedAt === null) return trip
  try {
    await api.addLabel(place, trip.issue, inProgressLabel)
  } catch (cause) {
    context.log.warn('the label of a trip could not be given; it is tried again', { ...about(trip), cause })
    return trip
  }
  context.faultPoint('trip:labelled')
  return saveTrip(context, trip.id, { own: { labelled: true } })
}
