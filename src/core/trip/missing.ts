/**
 * A thread that its executor does not list. Servers elsewhere tell of what they have made a moment later: for so long nothing is
 * known of it, and the trip waits. Then it is gone, and a person is asked; nobody waits for it without end. Pure.
 */
import type { ThreadWord } from './next.ts'

export const unlistedSeconds = 60

export const seenThread = (word: ThreadWord, executor: string, secondsSinceStart: number): ThreadWord =>
  word === 'gone' && executor !== 'drover' && secondsSinceStart < unlistedSeconds ? 'unknown' : word
