/**
 * From `merge_ready` to `merged`: a branch that a session of an effort says is ready goes into the merge queue, and what came of
 * it is told to that session and to its parent, once. Each mail is acted on in its order; how far is written down, so that a
 * daemon that dies in between is followed by one that offers again what was not offered.
 */
import { DroverError } from '#contract/error'
import { droverAddress, type MailType } from '#contract/mail'
import { type Context, now } from '#flows/engine/context'
import { postMail } from '#flows/mail/post-mail'
import type { Lanes } from '#flows/merge/lanes'
import { offerMerge } from '#flows/merge/offer-merge'
import type { EffortRecord } from '#ports/store/effort'
import type { Tx } from '#ports/store/journal'
import type { MergeRecord } from '#ports/store/merge'
import type { SessionRecord } from '#ports/store/session'
import { pendingOffers } from './effort-facts.ts'
import { mergesOf, needEffort } from './views.ts'

export async function offerReady(context: Context, lanes: Lanes, id: string): Promise<void> {
  const { reads } = context.journal
  for (const mail of pendingOffers(reads, needEffort(reads, id))) {
    const effort = needEffort(reads, id)
    if (effort.state !== 'running' || context.closing) return
    const sender = reads.session(mail.from)
    const refused = sender === null ? null : await refusalOf(context, lanes, sender)
    context.faultPoint('effort:offered')
    context.journal.command((tx) => {
      const others = needEffort(tx, id).refusals.filter(({ sessionId }) => sessionId !== mail.from)
      const fresh = refused === null ? [] : [{ sessionId: mail.from, at: now(context), message: refused.message }]
      tx.updateEffort(id, { offeredUpTo: mail.number, refusals: [...others, ...fresh] })
      if (sender !== null && refused !== null) tellRefusal(context, tx, effort, sender, refused, mail.number)
    })
  }
}

/** null: it is in the queue, or landed already. */
async function refusalOf(context: Context, lanes: Lanes, sender: SessionRecord): Promise<DroverError | null> {
  try {
    await offerMerge(context, lanes, { sessionId: sender.id, by: 'agent', taskId: sender.taskId })
    return null
  } catch (cause) {
    if (!(cause instanceof DroverError)) throw cause
    const landed = context.journal.reads
      .merges({ sessionId: sender.id, limit: 100 })
      .merges.some(({ state }) => state === 'landed')
    return cause.code === 'MERGE_NOTHING' && landed ? null : cause
  }
}

function tellRefusal(
  context: Context,
  tx: Tx,
  effort: EffortRecord,
  sender: SessionRecord,
  refused: DroverError,
  number: number,
): void {
  const branch = sender.workspaceId === null ? null : (tx.workspace(sender.workspaceId)?.branch ?? null)
  const body = refused.hint === undefined ? refused.message : `${refused.message}\n${refused.hint}`
  tellBoth(context, tx, effort, sender, {
    key: `offer:${number}`,
    type: 'merge_failed',
    subject: `merge_failed: ${branch ?? sender.id}`,
    body,
    payload: { branch, taskId: sender.taskId, conflictFiles: [], errorMessage: refused.message },
  })
}

/** What came of every merge of an effort and was not told yet. */
export function tellSettled(context: Context, tx: Tx, effort: EffortRecord): void {
  const members = tx.effortSessions(effort.id)
  for (const merge of mergesOf(tx, members)) {
    const sender = members.find(({ id }) => id === merge.sessionId)
    const words = wordsOf(merge, sender?.taskId ?? null)
    if (sender !== undefined && words !== null) tellBoth(context, tx, effort, sender, words)
  }
}

interface Words {
  readonly key: string
  readonly type: Extract<MailType, 'merged' | 'merge_failed'>
  readonly subject: string
  readonly body: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** null: nothing to tell yet, or nothing that a newer merge of the same branch will not tell. */
function wordsOf(merge: MergeRecord, taskId: string | null): Words | null {
  const { id, branch, target, state, tier, reason, head } = merge
  const key = `merge:${id}:${state}:${head}`
  if (state === 'landed' || reason?.code === 'nothing_to_merge') {
    const commit = merge.landedCommit === null ? '' : ` as ${merge.landedCommit}`
    const body = `${branch} is on ${target}${commit}.`
    return { key, type: 'merged', subject: `merged: ${branch}`, body, payload: { branch, taskId, tier } }
  }
  if ((state !== 'rejected' && state !== 'needs_human') || reason?.code === 'superseded') return null
  const errorMessage = reason?.message ?? 'It did not land.'
  const conflictFiles = reason?.paths ?? []
  const body = [`${id}: ${errorMessage}`, ...conflictFiles.map((path) => `- ${path}`)].join('\n')
  const payload = { branch, taskId, conflictFiles, errorMessage }
  return { key, type: 'merge_failed', subject: `merge_failed: ${branch}`, body, payload }
}

function tellBoth(context: Context, tx: Tx, effort: EffortRecord, sender: SessionRecord, words: Words): void {
  const { key, ...mail } = words
  for (const to of [sender.id, sender.parentId]) {
    const receiver = to === null ? null : tx.session(to)
    if (receiver === null || receiver.phase === 'ended') continue
    const known = `${key}:${receiver.id}`
    if (tx.mailByKey(droverAddress, known).length > 0) continue
    postMail(context, tx, {
      projectId: effort.projectId,
      effortId: effort.id,
      from: droverAddress,
      to: receiver.id,
      source: 'daemon',
      key: known,
      ...mail,
    })
  }
}
