/**
 * Words on their way to a persona: kept from the press until the daemon has taken them, each under an id of its own, so that a reload,
 * a second try or a second tab says them once. Pure. What is old is not said by itself: nobody waits for it any more.
 */
export interface Outgoing {
  readonly id: string
  readonly persona: string
  readonly text: string
  /** By this browser's own clock. */
  readonly at: number
  /** Why the daemon did not take it; null: it was not asked, or did not answer. */
  readonly refused: { readonly code: string; readonly message: string; readonly hint: string | null } | null
}

export type Outbox = readonly Outgoing[]

/** Written longer ago than this, words wait for a press. */
export const staleMs = 10 * 60_000

export const add = (box: Outbox, one: Outgoing): Outbox => (box.some(({ id }) => id === one.id) ? box : [...box, one])

export const drop = (box: Outbox, id: string): Outbox => box.filter((one) => one.id !== id)

export const refuse = (box: Outbox, id: string, refused: Outgoing['refused']): Outbox =>
  box.map((one) => (one.id === id ? { ...one, refused } : one))

/** Pressed again: it is news once more. */
export const renew = (box: Outbox, id: string, at: number): Outbox =>
  box.map((one) => (one.id === id ? { ...one, at, refused: null } : one))

export const isStale = ({ at }: Outgoing, now: number): boolean => Math.abs(now - at) > staleMs

/** What is said next, in the order it was written; null: nothing, or nothing without a press. */
export const nextOf = (box: Outbox, persona: string, now: number): Outgoing | null =>
  box.find((one) => one.persona === persona && one.refused === null && !isStale(one, now)) ?? null

/** Storage may hold something foreign. */
export const readOutbox = (value: unknown): Outbox =>
  Array.isArray(value)
    ? value.filter(
        (one): one is Outgoing =>
          typeof one?.id === 'string' &&
          typeof one.persona === 'string' &&
          typeof one.text === 'string' &&
          typeof one.at === 'number' &&
          (one.refused === null || typeof one.refused?.message === 'string'),
      )
    : []
