/** What Copilot CLI's hooks and its own file tell of a conversation in its own interface. Measured on 1.0.102. */
import type { Spoken, TerminalSignal } from '#ports/harness'
import { type Fields, fieldsIn, numberIn, textIn } from '../line-json.ts'
import type { Ear, HookCall, Told } from '../terminal/lines.ts'
import { toolOf, toolResultOf } from './dialogue.ts'
import { faultEvidence } from './failures.ts'

/** A type, not an interface: it is kept as JSON. */
type State = {
  readonly nativeId: string | null
  readonly path: string | null
  readonly busy: boolean
  readonly failed: boolean
}

const noise = [
  '{"type":"system.message"',
  '{"type":"session.background_tasks_changed"',
  '{"type":"session.tools_updated"',
]

export const copilotEar: Ear<State> = {
  fresh: { nativeId: null, path: null, busy: false, failed: false },
  hook: hearHook,
  line: hearRow,
}

function hearHook(state: State, call: HookCall): Told<State> {
  const { event, data } = call
  if (event === 'sessionStart') return opened(state, call)
  if (state.nativeId !== null && textIn(data.sessionId) !== state.nativeId) return {}
  switch (event) {
    case 'userPromptSubmitted':
      return prompted(state, textIn(data.prompt) ?? '')
    case 'notification':
      if (data.notification_type !== 'permission_prompt') return {}
      return { signals: [{ type: 'dialog', text: (textIn(data.message) ?? 'It asks.').slice(0, 400), id: null }] }
    case 'agentStop':
      return {
        state: { ...state, busy: false },
        signals: [{ type: 'stopped', how: state.failed ? 'failed' : 'done', more: true }],
      }
    case 'sessionEnd':
      return { signals: [{ type: 'leaving' }] }
    default:
      return {}
  }
}

function opened(state: State, { data, size }: HookCall): Told<State> {
  const nativeId = textIn(data.sessionId)
  // The hook of the launch puts it there: Copilot tells it at the end of a turn alone.
  const folder = textIn(data.folder)
  const path = folder === null || nativeId === null ? null : `${folder}/${nativeId}/events.jsonl`
  if (nativeId === null) return {}
  const moved = path !== null && path !== state.path
  return {
    state: { ...state, nativeId, path: path ?? state.path },
    events: nativeId === state.nativeId ? [] : [{ kind: 'session', nativeId, model: null }],
    signals: [{ type: 'opened', nativeId }],
    ...(moved ? { follow: { path, from: size ?? 0, skip: noise } } : {}),
  }
}

/** Words of its own, such as that a command in the background is over, are nobody's. */
const ownWords = /^\s*<system_notification>/

function prompted(state: State, text: string): Told<State> {
  if (ownWords.test(text)) return {}
  const signal: TerminalSignal = { type: 'prompt', text, ...(state.busy ? { queued: true } : {}) }
  return { state: { ...state, busy: true, failed: false }, signals: [signal] }
}

function hearRow(state: State, row: Fields): Told<State> {
  const data = fieldsIn(row.data)
  if (textIn(data.parentToolCallId) !== null) return {}
  switch (row.type) {
    case 'assistant.message':
      return words('text', data)
    case 'assistant.reasoning':
      return words('thinking', data)
    case 'tool.execution_start': {
      const signal: TerminalSignal = {
        type: 'tool_began',
        tool: textIn(data.toolName) ?? 'tool',
        id: textIn(data.toolCallId),
      }
      return { events: [toolOf(data)], signals: [signal] }
    }
    case 'tool.execution_complete':
      return { events: [toolResultOf(data)], signals: [{ type: 'tool_ended', id: textIn(data.toolCallId) }] }
    case 'permission.completed':
      return { signals: [{ type: 'dialog_over' }] }
    case 'session.usage_record':
      return { events: usageOf(fieldsIn(data.usage)) }
    case 'session.error':
      return {
        state: { ...state, busy: false, failed: true },
        signals: [{ type: 'stopped', how: 'failed' }],
        events: [
          {
            kind: 'failure',
            message: textIn(data.message) ?? 'Copilot reports an error.',
            evidence: [faultEvidence(data)],
          },
        ],
      }
    case 'abort':
      return { state: { ...state, busy: false }, signals: [{ type: 'stopped', how: 'interrupted' }] }
    case 'hook.end':
      // It writes its own hooks down: with this one all that the turn said stands above.
      return data.hookType === 'agentStop'
        ? { signals: [{ type: 'stopped', how: state.failed ? 'failed' : 'done' }] }
        : {}
    default:
      return {}
  }
}

function words(kind: 'text' | 'thinking', data: Fields): Told<State> {
  const text = textIn(data.content) ?? ''
  return text.trim() === '' ? {} : { events: [{ kind, text }] }
}

/** Cached tokens are counted among the input; the vocabulary counts them apart. */
function usageOf(usage: Fields): readonly Spoken[] {
  const [cacheRead, cacheWrite] = [numberIn(usage.cacheReadTokens) ?? 0, numberIn(usage.cacheWriteTokens) ?? 0]
  const input = Math.max(0, (numberIn(usage.inputTokens) ?? 0) - cacheRead - cacheWrite)
  const output = numberIn(usage.outputTokens) ?? 0
  if (input + output + cacheRead + cacheWrite === 0) return []
  return [{ kind: 'usage', input, output, cacheRead, cacheWrite, costUsd: null }]
}
