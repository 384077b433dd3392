/**
 * The end of an effort, in one transaction and once: its state, the change, the mail to the operator, the marks by which its
 * sessions end even if this daemon does not. By itself, by the operator's word, or stopped.
 */
import type { Effort, EffortState } from '#contract/effort'
import { DroverError } from '#contract/error'
import { droverAddress, operatorAddress } from '#contract/mail'
import { isEnded } from '#contract/merge'
import { costWords } from '#core/effort/budget'
import { decideCompletion } from '#core/effort/completion'
import { elapsed, flat, plural } from '#core/relay/show-words'
import { type Context, now } from '#flows/engine/context'
import { postMail } from '#flows/mail/post-mail'
import { cancelMerge } from '#flows/merge/change-merge'
import type { Lanes } from '#flows/merge/lanes'
import { closeSession, killSession, markClosed } from '#flows/session/end-session'
import type { EffortRecord } from '#ports/store/effort'
import type { Reads, Tx } from '#ports/store/journal'
import { closeQuestions } from './budget.ts'
import { factsOfEffort } from './effort-facts.ts'
import { mergesOf, needEffort, tellEffort, viewEffort } from './views.ts'

export interface Ending {
  readonly state: Exclude<EffortState, 'running'>
  readonly reason: string | null
}

/** null: somebody ended it before. */
export function endEffort(context: Context, tx: Tx, id: string, ending: Ending): EffortRecord | null {
  const { state, rootSessionId } = needEffort(tx, id)
  if (state !== 'running') return null
  // One that is ended while it is being started has its root in the rows alone.
  const root = rootSessionId ?? tx.effortSessions(id).find(({ parentId }) => parentId === null)?.id ?? null
  const ended = tx.updateEffort(id, { ...ending, rootSessionId: root, endedAt: now(context) })
  closeQuestions(context, tx, id)
  const view = viewEffort(context, tx, ended)
  tellEffort(context, tx, ended, 'effort_completed')
  if (ending.state !== 'stopped') {
    tellOperator(context, tx, view)
    for (const { id: member } of view.sessions) markClosed(tx, member)
  }
  return ended
}

function tellOperator(context: Context, tx: Tx, effort: Effort): void {
  postMail(context, tx, {
    projectId: effort.projectId,
    effortId: effort.id,
    from: effort.rootSessionId ?? droverAddress,
    to: operatorAddress,
    source: 'daemon',
    subject: `Effort ${effort.id} ${effort.state}: ${flat(effort.goal.trim().split('\n', 1)[0] ?? '').slice(0, 120)}`,
    body: summaryOf(effort, neverOffered(tx, effort)),
    type: 'result',
    payload: { effortId: effort.id, state: effort.state, reason: effort.reason, landed: effort.landed },
  })
}

export interface NeverOffered {
  readonly id: string
  readonly branch: string
  readonly files: number
}

/** Members whose work nobody said was ready: it is neither landed nor lost, and whoever reads of the end must know. */
function neverOffered(reads: Reads, { sessions, merges }: Effort): readonly NeverOffered[] {
  return sessions.flatMap(({ id, branch }) => {
    const files = reads.session(id)?.filesChanged ?? 0
    const offered = merges.some((merge) => merge.sessionId === id)
    return branch === null || files === 0 || offered ? [] : [{ id, branch, files }]
  })
}

export function summaryOf(effort: Effort, unoffered: readonly NeverOffered[] = []): string {
  const { totals, landed, merges, sessions } = effort
  const cost = costWords({ usd: totals.costUsd, unknown: totals.unknownCosts })
  return [
    `${effort.state}${effort.reason === null ? '' : `: ${effort.reason}`}`,
    `${plural(sessions.length, 'session')}, ${elapsed(totals.seconds * 1000)}, cost ${cost}`,
    `${plural(landed.length, 'commit')} landed on ${effort.into}${landed.length === 0 ? '' : ':'}`,
    ...merges
      .filter((merge) => merge.landedCommit !== null)
      .map((merge) => `- ${merge.landedCommit?.slice(0, 12)} ${merge.branch} (${merge.id})`),
    ...merges
      .filter((merge) => merge.landedCommit === null)
      .map((merge) => `- not landed: ${merge.branch} (${merge.id}, ${merge.state})`),
    ...unoffered.map(
      ({ id, branch, files }) =>
        `- never offered: ${branch} (${id}, ${plural(files, 'file')} changed); land it with: drover land ${id}`,
    ),
    '',
    `The goal was: ${effort.goal}`,
  ].join('\n')
}

/** After it has ended: what lives of it ends, its work is saved as at every end. */
export async function endSessions(context: Context, id: string): Promise<void> {
  const effort = context.journal.reads.effort(id)
  if (effort === null || effort.state === 'running') return
  const living = context.journal.reads.effortSessions(id).filter(({ phase }) => phase !== 'ended')
  await Promise.all(
    living.map(({ id: member, phase }) =>
      effort.state !== 'stopped' && phase === 'live'
        ? closeSession(context, member)
        : killSession(context, member, {}).then(() => undefined),
    ),
  )
}

/** The operator says that it is done, whatever is not: that is written beside it. */
export async function completeEffort(context: Context, id: string): Promise<Effort> {
  context.journal.command((tx) => {
    const effort = needOpen(tx, id)
    const facts = decideCompletion(factsOfEffort(context, tx, effort))
    const left = facts.state === 'running' ? facts.because : facts.state === 'failed' ? facts.reason : null
    const reason = `Completed by the operator${left === null ? '' : ` while this was so: ${left}`}`
    endEffort(context, tx, id, { state: 'completed', reason })
  })
  context.faultPoint('effort:completed')
  await endSessions(context, id)
  return viewEffort(context, context.journal.reads, needEffort(context.journal.reads, id))
}

export async function stopEffort(context: Context, lanes: Lanes, id: string, reason: string): Promise<Effort> {
  context.journal.command((tx) => {
    needOpen(tx, id)
    endEffort(context, tx, id, { state: 'stopped', reason })
  })
  context.faultPoint('effort:stopped')
  await Promise.all([callOffMerges(context, lanes, id), endSessions(context, id)])
  return viewEffort(context, context.journal.reads, needEffort(context.journal.reads, id))
}

/** What is on its way is called off; what waits for the operator's own word keeps waiting for it. */
export async function callOffMerges(context: Context, lanes: Lanes, id: string): Promise<void> {
  const { reads } = context.journal
  const open = mergesOf(reads, reads.effortSessions(id)).filter(
    ({ state }) => !isEnded(state) && state !== 'ready' && state !== 'needs_human',
  )
  for (const merge of open) {
    await cancelMerge(context, lanes, merge.id).catch((cause: unknown) => {
      // It lands at this moment, or has ended by itself.
      if (!(cause instanceof DroverError)) throw cause
      context.log.info('a merge of a stopped effort could not be called off', { merge: merge.id, code: cause.code })
    })
  }
}

function needOpen(tx: Tx, id: string): EffortRecord {
  const effort = needEffort(tx, id)
  if (effort.state === 'running') return effort
  throw new DroverError('EFFORT_ENDED', `Effort ${id} is ${effort.state} already.`, {
    hint: `Look at it with: drover effort show ${id}`,
  })
}
