/**
 * What a piece of a launch's output means, in the transaction that stores it: events and facts, words that wait to be written,
 * the end of a turn and of the process. Reads no spool and writes to no agent.
 */
import type { AgentEvent } from '#contract/agent-event'
import { classify } from '#core/failure/classify'
import { type Observed, observe } from '#core/session/observe'
import { openRequests } from '#core/session/requests'
import { type Active, type Context, now } from '#flows/engine/context'
import { moveSession } from '#flows/session/move-session'
import { tellSession } from '#flows/session/views'
import { hearSignals, spoke } from '#flows/terminal/hear-signals'
import { isTerminal } from '#flows/terminal/side'
import type { Exit, Heard, Spoken } from '#ports/harness'
import type { LineBatch } from '#ports/runtime'
import type { Tx } from '#ports/store/journal'
import type { SessionRecord, TurnRecord } from '#ports/store/session'
import { endTurn, hasTold, markStopping, runningTurn } from './close-turn.ts'
import { rowsOfTurn } from './rows-of-turn.ts'
import { stopActive } from './stop-active.ts'

export interface Chunk {
  readonly heards: readonly Heard[]
  readonly faults: readonly string[]
  /** null: no lines were read. */
  readonly next: number | null
  readonly truncated: LineBatch['truncated']
  readonly exit?: Exit
  /** The reading side has a bug: the turn says so. */
  readonly abandoned?: boolean
}

/** Everything one chunk means, in one transaction. Answers whether something waits to be written to the agent. */
export function storeChunk(context: Context, tx: Tx, active: Active, chunk: Chunk): boolean {
  // A spawn that was taken back leaves no launch. What was only heard needs no look: without its session nothing is folded.
  if ((chunk.truncated !== undefined || chunk.exit !== undefined) && tx.launch(active.launchId) === null) return false
  let writes = false
  if (chunk.truncated !== undefined) {
    tx.appendEvents(active.sessionId, null, [
      {
        kind: 'notice',
        code: 'spool_truncated',
        message: 'The spool was shorter than what had been read; reading goes on from its end.',
        ...chunk.truncated,
      },
    ])
  }
  if (chunk.heards.length > 0) writes = hearAll(context, tx, active, chunk.heards)
  if (chunk.faults.length > 0) recordFaults(context, tx, active, chunk.faults)
  if (chunk.next !== null) tx.advanceLaunch(active.launchId, chunk.next, active.dialogue.save())
  if (chunk.abandoned === true) markStopping(tx, active.sessionId, 'adapter')
  if (chunk.exit !== undefined) finish(context, tx, active, chunk.exit)
  context.faultPoint('ingest:before-commit')
  return writes
}

/** Folds what was heard; a turn that a long-lived process ends in the middle is concluded there. */
export function hearAll(context: Context, tx: Tx, active: Active, heards: readonly Heard[]): boolean {
  let written = 0
  let spoken: Spoken[] = []
  let noise = 0
  // In a terminal: said once for all that is said in a row.
  const spokeUp = isTerminal(active) ? { count: 0 } : null
  const flush = (): void => {
    if (spoken.length > 0 || noise > 0) fold(context, tx, active, spoken, noise)
    spoken = []
    noise = 0
  }
  for (const heard of heards) {
    if (spokeUp !== null && heard.events.length > 0 && spokeUp.count === 0) {
      spokeUp.count += 1
      hearSignals(context, tx, active, [spoke])
    }
    for (const event of heard.events) spoken.push(event)
    if (heard.noise === true) noise += 1
    if (spokeUp !== null && heard.signals !== undefined && heard.signals.length > 0) {
      // What was said before belongs to the turn before.
      flush()
      spokeUp.count = 0
      hearSignals(context, tx, active, heard.signals)
    }
    if (heard.writes.length > 0) written += putWrites(tx, active, heard.writes)
    if (heard.turnEnded === true) {
      flush()
      endTurn(context, tx, active.sessionId, { exit: null })
      if (active.lifetime === 'session') tx.afterCommit(() => context.settle(active.sessionId))
    }
  }
  flush()
  return written > 0
}

/** Behind what was written before; answers the number of bytes. */
function putWrites(tx: Tx, active: Active, writes: readonly string[]): number {
  const launch = tx.launch(active.launchId)
  if (launch === null) return 0
  let at = launch.inputBytes
  for (const text of writes) {
    tx.putOutbox({ launchId: active.launchId, at, text })
    at += Buffer.byteLength(text)
  }
  tx.updateLaunch(active.launchId, { inputBytes: at })
  return at - launch.inputBytes
}

function fold(context: Context, tx: Tx, active: Active, spoken: readonly Spoken[], noise: number): Observed | null {
  const session = tx.session(active.sessionId)
  if (session === null) return null
  const turn = runningTurn(tx, session)
  const at = context.clock.now()
  const observed = observe(
    {
      activity: session.activity,
      nativeId: session.nativeId,
      model: session.model,
      inputTokens: session.inputTokens,
      outputTokens: session.outputTokens,
      costUsd: session.costUsd,
      lastText: session.lastText,
      request: session.request,
      spark: { counts: session.spark, minute: session.sparkMinute },
    },
    { sawResult: turn?.sawResult ?? 'none', sawError: turn?.sawError ?? false, category: null },
    withoutExcuses(turn, spoken),
    // What an agent in a terminal does is told by its signals.
    { asked: active.asked, nowMs: at.getTime(), classify, inTurn: turn !== null && !isTerminal(active) },
  )
  if (observed.events.some((event) => event.kind === 'session')) active.asked = null
  tx.appendEvents(active.sessionId, turn?.n ?? null, observed.events)
  context.heard(tx, session, turn, observed.events)
  const { spark, model: _model, ...heard } = observed.session
  const facts = observed.events.some((event) => event.kind === 'request_resolved')
    ? stillAsked(tx, session, heard)
    : heard
  const { activity, ...rest } = facts
  const also = { ...rest, lastActivityAt: at.toISOString(), spark: spark.counts, sparkMinute: spark.minute }
  moveSession(context, tx, session, { type: 'heard', activity }, also)
  const { sawResult, sawError } = observed.turn
  if (turn !== null && (noise > 0 || sawResult !== turn.sawResult || sawError !== turn.sawError)) {
    tx.updateTurn(active.sessionId, turn.n, { sawResult, sawError, noise: turn.noise + noise })
  }
  if (observed.loud) tellSession(context, tx, active.sessionId)
  else context.quiet.add(active.sessionId)
  return observed
}

/** One request is shown at a time: after it was taken back, the next that is open. */
function stillAsked<T extends Pick<SessionRecord, 'request' | 'activity'>>(
  tx: Tx,
  session: SessionRecord,
  facts: T,
): T {
  const request = openRequests(rowsOfTurn(tx, session))[0] ?? null
  return { ...facts, request, activity: request === null ? facts.activity : 'waiting_input' }
}

function recordFaults(context: Context, tx: Tx, active: Active, faults: readonly string[]): void {
  const session = tx.session(active.sessionId)
  const launch = tx.launch(active.launchId)
  if (session === null || launch === null) return
  const turn = runningTurn(tx, session)
  const events: AgentEvent[] = faults.slice(0, 2).map((message) => ({
    kind: 'error',
    code: 'ADAPTER_FAILED',
    category: 'unknown',
    message: `The harness adapter could not read a line: ${message}. The line is kept in the raw log.`,
    evidence: [{ channel: 'runtime', type: 'adapter', message }],
  }))
  tx.appendEvents(active.sessionId, turn?.n ?? null, events)
  const total = launch.adapterFaults + faults.length
  tx.updateLaunch(active.launchId, { adapterFaults: total })
  if (total < 2 || active.stop !== null) return
  markStopping(tx, active.sessionId, 'adapter')
  tx.afterCommit(() => void stopActive(context, active))
}

/** The process is gone: closing words, the end of the turn if one runs, the exit on the launch. */
function finish(context: Context, tx: Tx, active: Active, exit: Exit): void {
  let closing: readonly Spoken[] = []
  // A turn that was accepted and not yet spoken to this process is another launch's: nothing of this end is its.
  const running = turnOf(tx, active)
  const waits = running !== null && running.launchId === null && running.stopping === null
  try {
    closing = waits ? [] : active.dialogue.end(exit)
  } catch (cause) {
    context.log.error('the harness adapter failed at the end', {
      session: active.sessionId,
      launch: active.launchId,
      cause,
    })
  }
  const observed = closing.length > 0 ? fold(context, tx, active, closing, 0) : null
  const accepted = closing.some((event) => event.kind === 'result' && !event.isError)
  tx.updateLaunch(active.launchId, {
    state: 'exited',
    exitCode: exit.code,
    exitSignal: exit.signal,
    endedAt: now(context),
    dialogue: active.dialogue.save(),
  })
  tx.clearOutbox(active.launchId)
  if (waits) {
    tellSession(context, tx, active.sessionId)
    return
  }
  const category = observed?.turn.category ?? lastCategory(tx, active)
  if (category === 'context_lost' && beginAgain(tx, active)) return
  if (isTerminal(active)) tx.afterCommit(() => context.leftTerminal(active.sessionId, exit))
  const toldBefore = running !== null && hasTold(running)
  endTurn(context, tx, active.sessionId, { exit, accepted, toldBefore })
}

function turnOf(tx: Tx, active: Active): TurnRecord | null {
  const session = tx.session(active.sessionId)
  return session === null ? null : runningTurn(tx, session)
}

/** A process that was told to stop has not failed by stopping: what it says of that is no failure. The raw log keeps it. */
const withoutExcuses = (turn: TurnRecord | null, said: readonly Spoken[]): readonly Spoken[] =>
  turn === null || turn.stopping === null ? said : said.filter((event) => event.kind !== 'failure')

/** The conversation is unknown to the harness: once, a fresh start with a hand-off; never a loop. */
function beginAgain(tx: Tx, active: Active): boolean {
  const session = tx.session(active.sessionId)
  const launch = tx.launch(active.launchId)
  if (session === null || launch === null || launch.resumeOf === null) return false
  const turn = runningTurn(tx, session)
  if (turn === null || turn.handedOff || turn.stopping !== null) return false
  tx.appendEvents(session.id, turn.n, [
    {
      kind: 'notice',
      code: 'context_lost',
      message: `The harness does not know conversation ${launch.resumeOf} any more; a fresh one starts with a hand-off.`,
      nativeId: launch.resumeOf,
    },
  ])
  tx.updateTurn(session.id, turn.n, { handedOff: true, sawError: false, sawResult: 'none', launchId: null })
  tx.updateSession(session.id, { nativeId: null })
  return true
}

function lastCategory(tx: Tx, active: Active): string | null {
  const row = tx.lastEventOf(active.sessionId, 'error')
  const session = tx.session(active.sessionId)
  return row?.kind === 'error' && session !== null && row.turn === session.turn ? row.category : null
}
