/** The messages inside Claude Code's events, as agent events: text, thinking, tools and their results, live parts. */
import type { Delta } from '#contract/agent-event'
import type { Spoken } from '#ports/harness'
import { type Fields, fieldsIn, listIn, textIn } from '../line-json.ts'

/** Words of a subagent are not the agent's own: they are told as notices, its tools as tools. */
export function spokenByAssistant(message: Fields): readonly Spoken[] {
  const parent = textIn(message.parent_tool_use_id)
  return listIn(fieldsIn(message.message).content)
    .map(fieldsIn)
    .flatMap((block): readonly Spoken[] => {
      const callId = textIn(block.id)
      if (block.type === 'tool_use' && callId !== null) {
        return [{ kind: 'tool', callId, name: textIn(block.name) ?? 'tool', input: block.input ?? null }]
      }
      if (block.type === 'text') return words('text', textIn(block.text), parent)
      if (block.type === 'thinking') return words('thinking', textIn(block.thinking), parent)
      return []
    })
}

function words(kind: 'text' | 'thinking', text: string | null, parent: string | null): readonly Spoken[] {
  if (text === null || text.trim() === '') return []
  if (parent === null) return [{ kind, text }]
  return kind === 'text' ? [{ kind: 'notice', code: 'subagent', message: text, parent }] : []
}

export function spokenByUser(message: Fields): readonly Spoken[] {
  const content = fieldsIn(message.message).content
  if (message.isSynthetic === true) {
    return [{ kind: 'notice', code: 'synthetic_prompt', message: plain(content) }]
  }
  return listIn(content)
    .map(fieldsIn)
    .flatMap((block): readonly Spoken[] => {
      const callId = textIn(block.tool_use_id)
      if (block.type !== 'tool_result' || callId === null) return []
      return [
        { kind: 'tool_result', callId, ok: block.is_error !== true, output: plain(block.content), truncated: false },
      ]
    })
}

/** Text, or the texts of blocks; what is not text is named. */
function plain(content: unknown): string {
  if (typeof content === 'string') return content
  return listIn(content)
    .map(fieldsIn)
    .map((block) => textIn(block.text) ?? `[${textIn(block.type) ?? 'block'}]`)
    .join('\n')
}

export function deltasOf(message: Fields): readonly Delta[] {
  if (textIn(message.parent_tool_use_id) !== null) return []
  const event = fieldsIn(message.event)
  const delta = event.type === 'content_block_delta' ? fieldsIn(event.delta) : {}
  const text = textIn(delta.text)
  if (delta.type === 'text_delta' && text !== null) return [{ kind: 'text', text }]
  const thinking = textIn(delta.thinking)
  return delta.type === 'thinking_delta' && thinking !== null ? [{ kind: 'thinking', text: thinking }] : []
}
