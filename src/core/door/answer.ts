/** The answers of the doors as objects: completions, their chunks, models, responses and their events. Pure shapes. */

export interface Usage {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

export const noUsage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }

/** What a request is called in all of its answers. */
export interface Header {
  readonly id: string
  /** Seconds. */
  readonly created: number
  readonly model: string
}

/** Tokens that were read from a cache were sent all the same. */
const sent = ({ input, cacheRead, cacheWrite }: Usage): number => input + cacheRead + cacheWrite

const chatUsage = (usage: Usage) => ({
  prompt_tokens: sent(usage),
  completion_tokens: usage.output,
  total_tokens: sent(usage) + usage.output,
  prompt_tokens_details: { cached_tokens: usage.cacheRead },
})

export const completion = ({ id, created, model }: Header, text: string, usage: Usage) => ({
  id,
  object: 'chat.completion',
  created,
  model,
  choices: [
    { index: 0, message: { role: 'assistant', content: text, refusal: null }, logprobs: null, finish_reason: 'stop' },
  ],
  usage: chatUsage(usage),
})

interface ChunkDelta {
  readonly role?: 'assistant'
  readonly content?: string
}

export const chunk = ({ id, created, model }: Header, delta: ChunkDelta, finish: 'stop' | null = null) => ({
  id,
  object: 'chat.completion.chunk',
  created,
  model,
  choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
})

export const usageChunk = ({ id, created, model }: Header, usage: Usage) => ({
  id,
  object: 'chat.completion.chunk',
  created,
  model,
  choices: [],
  usage: chatUsage(usage),
})

/** A frame of an event stream. JSON has no line end of its own, and characters stay what they are. */
export const frame = (data: unknown, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

export const done = frame('[DONE]')

export const modelObject = (id: string, created: number) => ({ id, object: 'model', created, owned_by: 'drover' })
export const modelList = (ids: readonly string[], created: number) => ({
  object: 'list',
  data: ids.map((id) => modelObject(id, created)),
})
