/** What the doors for other programs may ask: how full they are. */
import type { Context } from '#flows/engine/context'
import type { QueueState } from './queue.ts'

export interface DoorFlows {
  doorQueue(): QueueState
}

export const doorFlows = (context: Context): DoorFlows => ({
  doorQueue: () => context.doorQueue.state(),
})
