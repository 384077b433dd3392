/** What waits to be exported: so much and no more, and what found no place is counted. Pure but for what it holds. */

export interface Buffer<T> {
  /** Is there a place? Asked before something is made that costs. */
  readonly full: boolean
  readonly size: number
  put(item: T): void
  /** The oldest, at most so many. */
  take(most: number): readonly T[]
  /** Back to the front, as far as there are places. */
  giveBack(items: readonly T[]): void
  /** Something would have been put, or was thrown away. */
  lose(count: number): void
  /** How many were lost since the last time somebody asked. */
  lost(): number
}

export function createBuffer<T>(limit: number): Buffer<T> {
  let items: T[] = []
  let lost = 0
  return {
    get full() {
      return items.length >= limit
    },
    get size() {
      return items.length
    },
    put(item) {
      if (items.length < limit) items.push(item)
      else lost += 1
    },
    take(most) {
      const taken = items.slice(0, most)
      items = items.slice(taken.length)
      return taken
    },
    giveBack(taken) {
      const room = Math.max(0, limit - items.length)
      lost += Math.max(0, taken.length - room)
      items = [...taken.slice(Math.max(0, taken.length - room)), ...items]
    },
    lose(count) {
      lost += count
    },
    lost() {
      const was = lost
      lost = 0
      return was
    },
  }
}

const firstMs = 1000
const longestMs = 60_000

/** How long nothing is sent after so many failures in a row. */
export const patienceMs = (failures: number, asked: number | null): number =>
  Math.max(asked ?? 0, Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 10)))
