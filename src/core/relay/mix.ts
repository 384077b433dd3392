/**
 * Whose turn it is in a mix. Pure and small enough to be kept with the relay: where the cursor stands and how many in a row
 * that entry had. An entry that is not usable now is passed over and comes back when it is; one entry alone goes on for ever.
 */
import type { MixEntry } from './agent-spec.ts'

export interface MixState {
  readonly at: number
  /** How many it had in a row. */
  readonly row: number
  /** It failed or was skipped: another one first, if there is one. */
  readonly spent: boolean
}

export const freshMix: MixState = { at: 0, row: 0, spent: false }

export interface Pick {
  readonly index: number
  readonly state: MixState
}

/** null: nobody is usable now. */
export function pickNext(
  entries: readonly MixEntry[],
  state: MixState,
  usable: (entry: MixEntry, index: number) => boolean,
): Pick | null {
  const at = Math.min(state.at, Math.max(0, entries.length - 1))
  const here = entries[at]
  if (here === undefined) return null
  const free = usable(here, at)
  const other = nextUsable(entries, at, usable)
  if (free && (other === null || !isOver(here, state, other !== null)))
    return { index: at, state: { at, row: isOver(here, state, false) ? 0 : state.row, spent: false } }
  return other === null ? null : { index: other, state: { at: other, row: 0, spent: false } }
}

/** Has this entry had what it may have, given that somebody else could go on? */
function isOver({ quota }: MixEntry, { row, spent }: MixState, othersFree: boolean): boolean {
  if (spent) return true
  if (quota.kind === 'until-fails') return false
  return row >= (othersFree ? quota.least : quota.most)
}

function nextUsable(
  entries: readonly MixEntry[],
  from: number,
  usable: (entry: MixEntry, index: number) => boolean,
): number | null {
  for (let step = 1; step < entries.length; step++) {
    const index = (from + step) % entries.length
    if (usable(entries[index]!, index)) return index
  }
  return null
}

/** After a run of the entry that was picked: it passed, it failed for good, or a person skipped it. */
export function afterRun(state: MixState, how: 'passed' | 'failed' | 'skipped'): MixState {
  return how === 'passed' ? { ...state, row: state.row + 1 } : { ...state, spent: true }
}
