/**
 * What pi's own interface tells of a conversation: an extension of the launch hands on its events, in one order with the words
 * and tools themselves, so that no file is followed. Measured on 0.73.1.
 */
import type { Spoken, TerminalSignal } from '#ports/harness'
import { type Fields, fieldsIn, listIn, textIn } from '../line-json.ts'
import type { Ear, HookCall, Told } from '../terminal/lines.ts'
import { spoolWriter } from '../terminal/spool-writer.ts'
import { toolOf, toolResultOf, usageOf, wordsOf } from './dialogue.ts'
import { faultEvidence } from './failures.ts'

/** A type, not an interface: it is kept as JSON. */
type State = {
  readonly nativeId: string | null
  readonly busy: boolean
  /** How the last message of the model stopped. */
  readonly stopped: string | null
}

/** A message is told when it is whole; what it is about is left out where nobody reads it. */
export const piExtension = `${spoolWriter('pi')}export default function (pi) {
  pi.on('session_start', (event, ctx) => tell('session_start', { id: ctx.sessionManager.getSessionId(), reason: event.reason, model: ctx.model?.id }))
  pi.on('input', (event) => tell('input', { text: event.text, source: event.source }))
  pi.on('agent_start', () => tell('agent_start', {}))
  pi.on('agent_end', () => tell('agent_end', {}))
  pi.on('message_end', ({ message }) => {
    if (message.role !== 'assistant') return
    const { role, content, usage, stopReason, errorMessage } = message
    tell('message_end', { role, content, usage, stopReason, errorMessage })
  })
  pi.on('tool_execution_start', ({ toolCallId, toolName, args }) => tell('tool_execution_start', { toolCallId, toolName, args }))
  pi.on('tool_execution_end', ({ toolCallId, result, isError }) => tell('tool_execution_end', { toolCallId, result, isError }))
  pi.on('session_compact', () => tell('session_compact', {}))
  pi.on('session_shutdown', (event) => tell('session_shutdown', { reason: event.reason }))
}
`

export const piEar: Ear<State> = {
  fresh: { nativeId: null, busy: false, stopped: null },
  hook: hearPi,
  line: () => ({}),
}

function hearPi(state: State, { event, data }: HookCall): Told<State> {
  switch (event) {
    case 'session_start':
      return opened(state, data)
    case 'input':
      return given(state, textIn(data.text) ?? '')
    case 'agent_start':
      return { state: { ...state, busy: true, stopped: null } }
    case 'message_end':
      return said(state, data)
    case 'tool_execution_start': {
      const tool = toolOf(data)
      const signal: TerminalSignal = {
        type: 'tool_began',
        tool: textIn(data.toolName) ?? 'tool',
        id: textIn(data.toolCallId),
      }
      return { events: [tool], signals: [signal] }
    }
    case 'tool_execution_end':
      return { events: [toolResultOf(data)], signals: [{ type: 'tool_ended', id: textIn(data.toolCallId) }] }
    case 'agent_end':
      return ended(state)
    case 'session_compact':
      return { events: [{ kind: 'notice', code: 'compacted', message: 'The conversation was compacted.' }] }
    case 'session_shutdown':
      return data.reason === 'quit' ? { signals: [{ type: 'leaving' }] } : {}
    default:
      return {}
  }
}

/** Another conversation in the same process begins in the same way. */
function opened(state: State, data: Fields): Told<State> {
  const nativeId = textIn(data.id)
  if (nativeId === null) return {}
  const events: readonly Spoken[] =
    nativeId === state.nativeId ? [] : [{ kind: 'session', nativeId, model: textIn(data.model) }]
  return { state: { ...state, nativeId }, events, signals: [{ type: 'opened', nativeId }] }
}

/** While it works the words are queued, and the model has them after its tool. */
const given = (state: State, text: string): Told<State> => ({
  signals: [{ type: 'prompt', text, ...(state.busy ? { queued: true } : {}) }],
})

function said(state: State, message: Fields): Told<State> {
  const stopped = textIn(message.stopReason)
  const events = [
    ...listIn(message.content).map(fieldsIn).flatMap(wordsOf),
    ...usageOf(fieldsIn(message.usage)),
    ...(stopped === 'error' ? [failureOf(message)] : []),
  ]
  return { state: { ...state, stopped }, events }
}

function failureOf(message: Fields): Spoken {
  const why = textIn(message.errorMessage) ?? 'pi reports an error.'
  return { kind: 'failure', message: why, evidence: [faultEvidence(why, 'error')] }
}

/** It ends once for each attempt of its own retries: an end by an error waits for what follows. */
function ended(state: State): Told<State> {
  const over = { ...state, busy: false }
  if (state.stopped === 'error') return { state: over, signals: [{ type: 'stopped', how: 'failed', more: true }] }
  const how = state.stopped === 'aborted' ? 'interrupted' : 'done'
  return { state: over, signals: [{ type: 'stopped', how }] }
}
