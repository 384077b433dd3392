/**
 * What an agent asks of the operator: permission for a tool, or an answer to a form. Owns the request shown and the reply
 * on the wire; which of them the permission mode answers by itself is decided here too, when to ask is the dialogue's.
 */
import type { Permissions } from '#contract/session'
import type { Guard, GuardedCall, Json, Spoken } from '#ports/harness'
import { type Fields, fieldsIn, listIn, textIn } from '../line-json.ts'
import { permitted, type RpcId, replied } from './wire.ts'

/** A request that waits; plain JSON, so that it survives a restart. */
export interface Asked {
  readonly id: RpcId
  readonly allow: string | null
  readonly deny: string | null
  /** The field of a form that takes the answer; null for a permission. */
  readonly field: string | null
  readonly fieldType: string | null
}

type Request = Extract<Spoken, { kind: 'request' }>

/** The choice that holds for this call only comes first: "always" may write into the user's own settings. */
function choose(options: readonly Fields[], kinds: readonly string[]): string | null {
  for (const kind of kinds) {
    const found = options.find((option) => option.kind === kind)
    if (found !== undefined) return textIn(found.optionId)
  }
  return null
}

export function permissionOf(id: RpcId, requestId: string, params: Fields): { asked: Asked; event: Request } {
  const options = listIn(params.options).map(fieldsIn)
  const asked: Asked = {
    id,
    allow: choose(options, ['allow_once', 'allow_always']),
    deny: choose(options, ['reject_once', 'reject_always']),
    field: null,
    fieldType: null,
  }
  const call = fieldsIn(params.toolCall)
  const command = textIn(fieldsIn(call.rawInput).command)
  const title = textIn(call.title) ?? 'The agent asks for permission.'
  const text = command === null || command === title ? title : `${title}: ${command}`
  return { asked, event: { kind: 'request', requestId, type: 'approval', text, options: ['allow', 'deny'] } }
}

const writing = new Set<unknown>(['edit', 'delete', 'move'])

/** What the call would do, in the guard's words; nothing where it does not say. */
function callsIn(call: Fields): readonly Omit<GuardedCall, 'cwd'>[] {
  const input = fieldsIn(call.rawInput)
  if (input.command !== undefined) return [{ tool: 'shell', input }]
  // Some agents tell the command as the title alone.
  if (call.kind === 'execute') return [{ tool: 'shell', input: { command: textIn(call.title) } }]
  if (!writing.has(call.kind)) return []
  const places = [...listIn(call.locations), ...listIn(call.content)].flatMap((one) => textIn(fieldsIn(one).path) ?? [])
  return [...new Set(places)].map((path) => ({ tool: 'write', input: { path } }))
}

/** What a guard refuses, whatever the mode would say: the answer and a row of the log; null: nothing. */
export function byGuard(guard: Guard | null, asked: Asked, call: Fields, cwd: string): Refusal | null {
  for (const told of guard === null ? [] : callsIn(call)) {
    const reason = guard?.judge({ ...told, cwd }) ?? null
    if (reason === null) continue
    const { tool } = told
    const message = `${tool} was refused: ${reason}`
    return {
      answer: selected(asked.id, asked.deny),
      notice: { kind: 'notice', code: 'guard_denied', message, tool, reason },
    }
  }
  return null
}

export interface Refusal {
  readonly answer: string
  readonly notice: Spoken
}

/** What the mode decides without the operator; null: ask. */
export function byPolicy(permissions: Permissions, asked: Asked, call: Fields): string | null {
  if (permissions === 'bypass') return selected(asked.id, asked.allow)
  if (permissions === 'ask') return null
  const harmless = call.kind === 'read' || call.kind === 'search' || call.kind === 'think'
  return selected(asked.id, harmless ? asked.allow : asked.deny)
}

const selected = (id: RpcId, optionId: string | null): string =>
  permitted(id, optionId === null ? { outcome: 'cancelled' } : { outcome: 'selected', optionId })

/** A form of one field can be answered in one line; other forms are declined by the caller. */
export function questionOf(id: RpcId, requestId: string, params: Fields): { asked: Asked; event: Request } | null {
  const properties = Object.entries(fieldsIn(fieldsIn(params.requestedSchema).properties))
  const [only] = properties
  if (params.mode !== 'form' || only === undefined || properties.length !== 1) return null
  const [field, shape] = [only[0], fieldsIn(only[1])]
  const options = [...listIn(shape.enum), ...listIn(shape.oneOf).map((one) => fieldsIn(one).const)]
  const asked: Asked = { id, allow: null, deny: null, field, fieldType: textIn(shape.type) }
  const text = textIn(params.message) ?? textIn(shape.description) ?? field
  const words = options.filter((one): one is string => typeof one === 'string')
  return { asked, event: { kind: 'request', requestId, type: 'question', text, options: words } }
}

export const declined = (id: RpcId): string => replied(id, { action: 'decline' })

export function answerTo(asked: Asked, decision: string | null, text: string | null): string {
  if (asked.field === null) {
    const allowed = decision === 'allow' || (decision === null && text === 'allow')
    return selected(asked.id, allowed ? asked.allow : asked.deny)
  }
  const words = text ?? decision
  if (words === null || (text === null && decision === 'deny')) return declined(asked.id)
  return replied(asked.id, { action: 'accept', content: { [asked.field]: typed(words, asked.fieldType) } })
}

/** The turn is over or cancelled: nobody waits for an answer any more. */
export const withdrawn = (asked: Asked): string =>
  asked.field === null ? permitted(asked.id, { outcome: 'cancelled' }) : replied(asked.id, { action: 'cancel' })

function typed(words: string, type: string | null): Json {
  if (type === 'boolean') return /^(true|yes|allow|y)$/i.test(words)
  if (type !== 'number' && type !== 'integer') return words
  const number = Number(words)
  return Number.isFinite(number) ? number : words
}
