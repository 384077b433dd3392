/** What a review looks at, as a word of the address and as a value; and what a turn's own changes are between. Pure. */
import type { SnapshotReason } from '#contract/session'

export type View =
  | { readonly kind: 'all' | 'committed' | 'staged' | 'uncommitted' }
  | { readonly kind: 'turn'; readonly n: number }
  | { readonly kind: 'commit'; readonly hash: string }

export function parseView(word: string): View | null {
  if (word === 'all' || word === 'committed' || word === 'staged' || word === 'uncommitted') return { kind: word }
  const turn = /^turn:([1-9]\d{0,8})$/.exec(word)
  if (turn) return { kind: 'turn', n: Number(turn[1]) }
  const commit = /^commit:([0-9a-f]{7,64})$/.exec(word)
  return commit ? { kind: 'commit', hash: commit[1]! } : null
}

export const viewWord = (view: View): string =>
  view.kind === 'turn' ? `turn:${view.n}` : view.kind === 'commit' ? `commit:${view.hash}` : view.kind

export interface SavedState {
  readonly n: number
  readonly turn: number | null
  readonly reason: SnapshotReason
  /** Its objects are gone. */
  readonly lost: boolean
}

/** A number is that of a snapshot. */
export type TurnRange = { readonly from: number | 'base'; readonly to: number | 'now' } | 'nothing'

/**
 * From the last state saved before the turn to the one saved at its end. A turn that changed nothing has no state of its own,
 * unless it is the newest, which may still be at work or about to be saved.
 */
export function rangeOfTurn(states: readonly SavedState[], turn: number, newest: number): TurnRange {
  const there = states.filter((state) => !state.lost)
  const from = there.findLast((state) => (state.turn ?? 0) < turn)?.n ?? 'base'
  const own = there.filter((state) => state.turn === turn)
  const end = own.find((state) => state.reason === 'turn') ?? own[0]
  if (end !== undefined) return { from, to: end.n }
  return turn >= newest ? { from, to: 'now' } : 'nothing'
}
