/** OpenAI Responses on the wire, with what codex needs: custom and local shell calls, namespaces, reasoning summaries. */
import type { Loose } from './conversation.ts'
import type { ToolCall } from './script.ts'
import { type Answer, breakOff, idOf, json, openStream, outputTokens, piecesOf, sse } from './wire.ts'

export async function answerResponses(answer: Answer): Promise<void> {
  const { response, conversation, act } = answer
  const spent = outputTokens(act)
  const usage = {
    input_tokens: answer.inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: spent,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: answer.inputTokens + spent,
  }
  const items = itemsOf(answer)
  const whole = (status: string, output: readonly Loose[], spentUsage: Loose | null): Loose => ({
    id: idOf(answer, 'resp'),
    object: 'response',
    created_at: 1_790_000_000,
    model: conversation.model,
    status,
    output,
    usage: spentUsage,
    error: null,
    incomplete_details: null,
    parallel_tool_calls: false,
    tools: [],
    metadata: {},
  })
  if (!conversation.stream) return json(response, 200, whole('completed', items, usage))
  openStream(response)
  let sequence = 0
  const say = (type: string, data: Loose): void => sse(response, { type, sequence_number: sequence++, ...data }, type)
  say('response.created', { response: whole('in_progress', [], null) })
  if (act.do === 'cut' && act.bare) return breakOff(response, act)
  if (act.do === 'stall' || act.do === 'cut') {
    const item = { type: 'message', id: idOf(answer, 'msg'), role: 'assistant', status: 'in_progress', content: [] }
    say('response.output_item.added', { output_index: 0, item })
    say('response.output_text.delta', { item_id: item.id, output_index: 0, content_index: 0, delta: 'partial ' })
    return breakOff(response, act)
  }
  for (const [index, item] of items.entries()) await sayItem(answer, say, index, item)
  say('response.completed', { response: whole('completed', items, usage) })
  response.end()
}

function itemsOf(answer: Answer): readonly Loose[] {
  const { act } = answer
  if (act.do === 'call') return [callItem(answer, act.call)]
  if (act.do !== 'text') return []
  const summary = [{ type: 'summary_text', text: act.think }]
  const thinking = act.think === undefined ? [] : [{ type: 'reasoning', id: idOf(answer, 'rs'), summary }]
  const content = [{ type: 'output_text', text: act.text, annotations: [] }]
  return [...thinking, { type: 'message', id: idOf(answer, 'msg'), role: 'assistant', status: 'completed', content }]
}

function callItem(answer: Answer, call: ToolCall): Loose {
  const base = { id: idOf(answer, 'fc'), call_id: idOf(answer, 'call'), status: 'completed' }
  const address = call.namespace === undefined ? { name: call.name } : { name: call.name, namespace: call.namespace }
  if (call.kind === 'local_shell') {
    return { type: 'local_shell_call', ...base, action: { type: 'exec', command: call.args, env: {} } }
  }
  if (call.kind === 'custom') return { type: 'custom_tool_call', ...base, ...address, input: String(call.args) }
  return { type: 'function_call', ...base, ...address, arguments: JSON.stringify(call.args) }
}

async function sayItem(
  answer: Answer,
  say: (type: string, data: Loose) => void,
  index: number,
  item: Loose,
): Promise<void> {
  const at = { item_id: item.id, output_index: index }
  if (item.type === 'message' && answer.act.do === 'text') {
    say('response.output_item.added', { output_index: index, item: { ...item, status: 'in_progress', content: [] } })
    const part = { type: 'output_text', text: '', annotations: [] }
    say('response.content_part.added', { ...at, content_index: 0, part })
    for await (const delta of piecesOf(answer.act))
      say('response.output_text.delta', { ...at, content_index: 0, delta })
    say('response.output_text.done', { ...at, content_index: 0, text: answer.act.text })
    say('response.content_part.done', { ...at, content_index: 0, part: { ...part, text: answer.act.text } })
  } else if (item.type === 'reasoning' && answer.act.do === 'text') {
    say('response.output_item.added', { output_index: index, item: { ...item, summary: [] } })
    say('response.reasoning_summary_part.added', { ...at, summary_index: 0, part: { type: 'summary_text', text: '' } })
    say('response.reasoning_summary_text.delta', { ...at, summary_index: 0, delta: answer.act.think })
    say('response.reasoning_summary_text.done', { ...at, summary_index: 0, text: answer.act.think })
  } else if (item.type === 'function_call') {
    say('response.output_item.added', { output_index: index, item: { ...item, status: 'in_progress', arguments: '' } })
    say('response.function_call_arguments.delta', { ...at, delta: item.arguments })
    say('response.function_call_arguments.done', { ...at, arguments: item.arguments })
  } else {
    say('response.output_item.added', { output_index: index, item: { ...item, status: 'in_progress' } })
  }
  say('response.output_item.done', { output_index: index, item })
}
