/** Launches wait while free memory or disk is under the configured floor, and say so on the session. */
import { DroverError } from '#contract/error'
import type { Context } from '#flows/engine/context'
import type { Ground } from '#flows/session/ground'
import { tellSession } from '#flows/session/views'
import type { SessionRecord } from '#ports/store/session'
import { runningTurn } from './close-turn.ts'

const betweenLooksMs = 1000

export async function waitForResources(context: Context, ground: Ground, signal?: AbortSignal): Promise<void> {
  const { id } = ground.session
  let waited = false
  try {
    for (;;) {
      const short = await shortage(context, ground.session, waited ? floorsNow(context, ground) : ground.settings)
      if (short === null) return
      if (!waited) say(context, id, short)
      waited = true
      await context.clock.sleep(betweenLooksMs, signal)
      if (signal?.aborted === true || context.closing)
        throw new DroverError('SPAWN_CANCELLED', 'Stopped while waiting for free memory or disk.')
      const session = context.journal.reads.session(id)
      const turn = session === null ? null : runningTurn(context.journal.reads, session)
      if (turn !== null && turn.stopping !== null) return
    }
  } finally {
    if (waited) clear(context, id)
  }
}

type Floors = Pick<Ground['settings'], 'minFreeMemoryBytes' | 'minFreeDiskBytes'>

/** Lowering the floor is one way to let it go on. */
function floorsNow(context: Context, ground: Ground): Floors {
  try {
    return context.settings.of(ground.project)
  } catch {
    return ground.settings // The file is being edited: what held at the start holds.
  }
}

async function shortage(context: Context, session: SessionRecord, floors: Floors): Promise<string | null> {
  const { minFreeMemoryBytes, minFreeDiskBytes } = floors
  if (minFreeMemoryBytes <= 0 && minFreeDiskBytes <= 0) return null
  const free = await context.runtimes.of(session).resources()
  if (free.freeDiskBytes < minFreeDiskBytes) {
    return `Waiting: ${mega(free.freeDiskBytes)} of disk are free and limits.min_free_disk asks for ${mega(minFreeDiskBytes)}. Free some with: drover session cleanup`
  }
  if (free.freeMemoryBytes < minFreeMemoryBytes) {
    return `Waiting: ${mega(free.freeMemoryBytes)} of memory are free and limits.min_free_memory asks for ${mega(minFreeMemoryBytes)}. It starts when other work ends.`
  }
  return null
}

const mega = (bytes: number): string => `${Math.round(bytes / 1048576)} MB`

function say(context: Context, id: string, message: string): void {
  context.troubles.set(id, { code: 'RESOURCE_FLOOR', message })
  context.journal.command((tx) => {
    tx.appendEvents(id, tx.session(id)?.turn ?? null, [{ kind: 'notice', code: 'waiting_for_resources', message }])
    tellSession(context, tx, id)
  })
}

function clear(context: Context, id: string): void {
  context.troubles.delete(id)
  context.journal.command((tx) => tellSession(context, tx, id))
}
