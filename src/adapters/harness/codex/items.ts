/**
 * The items of a Codex turn as agent events: messages, reasoning, and its kinds of tool calls. Reads the items of `exec`;
 * those of the app-server are the same in another spelling and are respelled first.
 */
import type { Spoken } from '#ports/harness'
import { type Fields, fieldsIn, listIn, numberIn, textIn } from '../line-json.ts'

/** Items that are calls of a tool, with the name shown for each. */
const tools: Readonly<Record<string, string>> = {
  command_execution: 'shell',
  file_change: 'apply_patch',
  mcp_tool_call: 'mcp',
  web_search: 'web_search',
  collab_tool_call: 'collab',
  collab_agent_tool_call: 'collab',
  dynamic_tool_call: 'tool',
  image_view: 'view_image',
  image_generation: 'image_generation',
}

/** Fields that say how a call went, not what was asked for. */
const bookkeeping = new Set([
  'id',
  'type',
  'status',
  'aggregated_output',
  'exit_code',
  'result',
  'results',
  'error',
  'failure',
  'success',
  'content_items',
  'command_actions',
  'process_id',
  'source',
  'duration_ms',
  'started_at_ms',
  'completed_at_ms',
])

const snake = (word: string): string => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** An item of the app-server (commandExecution, aggregatedOutput) in the spelling of `exec`. Null fields say nothing. */
export function respelled(item: Fields): Fields {
  const fields = Object.entries(item).filter(([, value]) => value !== null)
  return {
    ...Object.fromEntries(fields.map(([key, value]) => [snake(key), value])),
    type: snake(textIn(item.type) ?? ''),
  }
}

export const isTool = (item: Fields): boolean => typeof item.type === 'string' && Object.hasOwn(tools, item.type)

/** The ids of items count anew in each process, so that the launch makes them unique in the session. */
export const callIdOf = (item: Fields, launchId: string): string => `${launchId}:${textIn(item.id) ?? 'item'}`

export function toolOf(item: Fields, callId: string): Spoken {
  const name = [textIn(item.server), textIn(item.tool)].filter((part) => part !== null).join('.')
  const input = Object.fromEntries(Object.entries(item).filter(([key]) => !bookkeeping.has(key)))
  return { kind: 'tool', callId, name: name !== '' ? name : (tools[textIn(item.type) ?? ''] ?? 'tool'), input }
}

export function toolResultOf(item: Fields, callId: string): Spoken {
  const code = numberIn(item.exit_code)
  const ok =
    item.status !== 'failed' && item.status !== 'declined' && item.success !== false && (code === null || code === 0)
  return { kind: 'tool_result', callId, ok, output: outputOf(item), truncated: false }
}

function outputOf(item: Fields): string {
  const shown = textIn(item.aggregated_output)
  if (shown !== null) return shown
  const error = textIn(fieldsIn(item.error).message)
  if (error !== null) return error
  if (item.type === 'file_change') {
    const changes = listIn(item.changes).map(fieldsIn)
    return changes.map(changeWords).join('\n')
  }
  if (item.type === 'dynamic_tool_call') return blocksOf(item.content_items)
  return blocksOf(fieldsIn(item.result).content)
}

const changeWords = (change: Fields): string =>
  `${textIn(change.kind) ?? textIn(fieldsIn(change.kind).type) ?? 'change'} ${textIn(change.path) ?? ''}`

const blocksOf = (content: unknown): string =>
  listIn(content)
    .map(fieldsIn)
    .map((block) => textIn(block.text) ?? `[${textIn(block.type) ?? 'block'}]`)
    .join('\n')

/** What a call is about to do, for a question that names only the item. */
export const subjectOf = (item: Fields): string =>
  item.type === 'file_change' ? outputOf(item) : (textIn(item.command) ?? textIn(item.tool) ?? '')

/** Items that are no tool calls; null: of no interest to a reader. */
export function spokenItem(item: Fields): Spoken | null {
  const parts = [...listIn(item.summary), ...listIn(item.content)].flatMap((part) => textIn(part) ?? [])
  const text = textIn(item.text) ?? parts.join('\n')
  if (item.type === 'agent_message' && text !== '') return { kind: 'text', text }
  if (item.type === 'reasoning' && text !== '') return { kind: 'thinking', text }
  if (item.type === 'context_compaction')
    return { kind: 'notice', code: 'compacted', message: 'The conversation was compacted.' }
  // A warning of the CLI, never the end of the turn.
  if (item.type === 'error') return { kind: 'notice', code: 'warning', message: textIn(item.message) ?? 'Codex warns.' }
  return null
}
