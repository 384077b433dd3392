/** A stored event as a line or two for a person. Everything an agent wrote is made harmless first. Pure. */
import type { EventRow } from '#contract/agent-event'
import { harmless, type Io, oneLine, paint, span } from './print.ts'

const duration = (ms: number | null) => (ms === null ? '' : ` after ${ms < 1000 ? `${ms} ms` : span(ms / 1000)}`)
const inputText = (input: unknown) => (typeof input === 'string' ? input : JSON.stringify(input ?? null))

/** A message carries its `[from …]` already, a prompt does not. */
function headed(text: string, from: string | undefined): string {
  const head = from ? `[from ${from}] ` : ''
  return harmless(text.startsWith(head) ? text : `${head}${text}`)
}

/** null: nothing a reader of a transcript needs to see. */
export function renderRow(io: Io, row: EventRow): string | null {
  const wide = Math.max(40, io.columns - 6)
  switch (row.kind) {
    case 'user':
      return `${paint(io, 'cyan', `> ${headed(row.text, row.from)}`)}\n`
    case 'text':
      return `${harmless(row.text)}\n`
    case 'thinking':
      return `${paint(io, 'dim', harmless(row.text))}\n`
    case 'tool':
      return `${paint(io, 'magenta', `* ${row.name}`)} ${oneLine(inputText(row.input), wide)}\n`
    case 'tool_result':
      return `${paint(io, row.ok ? 'dim' : 'red', `  ${row.ok ? 'ok' : 'failed'}: ${oneLine(row.output, wide)}`)}\n`
    case 'request': {
      const options = row.options.length > 0 ? ` (${row.options.join(' | ')})` : ''
      return `${paint(io, 'yellow', `? ${harmless(row.text)}${options}`)} ${paint(io, 'dim', `[${row.requestId}]`)}\n`
    }
    case 'request_resolved':
      return `${paint(io, 'dim', `  answered by ${row.by}: ${oneLine(row.decision, wide)}`)}\n`
    case 'result':
      return row.isError ? `${paint(io, 'red', `! ${harmless(row.text)}`)}\n` : null
    case 'error':
      return `${paint(io, 'red', `! ${harmless(row.message)} (${row.code}, ${row.category})`)}\n`
    case 'notice':
      return `${paint(io, 'dim', `- ${row.code}: ${oneLine(row.message, wide)}`)}\n`
    case 'cancelled':
      return `${paint(io, 'yellow', 'cancelled')}\n`
    case 'turn_end':
      return `${paint(io, 'dim', `-- turn ${row.turn} ${row.outcome}${duration(row.durationMs)} --`)}\n`
    case 'session':
    case 'usage':
      return null
  }
}
