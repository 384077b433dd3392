/** Who is looked at and who never is: a day of an idle session, tick by tick, as the recorded ones rest. */
import { expect, it } from 'vitest'
import { corpus, judged, played } from '#core/health/corpus.suite'
import type { Active, Context } from '#flows/engine/context'
import type { TurnWatch } from '#ports/store/session'
import { watchesHealth } from './watch-health.ts'

const stall = { stallMs: 900_000, toolStallMs: 7_200_000, connectedIdleMs: 300_000, connectedKillMs: 3_600_000 }
const turn: TurnWatch = {
  sessionId: 's',
  n: 1,
  launchId: 'l',
  stopping: null,
  startedAt: '2026-01-01T00:00:00.000Z',
  projectId: 'p',
  ignoreConfig: false,
  lastActivityAt: '2026-01-01T00:00:00.000Z',
  asks: false,
} as TurnWatch

/** A daemon of which only the watcher runs. Answers how often the processes were looked at, and what was shown. */
async function aDay(
  watch: TurnWatch | undefined,
): Promise<{ readonly looks: number; readonly shown: readonly string[] }> {
  let [steady, looks] = [0, 0]
  const shown: string[] = []
  const active = { sessionId: 's', launchId: 'l', heard: 0, restMs: 0, harness: {}, launch: { ref: {} } } as Active
  const health = new Map<string, { readonly state: string }>()
  const set = health.set.bind(health)
  health.set = (id, one) => {
    if (health.get(id)?.state !== one.state) shown.push(one.state)
    return set(id, one)
  }
  const stop = new Error('this agent is ended')
  // Only what the watcher asks for.
  const context = {
    clock: { steady: () => steady, now: () => new Date(steady) },
    active: new Map([['s', active]]),
    health,
    quiet: new Set(),
    log: { warn: () => undefined },
    settings: { of: () => ({ stall, trust: { needed: false } }) },
    runtimes: {
      grouped: () => {
        looks += 1
        return [[{ readings: async () => new Map([['l', { cpuMs: 0, ioBytes: 0, connections: 0 }]]) }, [active]]]
      },
    },
    journal: {
      reads: {
        openTry: () => null,
        turnWatches: () => new Map(watch === undefined ? [] : [['s', watch]]),
        project: () => null,
        session: () => null,
        eventsBefore: () => [],
        turn: () => null,
      },
      ingest: () => undefined,
      command: () => {
        throw stop
      },
    },
  } as unknown as Context
  const watcher = watchesHealth(context)
  try {
    for (; steady < 24 * 3_600_000; steady += 1000) await watcher.atTick?.(steady / 1000)
  } catch (cause) {
    if (cause !== stop) throw cause
    shown.push('ended')
  }
  return { looks, shown }
}

it('a session that waits for its next prompt is not even looked at in 24 hours (must never 22)', async () => {
  expect(await aDay(undefined)).toEqual({ looks: 0, shown: [] })
})

it('nor is one that waits for an answer, or is being stopped', async () => {
  expect(await aDay({ ...turn, asks: true })).toEqual({ looks: 0, shown: [] })
  expect(await aDay({ ...turn, stopping: 'cancel' })).toEqual({ looks: 0, shown: [] })
})

it('nor is a process that the turn does not run in: it waits for one of its own', async () => {
  expect(await aDay({ ...turn, launchId: null })).toEqual({ looks: 0, shown: [] })
  expect(await aDay({ ...turn, launchId: 'another' })).toEqual({ looks: 0, shown: [] })
})

it('the same processes in a running turn are ended: the real ones rest as much', async () => {
  expect((await aDay(turn)).shown).toEqual(['alive', 'slowing', 'dead', 'ended'])
  for (const series of corpus.filter(({ kind }) => kind === 'idle'))
    expect(judged(played(series, { repeats: 'silence', minutes: 60 }), stall).at(-1)?.health, series.cli).toBe('dead')
})
