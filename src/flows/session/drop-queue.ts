/** The queue of a session that ends before it is delivered. */

import type { Context } from '#flows/engine/context'
import { returnQueue } from '#flows/mail/return-mail'
import { settleCarried } from '#flows/mail/settle-mail'
import type { Tx } from '#ports/store/journal'

/** Messages that were queued and will not be delivered are named, other mail goes back to its senders: nothing is silently dropped. */
export function dropQueue(context: Context, tx: Tx, id: string): void {
  const session = tx.session(id)
  if (session !== null) settleCarried(context, tx, session)
  const waiting = tx.queuedMail(id).filter((mail) => mail.type === 'message')
  if (waiting.length > 0)
    tx.appendEvents(id, null, [
      {
        kind: 'notice',
        code: 'input_lost',
        message: `${waiting.length} queued message${waiting.length === 1 ? ' was' : 's were'} not delivered because the session was killed.`,
        messages: waiting.map((message) => message.body.slice(0, 2000)),
      },
    ])
  returnQueue(context, tx, id, 'its receiver has ended')
  tx.afterCommit(() => context.heldMail.delete(id))
}
