/** What lives in memory only about terminals: who waits for words to arrive, who types, what is changing hands, when was looked. */
import type { TerminalState } from '#contract/terminal'

export interface TerminalRoom {
  /** After a commit that changed it. */
  tell(launchId: string, state: TerminalState): void
  /** Until it holds, or the signal aborts (false). */
  until(launchId: string, holds: (state: TerminalState) => boolean, signal: AbortSignal): Promise<boolean>
  /** Sessions that change from one way of running to another: the exit of a process is part of it. */
  readonly changing: Set<string>
  /** Launches into which somebody types for Drover. */
  readonly typing: Set<string>
  /** Launches whose words were seen unsent and sent once more. */
  readonly again: Set<string>
  /** By launch: when its screen is due to be looked at, on the steady clock. */
  readonly dueMs: Map<string, number>
}

export function createTerminalRoom(): TerminalRoom {
  const waiting = new Map<string, Set<(state: TerminalState) => void>>()
  return {
    tell(launchId, state) {
      for (const listener of [...(waiting.get(launchId) ?? [])]) listener(state)
    },
    until(launchId, holds, signal) {
      return new Promise((resolve) => {
        const listeners = waiting.get(launchId) ?? new Set()
        waiting.set(launchId, listeners)
        const finish = (held: boolean): void => {
          listeners.delete(listen)
          if (listeners.size === 0 && waiting.get(launchId) === listeners) waiting.delete(launchId)
          signal.removeEventListener('abort', give)
          resolve(held)
        }
        const listen = (state: TerminalState): void => {
          if (holds(state)) finish(true)
        }
        const give = (): void => finish(false)
        listeners.add(listen)
        if (signal.aborted) give()
        else signal.addEventListener('abort', give)
      })
    },
    changing: new Set(),
    typing: new Set(),
    again: new Set(),
    dueMs: new Map(),
  }
}
