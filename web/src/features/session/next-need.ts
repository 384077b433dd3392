/** Which session that needs somebody comes after the open one, and when a finger meant to go there. Pure. */
import type { Attention } from '#core/attention/queue'

export interface Need {
  readonly id: string
  readonly title: string
}

/** The sessions of the attention queue in its order; merges, tasks and mail have pages of their own. */
export const sessionsThatNeed = (items: readonly Pick<Attention, 'session' | 'title'>[]): readonly Need[] =>
  items.flatMap(({ session, title }) => (session === null ? [] : [{ id: session.id, title }]))

/** Round and round; null: no other needs anybody. Who needs nobody (any more) begins at the first, or at the last going back. */
export function needBeside(needs: readonly Need[], current: string, by: 1 | -1): Need | null {
  if (!needs.some(({ id }) => id !== current)) return null
  const at = needs.findIndex(({ id }) => id === current)
  const to = at < 0 ? (by === 1 ? 0 : needs.length - 1) : (at + by + needs.length) % needs.length
  return needs[to] ?? null
}

export interface Touched {
  readonly x: number
  readonly y: number
}

const leastWay = 70
/** The browser's own way back begins there. */
const edge = 24

/** A way sideways: to the left is on, to the right is back. Scrolling and the screen's edges are not meant. */
export function swiped(from: Touched, to: Touched, width: number): 1 | -1 | null {
  const way = to.x - from.x
  if (from.x < edge || from.x > width - edge) return null
  if (Math.abs(way) < leastWay) return null
  if (Math.abs(to.y - from.y) > Math.abs(way) / 2) return null
  return way < 0 ? 1 : -1
}
