/**
 * One line per key: jobs of a key run one after the other, jobs of different keys at the same time. Knows nothing of
 * sessions. A job that fails fails its caller, never the line.
 */
export interface Worker {
  run<T>(key: string, job: () => Promise<T>): Promise<T>
  /** Is a job of the key running or waiting? */
  busy(key: string): boolean
  /** Resolves when everything accepted so far for the key is done. */
  idle(key: string): Promise<void>
  /** Resolves when no job of any key is left, including jobs that were added meanwhile. */
  drain(): Promise<void>
}

export function createWorker(): Worker {
  const tails = new Map<string, Promise<unknown>>()

  const run = <T>(key: string, job: () => Promise<T>): Promise<T> => {
    const before = tails.get(key) ?? Promise.resolve()
    const mine = before.then(job, job)
    const tail = mine
      .catch(() => undefined)
      .finally(() => {
        if (tails.get(key) === tail) tails.delete(key)
      })
    tails.set(key, tail)
    return mine
  }

  const idle = async (key: string): Promise<void> => {
    await tails.get(key)
  }

  const drain = async (): Promise<void> => {
    while (tails.size > 0) await Promise.all([...tails.values()])
  }

  return { run, busy: (key) => tails.has(key), idle, drain }
}
