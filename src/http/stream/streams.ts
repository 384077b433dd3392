/**
 * All open streams: opens them, beats for them with one timer, drops those whose bearer was revoked, ends them when the
 * door closes. What they carry is put together from lanes; who may open one was decided before.
 */
import type { ServerResponse } from 'node:http'
import type { ChangeType } from '#contract/change'
import type { Gate } from '#flows/access/caller'
import type { Flows } from '#flows/engine/flows'
import type { HttpLog } from '../http.ts'
import { type Cursor, isGap } from './cursor.ts'
import { beat, signFrame } from './frame.ts'
import { createHub } from './hub.ts'
import { changeLane, rowLane } from './lane.ts'
import { type Outlet, openOutlet } from './outlet.ts'
import { pump } from './pump.ts'

export interface Reader {
  readonly response: ServerResponse
  readonly requestId: string
  /** The bearer's identity, as the gate names it when it is revoked. */
  readonly label: string
  readonly stillValid: () => boolean
}

export interface Streams {
  session(reader: Reader, sessionId: string, cursor: Cursor): void
  fleet(
    reader: Reader,
    cursor: Cursor,
    types: readonly ChangeType[] | null,
    page: { readonly sessionId: string; readonly cursor: Cursor } | null,
  ): void
  readonly open: number
  close(): void
}

const beatEvery = 15_000

export function createStreams(deps: { flows: Flows; gate: Gate; log: HttpLog; beatMs?: number }): Streams {
  const { flows, log } = deps
  const hub = createHub(flows.feed)
  const open = new Map<Outlet, Reader>()
  const stopListening = deps.gate.onRevoked((label) => {
    for (const [outlet, reader] of open) if (reader.label === label) outlet.end()
  })
  const timer = setInterval(() => {
    for (const [outlet, reader] of open) {
      if (!reader.stillValid()) outlet.end()
      outlet.write(beat)
      outlet.check()
    }
  }, deps.beatMs ?? beatEvery)
  timer.unref()

  const start = (reader: Reader): Outlet => {
    const outlet = openOutlet(reader.response, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': reader.requestId,
    })
    open.set(outlet, reader)
    outlet.onClose(() => open.delete(outlet))
    return outlet
  }
  const run = (outlet: Outlet, reader: Reader, work: Promise<void>): void => {
    work.catch((error: unknown) => {
      // A read that failed in mid-stream: the client reconnects from its cursor and hears the reason as an answer.
      log.error('stream failed', { requestId: reader.requestId, cause: error })
      outlet.end()
    })
  }

  return {
    get open() {
      return open.size
    },
    session(reader, sessionId, cursor) {
      const begin = beginRows(flows, sessionId, cursor)
      const outlet = start(reader)
      const lane = rowLane(flows, hub, sessionId, begin.from)
      run(
        outlet,
        reader,
        pump(outlet, begin.gap, [lane], () => ({ lastEventId: lane.cursor })),
      )
    },
    fleet(reader, cursor, types, page) {
      const begin = beginChanges(flows, cursor)
      const changes = changeLane(flows, hub, begin.from, types, page?.sessionId ?? null)
      if (page === null) {
        const outlet = start(reader)
        run(
          outlet,
          reader,
          pump(outlet, begin.gap, [changes], () => ({ seq: changes.cursor })),
        )
        return
      }
      const second = beginRows(flows, page.sessionId, page.cursor)
      const rows = rowLane(flows, hub, page.sessionId, second.from, () => changes.cursor)
      const outlet = start(reader)
      const caughtUp = () => ({ seq: changes.cursor, lastEventId: rows.cursor })
      run(outlet, reader, pump(outlet, [...begin.gap, ...second.gap], [changes, rows], caughtUp))
    },
    close() {
      clearInterval(timer)
      stopListening()
      for (const outlet of open.keys()) outlet.end()
    },
  }
}

interface Begin {
  readonly from: number
  /** Said first when this is not where the client left off: what it holds is void, what follows is whole. */
  readonly gap: readonly string[]
}

/** Throws SESSION_NOT_FOUND. After a gap every row that is kept comes again. */
function beginRows(flows: Flows, sessionId: string, cursor: Cursor): Begin {
  const session = flows.session(sessionId)
  const kept = flows.firstEventId(sessionId)
  if (!isGap(cursor, kept, session.lastEventId)) return { from: typeof cursor === 'number' ? cursor : kept, gap: [] }
  return { from: kept, gap: [signFrame('gap', { session, lastEventId: session.lastEventId })] }
}

/** After a gap the snapshot stands for all changes up to its number. */
function beginChanges(flows: Flows, cursor: Cursor): Begin {
  const last = flows.lastSeq()
  const kept = Math.max(0, flows.firstSeq() - 1)
  if (!isGap(cursor, kept, last)) return { from: typeof cursor === 'number' ? cursor : kept, gap: [] }
  const snapshot = { seq: last, projects: flows.projects(), sessions: everySession(flows) }
  return { from: last, gap: [signFrame('gap', snapshot)] }
}

/** The whole fleet for a client that lost its place; ended sessions are read when somebody asks for them. */
function everySession(flows: Flows) {
  const sessions = []
  let cursor: string | undefined
  do {
    const page = flows.sessions({ limit: 1_000, ...(cursor === undefined ? {} : { cursor }) })
    sessions.push(...page.sessions)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return sessions
}
