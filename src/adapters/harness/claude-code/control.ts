/**
 * The control side of Claude Code's stream-json: messages to it, its questions to the host, and the answers. Owns the
 * wire shapes only; what is open and when a turn ends is the dialogue's.
 */
import type { Json, Spoken } from '#ports/harness'
import { asJson, type Fields, fieldsIn, listIn, textIn } from '../line-json.ts'

/** A question of the CLI that waits for the operator. */
export interface Asked {
  readonly tool: string
  readonly input: Json
  /** The questions of its question tool, in its words; empty for a permission. */
  readonly questions: readonly string[]
}

const line = (value: Json): string => `${JSON.stringify(value)}\n`

/** `uuid`: a name of ours, by which the CLI tells when it takes the message in. */
export const userMessage = (text: string, uuid?: string): string =>
  line({
    type: 'user',
    message: { role: 'user', content: [{ type: 'text', text }] },
    ...(uuid === undefined ? {} : { uuid }),
  })

export const control = (id: string, request: Json): string => line({ type: 'control_request', request_id: id, request })

const reply = (id: string, response: Json): string =>
  line({ type: 'control_response', response: { subtype: 'success', request_id: id, response } })

type Request = Extract<Spoken, { kind: 'request' }>

/** A request for the operator, or a refusal for what nobody here can do: an unanswered request would hang the turn. */
export function requestOf(message: Fields): { event: Request; asked: Asked } | { write: string } {
  const id = textIn(message.request_id) ?? ''
  const request = fieldsIn(message.request)
  if (request.subtype !== 'can_use_tool') {
    const error = `not supported: ${textIn(request.subtype) ?? 'unknown'}`
    return { write: line({ type: 'control_response', response: { subtype: 'error', request_id: id, error } }) }
  }
  const tool = textIn(request.tool_name) ?? 'tool'
  const input = asJson(request.input)
  const questions = tool === 'AskUserQuestion' ? listIn(fieldsIn(request.input).questions).map(fieldsIn) : []
  const asked: Asked = { tool, input, questions: questions.map((question) => textIn(question.question) ?? '') }
  if (questions.length === 0) {
    const text = `${tool}: ${textIn(request.description) ?? JSON.stringify(input)}`
    return { event: { kind: 'request', requestId: id, type: 'approval', text, options: ['allow', 'deny'] }, asked }
  }
  const options = listIn(questions[0]?.options).map(fieldsIn)
  const labels = questions.length === 1 ? options.flatMap((option) => textIn(option.label) ?? []) : []
  const text = asked.questions.join('\n')
  return { event: { kind: 'request', requestId: id, type: 'question', text, options: labels }, asked }
}

export function answerTo(id: string, asked: Asked, decision: string | null, text: string | null): string {
  const words = text ?? decision ?? ''
  if (asked.questions.length > 0 && decision !== 'deny') {
    const answers = Object.fromEntries(asked.questions.map((question) => [question, words]))
    return reply(id, { behavior: 'allow', updatedInput: { ...(asked.input as { [key: string]: Json }), answers } })
  }
  if (decision === 'allow' || (decision === null && words === 'allow')) {
    return reply(id, { behavior: 'allow', updatedInput: asked.input })
  }
  return reply(id, { behavior: 'deny', message: text ?? 'The operator denied this.' })
}
