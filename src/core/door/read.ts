/**
 * What a request of a door says, read from JSON that anybody may have written: its fields, or why it is refused. Unknown extras
 * are ignored; what cannot be honoured is refused by name. Owns the shapes of the three doors; who serves is `model`.
 */
import type { Message } from './prompt.ts'
import { type DoorRefusal, invalidRequest, unsupportedParameter } from './refusal.ts'

type Fields = Readonly<Record<string, unknown>>

export interface ChatAsk {
  readonly model: string | null
  readonly messages: readonly Message[]
  readonly stream: boolean
  readonly includeUsage: boolean
}

export interface SpokenAsk {
  readonly model: string | null
  readonly sessionId: string
  readonly message: string
  readonly stream: boolean
}

export interface ResponseAsk {
  readonly model: string | null
  readonly messages: readonly Message[]
  readonly instructions: string | null
  readonly previous: string | null
  readonly stream: boolean
  readonly store: boolean
  readonly metadata: Fields
}

export type Read<T> = T | DoorRefusal
export const isRefused = <T extends object>(read: Read<T>): read is DoorRefusal => 'status' in read && 'body' in read

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The message of a fault; a refusal is a value, thrown only inside this file. */
class Fault {
  readonly refusal: DoorRefusal
  constructor(refusal: DoorRefusal) {
    this.refusal = refusal
  }
}
const bad = (detail: string): Fault => new Fault(invalidRequest(detail))
const cannot = (detail: string): Fault => new Fault(unsupportedParameter(detail))

function reading<T extends object>(work: () => T): Read<T> {
  try {
    return work()
  } catch (fault) {
    if (fault instanceof Fault) return fault.refusal
    throw fault
  }
}

function objectOf(json: unknown): Fields {
  if (isFields(json)) return json
  throw bad('the body must be a JSON object')
}

function text(fields: Fields, name: string): string | null {
  const value = fields[name]
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  throw bad(`${name} must be a string`)
}

function flag(fields: Fields, name: string): boolean {
  const value = fields[name]
  if (value === undefined || value === null) return false
  if (typeof value === 'boolean') return value
  throw bad(`${name} must be true or false`)
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

/** What every answer would have to leave out. */
function refuseTools(fields: Fields): void {
  for (const name of ['tools', 'functions'])
    if (!isEmpty(fields[name])) throw cannot(`${name}: an agent here calls its own tools, never a client's`)
}

const words = { chat: ['text'], responses: ['input_text', 'output_text', 'text'] } as const

function contentOf(value: unknown, at: string, types: readonly string[]): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (!Array.isArray(value)) throw bad(`${at}.content must be a string or a list of text parts`)
  return value
    .map((part: unknown) => {
      if (!isFields(part)) throw bad(`${at}.content must hold objects`)
      if (!types.includes(String(part.type)))
        throw cannot(`${at}.content: parts of type ${JSON.stringify(part.type)} cannot be read here, only text`)
      if (typeof part.text !== 'string') throw bad(`${at}.content: a text part needs its text`)
      return part.text
    })
    .join('')
}

const roles: Readonly<Record<string, Message['role']>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
}

function messageOf(value: unknown, at: string, types: readonly string[]): Message {
  if (!isFields(value)) throw bad(`${at} must be an object`)
  const role = typeof value.role === 'string' && Object.hasOwn(roles, value.role) ? roles[value.role] : undefined
  if (value.role === 'tool' || value.role === 'function')
    throw cannot(`${at}: results of a client's tools have no place here`)
  if (role === undefined) throw bad(`${at}.role must be system, developer, user or assistant`)
  return { role, content: contentOf(value.content, at, types) }
}

/** It ends on something to answer. */
function needQuestion(messages: readonly Message[], name: string): readonly Message[] {
  const last = messages.findLast(({ role }) => role !== 'system')
  if (last === undefined || last.role !== 'user' || last.content.trim() === '')
    throw bad(`${name} must end on a user message with text`)
  return messages
}

export const readChat = (json: unknown): Read<ChatAsk> =>
  reading(() => {
    const fields = objectOf(json)
    if (!Array.isArray(fields.messages) || fields.messages.length === 0) throw bad('messages must hold at least one')
    const messages = fields.messages.map((one: unknown, n) => messageOf(one, `messages[${n}]`, words.chat))
    if (fields.n !== undefined && fields.n !== null && fields.n !== 1)
      throw cannot('n: one choice is made, not several')
    refuseTools(fields)
    refuseFormat(fields.response_format, 'response_format')
    if (flag(fields, 'logprobs')) throw cannot('logprobs: no agent tells them')
    const modalities = fields.modalities
    if (Array.isArray(modalities) && modalities.some((one) => one !== 'text'))
      throw cannot('modalities: text alone is said here')
    const options = isFields(fields.stream_options) ? fields.stream_options : {}
    return {
      model: text(fields, 'model'),
      messages: needQuestion(messages, 'messages'),
      stream: flag(fields, 'stream'),
      includeUsage: flag(options, 'include_usage'),
    }
  })

function refuseFormat(format: unknown, name: string): void {
  if (isFields(format) && format.type !== undefined && format.type !== 'text')
    throw cannot(`${name}: only text can be promised; ask for JSON in words`)
}

const longestId = 1000

export const readSpoken = (json: unknown): Read<SpokenAsk> =>
  reading(() => {
    const fields = objectOf(json)
    const sessionId = text(fields, 'session_id')
    if (sessionId === null || sessionId === '' || sessionId.length > longestId)
      throw bad(`session_id must be a string of 1 to ${longestId} characters`)
    const message = text(fields, 'message')
    if (message === null || message.trim() === '') throw bad('message must be a string with something in it')
    return { model: text(fields, 'model'), sessionId, message, stream: flag(fields, 'stream') }
  })

export const readResponse = (json: unknown): Read<ResponseAsk> =>
  reading(() => {
    const fields = objectOf(json)
    refuseTools(fields)
    refuseFormat(isFields(fields.text) ? fields.text.format : undefined, 'text.format')
    if (flag(fields, 'background')) throw cannot('background: use POST /jobs')
    if (!isEmpty(fields.conversation)) throw cannot('conversation: use previous_response_id')
    return {
      model: text(fields, 'model'),
      messages: needQuestion(itemsOf(fields.input), 'input'),
      instructions: text(fields, 'instructions'),
      previous: text(fields, 'previous_response_id'),
      stream: flag(fields, 'stream'),
      store: fields.store === undefined || fields.store === null ? true : flag(fields, 'store'),
      metadata: metadataOf(fields.metadata),
    }
  })

const longestMetadata = 64 * 1024

/** Given back as it came. */
function metadataOf(value: unknown): Fields {
  if (!isFields(value)) return {}
  if (JSON.stringify(value).length > longestMetadata)
    throw bad(`metadata must have ${longestMetadata} characters at most`)
  return value
}

function itemsOf(input: unknown): readonly Message[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }]
  if (!Array.isArray(input) || input.length === 0) throw bad('input must be a string or a list of messages')
  return input.map((item: unknown, n) => {
    if (isFields(item) && item.type !== undefined && item.type !== 'message')
      throw cannot(`input[${n}]: items of type ${JSON.stringify(item.type)} have no place here`)
    return messageOf(item, `input[${n}]`, words.responses)
  })
}
