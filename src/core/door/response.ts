/** OpenAI's newer shape: the response object and the events of its stream, in the order in which the official client reads them. */
import type { Header, Usage } from './answer.ts'
import { errorFrame, oneLine } from './refusal.ts'

export interface ResponseHeader extends Header {
  readonly messageId: string
  readonly instructions: string | null
  readonly previous: string | null
  readonly store: boolean
  readonly metadata: Readonly<Record<string, unknown>>
}

type Status = 'in_progress' | 'completed' | 'failed'

const part = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] })

const message = ({ messageId }: ResponseHeader, status: 'in_progress' | 'completed', text: string | null) => ({
  id: messageId,
  type: 'message',
  status,
  role: 'assistant',
  content: text === null ? [] : [part(text)],
})

const usageOf = ({ input, output, cacheRead, cacheWrite }: Usage) => ({
  input_tokens: input + cacheRead + cacheWrite,
  input_tokens_details: { cached_tokens: cacheRead },
  output_tokens: output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: input + cacheRead + cacheWrite + output,
})

interface Outcome {
  readonly status: Status
  readonly text: string | null
  readonly usage: Usage | null
  readonly fault: string | null
}

const underWay: Outcome = { status: 'in_progress', text: null, usage: null, fault: null }

export const responseObject = (header: ResponseHeader, { status, text, usage, fault }: Outcome) => ({
  id: header.id,
  object: 'response',
  created_at: header.created,
  status,
  background: false,
  error: fault === null ? null : { code: 'server_error', message: oneLine(fault) },
  incomplete_details: null,
  instructions: header.instructions,
  max_output_tokens: null,
  metadata: header.metadata,
  model: header.model,
  output: text === null ? [] : [message(header, 'completed', text)],
  parallel_tool_calls: true,
  previous_response_id: header.previous,
  store: header.store,
  temperature: null,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_p: null,
  usage: usage === null ? null : usageOf(usage),
})

export const completedResponse = (header: ResponseHeader, text: string, usage: Usage) =>
  responseObject(header, { status: 'completed', text, usage, fault: null })

export interface ResponseEvent {
  readonly type: string
  readonly [field: string]: unknown
}

/** The events of one stream, numbered as they are made. */
export function createResponseEvents(header: ResponseHeader) {
  let n = 0
  const at = { item_id: header.messageId, output_index: 0, content_index: 0 }
  const event = (type: string, fields: object): ResponseEvent => {
    const numbered = { type, ...fields, sequence_number: n }
    n += 1
    return numbered
  }
  return {
    begin: (): readonly ResponseEvent[] => [
      event('response.created', { response: responseObject(header, underWay) }),
      event('response.in_progress', { response: responseObject(header, underWay) }),
      event('response.output_item.added', { output_index: 0, item: message(header, 'in_progress', null) }),
      event('response.content_part.added', { ...at, part: part('') }),
    ],
    delta: (text: string): ResponseEvent => event('response.output_text.delta', { ...at, delta: text, logprobs: [] }),
    complete: (text: string, usage: Usage): readonly ResponseEvent[] => [
      event('response.output_text.done', { ...at, text, logprobs: [] }),
      event('response.content_part.done', { ...at, part: part(text) }),
      event('response.output_item.done', { output_index: 0, item: message(header, 'completed', text) }),
      event('response.completed', { response: completedResponse(header, text, usage) }),
    ],
    fail: (detail: string): readonly ResponseEvent[] => [
      event('response.failed', {
        response: responseObject(header, { status: 'failed', text: null, usage: null, fault: detail }),
      }),
      // Its fields stand twice: the official client raises by the inner one.
      event('error', { code: 'execution_failed', message: oneLine(detail), param: null, ...errorFrame(detail) }),
    ],
  }
}
