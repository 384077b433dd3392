/**
 * What is known of a trip right now: of its thread, its commits, their way to the default branch, their checks, and what people
 * did. Asks the world and writes down what it learned; what follows is `core/trip/next`.
 */
import { isEnded, type Merge } from '#contract/merge'
import type { PullRequest } from '#contract/pr'
import type { CiStatus, Enrolment, TripPhase } from '#contract/trip'
import { decidePrMerge } from '#core/forge/decide-merge'
import { isRefusal } from '#core/session/decide'
import { foldStages } from '#core/trip/ci-fold'
import { closedByPerson } from '#core/trip/closed'
import { seenThread } from '#core/trip/missing'
import type { TripFacts } from '#core/trip/next'
import type { AfkTable } from '#core/trip/settings'
import { type Context, now } from '#flows/engine/context'
import { lookAtPr, needPr } from '#flows/forge/change-pr'
import { forgeOfPr } from '#flows/forge/forge-ground'
import type { CiAnswer } from '#ports/ci-source'
import type { ThreadState } from '#ports/executor'
import type { MergeRecord } from '#ports/store/merge'
import type { ProjectRecord } from '#ports/store/project'
import type { TripRecord } from '#ports/store/trip'
import { type Commits, lookAtCommits } from './look-commits.ts'
import { executorFor, specsOf, type TrackerGround } from './loop-ground.ts'
import { withTails } from './red-tails.ts'
import { saveTrip, type TripPatch } from './views.ts'

export interface Gathered {
  readonly trip: TripRecord
  readonly facts: TripFacts
  readonly thread: ThreadState
  readonly commits: Commits
  readonly red: CiAnswer['red']
}

async function threadOf(
  context: Context,
  trip: TripRecord,
  thread: string,
  { agent }: Enrolment,
): Promise<ThreadState> {
  const found = await executorFor(context, trip.executor, agent).read(thread)
  return { ...found, state: seenThread(found.state, trip.executor, secondsSince(context, trip.own.startedAt)) }
}

const failedStart = (detail: string): ThreadState => ({ state: 'error', detail, turns: null, costUsd: null })

export async function gatherFacts(
  context: Context,
  ground: TrackerGround,
  given: TripRecord,
  enrolment: Enrolment,
  values: AfkTable,
): Promise<Gathered> {
  const { startError } = given.own
  const thread =
    given.thread === null
      ? failedStart(startError ?? 'it was never started')
      : startError !== null
        ? failedStart(startError)
        : await threadOf(context, given, given.thread, enrolment)
  const commits = await lookAtCommits(context, ground, given, thread)
  const pr = given.prId === null ? null : await lookAtPr(context, given.prId)
  const merge = mergeOf(context, given)
  let trip = saveTrip(context, given.id, {
    costUsd: thread.costUsd ?? given.costUsd,
    notes: commits.notes,
    ...(merge === null ? {} : { mergeId: merge.id }),
    ...(await landedNow(context, ground, given, { commits, pr, merge })),
  })
  const asked = await askChecks(context, ground, trip, enrolment)
  const { red, tails } = await withTails(context, ground, trip, asked.red, pr)
  const checked = { ...asked, red }
  trip = saveTrip(context, trip.id, {
    ci: checked.ci,
    red: checked.red.map(({ name }) => name.slice(0, 200)),
    own: { tails, ...(checked.ci === 'red' && trip.own.redAt === null ? { redAt: now(context) } : {}) },
  })
  const human = await whatPeopleDid(context, ground, trip, { commits, pr, values })
  const toLand = commits.head !== null && commits.ahead && commits.head !== trip.own.pushedHead
  const seconds = (since: string | null): number => secondsSince(context, since)
  const facts: TripFacts = {
    pushed: hasOpenPr(trip) ? 'branch' : trip.own.landed ? 'landed' : 'no',
    ci: checked.ci,
    thread: thread.state,
    landing: trip.landing,
    toLand,
    landingState: landingState(trip, commits, merge, pr),
    mayMerge: pr !== null && !isRefusal(decidePrMerge(pr, trip.own.pushedHead)),
    redAnswered: trip.commit !== null && trip.own.answered === trip.commit,
    attempts: trip.attempts,
    secondsSinceRed: seconds(trip.own.redAt),
    secondsSinceStart: seconds(trip.createdAt),
    ciSeconds: seconds(trip.own.pushedAt),
    costUsd: trip.costUsd,
    human,
    violation: commits.violation,
  }
  trip = saveTrip(context, trip.id, { phase: phaseOf(facts) })
  return { trip, facts, thread, commits, red: checked.red }
}

function phaseOf({ pushed, ci, thread, toLand, landingState }: TripFacts): TripPhase {
  if (pushed === 'landed') return ci === 'green' ? 'deployed' : 'ci'
  if (pushed === 'branch') return ci === 'green' ? 'pushed' : 'ci'
  if (landingState === 'under_way') return 'pushed'
  if (thread === 'starting') return 'worktree'
  return toLand ? 'green' : 'tests_red'
}

/** Also one that was asked for and, because the daemon died then, never written down here: by the commit that was to land. */
function mergeOf(
  { journal: { reads } }: Context,
  { mergeId, sessionId, landing, own }: TripRecord,
): MergeRecord | null {
  const newest = landing !== 'push' || sessionId === null ? null : (reads.landing(sessionId)?.merge ?? null)
  const found = newest === null ? null : reads.merge(newest)
  if (found !== null && own.landingHead !== null && found.head === own.landingHead) return found
  return mergeId === null ? null : reads.merge(mergeId)
}

/** Opened, and not seen merged: whatever of it landed before, its newest work is not where it belongs. */
const hasOpenPr = ({ prId, own }: TripRecord): boolean => prId !== null && own.landedPr !== prId

interface Way {
  readonly commits: Commits
  readonly pr: PullRequest | null
  readonly merge: MergeRecord | null
}

/** What came to where it belongs since the last look. */
async function landedNow(
  context: Context,
  { project }: TrackerGround,
  trip: TripRecord,
  { commits, pr, merge }: Way,
): Promise<TripPatch> {
  const landed = (commit: string, head: string, at: string): TripPatch =>
    trip.own.landed && trip.commit === commit
      ? {}
      : { commit, own: { landed: true, pushedHead: head, pushedAt: at, landingError: null } }
  if (trip.landing === 'push' && merge?.state === 'landed' && merge.landedCommit !== null)
    return landed(merge.landedCommit, merge.head, merge.landedAt ?? now(context))
  if (trip.landing === 'agent' && commits.landed !== null) return landed(commits.landed, commits.landed, now(context))
  if (pr?.state === 'merged' && hasOpenPr(trip)) {
    const commit = await mergedAs(context, project, pr)
    const own = { landed: true, landedPr: pr.id, pushedAt: now(context), landingError: null }
    if (commit !== null) return { commit, own: { ...own, pushedHead: trip.own.pushedHead ?? pr.head } }
  }
  return {}
}

/** The commit of the default branch that it is: in the forge's words, else the newest one there. */
async function mergedAs(context: Context, { path }: ProjectRecord, pr: PullRequest): Promise<string | null> {
  const { api, place } = forgeOfPr(context, needPr(context, pr.id))
  const said = (await api.look(place, pr.number))?.mergeCommit ?? null
  if (said !== null) return said
  const remote = await context.merging.remoteOf(path, pr.base)
  const tip = remote === null ? null : await context.merging.fetchTip({ repoPath: path, ...remote })
  return tip !== null && 'tip' in tip ? tip.tip : null
}

/** Stage by stage; a later one is not asked while an earlier one decides. */
async function askChecks(
  context: Context,
  { place, project, forge }: TrackerGround,
  trip: TripRecord,
  { ci }: Enrolment,
): Promise<{ readonly ci: CiStatus | null; readonly red: CiAnswer['red'] }> {
  if (trip.commit === null) return { ci: null, red: [] }
  const specs = specsOf(ci)
  const question = { forge, repo: place, commit: trip.commit, branch: project.defaultBranch }
  const answers: CiAnswer[] = []
  for (;;) {
    const folded = foldStages(
      answers.map(({ result }) => result),
      specs.length,
    )
    if (folded !== 'ask') return { ci: folded, red: answers.at(-1)?.red ?? [] }
    const spec = specs[answers.length]
    if (spec === undefined) return { ci: 'pending', red: [] }
    answers.push(await context.ciSources(spec).ask(question))
  }
}

/** Its commits, or its pull request, are on their way to a branch where their words close the issue. */
const mayCloseItself = ({ own, prId, landing, thread }: TripRecord): boolean =>
  own.landingHead !== null || prId !== null || (landing === 'agent' && thread !== null)

const secondsSince = (context: Context, since: string | null): number =>
  since === null ? 0 : Math.max(0, (context.clock.now().getTime() - Date.parse(since)) / 1000)

async function whatPeopleDid(
  context: Context,
  { api, place, project }: TrackerGround,
  trip: TripRecord,
  { commits, pr, values }: { readonly commits: Commits; readonly pr: PullRequest | null; readonly values: AfkTable },
): Promise<TripFacts['human']> {
  if (trip.own.stopped) return 'stopped'
  const issue = await api.issue(place, trip.issue)
  // Merged, and not written down yet: its own words closed the issue.
  const isMerging = pr?.state === 'merged'
  if (!trip.own.landed && !isMerging && (issue === null || issue.state === 'closed')) {
    const [isThere, mayBeOurs] = [issue !== null, mayCloseItself(trip)]
    if (trip.own.closedAt === null && (mayBeOurs || !isThere))
      saveTrip(context, trip.id, { own: { closedAt: now(context) } })
    return closedByPerson({ isThere, mayBeOurs, closedSeconds: secondsSince(context, trip.own.closedAt) })
      ? 'closed'
      : 'unclear'
  }
  if (trip.own.closedAt !== null) saveTrip(context, trip.id, { own: { closedAt: null } })
  if (hasOpenPr(trip) && pr?.state === 'closed') return 'closed'
  if (issue?.labels.includes(values.humanLabel)) return 'relabelled'
  if (
    issue !== null &&
    issue.state === 'open' &&
    trip.own.readyAt !== null &&
    !issue.labels.includes(values.readyLabel)
  )
    return 'relabelled'
  if (pr?.state === 'open' && pr.head !== trip.own.pushedHead && commits.head !== null && pr.head !== commits.head) {
    const known = await context.merging
      .contains({ repoPath: project.path, of: commits.head, commit: pr.head })
      // A commit that is not even here is somebody else's.
      .catch(() => false)
    if (!known) return 'pushed'
  }
  return 'nothing'
}

function landingState(
  { own, landing, mergeId }: TripRecord,
  { head }: Commits,
  merge: MergeRecord | null,
  pr: PullRequest | null,
): TripFacts['landingState'] {
  if (own.landingError !== null && own.landingHead === head) return 'failed'
  // No review brings a branch up to date: nobody waits for that.
  const cannot = pr?.mergeability === 'conflicting' || pr?.mergeability === 'behind'
  if (landing === 'pr') return pr?.state === 'open' && cannot ? 'failed' : 'none'
  if (mergeId === null || merge === null || own.landingHead !== head || merge.state === 'landed') return 'none'
  return isStuck(merge) ? 'failed' : 'under_way'
}

const isStuck = ({ state, needsApproval, step }: MergeRecord): boolean =>
  (isEnded(state) && state !== 'landed') || state === 'needs_human' || (step === 'wait' && needsApproval.length > 0)

/** Why a merge does not go on, for a person. */
export const mergeTrouble = (merge: Pick<Merge, 'id' | 'reason' | 'next'> | null): string | null =>
  merge === null ? null : `${merge.id}: ${merge.reason?.message ?? 'it waits for your approval'}`
