/**
 * What a look at the screen adds to what hooks told: dialogs that no hook announces, denials after which none comes, ends of
 * turns whose hook was lost, CLIs that never reported. One look proves nothing against a hook; two in a row do. Pure.
 */
import type { ActivityState } from '#contract/session'
import type { TerminalState } from '#contract/terminal'
import type { Done, Effect } from './doing.ts'

export interface Look {
  readonly ready: boolean
  readonly working: boolean
  readonly dialog: string | null
  readonly draft: string | null
}

export interface LookFacts {
  readonly turn: number | null
  readonly activity: ActivityState
  readonly nowMs: number
  /** Since the program was started. */
  readonly ageMs: number
}

/** A turn that nothing was heard of for so long is looked at; nobody waits two minutes for a hook that was lost. */
export const quietMs = 10_000
/** A CLI whose hooks were not heard by then: what it does is not known. */
export const silentMs = 90_000
/** Looks in a row that are needed against what was heard. */
const proof = 2

export function look(before: TerminalState, seen: Look, facts: LookFacts): Done {
  if (seen.dialog !== null) return sawDialog(before, seen.dialog, facts)
  if (before.dialog !== null) return sawNoDialog(before, seen, facts)
  if (facts.turn !== null) return sawTurn(before, seen, facts)
  return sawRest(before, seen, facts)
}

const nothing = (state: TerminalState): Done => ({ state: calm(state), effects: [] })
const calm = (state: TerminalState): TerminalState => (state.doubts === 0 ? state : { ...state, doubts: 0 })
const stand = (activity: ActivityState): Effect => ({ do: 'stand', activity })

/** Doubts once more; enough of them change what is believed. */
function doubt(state: TerminalState, enough: (state: TerminalState) => Done): Done {
  const doubts = state.doubts + 1
  return doubts < proof ? { state: { ...state, doubts }, effects: [] } : enough({ ...state, doubts: 0 })
}

function sawDialog(state: TerminalState, text: string, { turn, activity }: LookFacts): Done {
  if (state.dialog !== null) return nothing(state)
  const shown = turn === null ? 'waiting_input' : 'blocked'
  return {
    state: { ...calm(state), dialog: { text, tool: null } },
    effects: activity === shown ? [] : [stand(shown)],
  }
}

/** It was answered, or denied: after a denial most CLIs fire no hook and are back at their prompt. */
function sawNoDialog(state: TerminalState, seen: Look, { turn }: LookFacts): Done {
  return doubt(state, (sure) => {
    const over = { ...sure, dialog: null }
    if (turn === null) return { state: over, effects: [stand('idle')] }
    if (seen.working || !seen.ready) return { state: over, effects: [stand('working')] }
    return { state: { ...over, tools: [] }, effects: [{ do: 'end', how: 'interrupted' }] }
  })
}

/** A turn runs by what was heard; the screen shows an agent that rests, and nothing was heard for a while. */
function sawTurn(state: TerminalState, seen: Look, { nowMs, activity }: LookFacts): Done {
  const rests = seen.ready && !seen.working
  if (!rests || nowMs - state.heardAtMs < quietMs) {
    // It was thought to be asking, or nobody knew: the screen shows it at work.
    const works = seen.working && activity !== 'working'
    return { state: calm(state), effects: works ? [stand('working')] : [] }
  }
  return doubt(state, (sure) => ({ state: { ...sure, tools: [] }, effects: [{ do: 'end', how: 'done' }] }))
}

function sawRest(state: TerminalState, seen: Look, { activity, ageMs }: LookFacts): Done {
  if (seen.ready && !seen.working) {
    const opened = state.opened ? state : { ...state, opened: true }
    return { state: calm(opened), effects: activity === 'idle' ? [] : [stand('idle')] }
  }
  if (!state.heard && ageMs >= silentMs && activity !== 'unknown') return { state, effects: [stand('unknown')] }
  return nothing(state)
}

/** When the screen is to be looked at again: what hooks tell needs no look, so terminals at rest cost nothing. */
export function nextLookMs(state: TerminalState, facts: Pick<LookFacts, 'turn' | 'nowMs' | 'ageMs'>): number | null {
  if (state.dialog !== null || state.doubts > 0) return 1_500
  if (!state.opened) return facts.ageMs < silentMs ? 1_000 : 15_000
  if (facts.turn === null) return null
  return Math.max(1_500, Math.min(5_000, quietMs - (facts.nowMs - state.heardAtMs)))
}
