/** What the rehearsal's hooks and its file of the conversation tell: the lines of the `drover` protocol, with the number of their turn. */
import type { Json, Spoken, TerminalSignal } from '#ports/harness'
import { openDroverLines } from '../custom/drover-lines.ts'
import { type Fields, numberIn, textIn } from '../line-json.ts'
import type { Ear, HookCall, Told } from '../terminal/lines.ts'

/** A type, not an interface: it is kept as JSON. */
type State = {
  readonly path: string | null
  /** The number that the player gave the turn whose words it took last. */
  readonly turn: number
  /** What the reader of its lines must not lose. */
  readonly lines: Json
  /** The last call that was told: a dialog asks about it. */
  readonly call: string | null
}

export const rehearsalEar: Ear<State> = {
  fresh: { path: null, turn: 0, lines: null, call: null },
  hook: hearHook,
  line: hearLine,
}

const signal = (state: State, ...signals: readonly TerminalSignal[]): Told<State> => ({ state, signals })

function hearHook(state: State, { event, data, size }: HookCall): Told<State> {
  const id = textIn(data.id)
  switch (event) {
    case 'SessionStart':
      return opened(state, data, size)
    case 'Prompt':
      return signal(
        { ...state, turn: numberIn(data.turn) ?? state.turn },
        { type: 'prompt', text: textIn(data.prompt) ?? '' },
      )
    case 'ToolBegan':
      return signal({ ...state, call: id }, { type: 'tool_began', tool: textIn(data.tool) ?? 'tool', id })
    case 'ToolEnded':
      return signal(state, { type: 'tool_ended', id })
    case 'Dialog':
      return signal(state, { type: 'dialog', text: textIn(data.text) ?? '', id: state.call })
    case 'DialogOver':
      return signal(state, { type: 'dialog_over' })
    case 'Stop':
      return signal(state, { type: 'stopped', how: data.ok === true ? 'done' : 'failed', more: true })
    case 'SessionEnd':
      return signal(state, { type: 'leaving' })
    default:
      return {}
  }
}

function opened(state: State, data: Fields, size: number | null): Told<State> {
  const nativeId = textIn(data.session_id)
  const path = textIn(data.transcript_path)
  if (nativeId === null) return {}
  return {
    // The player numbers the turns of one process.
    state: { ...state, path: path ?? state.path, turn: 0, lines: null },
    events: [{ kind: 'session', nativeId, model: textIn(data.model) }],
    signals: [{ type: 'opened', nativeId }],
    ...(path === null || path === state.path ? {} : { follow: { path, from: size ?? 0 } }),
  }
}

function hearLine(state: State, row: Fields): Told<State> {
  const dialogue = openDroverLines({ lifetime: 'session', first: null }, state.lines)
  // Who it is, its hook told; what it asks is asked in its own interface.
  const { events } = dialogue.hear(JSON.stringify(row))
  const told = events.filter((event): event is Spoken => event.kind !== 'session' && event.kind !== 'request')
  const next = { ...state, lines: dialogue.save() }
  // Its hook told the end already; a turn that began meanwhile is not ended by the last line of the one before.
  if (row.type !== 'result' || (numberIn(row.turn) ?? state.turn) < state.turn) return { state: next, events: told }
  const how = row.interrupted === true ? 'interrupted' : row.ok === true ? 'done' : 'failed'
  return { state: { ...next, lines: null }, events: told, signals: [{ type: 'stopped', how }] }
}
