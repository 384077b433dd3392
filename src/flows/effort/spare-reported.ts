/**
 * Good news wakes nobody whose work is done: a branch that landed is told to the session that built it, and one that has given
 * its report would only owe another for it. Looked at between what a turn owes and the mail that waits, in the session's own
 * line; one that waits for the news, or still owes its report, gets it like any other mail.
 */
import { droverAddress } from '#contract/mail'
import { type Context, now } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { tellMail, vaultKey } from '#flows/mail/post-mail'
import type { MailRecord } from '#ports/store/mail'

export const sparesReported = (context: Context): Follower => ({
  name: 'good news for those who have reported',
  async afterTurn(sessionId) {
    const { reads } = context.journal
    if (reads.session(sessionId)?.report?.state !== 'reported') return
    if (!reads.queuedMail(sessionId).some(isGoodNews)) return
    context.journal.command((tx) => {
      if (tx.session(sessionId)?.report?.state !== 'reported') return
      const at = now(context)
      for (const { number } of tx.queuedMail(sessionId).filter(isGoodNews)) {
        tellMail(tx, tx.updateMail(number, { state: 'read', deliveredAt: at, readAt: at }), 'mail_read')
        tx.afterCommit(() => context.vault.drop(sessionId, vaultKey(number)))
      }
    })
  },
})

const isGoodNews = ({ type, source, from }: MailRecord): boolean =>
  type === 'merged' && source === 'daemon' && from === droverAddress
