/**
 * What the clock and the world end: mail that backed off or was held is looked at again, and a gate whose deadline passed is
 * told to both sides, once. Costs nothing while nothing is due.
 */
import { deadlineOf } from '#core/mail/payload'
import { type Context, now } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import type { Tx } from '#ports/store/journal'
import type { MailRecord } from '#ports/store/mail'
import { mailId, postMail } from './post-mail.ts'

export function watchesMail(context: Context): Follower {
  /** When the next gate is due; null: look. */
  let gate: number | null = null
  return {
    name: 'mail that is held',
    afterChange(change) {
      if (change.type === 'mail_sent' && change.payload.type === 'decision_gate') gate = null
      const { sessionId } = change
      if (sessionId === undefined || change.type !== 'session_updated') return
      const held = context.heldMail.get(sessionId)
      // It was asked or blocked, and may be neither any more: a turn that ends settles by itself.
      if (held === undefined || (held.why !== 'asking' && held.why !== 'blocked')) return
      const { status } = change.payload
      if (status === 'needs_input' || status === 'blocked') return
      context.heldMail.delete(sessionId)
      context.settle(sessionId)
    },
    atTick() {
      const steady = context.clock.steady()
      for (const [id, { until }] of context.heldMail) {
        if (until === null || until > steady) continue
        context.heldMail.delete(id)
        context.settle(id)
      }
      const nowMs = context.clock.now().getTime()
      if (gate !== null && gate > nowMs) return
      gate = tellDeadlines(context, nowMs)
    },
  }
}

/** Answers when the next one is due. */
function tellDeadlines(context: Context, nowMs: number): number {
  let next = Number.POSITIVE_INFINITY
  for (const mail of context.journal.reads.openGates()) {
    const deadline = deadlineOf(mail.payload)
    if (deadline === null) continue
    if (deadline > nowMs) next = Math.min(next, deadline)
    else context.journal.command((tx) => tellDeadline(context, tx, mail))
  }
  return next
}

function tellDeadline(context: Context, tx: Tx, gate: MailRecord): void {
  if (tx.mail(gate.number)?.closedAt !== null) return
  tx.updateMail(gate.number, { closedAt: now(context) })
  const words = {
    projectId: gate.projectId,
    effortId: gate.effortId,
    source: 'daemon',
    type: 'status',
    subject: `No answer by the deadline: ${gate.subject}`,
    priority: 'high',
    replyTo: gate,
  } as const
  const { from, to } = gate
  const late = `The deadline of ${mailId(gate.number)} (${String(gate.payload?.deadline)}) has passed without an answer`
  postMail(context, tx, { ...words, from: to, to: from, body: `${late} of ${to}. Go on as you think best.` })
  postMail(context, tx, { ...words, from, to, body: `${late} from you. ${from} was told.` })
}
