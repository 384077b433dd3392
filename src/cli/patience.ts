/**
 * Calls of an agent that must neither be lost nor be made twice: each carries a key of its own, and while the daemon is away
 * the same call is made again with the same key. A person's calls are made once and say what went wrong.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { DroverError } from '#contract/error'
import type { Context } from './context.ts'

const patienceMs = 60_000
const everyMs = 500

/** What says nothing of the call itself: the daemon was not there, or went away in the middle. */
const isAway = (error: unknown): boolean =>
  error instanceof DroverError &&
  (error.code === 'DAEMON_NOT_RUNNING' ||
    error.code === 'NOT_READY' ||
    // Without a cause it is an answer of the daemon's own.
    (error.code === 'INTERNAL_ERROR' && error.cause !== undefined))

export async function patiently<T>(context: Context, call: (key: string) => Promise<T>): Promise<T> {
  const key = randomUUID()
  if (context.inside === null) return call(key)
  const end = performance.now() + patienceMs
  for (;;) {
    try {
      return await call(key)
    } catch (error) {
      if (!isAway(error) || performance.now() > end) throw error
      await pause(everyMs)
    }
  }
}
