/** What a person says to a running relay: stop, pause, go on, skip, land. */
import { DroverError } from '#contract/error'
import type { Relay } from '#contract/relay'
import type { Context } from '#flows/engine/context'
import type { Lanes } from '#flows/merge/lanes'
import type { RelayRecord } from '#ports/store/relay'
import { askLanding } from './join-work.ts'
import type { Relays } from './run-relays.ts'
import { needRelay, tellRelay, viewRelay } from './views.ts'

const shown = (context: Context, id: string): Relay =>
  viewRelay(context.journal.reads, needRelay(context.journal.reads, id))

function needOpen(context: Context, id: string): RelayRecord {
  const relay = needRelay(context.journal.reads, id)
  if (relay.state !== 'ended') return relay
  throw new DroverError('RELAY_ENDED', `Relay ${id} has ended (${relay.endReason}).`, {
    hint: `Start another one, or go on with it: drover relay --resume ${id}`,
  })
}

function patch(context: Context, id: string, change: Partial<RelayRecord>): void {
  context.journal.command((tx) => tellRelay(tx, tx.updateRelay(id, change)))
}

export async function stopRelay(context: Context, relays: Relays, id: string, now: boolean): Promise<Relay> {
  const relay = needOpen(context, id)
  patch(context, id, { stopping: now || relay.stopping === 'now' ? 'now' : 'after' })
  context.faultPoint('relay:stopping')
  if (now) await relays.callOff(id, 'stop')
  else relays.kick(id)
  return shown(context, id)
}

export function pauseRelay(context: Context, id: string): Relay {
  const relay = needOpen(context, id)
  if (relay.state !== 'paused') patch(context, id, { state: 'paused', waitingFor: null })
  return shown(context, id)
}

export function resumeRelay(context: Context, relays: Relays, id: string): Relay {
  const relay = needOpen(context, id)
  if (relay.state === 'paused') patch(context, id, { state: 'running', notes: [] })
  relays.kick(id)
  return shown(context, id)
}

export async function skipTry(context: Context, relays: Relays, id: string): Promise<Relay> {
  needOpen(context, id)
  await relays.callOff(id, 'skip')
  return shown(context, id)
}

export async function landRelay(context: Context, merges: Lanes, id: string): Promise<Relay> {
  const relay = needRelay(context.journal.reads, id)
  const merge = await askLanding(context, merges, relay)
  if (merge === null)
    throw new DroverError('MERGE_NOTHING', `${relay.baseRef ?? 'The base'} has every commit of ${id} already.`, {
      hint: 'There is nothing to land.',
    })
  patch(context, id, { mergeId: merge })
  return shown(context, id)
}
