/**
 * Reads one launch: lines in, events and facts out, in one transaction with the offset they came from. Owns the path from
 * the spool to the store and the conclusion of turns. Leaves to others: when to launch, what follows a turn, who may ask.
 */
import type { AgentEvent } from '#contract/agent-event'
import { DroverError } from '#contract/error'
import { classify } from '#core/failure/classify'
import { type Observed, observe } from '#core/session/observe'
import { openRequests } from '#core/session/requests'
import { type Active, type Context, now } from '#flows/engine/context'
import { moveSession } from '#flows/session/move-session'
import { tellSession } from '#flows/session/views'
import type { AgentInput, Dialogue, Exit, Harness, Heard, Spoken } from '#ports/harness'
import type { Launch, LineBatch } from '#ports/runtime'
import type { Tx } from '#ports/store/journal'
import type { LaunchRecord } from '#ports/store/launch'
import type { SessionRecord, TurnRecord } from '#ports/store/session'
import { endTurn, hasTold, markStopping, runningTurn } from './close-turn.ts'
import { publishDeltas } from './live-words.ts'
import { rowsOfTurn } from './rows-of-turn.ts'

export interface Attachment {
  readonly record: LaunchRecord
  readonly launch: Launch
  readonly harness: Harness
  readonly dialogue: Dialogue
  readonly asked: string | null
}

/** Begins to read a launch; answers at once. */
export function attach(context: Context, attachment: Attachment): Active {
  const { record, launch, harness, dialogue } = attachment
  const active: Active = {
    sessionId: record.sessionId,
    launchId: record.id,
    runtime: record.runtime,
    launch,
    dialogue,
    harness,
    lifetime: record.lifetime,
    asked: attachment.asked,
    done: Promise.resolve(),
    detached: false,
    stop: null,
    heard: 0,
    unstored: false,
    restMs: 0,
    writing: Promise.resolve(),
  }
  context.active.set(record.sessionId, active)
  active.done = drive(context, active, record.offset).finally(() => {
    if (context.active.get(record.sessionId) === active) context.active.delete(record.sessionId)
    // Only now may the next launch begin: what follows looks whether somebody is attached.
    if (!active.detached) context.settle(record.sessionId)
  })
  return active
}

async function drive(context: Context, active: Active, from: number): Promise<void> {
  try {
    await deliverOrSay(context, active)
    for await (const batch of active.launch.lines(from)) {
      if (active.detached) return
      active.heard += 1
      await patiently(context, active, translate(context, active, batch))
    }
    if (active.detached) return
    const exit = await active.launch.exited
    if (active.detached) return
    await patiently(context, active, { heards: [], faults: [], next: null, truncated: undefined, exit })
    context.log.info('agent exited', {
      project: context.journal.reads.session(active.sessionId)?.projectId ?? '',
      session: active.sessionId,
      launch: active.launchId,
      exitCode: exit.code,
      signal: exit.signal,
    })
  } catch (cause) {
    if (active.detached) return
    context.log.error('reading a launch failed', { session: active.sessionId, launch: active.launchId, cause })
    await abandon(context, active)
  }
}

/** A bug on the reading side: the agent is ended rather than left with nobody who listens, and the turn says so. */
async function abandon(context: Context, active: Active): Promise<void> {
  const exit = await active.launch.stop(1000)
  const chunk = { heards: [], faults: [], next: null, truncated: undefined, exit, abandoned: true }
  await patiently(context, active, chunk).catch((cause: unknown) =>
    context.log.error('the end of a launch could not be stored', { launch: active.launchId, cause }),
  )
}

interface Chunk {
  readonly heards: readonly Heard[]
  readonly faults: readonly string[]
  /** null: no lines were read. */
  readonly next: number | null
  readonly truncated: LineBatch['truncated']
  readonly exit?: Exit
  /** The reading side has a bug: the turn says so. */
  readonly abandoned?: boolean
}

function translate(context: Context, active: Active, batch: LineBatch): Chunk {
  const heards: Heard[] = []
  const faults: string[] = []
  for (const line of batch.lines) {
    try {
      heards.push(active.dialogue.hear(line))
    } catch (cause) {
      faults.push(cause instanceof Error ? cause.message : String(cause))
      context.log.error('the harness adapter failed on a line', {
        session: active.sessionId,
        launch: active.launchId,
        cause,
      })
    }
  }
  return { heards, faults, next: batch.next, truncated: batch.truncated }
}

/** A store that cannot be written loses nothing: the same chunk is offered again until it is taken. */
async function patiently(context: Context, active: Active, chunk: Chunk): Promise<void> {
  while (!active.detached) {
    try {
      const writes = context.journal.ingest((tx) => store(context, tx, active, chunk))
      active.unstored = false
      if (context.troubles.get(active.sessionId)?.code === 'STORE_UNWRITABLE') context.troubles.delete(active.sessionId)
      active.restMs = restIn(chunk.heards)
      publishDeltas(context, active, chunk.heards)
      if (writes) await deliverOrSay(context, active)
      if (chunk.heards.some((heard) => heard.hangUp === true)) hangUp(context, active)
      return
    } catch (cause) {
      if (!isUnwritable(cause)) throw cause
      active.unstored = true
      context.troubles.set(active.sessionId, {
        code: cause.code,
        message: `${cause.message} ${cause.hint ?? ''}`.trim(),
      })
      context.log.error('the store cannot be written; lines wait in the spool', { session: active.sessionId, cause })
      await context.clock.sleep(1000)
    }
  }
}

const isUnwritable = (cause: unknown): cause is DroverError =>
  cause instanceof DroverError && cause.code === 'STORE_UNWRITABLE'

/** The pause that the last event of a chunk announces. */
function restIn(heards: readonly Heard[]): number {
  const last = heards.flatMap((heard) => heard.events).at(-1)
  const announced = last?.kind === 'notice' && last.code === 'retrying' ? last.delayMs : 0
  return typeof announced === 'number' && announced > 0 ? announced : 0
}

/** The adapter gave this process up. Not awaited: its last lines are still read here. */
function hangUp(context: Context, active: Active): void {
  const ending = active.lifetime === 'session' ? active.launch.closeInput() : active.launch.stop(5000)
  ending.catch((cause: unknown) => {
    context.log.error('a launch could not be ended', { session: active.sessionId, launch: active.launchId, cause })
  })
}

/** Everything one chunk means, in one transaction. Answers whether something waits to be written to the agent. */
function store(context: Context, tx: Tx, active: Active, chunk: Chunk): boolean {
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
function hearAll(context: Context, tx: Tx, active: Active, heards: readonly Heard[]): boolean {
  let written = 0
  let spoken: Spoken[] = []
  let noise = 0
  const flush = (): void => {
    if (spoken.length > 0 || noise > 0) fold(context, tx, active, spoken, noise)
    spoken = []
    noise = 0
  }
  for (const heard of heards) {
    for (const event of heard.events) spoken.push(event)
    if (heard.noise === true) noise += 1
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
    { asked: active.asked, nowMs: at.getTime(), classify, inTurn: turn !== null },
  )
  if (observed.events.some((event) => event.kind === 'session')) active.asked = null
  tx.appendEvents(active.sessionId, turn?.n ?? null, observed.events)
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

/** Ends the process of a launch; the reader concludes the turn when it is gone. */
export function stopActive(context: Context, active: Active, graceMs = 5000): Promise<unknown> {
  active.stop ??= active.launch.stop(graceMs).catch((cause: unknown) => {
    context.log.error('a launch could not be stopped', { session: active.sessionId, launch: active.launchId, cause })
    active.stop = null
  })
  return active.stop
}

/** Words to a running agent: committed with the dialogue's state and their byte position, then written. false: unheard. */
export async function sayTo(
  context: Context,
  active: Active,
  input: AgentInput,
  also?: (tx: Tx) => void,
): Promise<boolean> {
  // The dialogue has heard more than is stored: saved now, a restart would hear that twice.
  if (active.unstored)
    throw new DroverError(
      'STORE_UNWRITABLE',
      'What the agent said waits to be stored, and words to it wait for that.',
      {
        hint: 'Free some disk space, then try again.',
      },
    )
  const heard = active.dialogue.say(input)
  if (heard.unheard === true) return false
  context.journal.command((tx) => {
    if (tx.launch(active.launchId) === null) return
    also?.(tx)
    hearAll(context, tx, active, [heard])
    tx.updateLaunch(active.launchId, { dialogue: active.dialogue.save() })
  })
  publishDeltas(context, active, [heard])
  await deliverOutbox(context, active)
  return true
}

/** Writes what was committed and not yet written; positions make repeating it harmless. */
function deliverOutbox(context: Context, active: Active): Promise<void> {
  const deliver = async (): Promise<void> => {
    const entries = context.journal.reads.outbox(active.launchId)
    const last = entries.at(-1)
    if (last === undefined || active.detached) return
    context.faultPoint('outbox:committed')
    for (const entry of entries) await active.launch.write(entry.text, entry.at)
    context.faultPoint('outbox:written')
    try {
      context.journal.ingest((tx) => tx.clearOutbox(active.launchId, last.at + 1))
    } catch (cause) {
      // They stand where they belong: written once more with the next ones, they change nothing.
      if (!isUnwritable(cause)) throw cause
    }
  }
  active.writing = active.writing.then(deliver, deliver)
  return active.writing
}

/** What cannot be written to an agent now ends nobody: it is written with the next words, or by the next daemon. */
async function deliverOrSay(context: Context, active: Active): Promise<void> {
  await deliverOutbox(context, active).catch((cause: unknown) =>
    context.log.error('words to an agent wait: they could not be written', { launch: active.launchId, cause }),
  )
}
