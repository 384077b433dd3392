/** The messages that wait for a session, in the order in which they will be said, and what a move in it asks. Pure. */
import type { Mail } from '#contract/mail'

const numberOf = ({ id }: Pick<Mail, 'id'>): number => Number(id.replace(/^\D+/, ''))

export const waitingFor = (mails: Iterable<Mail>, sessionId: string): readonly Mail[] =>
  [...mails]
    .filter(({ to, type, state }) => to === sessionId && type === 'message' && state === 'queued')
    .sort((a, b) => a.place - b.place || numberOf(a) - numberOf(b))

export interface QueueMove {
  readonly place: 'head' | { readonly after: string }
  /** How they stand until the daemon has answered: they share the places that they have. */
  readonly shown: readonly Mail[]
}

/** null: it stands there already. */
export function moveInQueue(list: readonly Mail[], from: number, to: number): QueueMove | null {
  const mail = list[from]
  if (mail === undefined || from === to || to < 0 || to >= list.length) return null
  const order = list.toSpliced(from, 1).toSpliced(to, 0, mail)
  const before = order[to - 1]
  return {
    place: before === undefined ? 'head' : { after: before.id },
    shown: order.map((one, i) => ({ ...one, place: list[i]!.place })),
  }
}
