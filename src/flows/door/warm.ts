/**
 * Processes that wait for conversations: each is the agent of one persona in a session without a turn, started before anybody
 * asks. Whoever takes one has it for good: it answers one turn and ends like any other agent of a door, so that nothing of a
 * conversation meets another. Owns how many there are; a session that waits is written down as a door's, and the daemon that
 * comes after a crash ends it.
 */
import { isUnsupported, type Served } from '#core/door/model'
import { personasOf } from '#core/door/persona'
import { tend, warmMark } from '#core/door/warm'
import { operator } from '#flows/access/caller'
import type { Context } from '#flows/engine/context'
import { spawnSession } from '#flows/session/spawn-session'
import { launchEarly } from '#flows/turn/launch-turn'
import { noteOpen } from './door-turn.ts'
import { permissionsOf, servedBy } from './serve.ts'

export interface WarmPool {
  /** A session whose process waits for exactly this; null: none does. It is the caller's from here on. */
  take(served: Served): string | null
  /** Brings what waits to what the configuration wants. */
  tend(): Promise<void>
  /** Ends all that wait; resolves once none is left, and none is started any more. */
  close(): Promise<void>
}

interface Held {
  readonly mark: string
  readonly startedMs: number
}

/** One that cannot be started is not tried again at once. */
const pauseMs = 60_000

export function createWarm(context: Context, end: (sessionId: string) => Promise<void>): WarmPool {
  const held = new Map<string, Held>()
  const closing = new AbortController()
  let tending: Promise<void> | null = null
  let notBeforeMs = 0

  const lives = (id: string): boolean => {
    const active = context.active.get(id)
    return (
      active !== undefined && active.stop === null && !active.detached && context.journal.reads.session(id)?.turn === 0
    )
  }

  const start = async (served: Served, mark: string): Promise<void> => {
    const { persona, agent } = served
    const permissions = permissionsOf(context, served)
    let id: string | null = null
    try {
      const session = await spawnSession(
        context,
        {
          projectId: null,
          scratch: true,
          harness: agent.harness,
          ...(agent.model === null ? {} : { model: agent.model }),
          ...(permissions === undefined ? {} : { permissions }),
          persona: persona.name,
          noWait: true,
          written: (tx, { id: written }) => {
            id = written
            noteOpen(context, tx, written)
          },
        },
        operator,
      )
      closing.signal.throwIfAborted()
      const active = await context.worker.run(session.id, () => launchEarly(context, session.id, closing.signal))
      if (active === null) throw new Error(`the agent of ${persona.name} cannot wait`)
      held.set(session.id, { mark, startedMs: context.clock.now().getTime() })
    } catch (cause) {
      if (id !== null) await end(id)
      throw cause
    }
  }

  const round = async (): Promise<void> => {
    const wanted = wantedNow(context)
    const nowMs = context.clock.now().getTime()
    const waiting = [...held].map(([id, one]) => ({ id, ...one, lives: lives(id) }))
    const { maxConcurrency } = context.settings.of(null).doors
    const plan = tend(wanted, waiting, nowMs, maxConcurrency)
    const ended = plan.end.map((id) => {
      held.delete(id)
      return end(id)
    })
    if (nowMs >= notBeforeMs)
      for (const mark of plan.start) {
        const served = wanted.find((one) => one.mark === mark)?.served
        if (served === undefined || closing.signal.aborted) break
        try {
          await start(served, mark)
        } catch (cause) {
          if (closing.signal.aborted) break
          notBeforeMs = nowMs + pauseMs
          context.log.warn('an agent that is to wait could not be started', { persona: served.persona.name, cause })
          break
        }
      }
    await Promise.all(ended)
  }

  return {
    take(served) {
      const mark = markOf(context, served)
      for (const [id, one] of held) {
        if (one.mark !== mark || !lives(id)) continue
        held.delete(id)
        return id
      }
      return null
    },
    tend() {
      if (closing.signal.aborted) return Promise.resolve()
      tending ??= round().finally(() => {
        tending = null
      })
      return tending
    },
    async close() {
      closing.abort(new Error('the daemon stops'))
      await tending?.catch(() => undefined)
      const ids = [...held.keys()]
      held.clear()
      await Promise.all(ids.map((id) => end(id)))
    },
  }
}

const markOf = (context: Context, served: Served): string =>
  warmMark(
    served.persona,
    served.agent,
    permissionsOf(context, served) ?? null,
    context.settings.of(null).harness(served.agent.harness),
  )

/** Personas that are to have some, whose agent can wait. A bare model name has none: it is another agent. */
function wantedNow(context: Context): readonly { mark: string; count: number; served: Served }[] {
  return [...personasOf(context.settings.of(null).doors.personas).values()].flatMap((persona) => {
    if (persona.warm === 0) return []
    const served = servedBy(context, persona.name)
    if (isUnsupported(served) || context.registry.get(served.agent.harness)?.early === undefined) return []
    return [{ mark: markOf(context, served), count: persona.warm, served }]
  })
}
