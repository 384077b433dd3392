/** What Qwen Code's hooks and its own file tell of a conversation in its own interface. Measured on 0.24.4. */
import type { Spoken, TerminalSignal } from '#ports/harness'
import { type Fields, fieldsIn, listIn, numberIn, textIn } from '../line-json.ts'
import type { Ear, HookCall, Told } from '../terminal/lines.ts'

/** A type, not an interface: it is kept as JSON. */
type State = {
  readonly nativeId: string | null
  readonly path: string | null
  readonly busy: boolean
  /** The call that a dialog asks about. */
  readonly asking: string | null
}

const noise = ['"type":"system"']

export const qwenEar: Ear<State> = {
  fresh: { nativeId: null, path: null, busy: false, asking: null },
  hook: hearHook,
  line: hearRow,
}

function hearHook(state: State, call: HookCall): Told<State> {
  const { event, data } = call
  if (event === 'SessionStart') return opened(state, call)
  if (state.nativeId !== null && textIn(data.session_id) !== state.nativeId) return {}
  const id = textIn(data.tool_call_id) ?? textIn(data.tool_use_id)
  switch (event) {
    case 'UserPromptSubmit': {
      const text = textIn(data.prompt) ?? ''
      // Between a tool and the next answer it fires again, with nothing.
      if (text === '') return {}
      const signal: TerminalSignal = { type: 'prompt', text, ...(state.busy ? { queued: true } : {}) }
      return { state: { ...state, busy: true }, signals: [signal] }
    }
    case 'PermissionRequest':
      return { state: { ...state, asking: callOf(data) }, signals: [{ type: 'dialog', text: asks(data), id }] }
    case 'PreToolUse': {
      const began: TerminalSignal = { type: 'tool_began', tool: textIn(data.tool_name) ?? 'tool', id }
      // It comes after the approval.
      if (state.asking !== callOf(data)) return { signals: [began] }
      return { state: { ...state, asking: null }, signals: [{ type: 'dialog_over' }, began] }
    }
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return { signals: [{ type: 'tool_ended', id }] }
    case 'Stop':
      return ended(state, 'done')
    case 'StopFailure':
      return { ...ended(state, 'failed'), events: failureOf(data) }
    case 'Notification':
      // After a denial or an interrupt no other hook fires.
      return data.notification_type === 'idle_prompt' && state.busy ? ended(state, 'interrupted') : {}
    case 'SessionEnd':
      return /^(clear|resume)$/.test(textIn(data.reason) ?? '') ? {} : { signals: [{ type: 'leaving' }] }
    default:
      return {}
  }
}

const callOf = (data: Fields): string =>
  `${textIn(data.tool_name) ?? ''} ${JSON.stringify(data.tool_input ?? null)}`.slice(0, 2000)

const ended = (state: State, how: 'done' | 'failed' | 'interrupted'): Told<State> => ({
  state: { ...state, busy: false, asking: null },
  signals: [{ type: 'stopped', how, more: true }],
})

function opened(state: State, { data, size }: HookCall): Told<State> {
  const nativeId = textIn(data.session_id)
  const path = textIn(data.transcript_path)
  if (nativeId === null) return {}
  const moved = path !== null && path !== state.path
  return {
    state: { ...state, nativeId, path: path ?? state.path, busy: false, asking: null },
    events: nativeId === state.nativeId ? [] : [{ kind: 'session', nativeId, model: textIn(data.model) }],
    signals: [{ type: 'opened', nativeId }],
    ...(moved ? { follow: { path, from: size ?? 0, skip: noise } } : {}),
  }
}

const asks = (data: Fields): string => {
  const input = fieldsIn(data.tool_input)
  const what = textIn(input.command) ?? textIn(input.file_path) ?? textIn(input.url) ?? ''
  return `${textIn(data.tool_name) ?? 'A tool'}: ${what.slice(0, 400)}`
}

function failureOf(data: Fields): readonly Spoken[] {
  const message =
    textIn(data.error_details) ??
    textIn(data.error_message) ??
    textIn(data.error) ??
    textIn(data.last_assistant_message) ??
    'Qwen Code tells of an error.'
  const status = /\b([45]\d\d)\b/.exec(message)?.[1]
  const type = textIn(data.error)
  const evidence = {
    channel: 'event',
    message,
    ...(type === null ? {} : { type }),
    ...(status === undefined ? {} : { status: Number(status) }),
  } as const
  return [{ kind: 'failure', message, evidence: [evidence] }]
}

function hearRow(_state: State, row: Fields): Told<State> {
  const parts = listIn(fieldsIn(row.message).parts).map(fieldsIn)
  if (row.type === 'assistant') return { events: [...parts.flatMap(saidBy), ...usageOf(fieldsIn(row.usageMetadata))] }
  if (row.type === 'tool_result')
    return { events: parts.flatMap((part) => resultOf(part, fieldsIn(row.toolCallResult))) }
  return {}
}

function saidBy(part: Fields): readonly Spoken[] {
  const call = fieldsIn(part.functionCall)
  const name = textIn(call.name)
  if (name !== null) return [{ kind: 'tool', callId: textIn(call.id) ?? 'call', name, input: call.args ?? null }]
  const text = textIn(part.text) ?? ''
  if (text.trim() === '') return []
  return part.thought === true ? [{ kind: 'thinking', text }] : [{ kind: 'text', text }]
}

function resultOf(part: Fields, result: Fields): readonly Spoken[] {
  const answer = fieldsIn(part.functionResponse)
  const callId = textIn(answer.id)
  if (callId === null) return []
  const response = fieldsIn(answer.response)
  const output = textIn(response.output) ?? textIn(response.error) ?? ''
  const ok = textIn(response.error) === null && result.status !== 'error' && result.status !== 'cancelled'
  return [{ kind: 'tool_result', callId, ok, output, truncated: false }]
}

/** Cached tokens are counted among the input; the vocabulary counts them apart. */
function usageOf(usage: Fields): readonly Spoken[] {
  const cacheRead = numberIn(usage.cachedContentTokenCount) ?? 0
  const input = Math.max(0, (numberIn(usage.promptTokenCount) ?? 0) - cacheRead)
  const output = (numberIn(usage.candidatesTokenCount) ?? 0) + (numberIn(usage.thoughtsTokenCount) ?? 0)
  if (input + output + cacheRead === 0) return []
  return [{ kind: 'usage', input, output, cacheRead, cacheWrite: null, costUsd: null }]
}
