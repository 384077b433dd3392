/**
 * The one queue over all doors: whoever asks an agent for something through a door takes a place, waits for a slot in the
 * order in which places began to wait, and leaves. Owns counting, order and the two limits; what is done in a slot, how long it
 * may take and what is answered to somebody who is refused is the doors' own.
 */
import { DroverError } from '#contract/error'

export interface QueueLimits {
  /** Places that may be active at once. */
  readonly maxConcurrency: number
  /** Places in all, active ones included; above it nobody else comes in. */
  readonly maxQueueDepth: number
}

export interface QueueState {
  readonly active: number
  readonly queued: number
  readonly capacity: number
  /** No slot is free. */
  readonly busy: boolean
}

/** Counted from the moment it is taken until it is left. */
export interface Place {
  readonly state: 'queued' | 'active' | 'left'
  /**
   * Joins the line and resolves once a slot is this place's. Rejects with the signal's reason when that comes first, and the
   * place is left. A place may wait for something else first: until it begins, it holds no slot and nobody waits behind it.
   */
  begin(signal?: AbortSignal): Promise<void>
  /** From the line or from its slot; said again it does nothing. */
  leave(): void
}

export interface DoorQueue {
  /** QUEUE_FULL when there are as many as there may be. */
  reserve(): Place
  /** A place, a slot, the work, and the end of both, however the work ends. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  state(): QueueState
}

interface Waiting {
  readonly start: () => void
}

/** `limits` is asked at every step: what a configuration says now holds now. */
export function createDoorQueue(limits: () => QueueLimits): DoorQueue {
  const line = new Set<Waiting>()
  let reserved = 0
  let active = 0

  /** Gives free slots to whoever waits longest. */
  const serve = (): void => {
    for (const first of line) {
      if (active >= limits().maxConcurrency) return
      line.delete(first)
      active += 1
      first.start()
    }
  }

  const reserve = (): Place => {
    if (reserved >= limits().maxQueueDepth) throw queueFull()
    reserved += 1
    let state: Place['state'] = 'queued'
    let waiting: Waiting | null = null
    const leave = (): void => {
      if (state === 'left') return
      if (state === 'active') active -= 1
      if (waiting !== null) line.delete(waiting)
      state = 'left'
      reserved -= 1
      serve()
    }
    return {
      get state() {
        return state
      },
      begin(signal) {
        if (waiting !== null || state !== 'queued') return Promise.reject(new Error('a place begins once'))
        return new Promise<void>((resolve, reject) => {
          const giveUp = (): void => {
            leave()
            reject(signal?.reason)
          }
          if (signal?.aborted === true) return giveUp()
          waiting = {
            start: () => {
              signal?.removeEventListener('abort', giveUp)
              state = 'active'
              resolve()
            },
          }
          signal?.addEventListener('abort', giveUp, { once: true })
          line.add(waiting)
          serve()
        })
      },
      leave,
    }
  }

  return {
    reserve,
    async run(work, signal) {
      const place = reserve()
      try {
        await place.begin(signal)
        return await work()
      } finally {
        place.leave()
      }
    },
    state() {
      const capacity = limits().maxConcurrency
      return { active, queued: reserved - active, capacity, busy: active >= capacity }
    },
  }
}

const queueFull = (): DroverError =>
  new DroverError('QUEUE_FULL', 'The queue of the doors is full.', {
    hint: 'Try again later, or raise max_queue_depth of [doors].',
  })
