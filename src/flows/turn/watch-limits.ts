/** Limits in time that a configuration sets: turns that run too long are stopped, requests that nobody answers fail closed. */
import type { Context } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { createStopwatch, type Stopwatch } from '#flows/engine/stopwatch'
import { settingsFor } from '#flows/session/ground'
import type { EffectiveSettings } from '#ports/settings'
import type { SessionRecord } from '#ports/store/session'
import { expireRequests } from './answer-request.ts'
import { markStopping } from './close-turn.ts'
import { haltLater } from './take-turn.ts'

export function watchesLimits(context: Context): Follower {
  const watch = createStopwatch(() => context.clock.now().getTime(), context.clock.steady)
  return {
    name: 'limits in time',
    async atTick() {
      stopOverdue(context, watch)
      await expireRequests(
        context,
        settingsByProject(context, (settings) => settings.requestTimeoutMs),
        watch,
      )
      watch.lap()
    },
  }
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
    haltLater(context, id)
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
