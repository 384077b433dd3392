/**
 * Tells listeners about commits, in commit order, also when a listener commits: its commit waits for its turn. What a
 * transaction left to do comes after the listeners have heard of it.
 */
import type { Commit } from '#ports/store/journal'

export interface Publisher {
  publish(commit: Commit, after: readonly (() => void)[]): void
  subscribe(listener: (commit: Commit) => void): () => void
}

export function createPublisher(onError: (error: unknown) => void): Publisher {
  const listeners = new Set<{ readonly tell: (commit: Commit) => void }>()
  const waiting: { readonly commit: Commit; readonly after: readonly (() => void)[] }[] = []
  let telling = false

  const safely = (act: () => void): void => {
    try {
      act()
    } catch (error) {
      onError(error)
    }
  }
  const tellAll = (commit: Commit): void => {
    for (const listener of [...listeners]) if (listeners.has(listener)) safely(() => listener.tell(commit))
  }
  return {
    publish(commit, after) {
      waiting.push({ commit, after })
      if (telling) return
      telling = true
      try {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          tellAll(next.commit)
          next.after.forEach(safely)
        }
      } finally {
        telling = false
      }
    },
    subscribe(listener) {
      const entry = { tell: listener }
      listeners.add(entry)
      return () => {
        listeners.delete(entry)
      }
    },
  }
}
