/**
 * What an agent in a terminal does, and where its turns begin and end: one table of signals (hooks, transcript) over what is
 * remembered of its launch. Looks at the screen fold into the same state (`screen`). Pure: the flow stores the state with the
 * lines it came from and carries the effects out.
 */
import type { ActivityState } from '#contract/session'
import type { Dialog, StopHow, TerminalState } from '#contract/terminal'

export type Signal =
  | { readonly type: 'opened' }
  /** `own`: these are the words that were sent for the turn that runs. */
  | { readonly type: 'prompt'; readonly text: string; readonly own: boolean; readonly queued?: boolean }
  | { readonly type: 'tool_began'; readonly id: string | null }
  | { readonly type: 'tool_ended'; readonly id: string | null }
  | { readonly type: 'dialog'; readonly text: string; readonly id: string | null }
  | { readonly type: 'dialog_over' }
  /** `more`: by its hook; the transcript has not told it yet. */
  | { readonly type: 'stopped'; readonly how: StopHow; readonly more: boolean }
  | { readonly type: 'leaving' }
  /** It wrote in its transcript. */
  | { readonly type: 'spoke' }

export interface DoingFacts {
  /** The number of the turn that runs; null: none. */
  readonly turn: number | null
  /** Its words are not with the agent yet: they wait, or are just being typed. What is heard meanwhile is not of that turn. */
  readonly unsent?: boolean
  readonly nowMs: number
}

export type Effect =
  /** Somebody gave it words in its own interface, or it went on by itself: a turn began. */
  | { readonly do: 'begin'; readonly text: string; readonly by: 'person' | 'agent' }
  /** More words for the turn that runs. */
  | { readonly do: 'join'; readonly text: string }
  | { readonly do: 'end'; readonly how: StopHow }
  | { readonly do: 'stand'; readonly activity: ActivityState }

export interface Done {
  readonly state: TerminalState
  readonly effects: readonly Effect[]
}

export const freshTerminal = (nowMs: number): TerminalState => ({
  opened: false,
  heard: false,
  tools: [],
  dialog: null,
  stopping: null,
  confirmed: 0,
  steered: null,
  joined: null,
  heardAtMs: nowMs,
  doubts: 0,
})

/** More calls at once than anybody makes: the oldest are forgotten. */
const maxTools = 128
/** How long the last lines of a transcript may come after the hook that told the end of the turn. */
export const tailMs = 3_000

export function hear(before: TerminalState, signal: Signal, facts: DoingFacts): Done {
  const state: TerminalState = { ...before, heard: true, heardAtMs: facts.nowMs, doubts: 0 }
  const meanwhile = facts.unsent === true ? hearMeanwhile(state, signal) : null
  if (meanwhile !== null) return meanwhile
  switch (signal.type) {
    case 'opened':
      return { state: { ...state, opened: true }, effects: facts.turn === null ? [stand('idle')] : [] }
    case 'prompt':
      return prompted(state, signal, facts)
    case 'tool_began': {
      const busy = { ...state, tools: withTool(state.tools, signal.id) }
      return goesOn(busy, facts) ?? { state: busy, effects: worksOn(busy, facts) }
    }
    case 'tool_ended':
      return toolEnded(state, signal.id, facts)
    case 'dialog':
      return openDialog(state, { text: signal.text, tool: signal.id }, facts)
    case 'dialog_over':
      return closeDialog(state, facts)
    case 'stopped':
      return stopped(state, signal, facts)
    case 'spoke':
      return (state.joined === null ? null : goesOn(state, facts)) ?? { state, effects: worksOn(state, facts) }
    case 'leaving':
      return { state: { ...state, dialog: null }, effects: [] }
  }
}

/** Words of somebody else and the end of what they began: of a turn whose own words are still to come, they say nothing. */
function hearMeanwhile(state: TerminalState, signal: Signal): Done | null {
  if (signal.type === 'prompt' && !signal.own)
    return { state: { ...state, opened: true, dialog: null, stopping: null, joined: null, steered: null }, effects: [] }
  if (signal.type === 'stopped') return { state: { ...state, dialog: null, tools: [], stopping: null }, effects: [] }
  return null
}

const stand = (activity: ActivityState): Effect => ({ do: 'stand', activity })

/** A turn boundary: nothing of what was before holds any more. */
function prompted(
  state: TerminalState,
  { text, own, queued }: Extract<Signal, { type: 'prompt' }>,
  { turn }: DoingFacts,
): Done {
  const clear: TerminalState = { ...state, opened: true, dialog: null, stopping: null, joined: null }
  const ends: readonly Effect[] =
    turn !== null && state.stopping !== null && !own ? [{ do: 'end', how: state.stopping.how }] : []
  if (turn === null || ends.length > 0)
    return { state: { ...clear, tools: [] }, effects: [...ends, { do: 'begin', text, by: 'person' }] }
  // The words of the turn itself, else those that were typed into it.
  if (own && state.confirmed < turn)
    return { state: { ...clear, steered: null, confirmed: turn }, effects: [stand('working')] }
  if (own) return { state: { ...clear, steered: null, joined: text }, effects: [stand('working')] }
  // It has them on a list of its own; whether they join this turn or begin one is seen when it takes them.
  if (queued === true) return { state: { ...clear, stopping: state.stopping, joined: text }, effects: [] }
  return { state: { ...clear, joined: text }, effects: [{ do: 'join', text }, stand('working')] }
}

/** It works though no turn runs: with words that were given before, or by itself (something that it had started is done). */
function goesOn(state: TerminalState, { turn }: DoingFacts): Done | null {
  if (turn !== null) return null
  const text = state.joined ?? wentOn
  const by = state.joined === null ? 'agent' : 'person'
  return { state: { ...state, opened: true, joined: null, stopping: null }, effects: [{ do: 'begin', text, by }] }
}

/** What stands where the words of a turn stand that nobody gave any for. */
export const wentOn = 'The agent went on by itself.'

const withTool = (tools: readonly string[], id: string | null): readonly string[] =>
  id === null || tools.includes(id) ? tools : [...tools, id].slice(-maxTools)

/** Traffic of another tool clears no dialog: parallel calls go on while one is asked about. */
const worksOn = (state: TerminalState, { turn }: DoingFacts): readonly Effect[] =>
  turn === null || state.dialog !== null || state.stopping !== null ? [] : [stand('working')]

function toolEnded(state: TerminalState, id: string | null, facts: DoingFacts): Done {
  const tools = id === null ? state.tools : state.tools.filter((one) => one !== id)
  const rest = { ...state, tools }
  if (state.dialog === null) return { state: rest, effects: worksOn(rest, facts) }
  const its = state.dialog.tool === null || id === null ? tools.length === 0 : state.dialog.tool === id
  return its ? closeDialog(rest, facts) : { state: rest, effects: [] }
}

/** In a turn it is blocked; before one (trust, theme, sign-in) it waits for somebody. */
function openDialog(state: TerminalState, dialog: Dialog, { turn }: DoingFacts): Done {
  return { state: { ...state, dialog }, effects: [stand(turn === null ? 'waiting_input' : 'blocked')] }
}

function closeDialog(state: TerminalState, { turn }: DoingFacts): Done {
  if (state.dialog === null) return { state, effects: [] }
  return { state: { ...state, dialog: null }, effects: [stand(turn === null ? 'idle' : 'working')] }
}

function stopped(
  state: TerminalState,
  { how, more }: Extract<Signal, { type: 'stopped' }>,
  { turn, nowMs }: DoingFacts,
): Done {
  const over: TerminalState = { ...state, dialog: null, tools: [], stopping: null }
  if (turn === null) return { state: over, effects: [stand('idle')] }
  if (more) return { state: { ...over, stopping: surer(state.stopping, { how, atMs: nowMs }) }, effects: [] }
  return { state: over, effects: [{ do: 'end', how: state.stopping?.how ?? how }] }
}

/** Two hooks of one end may come in either order: that it rests again says less than why. */
const surer = (before: TerminalState['stopping'], now: NonNullable<TerminalState['stopping']>): typeof now =>
  before === null ? now : before.how === 'interrupted' ? { ...before, how: now.how } : before

/** At a tick: the end that a hook told is taken at its word once the transcript had its time. */
export function ripen(state: TerminalState, facts: DoingFacts): Done | null {
  if (state.stopping === null || facts.unsent === true) return null
  const { how, atMs } = state.stopping
  if (facts.turn !== null && facts.nowMs - atMs < tailMs) return null
  return { state: { ...state, stopping: null }, effects: facts.turn === null ? [] : [{ do: 'end', how }] }
}
