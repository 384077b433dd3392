/** What agents said and what happened to them: pages, streams, large values, raw output. */
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { blobIdParam, sessionIdParam } from '#contract/api/common'
import { eventsAnswer, eventsQuery, fleetStreamQuery, sessionStreamQuery } from '#contract/api/event'
import { rawAnswer, rawQuery } from '#contract/api/session'
import { type ChangeType, changeTypes } from '#contract/change'
import { DroverError } from '#contract/error'
import { isSessionId } from '#contract/ids'
import { JsonText, jsonHeaders } from '../answer.ts'
import { given } from '../given.ts'
import { type Call, rawRoute, route } from '../route.ts'
import { readCursor, readPageCursor } from '../stream/cursor.ts'
import type { Reader } from '../stream/streams.ts'

const params = { id: sessionIdParam }
const defaultPage = 200
const largestPage = 1_000

function readerOf(call: Pick<Call, 'node' | 'requestId' | 'caller' | 'stillValid'>): Reader {
  if (call.node === null) throw new Error('a stream needs a connection')
  const { caller } = call
  const label = caller.type === 'operator' ? caller.label : caller.launchId
  return { response: call.node.outgoing, requestId: call.requestId, label, stillValid: call.stillValid }
}

/** Words that are no types select nothing and are left out. */
const typesOf = (list: string | undefined): readonly ChangeType[] | null =>
  list === undefined || list === '' ? null : changeTypes.filter((type) => list.split(',').includes(type))

function noSuchSession(id: string): DroverError {
  return new DroverError('SESSION_NOT_FOUND', `There is no session ${JSON.stringify(id)}.`, {
    hint: '`drover session ls` lists the sessions.',
  })
}

export const transcriptRoutes = [
  route({
    method: 'get',
    path: '/api/v1/sessions/{id}/events',
    name: 'listEvents',
    summary: 'Stored events: `after` ascending, `before` descending, at most 1,000',
    tag: 'transcript',
    scope: 'read',
    status: 200,
    params,
    query: eventsQuery,
    answer: eventsAnswer,
    codes: ['SESSION_NOT_FOUND', 'INVALID_CURSOR'],
    handle: ({ params: { id }, query, deps }) => {
      if (query.after !== undefined && query.before !== undefined) {
        throw new DroverError('INVALID_QUERY', 'Give after or before, not both.', {
          hint: '`after` reads forward, `before` reads back.',
          details: [{ path: 'before', message: 'excludes after' }],
        })
      }
      const limit = Math.min(Math.max(query.limit ?? defaultPage, 1), largestPage)
      const { count, last, json } = deps.flows.eventTexts(id, { ...given(query), limit })
      const more = count === limit && (query.before === undefined || last > 1)
      return new JsonText(`{"events":[${json}]${more ? `,"nextCursor":"${last}"` : ''}}`)
    },
  }),
  rawRoute({
    method: 'get',
    path: '/api/v1/sessions/{id}/stream',
    name: 'streamSession',
    summary: 'SSE: replay, `caught-up`, then live; resumes by Last-Event-ID or ?after',
    tag: 'transcript',
    scope: 'read',
    status: 200,
    params,
    query: sessionStreamQuery,
    produces: 'text/event-stream',
    codes: ['SESSION_NOT_FOUND'],
    handle: (call) => {
      const cursor = readCursor(call.header('last-event-id') || call.query.after)
      call.deps.streams.session(readerOf(call), call.params.id, cursor)
      return RESPONSE_ALREADY_SENT
    },
  }),
  rawRoute({
    method: 'get',
    path: '/api/v1/events',
    name: 'streamFleet',
    summary: "SSE: every change of the fleet; with ?session also that session's rows",
    tag: 'transcript',
    scope: 'operator',
    status: 200,
    query: fleetStreamQuery,
    produces: 'text/event-stream',
    codes: ['SESSION_NOT_FOUND'],
    handle: (call) => {
      const { query, deps } = call
      const cursor = readPageCursor(call.header('last-event-id'), query)
      if (query.session !== undefined && !isSessionId(query.session)) throw noSuchSession(query.session)
      const page = query.session === undefined ? null : { sessionId: query.session, cursor: cursor.row }
      deps.streams.fleet(readerOf(call), cursor.seq, typesOf(query.type), page)
      return RESPONSE_ALREADY_SENT
    },
  }),
  rawRoute({
    method: 'get',
    path: '/api/v1/sessions/{id}/blobs/{blob}',
    name: 'getBlob',
    summary: 'The whole of a value that a row only begins',
    tag: 'transcript',
    scope: 'read',
    status: 200,
    params: { ...params, blob: blobIdParam },
    produces: 'text/plain',
    codes: ['SESSION_NOT_FOUND', 'BLOB_NOT_FOUND'],
    handle: ({ params: { id, blob }, deps, requestId }) =>
      new Response(deps.flows.blob(id, blob), {
        headers: {
          ...jsonHeaders(requestId),
          'content-type': 'text/plain; charset=utf-8',
          'content-security-policy': "default-src 'none'; sandbox",
        },
      }),
  }),
  route({
    method: 'get',
    path: '/api/v1/sessions/{id}/raw',
    name: 'getRaw',
    summary: "A launch's own output, from a byte offset",
    tag: 'transcript',
    scope: 'lead',
    status: 200,
    params,
    query: rawQuery,
    answer: rawAnswer,
    codes: ['SESSION_NOT_FOUND'],
    handle: ({ params: { id }, query, deps }) => deps.flows.raw(id, given(query)),
  }),
]
