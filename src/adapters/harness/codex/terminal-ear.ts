/** What Codex's hooks and its rollout file tell of a thread in its own interface. Measured on 0.166.0. */
import type { Spoken, Start, TerminalSignal } from '#ports/harness'
import { type Fields, fieldsIn, listIn, textIn } from '../line-json.ts'
import type { Ear, HookCall, Told } from '../terminal/lines.ts'
import { isTool, respelled, spokenItem, toolOf, toolResultOf } from './items.ts'
import { isNothing, ledgerOf, type Totals, totalsIn } from './usage.ts'

/** A type, not an interface: it is kept as JSON. The totals of the thread stand under the names of every other dialogue of Codex. */
type State = {
  readonly counted: string | null
  readonly totals: { readonly [K in keyof Totals]: Totals[K] } | null
  readonly recorded: string | null
  readonly nativeId: string | null
  readonly path: string | null
  readonly busy: boolean
  /** The last call that was told: a dialog asks about it. */
  readonly call: string | null
}

/** What the model is told of its surroundings, at every turn. */
const noise = ['"type":"world_state"', '"type":"turn_context"', '"type":"response_item","payload":{"type":"message"']

export const codexEar = (start: Start): Ear<State> => ({
  fresh: { nativeId: null, path: null, busy: false, call: null, ...ledgerOf(start, 'flag') },
  hook: hearHook,
  line: hearRow,
})

function hearHook(state: State, call: HookCall): Told<State> {
  const { event, data } = call
  if (event === 'SessionStart') return opened(state, call)
  if (state.nativeId !== null && textIn(data.session_id) !== state.nativeId) return {}
  const id = textIn(data.tool_use_id)
  switch (event) {
    case 'UserPromptSubmit': {
      const signal: TerminalSignal = { type: 'prompt', text: textIn(data.prompt) ?? '' }
      return { state: { ...state, busy: true }, signals: [signal] }
    }
    case 'PreToolUse':
      return {
        state: { ...state, call: id },
        signals: [{ type: 'tool_began', tool: textIn(data.tool_name) ?? 'tool', id }],
      }
    case 'PostToolUse':
      return { signals: [{ type: 'tool_ended', id }] }
    case 'PermissionRequest':
      return { signals: [{ type: 'dialog', text: asks(data), id: id ?? state.call }] }
    case 'Stop':
      return { state: { ...state, busy: false }, signals: [{ type: 'stopped', how: 'done', more: true }] }
    case 'SessionEnd':
      return { signals: [{ type: 'leaving' }] }
    default:
      return {}
  }
}

function opened(state: State, { data, size }: HookCall): Told<State> {
  const nativeId = textIn(data.session_id)
  const path = textIn(data.transcript_path)
  if (nativeId === null) return {}
  const moved = path !== null && path !== state.path
  return {
    state: { ...state, nativeId, counted: nativeId, path: path ?? state.path },
    events: [{ kind: 'session', nativeId, model: textIn(data.model) }],
    signals: [{ type: 'opened', nativeId }],
    ...(moved ? { follow: { path, from: size ?? 0, skip: noise } } : {}),
  }
}

const asks = (data: Fields): string => {
  const input = fieldsIn(data.tool_input)
  return `${textIn(data.tool_name) ?? 'A tool'}: ${(textIn(input.command) ?? textIn(input.description) ?? '').slice(0, 400)}`
}

function hearRow(state: State, row: Fields): Told<State> {
  const payload = fieldsIn(row.payload)
  if (row.type !== 'event_msg') return {}
  switch (payload.type) {
    case 'item_completed':
      return { events: spokenOf(fieldsIn(payload.item)) }
    case 'token_count':
      return counted(state, fieldsIn(payload.info))
    case 'task_complete':
      return { state: { ...state, busy: false }, signals: [{ type: 'stopped', how: 'done' }] }
    case 'turn_aborted':
      return { state: { ...state, busy: false }, signals: [{ type: 'stopped', how: 'interrupted' }] }
    case 'error':
    case 'stream_error':
      return { events: failureOf(payload) }
    default:
      return {}
  }
}

/** The items of the app-server in a third spelling. Their ids are those of the provider, once in a thread. */
function spokenOf(given: Fields): readonly Spoken[] {
  const type = textIn(given.type) ?? ''
  const texts = listIn(given.content).map((part) => textIn(fieldsIn(part).text) ?? '')
  const item = respelled({
    ...given,
    type: `${type.slice(0, 1).toLowerCase()}${type.slice(1)}`,
    text: texts.join('') || null,
  })
  if (item.type === 'user_message') return []
  if (!isTool(item)) {
    const said = spokenItem(item)
    return said === null ? [] : [said]
  }
  const callId = textIn(item.id) ?? 'item'
  const command = listIn(item.command)
  const shown = command.length === 0 ? item : { ...item, command: command.at(-1) }
  return [toolOf(shown, callId), toolResultOf(shown, callId)]
}

/** What the last request used; the totals beside it are the thread's, for the launch that comes after this one. */
function counted(state: State, info: Fields): Told<State> {
  const spent = totalsIn(fieldsIn(info.last_token_usage))
  const next = { ...state, totals: totalsIn(fieldsIn(info.total_token_usage)) }
  return { state: next, events: isNothing(spent) ? [] : [{ kind: 'usage', ...spent, costUsd: null }] }
}

function failureOf(payload: Fields): readonly Spoken[] {
  const message = textIn(payload.message) ?? 'Codex tells of an error.'
  // It tries again by itself.
  if (payload.type === 'stream_error') return [{ kind: 'notice', code: 'retrying', message }]
  const status = /\b([45]\d\d)\b/.exec(message)?.[1]
  const evidence = { channel: 'event', message, ...(status === undefined ? {} : { status: Number(status) }) } as const
  return [{ kind: 'failure', message, evidence: [evidence] }]
}
