/** A pull request belongs to another session from now on: its row and changes, and who had it hears of it. One transaction's part. */
import { droverAddress } from '#contract/mail'
import type { Context } from '#flows/engine/context'
import { postMail } from '#flows/mail/post-mail'
import { tellSession } from '#flows/session/views'
import type { Tx } from '#ports/store/journal'
import type { ClaimWork } from './claim-steps.ts'
import { knownPr, recordPrIn } from './record-pr.ts'

export function takeOver(context: Context, tx: Tx, id: string, work: ClaimWork): readonly string[] {
  const { projectId, host, kind, pr, holder } = work
  const project = tx.project(projectId)
  if (project === null) throw new Error(`there is no project ${projectId} any more`)
  const { forge: settings } = context.settings.of(project)
  const before = knownPr(tx, host, pr)
  const had = before !== null && before.sessionId !== id ? before.sessionId : null
  if (before !== null && had !== null) {
    // Its new owner has heard nothing of it yet.
    tx.putPr({ ...before, sessionId: id, projectId, told: null })
    const payload = { id: before.id, from: had, to: id }
    tx.appendChange({ type: 'pr_session_changed', projectId, sessionId: id, payload })
  }
  recordPrIn(context, tx, { projectId, sessionId: id }, { host, kind, pr }, settings)
  tellSession(context, tx, id)
  const others = new Set([had, holder?.sessionId ?? null].filter((one) => one !== null && one !== id) as string[])
  const live = [...others].filter((one) => (tx.session(one)?.phase ?? 'ended') !== 'ended')
  for (const one of live) tellFormer(context, tx, one, id, work)
  return live
}

function tellFormer(
  context: Context,
  tx: Tx,
  to: string,
  id: string,
  { projectId, pr, target, holder }: ClaimWork,
): void {
  const effortId = tx.session(to)?.effortId ?? null
  const stands =
    holder?.sessionId === to ? ` Your worktree stands on ${holder.freed} now; its files are as they were.` : ''
  postMail(context, tx, {
    ...{ projectId, effortId, from: droverAddress, to, source: 'session' },
    subject: `Pull request #${pr.number} was taken over by ${id}`,
    body: `Pull request #${pr.number}, "${pr.title}" (${pr.url}), belongs to ${id} from now on. Do not push to ${target.branch} any more.${stands}`,
    ...{ type: 'status', priority: 'high' },
  })
  tellSession(context, tx, to)
}
