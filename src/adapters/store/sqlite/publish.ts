/** Tells listeners about commits, in commit order, also when a listener commits: its commit waits for its turn. */
import type { Commit } from '#ports/journal'

export interface Publisher {
  publish(commit: Commit): void
  subscribe(listener: (commit: Commit) => void): () => void
}

export function createPublisher(onError: (error: unknown) => void): Publisher {
  const listeners = new Set<{ readonly tell: (commit: Commit) => void }>()
  const waiting: Commit[] = []
  let telling = false

  const tellAll = (commit: Commit): void => {
    for (const listener of [...listeners]) {
      if (!listeners.has(listener)) continue
      try {
        listener.tell(commit)
      } catch (error) {
        onError(error)
      }
    }
  }
  return {
    publish(commit) {
      waiting.push(commit)
      if (telling) return
      telling = true
      try {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) tellAll(next)
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
