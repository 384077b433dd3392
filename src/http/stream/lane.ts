/**
 * One log on its way to one client: pages of the past, then what is committed, every number once and in order. A lane does
 * not wait; `pump` decides when it reads and when it starts to listen.
 */
import type { EventRow } from '#contract/agent-event'
import type { Change, ChangeType } from '#contract/change'
import type { Flows } from '#flows/engine/flows'
import { changeFrame, pageRowFrame, rowFrame } from './frame.ts'
import { changesOf, type Hub, pageRows, plainRows } from './hub.ts'
import type { Outlet } from './outlet.ts'

const pageSize = 500

export interface Lane {
  /** The number of the last frame that was given out. */
  readonly cursor: number
  /** The next frames of the past; empty at its end. */
  page(): readonly string[]
  /** From now on commits are written as they come. */
  listen(outlet: Outlet): () => void
}

/** `seqOf` is given on a page's combined stream, where a row's frame also says how far the fleet was read. */
export function rowLane(flows: Flows, hub: Hub, sessionId: string, after: number, seqOf?: () => number): Lane {
  let cursor = after
  const frame = (row: EventRow): string => (seqOf === undefined ? rowFrame(row) : pageRowFrame(seqOf(), row))
  const page = (): readonly string[] => {
    const rows = flows.events(sessionId, { after: cursor, limit: pageSize })
    cursor = rows.at(-1)?.id ?? cursor
    return rows.map(frame)
  }
  return {
    get cursor() {
      return cursor
    },
    page,
    listen: (outlet) =>
      hub.session(sessionId, {
        rows(batch) {
          const first = batch.items[0]?.id ?? 0
          const last = batch.items.at(-1)?.id ?? 0
          if (last <= cursor) return
          if (first === cursor + 1) {
            cursor = last
            outlet.write(seqOf === undefined ? plainRows(batch) : pageRows(batch, seqOf()))
          } else if (first <= cursor) {
            const fresh = batch.items.filter((row) => row.id > cursor)
            cursor = last
            outlet.write(fresh.map(frame).join(''))
          } else {
            // Rows have no holes: what is missing here is in the store.
            for (let frames = page(); frames.length > 0; frames = page()) outlet.write(frames.join(''))
          }
        },
        delta: (bytes) => outlet.write(bytes),
      }),
  }
}

/** `own`: the session of the page that asks, which is shown to it whatever it plays. */
export function changeLane(
  flows: Flows,
  hub: Hub,
  after: number,
  types: readonly ChangeType[] | null,
  own: string | null = null,
): Lane {
  let cursor = after
  const wanted = types === null ? null : new Set<ChangeType>(types)
  /** Sessions that play a persona for a door are in no fleet. */
  const isShown = ({ sessionId }: Change): boolean =>
    sessionId === undefined || sessionId === own || !flows.isHidden(sessionId)
  return {
    get cursor() {
      return cursor
    },
    page() {
      // A page of sessions that nobody is to see is not the end: the next one is read.
      for (;;) {
        const changes = flows.changes(cursor, pageSize, types ?? undefined)
        cursor = changes.at(-1)?.seq ?? cursor
        const shown = changes.filter(isShown)
        if (shown.length > 0 || changes.length === 0) return shown.map(changeFrame)
      }
    },
    listen: (outlet) =>
      hub.fleet((batch) => {
        const last = batch.items.at(-1)?.seq ?? 0
        if (last <= cursor) return
        const from = cursor
        cursor = last
        const whole = wanted === null && (batch.items[0]?.seq ?? 0) > from && batch.items.every(isShown)
        if (whole) {
          outlet.write(changesOf(batch))
          return
        }
        const fresh = batch.items.filter(
          (one) => one.seq > from && (wanted === null || wanted.has(one.type)) && isShown(one),
        )
        if (fresh.length > 0) outlet.write(fresh.map(changeFrame).join(''))
      }),
  }
}
