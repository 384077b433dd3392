/**
 * `session/update`: what an agent says and does while a prompt is under way, as agent events. Messages come in pieces and
 * become whole when something else follows. What an agent replays while it opens an earlier session is old news.
 */
import type { Heard, Spoken } from '#ports/harness'
import { type Fields, fieldsIn, listIn, textIn } from '../line-json.ts'
import type { State } from './state.ts'
import { takePiece } from './tools.ts'
import { noteUpdate } from './usage.ts'

const quiet: Heard = { events: [], writes: [] }
const says = (events: readonly Spoken[]): Heard => ({ events, writes: [] })

/** The message and the thought said so far, whole. */
export function flushed(state: State): readonly Spoken[] {
  const events: Spoken[] = []
  if (state.thinking.trim() !== '') events.push({ kind: 'thinking', text: state.thinking })
  if (state.text.trim() !== '') {
    events.push({ kind: 'text', text: state.text })
    state.lastText = state.text
  }
  state.text = ''
  state.thinking = ''
  state.messageId = null
  return events
}

export function hearUpdate(state: State, update: Fields, working: boolean): Heard {
  const kind = textIn(update.sessionUpdate)
  if (kind === null) return { ...quiet, noise: true }
  if (!working) return beside(state, update, kind)
  noteUpdate(state.ledger, update)
  switch (kind) {
    case 'agent_message_chunk':
      return chunk(state, update, 'text')
    case 'agent_thought_chunk':
      return chunk(state, update, 'thinking')
    case 'tool_call':
    case 'tool_call_update':
      return says([...flushed(state), ...takePiece(state.calls, update, false)])
    case 'plan':
      return says([{ kind: 'notice', code: 'plan', message: planText(update), entries: listIn(update.entries) }])
    case 'notice':
      return says([{ kind: 'notice', code: 'agent_notice', message: noticeText(update) }])
    default:
      return quiet
  }
}

function chunk(state: State, update: Fields, kind: 'text' | 'thinking'): Heard {
  const text = textIn(fieldsIn(update.content).text) ?? ''
  if (text === '') return quiet
  const messageId = textIn(update.messageId)
  const other = kind === 'text' ? state.thinking !== '' : state.text !== ''
  const next = messageId !== null && state.messageId !== null && messageId !== state.messageId
  const events = other || next ? flushed(state) : []
  state.messageId = messageId ?? state.messageId
  state[kind] += text
  return { events, writes: [], deltas: [{ kind, text }] }
}

/** Outside a prompt: replays of an earlier session while it is opened, and rare late words. */
function beside(state: State, update: Fields, kind: string): Heard {
  if (state.sessionId === null || state.calling !== null) return quiet
  noteUpdate(state.ledger, update)
  const text = textIn(fieldsIn(update.content).text) ?? ''
  if (kind !== 'agent_message_chunk' || text.trim() === '') return quiet
  return says([{ kind: 'notice', code: 'late_text', message: text }])
}

const planText = (update: Fields): string =>
  listIn(update.entries)
    .map(fieldsIn)
    .map((entry) => `[${textIn(entry.status) ?? 'pending'}] ${textIn(entry.content) ?? ''}`)
    .join('\n')

const noticeText = (update: Fields): string =>
  [textIn(update.title), textIn(update.description)].filter((part) => part !== null).join(': ')
