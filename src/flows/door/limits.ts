/** The limits of the doors' queue as the configuration says them now; a file that is being edited changes nothing. */
import type { Settings } from '#ports/settings'
import type { QueueLimits } from './queue.ts'

export function doorLimits(settings: Settings): () => QueueLimits {
  let held: QueueLimits = { maxConcurrency: 10, maxQueueDepth: 100 }
  return () => {
    try {
      const { maxConcurrency, maxQueueDepth } = settings.of(null).doors
      held = { maxConcurrency, maxQueueDepth }
    } catch {
      // What held last holds.
    }
    return held
  }
}
