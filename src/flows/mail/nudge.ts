/** A reminder for a session: a turn of its own kind, begun or queued, and not again and again. */
import { operatorAddress } from '#contract/mail'
import { subjectOf } from '#core/mail/compose'
import { plainReminder } from '#core/role/woken'
import { decideText } from '#core/session/decide'
import { cleanMessage } from '#core/session/message'
import type { Caller } from '#flows/access/caller'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import { isEnding } from '#flows/session/end-session'
import { needKnown } from '#flows/session/views'
import { decideFor } from './deliver-mail.ts'
import { postMail } from './post-mail.ts'

export interface Nudge {
  readonly nudge: 'started' | 'queued' | 'refused'
  /** Why it was refused. */
  readonly reason?: string
}

/** Within this the same session is not reminded twice. */
const pauseMs = 30_000

export function nudgeSession(
  context: Context,
  id: string,
  input: { readonly message?: string; readonly force?: boolean },
  caller: Caller,
): Nudge {
  const { id: to } = needKnown(context, id)
  const body = cleanMessage(input.message ?? plainReminder)
  accepted(decideText(body, { empty: 'MESSAGE_REQUIRED', long: 'MESSAGE_TOO_LONG' }))
  const from = caller.type === 'operator' ? operatorAddress : caller.sessionId
  return context.journal.command((tx): Nudge => {
    const session = tx.session(to)
    if (session === null || session.phase === 'ended' || isEnding(session) || context.ending.has(to))
      return { nudge: 'refused', reason: `${to} has ended` }
    const [last] = tx.mails({ to, type: 'health_check', limit: 1 })
    if (input.force !== true && last !== undefined) {
      // One that waits still says the same; the next would say it twice.
      if (last.state === 'queued') return { nudge: 'queued' }
      const since = context.clock.now().getTime() - Date.parse(last.createdAt)
      if (since < pauseMs) return { nudge: 'refused', reason: `${to} was reminded ${Math.round(since / 1000)} s ago` }
    }
    const mail = postMail(context, tx, {
      projectId: session.projectId,
      effortId: session.effortId,
      from,
      to,
      source: from === operatorAddress ? 'operator' : 'session',
      type: 'health_check',
      subject: subjectOf(body),
      body,
      priority: 'high',
    })
    const decision = decideFor(context, tx, session, tx.queuedMail(to))
    const now = decision.do === 'turn' && decision.numbers.includes(mail.number)
    return { nudge: now ? 'started' : 'queued' }
  })
}
