/** What the operator does to the loop: stop it, at once or after what is under way; let it go on; give it one issue by hand. */
import { DroverError } from '#contract/error'
import type { Trip } from '#contract/trip'
import { decideDispatch } from '#core/trip/dispatch'
import { type Context, now } from '#flows/engine/context'
import type { Reads } from '#ports/store/journal'
import { lookAtIssue } from './look-issues.ts'
import { loopOf, sameRepo, trackerOf } from './loop-ground.ts'
import type { LoopRun } from './run-loop.ts'
import { writeTrip } from './take-issues.ts'
import { changeTrip, viewTrip } from './views.ts'

const key = 'afk_stopped'

/** null: it goes on. */
export function stoppedAt(reads: Reads): string | null {
  const at = reads.meta(key)
  return at === null || at === '' ? null : at
}

export function stopLoop(context: Context, run: LoopRun, at: { readonly now: boolean }): void {
  const open = context.journal.command((tx) => {
    if (stoppedAt(tx) === null) tx.setMeta(key, now(context))
    tx.appendChange({ type: 'afk_changed', projectId: null, payload: { what: 'stopped' } })
    if (!at.now) return []
    return tx.openTrips().map(({ id }) => changeTrip(tx, id, { own: { stopped: true } }).id)
  })
  context.log.info('the loop was stopped', { now: at.now, trips: open.length })
  for (const id of open) run.kick(id)
}

export function resumeLoop(context: Context, run: LoopRun): void {
  context.journal.command((tx) => {
    tx.setMeta(key, '')
    tx.appendChange({ type: 'afk_changed', projectId: null, payload: { what: 'resumed' } })
  })
  context.log.info('the loop goes on')
  run.lookNow()
}

/** The loop as it may run, or why it may not. */
export function needLoop(context: Context) {
  const loop = loopOf(context)
  if (!loop.ok)
    throw new DroverError('AFK_INVALID', loop.error, {
      hint: 'Mend the setting; `drover doctor` says the same until it holds.',
    })
  if (!loop.values.enabled)
    throw new DroverError('AFK_OFF', 'The loop is off.', {
      hint: 'Set [afk] enabled = true in your config.toml; DROVER_AFK_KILL_SWITCH must not say otherwise.',
    })
  return loop
}

/** `owner/name#12`, an address, or `#12` of a project. */
export function issueMeant(words: string, repoOfProject: string | null): { repo: string; number: number } | null {
  const text = words.trim()
  const [, full, number] = /^(?:([A-Za-z0-9._-]+\/[A-Za-z0-9._-]+))?#?([1-9]\d{0,8})$/.exec(text) ?? []
  if (number !== undefined) {
    const repo = full ?? repoOfProject
    return repo === null || (full !== undefined && !text.includes('#')) ? null : { repo, number: Number(number) }
  }
  const [, at, n] = /^https?:\/\/[^/\s]+\/([^/\s]+\/[^/\s]+)\/issues\/([1-9]\d{0,8})$/.exec(text) ?? []
  return at === undefined || n === undefined ? null : { repo: at, number: Number(n) }
}

/** The operator's own word stands for the label and for who gave it; what blocks it and who else is at it still counts. */
export async function runIssue(
  context: Context,
  run: LoopRun,
  input: { readonly issue: string; readonly projectId?: string },
): Promise<Trip> {
  const loop = needLoop(context)
  const ofProject = loop.enrolled.find(({ projectId }) => projectId !== null && projectId === input.projectId)
  const meant = issueMeant(input.issue, ofProject?.repo ?? null)
  if (meant === null)
    throw new DroverError('INVALID_ISSUE', `"${input.issue.slice(0, 100)}" names no issue.`, {
      hint: 'Write owner/name#12 or its address, or #12 with an enrolled project.',
    })
  const enrolment = loop.enrolled.find(({ repo }) => sameRepo(repo, meant.repo))
  if (enrolment?.projectId == null)
    throw new DroverError('AFK_SKIPPED', `${meant.repo} is not enrolled.`, {
      hint: 'Enrol its project first: drover afk enrol <project>',
    })
  const ground = trackerOf(context, enrolment.projectId)
  const issue = await ground.api.issue(ground.place, meant.number)
  if (issue === null || issue.state === 'closed')
    throw new DroverError('ISSUE_NOT_FOUND', `There is no open issue #${meant.number} in ${meant.repo}.`, {
      hint: 'Look at the number, and at what the token may see.',
    })
  const { values } = loop
  const looked = await lookAtIssue(context, run.memory, ground, issue, values, { fresh: true })
  const open = context.journal.reads.openTrips()
  const byHand = { ...looked, trust: 'trusted', changedBy: null, escalated: false, labels: [] } as const
  const { skipped } = decideDispatch(
    [byHand],
    { enabled: true, allow: [looked.repo], humanLabel: values.humanLabel, maxParallel: Number.MAX_SAFE_INTEGER },
    { locked: new Set(open.map(({ repo }) => repo)), running: open.length },
  )
  const [refused] = skipped
  const trip =
    refused === undefined ? writeTrip(context, loop, enrolment, { ...looked, readyAt: null }, 'Started by hand.') : null
  if (trip === null)
    throw new DroverError('AFK_SKIPPED', refused?.reason ?? `A trip is under way in ${meant.repo}.`, {
      hint: 'See what the loop does: drover afk status',
      details: { reason: refused?.code ?? 'repo_busy' },
    })
  run.kick(trip.id)
  return viewTrip(trip)
}
