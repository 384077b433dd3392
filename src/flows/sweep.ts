/** The one clockwork of the daemon, once a second: quiet facts to the fleet, turn timeouts, silent agents, leftovers, launches to judge again. */
import type { SessionRecord } from '#ports/journal'
import type { EffectiveSettings } from '#ports/settings'
import { expireRequests } from './answer-request.ts'
import { markStopping } from './close-turn.ts'
import { type Context, now } from './context.ts'
import { settingsFor } from './ground.ts'
import { judgeAgain } from './reconcile.ts'
import { createStopwatch, type Stopwatch } from './stopwatch.ts'
import { haltTurn } from './take-turn.ts'
import { tellSession } from './views.ts'
import { createHealthWatch } from './watch-health.ts'

export interface Sweep {
  stop(): void
  /** One round now, for tests. */
  tick(): Promise<void>
}

const everyMs = 1000
/** What need not be looked at in every round. */
const seldom = 5

export function startSweep(context: Context): Sweep {
  let round = 0
  let busy = false
  const health = createHealthWatch(context)
  const watch = createStopwatch(() => context.clock.now().getTime())
  const tick = async (): Promise<void> => {
    if (busy || context.closing) return
    busy = true
    try {
      tellQuiet(context)
      stopOverdue(context, watch)
      await expireRequests(
        context,
        settingsByProject(context, (settings) => settings.requestTimeoutMs),
        watch,
      )
      watch.lap()
      await health.tick()
      if (context.unjudged.size > 0) await judgeAgain(context)
      if (round++ % seldom !== 0) return
      launchForgotten(context)
      await lookAfterChildren(context)
    } catch (cause) {
      context.log.error('the sweep failed', { cause })
    } finally {
      busy = false
    }
  }
  const timer = setInterval(() => void tick(), everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer), tick }
}

/** Last text, tokens and the sparkline reach the fleet at most once a second a session. */
function tellQuiet(context: Context): void {
  if (context.quiet.size === 0) return
  const ids = [...context.quiet]
  context.quiet.clear()
  context.journal.ingest((tx) => {
    for (const id of ids) tellSession(context, tx, id)
  })
}

function stopOverdue(context: Context, watch: Stopwatch): void {
  const limitOf = settingsByProject(context, (settings) => settings.turnTimeoutMs)
  const turns = context.journal.reads.turnWatches()
  for (const id of context.active.keys()) {
    const turn = turns.get(id)
    if (turn === undefined || turn.stopping !== null) continue
    const limit = limitOf(turn)
    if (limit === null || limit <= 0 || watch.elapsedMs(`turn ${id} ${turn.n}`, turn.startedAt) < limit) continue
    context.log.warn('a turn ran into turn_timeout', { session: id })
    context.journal.command((tx) => markStopping(tx, id, 'timeout'))
    void haltTurn(context, id)
  }
}

/** A turn that was accepted while its launch could not even be written down as failed: it is launched when it can be. */
function launchForgotten(context: Context): void {
  for (const { sessionId, launchId } of context.journal.reads.runningTurns()) {
    const nobody = !context.active.has(sessionId) && !context.worker.busy(sessionId) && !context.starting.has(sessionId)
    if (launchId === null && nobody) context.settle(sessionId)
  }
}

/** One setting for many sessions at one moment: each project's configuration is asked for once. */
function settingsByProject(
  context: Context,
  pick: (settings: EffectiveSettings) => number | null,
): (session: Pick<SessionRecord, 'projectId' | 'ignoreConfig'>) => number | null {
  const known = new Map<string, number | null>()
  return ({ projectId, ignoreConfig }) => {
    const key = `${ignoreConfig} ${projectId}`
    const found = known.get(key)
    if (found !== undefined) return found
    const value = settingOf(context, projectId, ignoreConfig, pick)
    known.set(key, value)
    return value
  }
}

function settingOf(
  context: Context,
  projectId: string,
  ignoreConfig: boolean,
  pick: (settings: EffectiveSettings) => number | null,
): number | null {
  try {
    return pick(settingsFor(context, context.journal.reads.project(projectId), ignoreConfig).settings)
  } catch {
    // A configuration that does not hold ends no turn and closes no request.
    return null
  }
}

/** Children that a turn left behind are shown while they live. */
async function lookAfterChildren(context: Context): Promise<void> {
  for (const session of context.journal.reads.liveSessions()) {
    if (session.children.length === 0) continue
    const launches = context.journal.reads.launchIds(session.id)
    const children = await context.runtime.leftovers(launches)
    if (children.length === session.children.length) continue
    context.journal.command((tx) => {
      tx.updateSession(session.id, { children, updatedAt: now(context) })
      tellSession(context, tx, session.id)
    })
  }
}
