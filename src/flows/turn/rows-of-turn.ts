/** What was stored of a session's running turn. */
import type { EventRow } from '#contract/agent-event'
import type { Reads } from '#ports/store/journal'
import type { SessionRecord } from '#ports/store/session'

/** Oldest first: back from the newest to the turn's prompt. */
export function rowsOfTurn(reads: Reads, session: SessionRecord): readonly EventRow[] {
  const rows: EventRow[] = []
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const page = reads.eventsBefore(session.id, before, 500)
    for (const row of page) {
      rows.push(row)
      if (row.kind === 'user' && row.turn === session.turn) return rows.reverse()
    }
    const last = page.at(-1)
    if (last === undefined || page.length < 500) return rows.reverse()
    before = last.id
  }
}
