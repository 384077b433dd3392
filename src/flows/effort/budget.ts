/**
 * The budget of an effort. Reached: nothing new is launched in it, turns that run finish, and the operator is asked once, by a
 * mail with two answers. Raised: what was held goes on.
 */
import type { Effort } from '#contract/effort'
import { droverAddress, operatorAddress } from '#contract/mail'
import { answerToBudget, costWords, isReached, raiseOption, stopOption } from '#core/effort/budget'
import { money } from '#core/relay/show-words'
import { type Context, now } from '#flows/engine/context'
import { postMail } from '#flows/mail/post-mail'
import { closeGate } from '#flows/mail/return-mail'
import type { EffortRecord } from '#ports/store/effort'
import type { Reads, Tx } from '#ports/store/journal'
import type { MailRecord } from '#ports/store/mail'
import { costOfMembers, needEffort, tellEffort, viewEffort } from './views.ts'

/** Why nothing new is launched in this effort; null: nothing holds. */
export function whyHeld(reads: Reads, effortId: string | null): string | null {
  const effort = effortId === null ? null : reads.effort(effortId)
  if (effort === null) return null
  if (effort.state !== 'running') return `Effort ${effort.id} is ${effort.state}.`
  if (effort.budgetUsd === null) return null
  const cost = costOfMembers(reads.effortSessions(effort.id))
  return isReached(effort.budgetUsd, cost) ? reachedWords(effort, costWords(cost)) : null
}

const reachedWords = ({ id, budgetUsd }: EffortRecord, cost: string): string =>
  `Effort ${id} has reached its budget: ${cost} of ${money(budgetUsd ?? 0)}.`

/** Asks the operator, once for each budget. */
export function askAboutBudget(context: Context, tx: Tx, effort: EffortRecord): void {
  if (effort.budgetUsd === null || effort.budgetAskedAt !== null) return
  const cost = costOfMembers(tx.effortSessions(effort.id))
  if (!isReached(effort.budgetUsd, cost)) return
  const why = reachedWords(effort, costWords(cost))
  postMail(context, tx, {
    projectId: effort.projectId,
    effortId: effort.id,
    // From nobody who may have ended when the answer comes.
    from: droverAddress,
    to: operatorAddress,
    source: 'daemon',
    subject: `Effort ${effort.id} has reached its budget of ${money(effort.budgetUsd)}`,
    body: `${why} Turns that run will finish; nothing new is started until you answer. Raising it gives it as much again.`,
    type: 'decision_gate',
    payload: { options: [raiseOption, stopOption], context: why, effortId: effort.id, budgetUsd: effort.budgetUsd },
    priority: 'high',
  })
  tellEffort(context, tx, tx.updateEffort(effort.id, { budgetAskedAt: now(context) }))
}

/** What was asked of a budget that is no more, or of an effort that is over, waits for nobody. */
export function closeQuestions(context: Context, tx: Tx, effortId: string): void {
  for (const mail of tx.openGates()) if (mail.effortId === effortId && isQuestion(mail)) closeGate(context, tx, mail)
}

/** Only the daemon's own question is about a budget, whatever an agent writes into a payload. */
const isQuestion = ({ source, type, payload }: MailRecord): boolean =>
  source === 'daemon' && type === 'decision_gate' && typeof payload?.budgetUsd === 'number'

export function changeBudget(context: Context, id: string, budgetUsd: number | null): Effort {
  const updated = context.journal.command((tx) => {
    const effort = needEffort(tx, id)
    const changed = tx.updateEffort(id, {
      budgetUsd,
      budgetAskedAt: budgetUsd === effort.budgetUsd ? effort.budgetAskedAt : null,
    })
    if (changed.budgetAskedAt === null) closeQuestions(context, tx, id)
    tellEffort(context, tx, changed)
    return changed
  })
  context.faultPoint('effort:budget')
  // What was held may go on; where nothing was, nothing happens.
  for (const { id: member, phase } of context.journal.reads.effortSessions(id))
    if (phase === 'live') context.settle(member)
  return viewEffort(context, context.journal.reads, updated)
}

/** What the operator's mail says about the budget's question; null: it is no answer to it. */
export function budgetAnswer(
  reads: Reads,
  answer: Pick<MailRecord, 'from' | 'thread' | 'number' | 'body' | 'payload'>,
): { readonly effort: EffortRecord; readonly does: 'raise' | 'stop'; readonly asked: number } | null {
  if (answer.from !== operatorAddress || answer.thread === answer.number) return null
  const question = reads.mail(answer.thread)
  const { effortId, budgetUsd } = question?.payload ?? {}
  if (question === null || !isQuestion(question)) return null
  if (typeof effortId !== 'string' || typeof budgetUsd !== 'number') return null
  const option = answer.payload?.option
  const does = answerToBudget(typeof option === 'string' ? option : answer.body)
  const effort = reads.effort(effortId)
  // An answer to an older question, after the budget was changed, changes nothing.
  if (does === null || effort === null || effort.state !== 'running' || effort.budgetUsd !== budgetUsd) return null
  return { effort, does, asked: budgetUsd }
}
