/** What Gemini CLI's hooks and its own file tell of a conversation in its own interface. Measured on 0.61.0. */
import type { Spoken } from '#ports/harness'
import { type Fields, fieldsIn, listIn, numberIn, textIn } from '../line-json.ts'
import type { Ear, HookCall, Told } from '../terminal/lines.ts'
import { promptEvent } from './terminal-settings.ts'

/** A type, not an interface: it is kept as JSON. */
type State = {
  readonly nativeId: string | null
  readonly path: string | null
  /** Messages whose words and tokens were told: each stands on several rows, with more on the later ones. */
  readonly counted: readonly string[]
  /** Tool calls that were told. */
  readonly called: readonly string[]
}

const noise = ['{"$set"']

export const geminiEar: Ear<State> = {
  fresh: { nativeId: null, path: null, counted: [], called: [] },
  hook: hearHook,
  line: hearRow,
}

function hearHook(state: State, call: HookCall): Told<State> {
  const { event, data } = call
  if (event === 'SessionStart') return opened(state, call)
  if (state.nativeId !== null && textIn(data.session_id) !== state.nativeId) return {}
  switch (event) {
    case promptEvent:
      return { ...following(state, call), signals: [{ type: 'prompt', text: textIn(data.prompt) ?? '' }] }
    case 'BeforeTool':
      return { signals: [{ type: 'tool_began', tool: textIn(data.tool_name) ?? 'tool', id: null }] }
    case 'Notification':
      return data.notification_type === 'ToolPermission'
        ? { signals: [{ type: 'dialog', text: asks(data), id: null }] }
        : {}
    case 'AfterTool':
      return { signals: [{ type: 'dialog_over' }, { type: 'tool_ended', id: null }] }
    case 'AfterAgent':
      return { signals: [{ type: 'stopped', how: data.prompt_response === noAnswer ? 'failed' : 'done', more: true }] }
    case 'SessionEnd':
      return data.reason === 'clear' ? {} : { signals: [{ type: 'leaving' }] }
    default:
      return {}
  }
}

/** A request that failed ends as an answer of these words. */
const noAnswer = '[no response text]'

function opened(state: State, call: HookCall): Told<State> {
  const nativeId = textIn(call.data.session_id)
  if (nativeId === null) return {}
  const told = following({ ...state, nativeId }, call)
  return {
    ...told,
    state: told.state ?? { ...state, nativeId },
    events: nativeId === state.nativeId ? [] : [{ kind: 'session', nativeId, model: null }],
    signals: [{ type: 'opened', nativeId }],
  }
}

function following(state: State, { data, size }: HookCall): Told<State> {
  const path = textIn(data.transcript_path)
  if (path === null || path === '' || path === state.path) return {}
  return { state: { ...state, path }, follow: { path, from: size ?? 0, skip: noise } }
}

const asks = (data: Fields): string => {
  const details = fieldsIn(data.details)
  const what = textIn(details.command) ?? textIn(details.filePath) ?? textIn(details.title) ?? ''
  return `${textIn(data.message) ?? 'A tool asks.'} ${what}`.trim().slice(0, 400)
}

/** Why, it tells its own log alone. */
const requestFailed = /^This request failed\b/

function hearRow(state: State, row: Fields): Told<State> {
  const id = textIn(row.id)
  if (row.type === 'error' || (row.type === 'info' && requestFailed.test(textIn(row.content) ?? '')))
    return { events: failureOf(row) }
  if (row.type !== 'gemini' || id === null) return {}
  const known = state.counted.includes(id)
  const calls = listIn(row.toolCalls).map(fieldsIn)
  const fresh = calls.filter((call) => !state.called.includes(textIn(call.id) ?? '') && textIn(call.status) !== null)
  return {
    state: {
      ...state,
      counted: known ? state.counted : [...state.counted, id].slice(-16),
      called: [...state.called, ...fresh.map((call) => textIn(call.id) ?? '')].slice(-64),
    },
    events: [...(known ? [] : saidBy(row)), ...fresh.flatMap(calledBy)],
  }
}

function saidBy(row: Fields): readonly Spoken[] {
  const text = textIn(row.content) ?? ''
  const thoughts = listIn(row.thoughts).map((one) => textIn(fieldsIn(one).description) ?? '')
  const thought = thoughts.filter((one) => one.trim() !== '').join('\n')
  return [
    ...(thought === '' ? [] : [{ kind: 'thinking', text: thought } as const]),
    ...(text.trim() === '' ? [] : [{ kind: 'text', text } as const]),
    ...usageOf(fieldsIn(row.tokens)),
  ]
}

/** A call stands in its file once it is over. */
function calledBy(call: Fields): readonly Spoken[] {
  const callId = textIn(call.id) ?? 'call'
  const answers = listIn(call.result).map((one) => fieldsIn(fieldsIn(fieldsIn(one).functionResponse).response))
  const output = answers.map((one) => textIn(one.output) ?? textIn(one.error) ?? '').join('\n')
  return [
    { kind: 'tool', callId, name: textIn(call.name) ?? 'tool', input: call.args ?? null },
    { kind: 'tool_result', callId, ok: call.status === 'success', output, truncated: false },
  ]
}

/** Cached tokens are counted among the input; the vocabulary counts them apart. */
function usageOf(tokens: Fields): readonly Spoken[] {
  const cacheRead = numberIn(tokens.cached) ?? 0
  const input = Math.max(0, (numberIn(tokens.input) ?? 0) - cacheRead)
  const output = (numberIn(tokens.output) ?? 0) + (numberIn(tokens.thoughts) ?? 0)
  if (input + output + cacheRead === 0) return []
  return [{ kind: 'usage', input, output, cacheRead, cacheWrite: null, costUsd: null }]
}

function failureOf(row: Fields): readonly Spoken[] {
  const message = (textIn(row.content) ?? '').trim() || 'Gemini CLI tells of an error.'
  const status = /\b([45]\d\d)\b/.exec(message)?.[1]
  const evidence = { channel: 'event', message, ...(status === undefined ? {} : { status: Number(status) }) } as const
  return [{ kind: 'failure', message, evidence: [evidence] }]
}
