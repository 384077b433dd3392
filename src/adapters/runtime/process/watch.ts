/**
 * Owns how launches learn that something changed: one directory watch a launch as a hint for speed, and one timer for
 * all of them that is trusted. Nobody else in the runtime polls.
 */

import { type FSWatcher, watch } from 'node:fs'
import type { Log } from '#ports/log'
import { errnoOf } from './launch-files.ts'

/** */
export type RuntimeLog = Pick<Log, 'warn' | 'error'>

export interface Watched {
  /** A file of the directory changed (null: the system does not say which). */
  hint(file: string | null): void
  /** Once a second. */
  sweep(): void
}

export interface Watch {
  /** null: no directory yet, the timer alone. */
  add(dir: string | null, watched: Watched): () => void
}

export const sweepMs = 1000

export function createWatch(log: RuntimeLog | undefined): Watch {
  const all = new Set<Watched>()
  let timer: NodeJS.Timeout | null = null
  let warned = false

  const guard = (act: () => void): void => {
    try {
      act()
    } catch (error) {
      // One launch that cannot be read must not stop the sweep of the others.
      log?.error('a launch could not be looked at', { cause: error })
    }
  }
  const hintless = (error: unknown): null => {
    if (!warned) log?.warn('file watching is unavailable: output is noticed once a second', { errno: errnoOf(error) })
    warned = true
    return null
  }
  const open = (dir: string, watched: Watched): FSWatcher | null => {
    try {
      const watcher = watch(dir, { persistent: false }, (_event, file) => guard(() => watched.hint(file)))
      watcher.on('error', (error) => {
        hintless(error)
        watcher.close()
      })
      return watcher
    } catch (error) {
      return hintless(error)
    }
  }
  const sweep = (): void => {
    for (const watched of all) guard(() => watched.sweep())
  }

  return {
    add(dir, watched) {
      const watcher = dir === null ? null : open(dir, watched)
      all.add(watched)
      timer ??= setInterval(sweep, sweepMs).unref()
      return () => {
        watcher?.close()
        all.delete(watched)
        if (all.size > 0 || timer === null) return
        clearInterval(timer)
        timer = null
      }
    },
  }
}
