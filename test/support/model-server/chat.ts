/** OpenAI Chat Completions on the wire. */
import type { Loose } from './conversation.ts'
import { type Answer, breakOff, idOf, json, openStream, outputTokens, piecesOf, sse } from './wire.ts'

export async function answerChat(answer: Answer): Promise<void> {
  const { response, conversation, act } = answer
  const spent = outputTokens(act)
  const usage = {
    prompt_tokens: answer.inputTokens,
    completion_tokens: spent,
    total_tokens: answer.inputTokens + spent,
    prompt_tokens_details: { cached_tokens: 0 },
  }
  const head = { id: idOf(answer, 'chatcmpl'), created: 1_790_000_000, model: conversation.model }
  const call = act.do === 'call' ? callOf(answer, act.call.name, act.call.args) : null
  const finish = call === null ? 'stop' : 'tool_calls'
  if (!conversation.stream) {
    const content = act.do === 'text' ? act.text : null
    const message = { role: 'assistant', content, ...(call === null ? {} : { tool_calls: [call] }) }
    return json(response, 200, {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: finish }],
      usage,
    })
  }
  openStream(response)
  const say = (delta: Loose, finish_reason: string | null = null): void =>
    sse(response, { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })
  say({ role: 'assistant', content: '' })
  if (act.do === 'cut' && act.bare) return breakOff(response, act)
  if (act.do === 'stall' || act.do === 'cut') {
    say({ content: 'partial ' })
    return breakOff(response, act)
  }
  if (act.do === 'text') {
    if (act.think !== undefined) say({ reasoning_content: act.think })
    for await (const content of piecesOf(act)) say({ content })
  }
  if (call !== null) say({ tool_calls: [{ index: 0, ...call }] })
  say({}, finish)
  sse(response, { ...head, object: 'chat.completion.chunk', choices: [], usage })
  response.end('data: [DONE]\n\n')
}

const callOf = (answer: Answer, name: string, args: unknown): Loose => ({
  id: idOf(answer, 'call'),
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
})
