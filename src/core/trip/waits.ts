/** Whether a trip that was given to a person still waits for one. It leaves by itself: nobody has to say that it is dealt with. Pure. */
import type { Trip } from '#contract/trip'

export interface WaitFacts {
  /** No later trip was made of its issue. */
  readonly isNewest: boolean
  /** Of the session that worked for it; `none`: somebody else did. */
  readonly session: 'none' | 'shown' | 'archived' | 'gone'
  /** When the issues of its repository were last listed to their end; null: not since, or that failed. */
  readonly listedAt: string | null
  /** The issue was among them: open, with the ready label, which an escalation leaves. */
  readonly isListed: boolean
}

export function waitsForPerson({ state, endedAt }: Pick<Trip, 'state' | 'endedAt'>, facts: WaitFacts): boolean {
  if ((state !== 'escalated' && state !== 'frozen') || endedAt === null) return false
  if (!facts.isNewest || facts.session === 'archived' || facts.session === 'gone') return false
  const wasClosed = facts.listedAt !== null && facts.listedAt > endedAt && !facts.isListed
  return !wasClosed
}
