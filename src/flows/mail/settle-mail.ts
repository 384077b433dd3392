/**
 * What becomes of mail once the turn that carried it is over: read, back into the queue, or given up. Written before anything
 * else begins in the session, and again at boot: a mail is settled once whatever dies in between.
 */
import { type CarrierFacts, decideSettlement } from '#core/mail/deliver'
import { type Context, now } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { tellSession } from '#flows/session/views'
import type { Tx } from '#ports/store/journal'
import type { MailRecord } from '#ports/store/mail'
import type { SessionRecord, TurnRecord } from '#ports/store/session'
import { forgetBody, tellMail } from './post-mail.ts'
import { returnMail, returnQueue } from './return-mail.ts'

/** Stands before the delivery of what waits. */
export const settlesMail = (context: Context): Follower => ({
  name: 'mail of a turn',
  async afterTurn(sessionId) {
    if (context.journal.reads.unsettledMail(sessionId).length === 0) return
    context.journal.command((tx) => {
      const session = tx.session(sessionId)
      if (session !== null) settleCarried(context, tx, session)
    })
    context.faultPoint('mail:settled')
  },
  atBoot() {
    const { reads } = context.journal
    const receivers = new Set(reads.unsettledMail().map((mail) => mail.to))
    for (const id of receivers) if (reads.session(id)?.phase !== 'live') settleEnded(context, id)
  },
})

/** Of a session that ended, or was taken back, while a turn carried mail. */
function settleEnded(context: Context, id: string): void {
  context.journal.command((tx) => {
    const session = tx.session(id)
    if (session?.phase === 'starting') return
    if (session !== null) settleCarried(context, tx, session)
    else for (const mail of tx.unsettledMail(id)) returnMail(context, tx, mail, 'its receiver is gone')
    returnQueue(context, tx, id, 'its receiver has ended')
  })
}

/** Every mail of a turn that is over. */
export function settleCarried(context: Context, tx: Tx, session: SessionRecord): void {
  let back = 0
  for (const mail of tx.unsettledMail(session.id)) {
    const turn = mail.turn === null ? null : tx.turn(session.id, mail.turn)
    if (turn !== null && settleOne(context, tx, session, mail, turn)) back += 1
  }
  if (back > 0) tellSession(context, tx, session.id)
}

/** Answers whether it waits again. */
function settleOne(context: Context, tx: Tx, session: SessionRecord, mail: MailRecord, turn: TurnRecord): boolean {
  const nowMs = context.clock.now().getTime()
  const settlement = decideSettlement(mail, carrierOf(session, turn), nowMs)
  const { launchId } = turn
  switch (settlement.do) {
    case 'leave':
      return false
    case 'read': {
      const read = tx.updateMail(mail.number, { state: 'read', readAt: now(context), launchId })
      forgetBody(context, tx, mail)
      tellMail(tx, read, 'mail_read')
      return false
    }
    case 'keep':
      tx.updateMail(mail.number, { launchId, reason: `turn ${turn.n} ended in error; a message is not said again` })
      return false
    case 'again': {
      const { attempts } = settlement
      const notBefore = settlement.notBefore === null ? null : new Date(settlement.notBefore).toISOString()
      const reason = `turn ${turn.n} ended in error; it is carried again ${notBefore === null ? 'once its account is usable' : `at ${notBefore}`}`
      const queued = { state: 'queued', turn: null, deliveredAt: null, launchId: null } as const
      tx.updateMail(mail.number, { ...queued, attempts, notBefore, reason })
      return true
    }
    case 'give-up': {
      tx.updateMail(mail.number, { attempts: settlement.attempts, launchId })
      const reason = `${settlement.attempts} turns that carried it ended in error`
      tx.appendEvents(session.id, null, [
        {
          kind: 'notice',
          code: 'mail_undeliverable',
          message: `Mail of ${mail.from} (${mail.type}) was given up: ${reason}.`,
        },
      ])
      returnMail(context, tx, mail, reason)
      return false
    }
  }
}

function carrierOf(session: SessionRecord, turn: TurnRecord): CarrierFacts {
  const failure = session.failure?.turn === turn.n ? session.failure : null
  return {
    state: turn.state,
    limited: failure?.category === 'usage_limit',
    resetAt: failure === null || failure.resetAt === null ? null : Date.parse(failure.resetAt),
  }
}
