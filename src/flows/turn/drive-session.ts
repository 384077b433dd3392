/**
 * Reads one launch, from the spool to the store: lines in, a chunk at a time, each stored with the offset it came from
 * (`store-chunk` says what it means). Leaves to others: when to launch, what follows a turn, who may ask.
 */
import type { Active, Context } from '#flows/engine/context'
import type { Dialogue, Harness, Heard } from '#ports/harness'
import type { Launch, LineBatch } from '#ports/runtime'
import type { LaunchRecord } from '#ports/store/launch'
import { publishDeltas } from './live-words.ts'
import { deliverOrSay, isUnwritable } from './say-to.ts'
import { type Chunk, storeChunk } from './store-chunk.ts'

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
      const writes = context.journal.ingest((tx) => storeChunk(context, tx, active, chunk))
      active.unstored = false
      if (context.troubles.get(active.sessionId)?.code === 'STORE_UNWRITABLE') context.troubles.delete(active.sessionId)
      active.restMs = restIn(chunk.heards)
      publishDeltas(context, active, chunk.heards)
      if (writes) await deliverOrSay(context, active)
      if (chunk.heards.some((heard) => heard.hangUp === true)) hangUp(context, active)
      for (const { follow } of chunk.heards) if (follow !== undefined) active.launch.follow?.(follow)
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
