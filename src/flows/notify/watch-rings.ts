/** The notifier as a follower: after changes it gathers, at each tick it sends what is due, and a place that hangs hinders nobody. */
import { type Context, now } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { deliverTo, settleCutOff } from './deliver.ts'
import { gather } from './gather.ts'
import { type Target, targetsOf } from './places.ts'

/** Long enough that no item of a session that still waits rings twice. */
const keptDays = 90

export function ringsPeople(context: Context): Follower {
  const stopped = new AbortController()
  /** Places with a message under way. */
  const busy = new Map<string, Promise<void>>()
  let news = true
  let looked = 0
  let held: string | null = null

  const targets = (): readonly Target[] | null => {
    try {
      const found = targetsOf(context)
      held = null
      return found
    } catch (cause) {
      // A configuration that does not hold is told once; what happens meanwhile is read when it does again.
      const said = cause instanceof Error ? cause.message : String(cause)
      if (said !== held) context.log.warn('nobody can be notified', { cause })
      held = said
      return null
    }
  }

  return {
    name: 'notifications',
    afterChange() {
      news = true
    },
    atBoot() {
      looked = context.journal.reads.lastSeq()
      const places = targets()
      if (places === null) return
      settleCutOff(context, places)
      looked = gather(context, places, looked)
    },
    atTick(round) {
      if (round % 3600 === 1800) forget(context)
      const waiting = context.journal.reads.placesWaiting()
      if (!news && waiting.length === 0) return
      const places = targets()
      if (places === null) return
      if (news) looked = gather(context, places, looked)
      news = false
      for (const name of context.journal.reads.placesWaiting()) {
        const target = places.find((place) => place.name === name)
        if (target === undefined) giveUp(context, name)
        else if (!busy.has(name)) {
          const sending = deliverTo(context, target, stopped.signal)
            .catch((cause: unknown) => context.log.error('a notification could not be recorded', { to: name, cause }))
            .finally(() => busy.delete(name))
          busy.set(name, sending)
        }
      }
    },
    async atStop() {
      stopped.abort()
      await Promise.all(busy.values())
    },
  }
}

/** The place was taken out of the configuration. */
function giveUp(context: Context, name: string): void {
  context.journal.command((tx) => {
    for (const ring of tx.waitingRings(name, 10_000))
      tx.updateRing(ring.id, { state: 'failed', error: `there is no place "${name}" any more` })
  })
}

function forget(context: Context): void {
  const before = Date.parse(now(context)) - keptDays * 86_400_000
  context.journal.command((tx) => tx.pruneRings(new Date(before).toISOString()))
}
