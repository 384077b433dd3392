/**
 * Spans of what happens, while somebody wants them: a request that changes something, the turn that began in it, the turn's
 * launch, the tools it used. What is not known after a restart is rebuilt by ids that stay the same. Nothing here waits for
 * anybody, and what finds no place in the buffer is counted and let go.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { AgentEvent } from '#contract/agent-event'
import type { Change } from '#contract/change'
import type { Span } from '#contract/telemetry'
import type { Buffer } from '#core/telemetry/buffer'
import * as make from '#core/telemetry/spans'
import type { Context } from '#flows/engine/context'
import type { Tx } from '#ports/store/journal'
import type { SessionRecord, TurnRecord } from '#ports/store/session'
import type { TurnUsed } from './meter.ts'

export interface RequestWords {
  readonly method: string
  readonly route: string
  readonly requestId: string
  readonly traceparent: string | undefined
}

/** One request while it is served. */
export interface RequestTrace {
  run<T>(work: () => Promise<T>): Promise<T>
  end(status: number): void
}

interface Request {
  readonly spanId: string
  place: make.Place | null
  open: boolean
}

interface Turn {
  readonly n: number
  readonly place: make.Place
  readonly tools: Map<string, { readonly name: string; readonly atMs: number; readonly given: string | null }>
  made: number
}

export interface Tracer {
  on: boolean
  content: boolean
  heard(tx: Tx, session: SessionRecord, turn: TurnRecord | null, events: readonly AgentEvent[]): void
  changed(change: Change): void
  turnEnded(sessionId: string, n: number, used: TurnUsed): void
  request(words: RequestWords): RequestTrace | null
}

const mostOpenTools = 500
/** A trace that is longer is of no use to anybody. */
const mostToolsOfTurn = 1000
const longestRead = 65_536
const longestShown = 4000

export function createTracer(context: Context, spans: Buffer<Span>): Tracer {
  const { reads } = context.journal
  const requests = new AsyncLocalStorage<Request>()
  const turns = new Map<string, Turn>()
  const nowMs = (): number => context.clock.now().getTime()
  const shown = (text: string): string => context.secrets.redact(text.slice(0, longestRead)).slice(0, longestShown)
  /** A secret that is cut in the middle is not known as one any more. */
  const brief = (text: string, most: number): string =>
    text.length <= most ? text : context.secrets.redact(text.slice(0, longestRead)).slice(0, most)
  const asked = (value: unknown): string | null =>
    tracer.content && value !== undefined ? shown(typeof value === 'string' ? value : JSON.stringify(value)) : null
  const agentOf = ({ id, projectId, harness, model }: SessionRecord): make.Agent => ({
    sessionId: id,
    projectId,
    harness,
    model,
  })

  /** The turn as it is traced; one that began before this daemon, or before anybody wanted spans, is a trace of its own. */
  const turnOf = (sessionId: string, record: Pick<TurnRecord, 'n' | 'startedAt'>): Turn => {
    const known = turns.get(sessionId)
    if (known?.n === record.n) return known
    const request = requests.getStore()
    const traceId = make.traceIdOf(context.hash, sessionId, record.n, record.startedAt)
    const within = request?.open === true ? request : null
    if (within !== null) within.place ??= { traceId, parentId: null }
    const place =
      within === null ? { traceId, parentId: null } : { traceId: within.place!.traceId, parentId: within.spanId }
    const turn: Turn = { n: record.n, place, tools: new Map(), made: 0 }
    turns.set(sessionId, turn)
    return turn
  }

  const note = (session: SessionRecord, record: TurnRecord, events: readonly AgentEvent[], atMs: number): void => {
    const turn = turnOf(session.id, record)
    for (const event of events) {
      if (event.kind === 'tool' && turn.tools.size < mostOpenTools)
        turn.tools.set(event.callId, { name: brief(event.name, 100), atMs, given: asked(event.input) })
      else if (event.kind === 'tool_result') noteResult(session, record, turn, event, atMs)
    }
  }
  const noteResult = (
    session: SessionRecord,
    record: TurnRecord,
    turn: Turn,
    event: Extract<AgentEvent, { kind: 'tool_result' }>,
    atMs: number,
  ): void => {
    const begun = turn.tools.get(event.callId)
    turn.tools.delete(event.callId)
    if (begun === undefined) return
    if (spans.full || turn.made >= mostToolsOfTurn) {
      spans.lose(1)
      return
    }
    turn.made += 1
    const { traceId } = turn.place
    const parentId =
      record.launchId === null
        ? make.turnSpanId(context.hash, session.id, record.n)
        : make.launchSpanId(context.hash, record.launchId, record.n)
    const facts = { ...{ name: begun.name, callId: brief(event.callId, 200), startMs: begun.atMs, endMs: atMs } }
    spans.put(
      make.toolSpan(
        make.toolSpanId(context.hash, session.id, record.n, event.callId),
        { traceId, parentId },
        { ...facts, agent: agentOf(session), ok: event.ok, given: begun.given, gave: asked(event.output) },
      ),
    )
  }

  const putLaunch = (session: SessionRecord, record: TurnRecord, place: make.Place, endMs: number): void => {
    const launch = record.launchId === null ? null : reads.launch(record.launchId)
    if (launch === null) return
    const spanId = make.launchSpanId(context.hash, launch.id, record.n)
    spans.put(
      make.launchSpan(spanId, place, {
        agent: agentOf(session),
        launchId: launch.id,
        lifetime: launch.lifetime,
        startMs: Math.max(Date.parse(launch.startedAt), Date.parse(record.startedAt)),
        endMs,
        exitCode: launch.exitCode,
        exitSignal: launch.exitSignal,
      }),
    )
  }

  const tracer: Tracer = {
    on: false,
    content: false,
    heard(tx, session, turn, events) {
      if (!tracer.on || turn === null) return
      let [calls, results] = [0, 0]
      for (const { kind } of events) {
        if (kind === 'tool') calls += 1
        else if (kind === 'tool_result') results += 1
      }
      if (calls + results === 0) return
      if (spans.full) {
        spans.lose(results)
        return
      }
      const atMs = nowMs()
      tx.afterCommit(() => note(session, turn, events, atMs))
    },
    changed(change) {
      if (!tracer.on || change.sessionId == null) return
      if (change.type === 'session_removed') turns.delete(change.sessionId)
      if (change.type !== 'turn_started') return
      const record = reads.turn(change.sessionId, change.payload.turn)
      if (record !== null) turnOf(change.sessionId, record)
    },
    turnEnded(sessionId, n, used) {
      if (!tracer.on) return
      const [session, record] = [reads.session(sessionId), reads.turn(sessionId, n)]
      if (session === null || record === null || record.state === 'running') return
      const turn = turnOf(sessionId, record)
      turns.delete(sessionId)
      const endMs = record.endedAt === null ? nowMs() : Date.parse(record.endedAt)
      const spanId = make.turnSpanId(context.hash, sessionId, n)
      putLaunch(session, record, { traceId: turn.place.traceId, parentId: spanId }, endMs)
      spans.put(
        make.turnSpan(spanId, turn.place, {
          ...{ agent: agentOf(session), n, askedModel: record.model, source: record.source },
          ...{ outcome: record.state, code: record.code, startMs: Date.parse(record.startedAt), endMs, used },
          prompt: asked(record.prompt),
          answer: session.lastText === null ? null : asked(session.lastText),
        }),
      )
    },
    request({ method, route, requestId, traceparent }) {
      if (!tracer.on) return null
      const startMs = nowMs()
      const came = make.parseTraceparent(traceparent)
      const request: Request = { spanId: randomId(context, 16), place: came, open: true }
      return {
        run: (work) => requests.run(request, work),
        end(status) {
          request.open = false
          const place = request.place ?? { traceId: randomId(context, 32), parentId: null }
          const facts = { method, route, status, requestId, startMs, endMs: nowMs() }
          spans.put(make.requestSpan(request.spanId, place, facts))
        },
      }
    },
  }
  return tracer
}

const randomId = (context: Context, digits: number): string =>
  context.hash(`span:${context.ids.uuid()}`).slice(0, digits)
