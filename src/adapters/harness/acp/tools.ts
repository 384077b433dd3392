/**
 * Tool calls as the protocol reports them: in pieces, sometimes first with their permission, sometimes without an end.
 * Owns when a call is told (once its input is known) and what its output is.
 */
import type { Spoken } from '#ports/harness'
import { asFields, type Fields, fieldsIn, listIn, textIn } from '../line-json.ts'

/** A call that has no result yet; plain JSON. */
export interface OpenCall {
  readonly name: string
  readonly title: string | null
  readonly input: unknown
  readonly told: boolean
}
export type OpenCalls = Record<string, OpenCall>

const ended = new Set(['completed', 'failed'])

/** Takes one piece in. `sure`: the input will not come any better, so that the call is told now. */
export function takePiece(calls: OpenCalls, piece: Fields, sure: boolean): readonly Spoken[] {
  const callId = textIn(piece.toolCallId)
  if (callId === null) return []
  const call = merged(calls[callId], piece)
  const over = typeof piece.status === 'string' && ended.has(piece.status)
  const events: Spoken[] = []
  const tell = !call.told && (over || sure || piece.status === 'in_progress' || knows(call.input))
  if (tell) events.push(told(callId, call))
  if (over) {
    delete calls[callId]
    const [output, truncated] = outputOf(piece)
    events.push({ kind: 'tool_result', callId, ok: piece.status === 'completed', output, truncated })
  } else {
    calls[callId] = { ...call, told: call.told || tell }
  }
  return events
}

/** Calls that the turn left open: a refused one gets no end from some agents. */
export function closeAll(calls: OpenCalls): readonly Spoken[] {
  const open = Object.entries(calls)
  for (const [callId] of open) delete calls[callId]
  return open.flatMap(([callId, call]): readonly Spoken[] => [
    ...(call.told ? [] : [told(callId, call)]),
    { kind: 'tool_result', callId, ok: false, output: 'The agent reported no result.', truncated: false },
  ])
}

const told = (callId: string, call: OpenCall): Spoken => ({
  kind: 'tool',
  callId,
  name: call.name,
  input: knows(call.input) ? call.input : { title: call.title },
})

/** A working directory alone is not yet the input. */
const knows = (input: unknown): boolean => Object.keys(fieldsIn(input)).some((key) => key !== 'cwd')

function merged(before: OpenCall | undefined, piece: Fields): OpenCall {
  const name = textIn(piece.name) ?? textIn(fieldsIn(piece._meta).toolName)
  const input = knows(piece.rawInput) ? piece.rawInput : before?.input
  return {
    name: name ?? before?.name ?? textIn(piece.kind) ?? 'tool',
    title: textIn(piece.title) ?? before?.title ?? null,
    input: input ?? null,
    told: before?.told ?? false,
  }
}

function outputOf(piece: Fields): readonly [string, boolean] {
  const raw = asFields(piece.rawOutput)
  const truncated = raw?.truncated === true || fieldsIn(raw?.metadata).truncated === true
  const blocks = listIn(piece.content).map(fieldsIn).map(blockText)
  if (blocks.length > 0) return [blocks.join('\n'), truncated]
  if (typeof piece.rawOutput === 'string') return [piece.rawOutput, false]
  return [raw === null ? '' : (textIn(raw.message) ?? textIn(raw.error) ?? JSON.stringify(raw)), truncated]
}

function blockText(block: Fields): string {
  if (block.type === 'diff') return `changed ${textIn(block.path) ?? 'a file'}`
  const content = fieldsIn(block.content)
  return textIn(content.text) ?? `[${textIn(content.type) ?? textIn(block.type) ?? 'block'}]`
}
