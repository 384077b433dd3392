/**
 * What opencode's own interface tells of a conversation: a plug-in of the launch hands on its events, in one order with the words
 * and tools themselves, since it writes no file that could be followed. Measured on 1.18.33.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Spoken, Start, TerminalSignal } from '#ports/harness'
import { type Fields, fieldsIn, listIn, textIn } from '../line-json.ts'
import type { Ear, HookCall, Told } from '../terminal/lines.ts'
import { spoolWriter } from '../terminal/spool-writer.ts'
import { toolOf, usageOf } from './dialogue.ts'
import { errorEvidence, errorMessage } from './failures.ts'

/** A type, not an interface: it is kept as JSON. */
type State = {
  readonly nativeId: string | null
  /** Conversations of sub-agents, which are none of ours. */
  readonly children: readonly string[]
  readonly busy: boolean
  /** Its answer was broken off, or failed. */
  readonly broken: 'interrupted' | 'failed' | null
  /** Tool calls that were told when they began. */
  readonly begun: readonly string[]
}

export const pluginFile = 'terminal-plugin.mjs'

/** Parts are told once they are whole; of the rest only what a turn begins, asks or ends with. */
export const terminalPlugin = `${spoolWriter('opencode')}const told = new Set(['session.created', 'session.idle', 'session.error', 'permission.asked', 'permission.replied'])
const isWhole = (part) => {
  if (part.type === 'text' || part.type === 'reasoning') return part.time?.end !== undefined
  if (part.type === 'tool') return part.state.status === 'completed' || part.state.status === 'error'
  return part.type === 'step-finish'
}
export const terminal = async () => ({
  event: async ({ event }) => {
    const { type, properties } = event
    if (type === 'message.part.updated') {
      if (isWhole(properties.part)) tell('part', properties.part)
    } else if (type === 'message.updated') {
      const { info } = properties
      if (info.role === 'assistant' && info.error) tell('message', { id: info.id, sessionID: info.sessionID, error: info.error })
    } else if (type === 'session.status') {
      if (properties.status.type === 'retry') tell('retry', properties)
    } else if (type === 'session.created') {
      tell(type, { sessionID: properties.info.id, parentID: properties.info.parentID })
    } else if (told.has(type)) tell(type, properties)
  },
  'chat.message': async ({ sessionID }, { message, parts }) => {
    const words = parts.filter((part) => part.type === 'text' && !part.synthetic)
    tell('prompt', { sessionID, id: message.id, text: words.map((part) => part.text).join('') })
  },
  'tool.execute.before': async ({ tool, sessionID, callID }, { args }) => tell('tool', { tool, sessionID, callID, args }),
})
`

/** Added to what the inline configuration holds. */
export const withTerminalPlugin = (start: Start, config: Fields): Fields => ({
  ...config,
  plugin: [...listIn(config.plugin), pathToFileURL(join(start.launchDir, pluginFile)).href],
})

export const opencodeEar = (start: Start): Ear<State> => ({
  fresh: {
    nativeId: start.fork ? null : start.resume,
    children: [],
    busy: false,
    broken: null,
    begun: [],
  },
  // What it would ask is approved by a flag: the question and its answer come at once, and nobody sees a dialog.
  hook: (state, call) => hearOpencode(state, call, start.permissions === 'bypass'),
  line: () => ({}),
})

const mostChildren = 64

function hearOpencode(state: State, { event, data }: HookCall, approves: boolean): Told<State> {
  const sessionId = textIn(data.sessionID)
  if (sessionId === null) return {}
  if (event === 'session.created') return created(state, sessionId, textIn(data.parentID))
  if (state.children.includes(sessionId)) return {}
  if (event === 'prompt') return prompted(state, sessionId, textIn(data.text) ?? '')
  if (state.nativeId !== null && sessionId !== state.nativeId) return {}
  switch (event) {
    case 'tool':
      return toolBegan(state, data)
    case 'part':
      return partOf(state, data)
    case 'permission.asked':
      return approves ? {} : { signals: [{ type: 'dialog', text: asks(data), id: textIn(fieldsIn(data.tool).callID) }] }
    case 'permission.replied':
      return approves ? {} : { signals: [{ type: 'dialog_over' }] }
    case 'message':
    case 'session.error':
      return failed(state, fieldsIn(data.error))
    case 'retry':
      return { events: [retrying(fieldsIn(data.status))] }
    case 'session.idle':
      return {
        state: { ...state, busy: false, broken: null, begun: [] },
        signals: [{ type: 'stopped', how: state.broken ?? 'done' }],
      }
    default:
      return {}
  }
}

/** A new one in the same interface is gone on with; one that has a parent is a sub-agent's. */
function created(state: State, sessionId: string, parent: string | null): Told<State> {
  if (parent !== null) return { state: { ...state, children: [...state.children, sessionId].slice(-mostChildren) } }
  return adopted({ ...state, busy: false, broken: null }, sessionId)
}

function adopted(state: State, sessionId: string): Told<State> {
  return {
    state: { ...state, nativeId: sessionId },
    events: [{ kind: 'session', nativeId: sessionId, model: null }],
    signals: [{ type: 'opened', nativeId: sessionId }],
  }
}

function prompted(before: State, sessionId: string, text: string): Told<State> {
  const other = sessionId === before.nativeId ? { state: before } : adopted(before, sessionId)
  const state = other.state ?? before
  const signal: TerminalSignal = { type: 'prompt', text, ...(state.busy ? { queued: true } : {}) }
  return {
    ...other,
    state: { ...state, busy: true, broken: null },
    signals: [...(other.signals ?? []), signal],
  }
}

function toolBegan(state: State, data: Fields): Told<State> {
  const callId = textIn(data.callID) ?? 'call'
  const tool = textIn(data.tool) ?? 'tool'
  return {
    state: { ...state, begun: [...state.begun, callId] },
    events: [{ kind: 'tool', callId, name: tool, input: data.args ?? null }],
    signals: [{ type: 'tool_began', tool, id: callId }],
  }
}

function partOf(state: State, part: Fields): Told<State> {
  const text = textIn(part.text) ?? ''
  switch (part.type) {
    case 'text':
      return text.trim() === '' || part.synthetic === true ? {} : { events: [{ kind: 'text', text }] }
    case 'reasoning':
      return text.trim() === '' ? {} : { events: [{ kind: 'thinking', text }] }
    case 'step-finish':
      return { events: [usageOf(part)] }
    case 'tool': {
      const [call, result] = toolOf(part)
      const told = state.begun.includes(call.callId)
      return {
        state: { ...state, begun: state.begun.filter((one) => one !== call.callId) },
        events: told ? [result] : [call, result],
        signals: [{ type: 'tool_ended', id: call.callId }],
      }
    }
    default:
      return {}
  }
}

const asks = (data: Fields): string => {
  const what = listIn(data.patterns).map((one) => textIn(one) ?? '')
  return `${textIn(data.permission) ?? 'A tool'}: ${what.join(' ').slice(0, 400)}`
}

/** Told of the message and of the conversation: once is enough. */
function failed(state: State, error: Fields): Told<State> {
  if (error.name === 'MessageAbortedError') return { state: { ...state, broken: 'interrupted' } }
  if (state.broken !== null) return {}
  const message = errorMessage(error)
  return {
    state: { ...state, broken: 'failed' },
    events: [{ kind: 'failure', message, evidence: [errorEvidence(error)] }],
  }
}

function retrying(status: Fields): Spoken {
  const message = `The request failed: ${textIn(status.message) ?? 'no reason was told'}; it tries again.`
  return { kind: 'notice', code: 'retrying', message }
}
