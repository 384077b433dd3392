/**
 * Where a session stands (its phase and what it does) and how it may move: one table of what happens to it in which phase.
 * Whether a command is accepted is `decide`'s; what else changes with a move is the flows'.
 */
import type { ActivityState, Phase } from '#contract/session'

export interface Standing {
  readonly phase: Phase
  readonly activity: ActivityState
}

/** What happens to a session. */
export type Move =
  | { readonly type: 'turn_accepted' }
  /** Its workspace is ready and its first turn, if it has one, launched. */
  | { readonly type: 'came_up'; readonly turnRunning: boolean }
  /** Its agent said something, and this is what it does by that. */
  | { readonly type: 'heard'; readonly activity: ActivityState }
  /** A request of its agent is answered; another may be open. */
  | { readonly type: 'answered'; readonly stillAsks: boolean }
  /** A hook told what the agent does. */
  | { readonly type: 'reported'; readonly activity: ActivityState }
  /** Nobody can tell whether its process lives. */
  | { readonly type: 'lost_sight' }
  /** Its process lives after all. */
  | { readonly type: 'found_again'; readonly turnRunning: boolean }
  /** No turn runs in it any more. */
  | { readonly type: 'turn_ended' }
  | { readonly type: 'ended' }
  | { readonly type: 'restored' }

type MoveType = Move['type']
type Rule<T extends MoveType> =
  | 'refuse'
  /** Nothing wrong, and nothing changes. */
  | 'stay'
  | ((move: Extract<Move, { type: T }>, activity: ActivityState) => Standing)

const live = (activity: ActivityState): Standing => ({ phase: 'live', activity })
const starting = (activity: ActivityState): Standing => ({ phase: 'starting', activity })
const over = (): Standing => ({ phase: 'ended', activity: 'idle' })
const asks = (still: boolean): ActivityState => (still ? 'waiting_input' : 'working')

/** An ended session stays as it is except by a restore; late words of its agent change nothing. */
const table: { readonly [T in MoveType]: Readonly<Record<Phase, Rule<T>>> } = {
  turn_accepted: { starting: () => starting('working'), live: () => live('working'), ended: 'refuse' },
  came_up: {
    starting: ({ turnRunning }, activity) => live(turnRunning ? activity : 'idle'),
    live: 'stay',
    ended: 'refuse',
  },
  heard: { starting: ({ activity }) => starting(activity), live: ({ activity }) => live(activity), ended: 'stay' },
  answered: {
    starting: ({ stillAsks }) => starting(asks(stillAsks)),
    live: ({ stillAsks }) => live(asks(stillAsks)),
    ended: 'refuse',
  },
  reported: { starting: 'stay', live: ({ activity }) => live(activity), ended: 'stay' },
  lost_sight: { starting: () => starting('unknown'), live: () => live('unknown'), ended: 'stay' },
  found_again: {
    starting: ({ turnRunning }) => starting(turnRunning ? 'working' : 'idle'),
    live: ({ turnRunning }) => live(turnRunning ? 'working' : 'idle'),
    ended: 'stay',
  },
  // While it starts, what comes after its first turn is `came_up`'s to say.
  turn_ended: { starting: 'stay', live: () => live('idle'), ended: 'stay' },
  ended: { starting: over, live: over, ended: 'refuse' },
  restored: { starting: 'refuse', live: 'refuse', ended: () => live('idle') },
}

/** Moves from which the time in an activity counts anew though the word for it is the same. */
const renewing: ReadonlySet<MoveType> = new Set(['turn_accepted', 'answered', 'restored', 'ended'])

export interface Moved extends Standing {
  /** What it does is counted from now. */
  readonly renewed: boolean
}

/** null: this may not happen to a session that stands so. */
export function decideMove(from: Standing, move: Move): Moved | null {
  const rule = table[move.type][from.phase] as Rule<MoveType>
  if (rule === 'refuse') return null
  if (rule === 'stay') return { ...from, renewed: false }
  const to = rule(move as never, from.activity)
  return { ...to, renewed: to.activity !== from.activity || renewing.has(move.type) }
}
