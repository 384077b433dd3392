/** Which of a turn's requests are still open, oldest first. */
import type { EventRow } from '#contract/agent-event'
import type { OpenRequest } from './observe.ts'

export function openRequests(rows: readonly EventRow[]): readonly OpenRequest[] {
  const open = new Map<string, OpenRequest>()
  for (const row of rows) {
    if (row.kind === 'request') {
      open.set(row.requestId, { requestId: row.requestId, type: row.type, text: row.text, options: row.options })
    } else if (row.kind === 'request_resolved') open.delete(row.requestId)
    else if (row.kind === 'turn_end') open.clear()
  }
  return [...open.values()]
}
