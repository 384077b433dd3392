/** Anthropic Messages on the wire. */
import type { Loose } from './conversation.ts'
import { type Answer, breakOff, idOf, json, openStream, outputTokens, piecesOf, sse } from './wire.ts'

export async function answerAnthropic(answer: Answer): Promise<void> {
  const { response, conversation, act } = answer
  const usage = { input_tokens: answer.inputTokens, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  const message = { id: idOf(answer, 'msg'), type: 'message', role: 'assistant', model: conversation.model }
  const blocks = blocksOf(answer)
  const stop = { stop_reason: act.do === 'call' ? 'tool_use' : 'end_turn', stop_sequence: null }
  const spent = { output_tokens: outputTokens(act) }
  if (!conversation.stream)
    return json(response, 200, { ...message, content: blocks, ...stop, usage: { ...usage, ...spent } })
  openStream(response)
  const say = (type: string, data: Loose): void => sse(response, { type, ...data }, type)
  const opening = {
    ...message,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usage, output_tokens: 1 },
  }
  say('message_start', { message: opening })
  if (act.do === 'cut' && act.bare) return breakOff(response, act)
  if (act.do === 'stall' || act.do === 'cut') {
    say('content_block_start', { index: 0, content_block: { type: 'text', text: '' } })
    say('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'partial ' } })
    return breakOff(response, act)
  }
  for (const [index, block] of blocks.entries()) await sayBlock(answer, say, index, block)
  say('message_delta', { delta: stop, usage: spent })
  say('message_stop', {})
  response.end()
}

function blocksOf(answer: Answer): readonly Loose[] {
  const { act } = answer
  if (act.do === 'call') {
    return [{ type: 'tool_use', id: idOf(answer, 'toolu'), name: act.call.name, input: act.call.args }]
  }
  if (act.do !== 'text') return []
  const thinking = act.think === undefined ? [] : [{ type: 'thinking', thinking: act.think, signature: 'c2NyaXB0ZWQ=' }]
  return act.text === '' ? thinking : [...thinking, { type: 'text', text: act.text }]
}

async function sayBlock(
  answer: Answer,
  say: (type: string, data: Loose) => void,
  index: number,
  block: Loose,
): Promise<void> {
  const delta = (data: Loose): void => say('content_block_delta', { index, delta: data })
  if (block.type === 'tool_use') {
    say('content_block_start', { index, content_block: { ...block, input: {} } })
    delta({ type: 'input_json_delta', partial_json: JSON.stringify(block.input) })
  } else if (block.type === 'thinking') {
    say('content_block_start', { index, content_block: { type: 'thinking', thinking: '', signature: '' } })
    delta({ type: 'thinking_delta', thinking: block.thinking })
    delta({ type: 'signature_delta', signature: block.signature })
  } else {
    say('content_block_start', { index, content_block: { type: 'text', text: '' } })
    if (answer.act.do === 'text') for await (const text of piecesOf(answer.act)) delta({ type: 'text_delta', text })
  }
  say('content_block_stop', { index })
}
