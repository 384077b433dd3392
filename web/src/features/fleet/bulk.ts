/** What can be done with several sessions at once, to which of them each applies, and doing it: one failing spoils none. */
import type { Session } from '#contract/session'

export type BulkWord = 'send' | 'end' | 'archive' | 'unarchive' | 'clean' | 'put-away'

export interface BulkPlan {
  readonly ids: readonly string[]
  /** That have not ended: they are ended first, or are who hears a message. */
  readonly live: readonly Session[]
  /** That ended and are in sight. */
  readonly ended: readonly Session[]
  readonly archived: readonly Session[]
}

export function planOf(sessions: ReadonlyMap<string, Session>, selected: ReadonlySet<string>): BulkPlan {
  const chosen = [...selected].flatMap((id) => sessions.get(id) ?? [])
  return {
    ids: chosen.map(({ id }) => id),
    live: chosen.filter(({ phase }) => phase !== 'ended'),
    ended: chosen.filter(({ phase, archivedAt }) => phase === 'ended' && archivedAt === null),
    archived: chosen.filter(({ archivedAt }) => archivedAt !== null),
  }
}

/** Whom each word means; nobody: the word is not offered. */
export function meantBy(word: BulkWord, plan: BulkPlan): readonly Session[] {
  switch (word) {
    case 'send':
    case 'end':
      return plan.live
    case 'archive':
      return plan.ended
    case 'unarchive':
      return plan.archived
    case 'clean':
      return [...plan.ended, ...plan.archived]
    case 'put-away':
      return [...plan.live, ...plan.ended]
  }
}

export interface BulkOutcome {
  readonly done: number
  readonly failed: readonly { readonly session: Session; readonly message: string }[]
}

const atOnce = 4

/** A few at a time, in their order; each is told as it is done. */
export async function forEach(
  sessions: readonly Session[],
  work: (session: Session) => Promise<unknown>,
  told: (done: number) => void,
): Promise<BulkOutcome> {
  const waiting = [...sessions]
  const failed: { session: Session; message: string }[] = []
  let done = 0
  const take = async (): Promise<void> => {
    for (let session = waiting.shift(); session !== undefined; session = waiting.shift()) {
      try {
        await work(session)
      } catch (cause) {
        failed.push({ session, message: cause instanceof Error ? cause.message : String(cause) })
      }
      done += 1
      told(done)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, sessions.length) }, take))
  return { done: done - failed.length, failed }
}
