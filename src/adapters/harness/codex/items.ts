/** The items of a Codex turn as agent events: messages, reasoning, and its kinds of tool calls. */
import type { Spoken } from '#ports/harness'
import { type Fields, fieldsIn, listIn, numberIn, textIn } from '../line-json.ts'

/** Items that are calls of a tool, with the name shown for each. */
const tools: Readonly<Record<string, string>> = {
  command_execution: 'shell',
  file_change: 'apply_patch',
  mcp_tool_call: 'mcp',
  web_search: 'web_search',
  collab_tool_call: 'collab',
}

const bookkeeping = new Set(['id', 'type', 'status', 'aggregated_output', 'exit_code', 'result', 'error'])

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
  const ok = item.status !== 'failed' && item.status !== 'declined' && (code === null || code === 0)
  return { kind: 'tool_result', callId, ok, output: outputOf(item), truncated: false }
}

function outputOf(item: Fields): string {
  const shown = textIn(item.aggregated_output)
  if (shown !== null) return shown
  const error = textIn(fieldsIn(item.error).message)
  if (error !== null) return error
  if (item.type === 'file_change') {
    const changes = listIn(item.changes).map(fieldsIn)
    return changes.map((change) => `${textIn(change.kind) ?? 'change'} ${textIn(change.path) ?? ''}`).join('\n')
  }
  const blocks = listIn(fieldsIn(item.result).content).map(fieldsIn)
  return blocks.map((block) => textIn(block.text) ?? `[${textIn(block.type) ?? 'block'}]`).join('\n')
}

/** Items that are no tool calls; null: of no interest to a reader. */
export function spokenItem(item: Fields): Spoken | null {
  const text = textIn(item.text) ?? ''
  if (item.type === 'agent_message' && text !== '') return { kind: 'text', text }
  if (item.type === 'reasoning' && text !== '') return { kind: 'thinking', text }
  // A warning of the CLI, never the end of the turn.
  if (item.type === 'error') return { kind: 'notice', code: 'warning', message: textIn(item.message) ?? 'Codex warns.' }
  return null
}
