/**
 * Owns order: work that changes one repository's shared parts (worktree list, refs, exclude file) runs one at a time per
 * repository, and is tried again when somebody else's git holds a lock file for a moment.
 */
import { DroverError } from '#contract/error'

export interface Queue {
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

export function createQueue(): Queue {
  const tails = new Map<string, Promise<unknown>>()
  return {
    run: (key, work) => {
      const before = tails.get(key) ?? Promise.resolve()
      const mine = before.then(work, work)
      const tail = mine.then(
        () => {},
        () => {},
      )
      tails.set(key, tail)
      void tail.then(() => {
        if (tails.get(key) === tail) tails.delete(key)
      })
      return mine
    },
  }
}

const lockWords = /\.lock'?: File exists|cannot lock ref|could not lock config file|Unable to create '.*\.lock'/

/** A ref that stands otherwise than expected is an answer, not a lock: trying again would only wait. */
const answerWords = /reference already exists|but expected [0-9a-f]{40}/

export const isLockTrouble = (error: unknown): boolean =>
  error instanceof DroverError &&
  error.code === 'GIT_FAILED' &&
  lockWords.test(error.message) &&
  !answerWords.test(error.message)

/** Tries again for about three seconds while a lock file of another process stands in the way. */
export async function pastLocks<T>(work: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work(attempt)
    } catch (error) {
      if (attempt >= 11 || !isLockTrouble(error)) throw error
      const wait = Math.min(400, 20 * 2 ** attempt) * (0.5 + Math.random())
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}
