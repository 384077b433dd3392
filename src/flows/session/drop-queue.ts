/** The queue of a session that ends before it is delivered. */
import type { Context } from '#flows/engine/context'
import type { Tx } from '#ports/store/journal'

/** Messages that were queued and will not be delivered are named, not silently dropped. */
export function dropQueue(context: Context, tx: Tx, id: string): void {
  const waiting = tx.messages(id)
  if (waiting.length === 0) return
  tx.appendEvents(id, null, [
    {
      kind: 'notice',
      code: 'input_lost',
      message: `${waiting.length} queued message${waiting.length === 1 ? ' was' : 's were'} not delivered because the session was killed.`,
      messages: waiting.map((message) => message.text.slice(0, 2000)),
    },
  ])
  for (const message of waiting) {
    tx.takeMessage(message.id)
    tx.afterCommit(() => context.vault.drop(id, `message-${message.id}`))
  }
}
