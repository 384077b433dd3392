/**
 * The loop as a follower: at its pace it takes issues and moves every trip that is under way, sooner where something happened to
 * one. While a gate holds a tick does nothing at all; a setting that cannot be read stops it, and is told.
 */

import type { Change } from '#contract/change'
import { DroverError } from '#contract/error'
import type { Context } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import type { Lanes } from '#flows/merge/lanes'
import { advanceTrip } from './advance-trip.ts'
import { type Loop, loopOf } from './loop-ground.ts'
import { createMemory, type Memory } from './memory.ts'
import { stoppedAt } from './steer-loop.ts'
import { takeIssues } from './take-issues.ts'
import { about, saveTrip } from './views.ts'

export interface LoopRun {
  readonly memory: Memory
  readonly follower: Follower
  /** Moves a trip as soon as may be. */
  kick(id: string): void
  /** Looks at the issues as soon as may be. */
  lookNow(): void
}

const restMs = 60_000

export function createLoop(context: Context, lanes: Lanes): LoopRun {
  const { reads } = context.journal
  const memory = createMemory(reads)
  const kicked = new Set<string>()
  const nextAt = new Map<string, number>()
  const failing = new Map<string, string>()
  const moving = new Map<string, Promise<void>>()
  let nextLook = 0
  let looking: Promise<void> | null = null
  let said: string | null = null

  const move = async (loop: Extract<Loop, { ok: true }>, id: string): Promise<void> => {
    const paceMs = loop.values.intervalSeconds * 1000
    try {
      await context.worker.run(`trip ${id}`, () => advanceTrip({ context, lanes, memory, loop }, id))
      nextAt.set(id, context.clock.steady() + paceMs)
      failing.delete(id)
    } catch (cause) {
      if (context.closing) return
      const trip = reads.trip(id)
      const known = cause instanceof DroverError
      nextAt.set(id, context.clock.steady() + Math.max(paceMs, known ? restOf(cause, context.clock.now()) : restMs))
      const code = known ? cause.code : String(cause)
      // Whoever looks sees what it waits for.
      if (known && trip !== null && trip.endedAt === null) noteTrouble(context, id, cause.message)
      if (failing.get(id) !== code)
        context.log[known ? 'warn' : 'error']('a trip could not go on; it is tried again', {
          ...(trip === null ? { trip: id } : about(trip)),
          cause,
        })
      failing.set(id, code)
    }
  }
  const look = async (loop: Extract<Loop, { ok: true }>): Promise<void> => {
    try {
      for (const id of await takeIssues(context, memory, loop)) kicked.add(id)
    } catch (cause) {
      context.log.error('the loop could not look at its issues', { cause })
    }
    nextLook = context.clock.steady() + loop.values.intervalSeconds * 1000
  }
  const due = (id: string): boolean => kicked.has(id) || (nextAt.get(id) ?? 0) <= context.clock.steady()

  return {
    memory,
    kick: (id) => void kicked.add(id),
    lookNow() {
      nextLook = 0
    },
    follower: {
      name: 'trips',
      afterChange(change) {
        const id = tripMeant(reads, change)
        if (id !== null) kicked.add(id)
      },
      atTick() {
        const loop = loopOf(context)
        const error = loop.ok ? null : loop.error
        if (error !== null && error !== said) context.log.error('the loop does not run', { error })
        said = error
        if (!loop.ok || !loop.values.enabled || context.closing) return
        // A tracker that answers slowly holds no other follower, and no trip another one.
        if (
          looking === null &&
          loop.enrolled.length > 0 &&
          nextLook <= context.clock.steady() &&
          stoppedAt(reads) === null
        )
          looking = look(loop).finally(() => {
            looking = null
          })
        for (const { id } of reads.openTrips()) {
          if (moving.has(id) || !due(id)) continue
          kicked.delete(id)
          const going = move(loop, id).finally(() => moving.delete(id))
          moving.set(id, going)
        }
      },
      async atStop() {
        await Promise.all([looking, ...moving.values()])
      },
    },
  }
}

function noteTrouble(context: Context, id: string, message: string): void {
  try {
    saveTrip(context, id, { reason: `it waits: ${message.slice(0, 300)}` })
  } catch (cause) {
    context.log.debug('what a trip waits for could not be written', { trip: id, cause })
  }
}

/** What may move a trip on before its time. */
function tripMeant(reads: Context['journal']['reads'], change: Change): string | null {
  const { sessionId, type } = change
  const ofSession = ['turn_ended', 'session_ended', 'pr_updated', 'pr_check_recorded'].includes(type)
  const ofMerge = ['merge_landed', 'merge_rejected'].includes(type)
  if (sessionId === undefined || (!ofSession && !ofMerge)) return null
  const trip = reads.tripOf(sessionId)
  return trip === null || trip.endedAt !== null ? null : trip.id
}

/** As long as the forge asks for, within reason. */
function restOf(cause: DroverError, now: Date): number {
  const until = (cause.details as { until?: string } | undefined)?.until
  const asked = until === undefined ? 0 : Date.parse(until) - now.getTime()
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), 60 * restMs) : 0
}
