/** Google Gemini on the wire: one JSON, a JSON array, or server-sent events (`alt=sse`). */
import type { Loose } from './conversation.ts'
import { type Answer, breakOff, idOf, json, openStream, outputTokens, piecesOf, sse } from './wire.ts'

export async function answerGemini(answer: Answer, asEvents: boolean): Promise<void> {
  const { response, conversation, act } = answer
  const spent = outputTokens(act)
  const usageMetadata = {
    promptTokenCount: answer.inputTokens,
    candidatesTokenCount: spent,
    totalTokenCount: answer.inputTokens + spent,
  }
  const frame = (parts: readonly Loose[], last: boolean): Loose => ({
    candidates: [{ index: 0, content: { role: 'model', parts }, ...(last ? { finishReason: 'STOP' } : {}) }],
    ...(last ? { usageMetadata } : {}),
    modelVersion: conversation.model,
    responseId: idOf(answer, 'resp'),
  })
  if (!conversation.stream || !asEvents) {
    const parts: Loose[] = []
    const whole = act.do === 'text' ? { ...answer, act: { ...act, pieces: 1 } } : answer
    for await (const part of partsOf(whole)) parts.push(part)
    return json(response, 200, conversation.stream ? [frame(parts, true)] : frame(parts, true))
  }
  openStream(response)
  if (act.do === 'cut' && act.bare) return breakOff(response, act)
  if (act.do === 'stall' || act.do === 'cut') {
    sse(response, frame([{ text: 'partial ' }], false))
    return breakOff(response, act)
  }
  for await (const part of partsOf(answer)) sse(response, frame([part], false))
  sse(response, frame([{ text: '' }], true))
  response.end()
}

async function* partsOf(answer: Answer): AsyncGenerator<Loose> {
  const { act } = answer
  if (act.do === 'call') yield { functionCall: { name: act.call.name, args: act.call.args } }
  if (act.do !== 'text') return
  if (act.think !== undefined) yield { text: act.think, thought: true }
  for await (const text of piecesOf(act)) yield { text }
}
