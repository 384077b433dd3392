/** What Claude Code's hooks and transcript tell of a conversation in its own interface. Measured on 2.1.325. */
import type { Spoken, TerminalSignal } from '#ports/harness'
import { type Fields, fieldsIn, listIn, numberIn, textIn } from '../line-json.ts'
import type { Ear, HookCall, Told } from '../terminal/lines.ts'
import { spokenByAssistant, spokenByUser } from './messages.ts'

/** A type, not an interface: it is kept as JSON. */
type State = {
  readonly nativeId: string | null
  readonly path: string | null
  /** A turn runs, by its hooks. */
  readonly busy: boolean
  /** The message whose tokens were counted last: it stands on a row for each of its blocks. */
  readonly counted: string | null
  /** The last call that was told: a dialog asks about it. */
  readonly call: string | null
}

const noise = ['"type":"api-request', '"type":"file-history-snapshot"', '"type":"progress"']

export const claudeEar: Ear<State> = {
  fresh: { nativeId: null, path: null, busy: false, counted: null, call: null },
  hook: hearHook,
  line: hearRow,
}

function hearHook(state: State, call: HookCall): Told<State> {
  const { event, data } = call
  if (event === 'SessionStart') return opened(state, call)
  // A sub-conversation of another session, or of one that this interface has left.
  if (state.nativeId !== null && textIn(data.session_id) !== state.nativeId) return {}
  const id = textIn(data.tool_use_id)
  switch (event) {
    case 'UserPromptSubmit': {
      const text = textIn(data.prompt) ?? ''
      const signal: TerminalSignal = { type: 'prompt', text, ...(state.busy ? { queued: true } : {}) }
      return { state: { ...state, busy: true }, signals: [signal] }
    }
    case 'PreToolUse':
      return {
        state: { ...state, call: id },
        signals: [{ type: 'tool_began', tool: textIn(data.tool_name) ?? 'tool', id }],
      }
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return { signals: [{ type: 'tool_ended', id }] }
    case 'PermissionRequest':
      return { signals: [{ type: 'dialog', text: asks(data), id: id ?? state.call }] }
    case 'Stop':
      return { state: { ...state, busy: false }, signals: [{ type: 'stopped', how: 'done', more: true }] }
    case 'StopFailure':
      return { state: { ...state, busy: false }, signals: [{ type: 'stopped', how: 'failed', more: true }] }
    case 'SessionEnd':
      // After a clear another conversation begins in the same process.
      return /^(clear|resume)$/.test(textIn(data.reason) ?? '') ? {} : { signals: [{ type: 'leaving' }] }
    default:
      return {}
  }
}

function opened(state: State, { data, size }: HookCall): Told<State> {
  const nativeId = textIn(data.session_id)
  const path = textIn(data.transcript_path)
  if (nativeId === null) return {}
  const events: readonly Spoken[] = [{ kind: 'session', nativeId, model: textIn(data.model) }]
  const moved = path !== null && path !== state.path
  return {
    state: { ...state, nativeId, path: path ?? state.path },
    events,
    signals: [{ type: 'opened', nativeId }],
    // What stood there before belongs to earlier launches.
    ...(moved ? { follow: { path, from: size ?? 0, skip: noise } } : {}),
  }
}

const asks = (data: Fields): string => {
  const input = fieldsIn(data.tool_input)
  const what = textIn(input.command) ?? textIn(input.file_path) ?? textIn(input.url) ?? ''
  return `${textIn(data.tool_name) ?? 'A tool'}${what === '' ? '' : `: ${what.slice(0, 400)}`}`
}

function hearRow(state: State, row: Fields): Told<State> {
  if (row.isSidechain === true) return {}
  if (row.type === 'assistant') return hearAssistant(state, row)
  if (row.type === 'user') return hearUser(state, row)
  if (row.type === 'system' && row.subtype === 'turn_duration')
    return { state: { ...state, busy: false }, signals: [{ type: 'stopped', how: 'done' }] }
  if (row.type === 'system' && row.subtype === 'compact_boundary')
    return { events: [{ kind: 'notice', code: 'compacted', message: 'The conversation was summed up to make room.' }] }
  return {}
}

function hearAssistant(state: State, row: Fields): Told<State> {
  const message = fieldsIn(row.message)
  const text = listIn(message.content)
    .map((block) => textIn(fieldsIn(block).text) ?? '')
    .join('')
  if (row.isApiErrorMessage === true) return { events: [failureOf(row, text)] }
  const id = textIn(message.id)
  const fresh = id !== null && id !== state.counted && textIn(message.model) !== '<synthetic>'
  const usage = fresh ? [usageOf(fieldsIn(message.usage))] : []
  return { state: fresh ? { ...state, counted: id } : state, events: [...spokenByAssistant(row), ...usage] }
}

const failureOf = (row: Fields, text: string): Spoken => {
  const status = numberIn(row.apiErrorStatus) ?? numberIn(fieldsIn(row.error).status) ?? statusIn(text)
  const type = textIn(row.error) ?? undefined
  return {
    kind: 'failure',
    message: text === '' ? 'The provider refused the request.' : text,
    evidence: [
      {
        channel: 'event',
        message: text,
        ...(status === null ? {} : { status }),
        ...(type === undefined ? {} : { type }),
      },
    ],
  }
}

const statusIn = (text: string): number | null => {
  const match = /^API Error: (\d{3})\b/.exec(text)
  return match === null ? null : Number(match[1])
}

const usageOf = (usage: Fields): Spoken => ({
  kind: 'usage',
  input: numberIn(usage.input_tokens),
  output: numberIn(usage.output_tokens),
  cacheRead: numberIn(usage.cache_read_input_tokens),
  cacheWrite: numberIn(usage.cache_creation_input_tokens),
  costUsd: null,
})

const interrupted = /^\[Request interrupted by user/

function hearUser(state: State, row: Fields): Told<State> {
  const content = fieldsIn(row.message).content
  const texts = listIn(content).map((block) => textIn(fieldsIn(block).text) ?? '')
  if (texts.some((text) => interrupted.test(text)))
    return { state: { ...state, busy: false }, signals: [{ type: 'stopped', how: 'interrupted' }] }
  return { events: spokenByUser(row) }
}
