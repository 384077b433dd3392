/**
 * Schedules: what happens, in which order, decided by one number. Runs one on the real engine in a simulated world, checks
 * what must hold after every action and once all is quiet, and makes one that fails short.
 */
import { type Random, randomFrom } from '../crash/random.ts'
import type { SimOptions } from '../support/engine.ts'
import { PowerCut } from '../support/simulated/scheduler.ts'
import { type Action, createStory, type Deed, describe, type Story, type Theme } from './story.ts'
import { subjects } from './subjects.ts'

const deeds = new Map<string, Deed>(subjects.flatMap((subject) => Object.entries(subject.deeds)))

/** Beside what a schedule is about, agents still work, a little. */
const aside = 0.2

function weightsOf(theme: Theme): readonly (readonly [string, number])[] {
  return subjects.flatMap((subject) =>
    Object.entries(subject.deeds).flatMap(([name, { weight }]) => {
      if (subject.theme === undefined || subject.theme === theme) return [[name, weight] as const]
      return subject.theme === 'agents' ? [[name, weight * aside] as const] : []
    }),
  )
}

/** Beside a relay people do little by hand. */
const besideRelays: Readonly<Record<string, number>> = {
  ...{ says: 4, commits: 2, names: 2, finishes: 4, exits: 3, hangs: 2, asks: 1 },
  ...{ cancel: 2, kill: 1, cleanup: 1, red: 2, 'user-commits': 1 },
}
const relayWeights = [
  ...subjects
    .filter(({ theme }) => theme === undefined || theme === 'relays')
    .flatMap((subject) => Object.entries(subject.deeds).map(([name, { weight }]) => [name, weight] as const)),
  ...Object.entries(besideRelays),
]
/** Agents of an effort mostly do what their roles do; people look on, and step in now and then. */
const besideEfforts: Readonly<Record<string, number>> = {
  ...{ says: 3, commits: 3, names: 2, finishes: 5, fails: 2, exits: 3, hangs: 2, asks: 1, answer: 1, later: 2 },
  ...{ cancel: 2, kill: 2, 'stale-kill': 1, turn: 1, send: 1, cleanup: 1, 'mail-again': 2, nudge: 1 },
  ...{ red: 1, approves: 1, retries: 1, withdraws: 1, resolves: 1, 'user-commits': 1, 'user-edits': 1 },
}
const effortWeights = [
  ...subjects
    .filter(({ theme }) => theme === undefined || theme === 'efforts')
    .flatMap((subject) => Object.entries(subject.deeds).map(([name, { weight }]) => [name, weight] as const)),
  ...Object.entries(besideEfforts),
]
/** Beside the loop agents work, and people do little by hand. */
const besideTrips: Readonly<Record<string, number>> = {
  ...{ says: 4, commits: 6, names: 2, finishes: 8, fails: 2, exits: 3, hangs: 1, asks: 1, answer: 1 },
  ...{ cancel: 1, kill: 1, cleanup: 1, red: 1, 'user-commits': 0.3, 'user-edits': 0.3 },
}
const tripWeights = [
  ...subjects
    .filter(({ theme }) => theme === undefined || theme === 'trips')
    .flatMap((subject) => Object.entries(subject.deeds).map(([name, { weight }]) => [name, weight] as const)),
  ...Object.entries(besideTrips),
]
/** Mail is between agents at work. */
const mailWeights = subjects
  .filter(({ theme }) => theme === undefined || theme === 'agents' || theme === 'mail')
  .flatMap((subject) => Object.entries(subject.deeds).map(([name, { weight }]) => [name, weight] as const))
const weights = {
  agents: weightsOf('agents'),
  landing: weightsOf('landing'),
  relays: relayWeights,
  mail: mailWeights,
  efforts: effortWeights,
  trips: tripWeights,
}

/** From here on every number is about relays. */
export const relaysFrom = 10_000_000
/** And from here on about mail. */
export const mailFrom = 20_000_000
/** And from here on about efforts. */
export const effortsFrom = 30_000_000
/** And from here on about trips. */
export const tripsFrom = 40_000_000

/** Of three numbers one is about landing. */
export function themeOf(seed: number): Theme {
  if (seed >= tripsFrom) return 'trips'
  if (seed >= effortsFrom) return 'efforts'
  if (seed >= mailFrom) return 'mail'
  return seed >= relaysFrom ? 'relays' : seed % 3 === 0 ? 'landing' : 'agents'
}

/** Nothing happens without these. */
const firstOf: Readonly<Record<Theme, readonly string[]>> = {
  agents: ['spawn'],
  landing: ['offers'],
  relays: ['task', 'task', 'relay'],
  mail: ['spawn', 'spawn'],
  efforts: ['effort', 'goes-on', 'hires', 'goes-on', 'hires', 'goes-on'],
  trips: ['issue'],
}

/** How many actions follow: an effort needs time until somebody leads somebody. */
const lengthOf: Readonly<Record<Theme, readonly [number, number]>> = {
  agents: [6, 40],
  landing: [6, 40],
  relays: [6, 40],
  mail: [6, 40],
  efforts: [10, 70],
  trips: [10, 60],
}

const made = (name: string, random: Random): Action => ({ do: name, args: deeds.get(name)?.args?.(random) ?? [] })

function choose(random: Random, from: readonly (readonly [string, number])[]): Action {
  let ticket = random.next() * from.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [name, weight] of from) {
    ticket -= weight
    if (ticket < 0) return made(name, random)
  }
  return made('go', random)
}

/** The schedule of a number. */
export function scheduleOf(seed: number): readonly Action[] {
  const random = randomFrom(Math.imul(seed, 2654435761) ^ 0x5bd1e995)
  const theme = themeOf(seed)
  const first = firstOf[theme].map((name) => made(name, random))
  return [...first, ...Array.from({ length: random.between(...lengthOf[theme]) }, () => choose(random, weights[theme]))]
}

export interface RunOptions extends SimOptions {
  /** Only schedules that are about this. */
  readonly about?: Theme
  readonly trace?: (line: string) => void
}

/** null, or what went wrong. */
export async function run(schedule: readonly Action[], options: RunOptions = {}): Promise<string | null> {
  const story = createStory(options, options.trace ?? null)
  const listen = (cause: unknown): void => {
    if (!(cause instanceof PowerCut)) story.blame(`nobody handles ${describe(cause)}`)
  }
  listener = listen
  try {
    for (const subject of subjects) subject.begin?.(story)
    await come(story, 'ready')
    for (const action of schedule) {
      if (story.fault !== null) return story.fault
      story.tell(`# ${action.do} ${action.args.join(' ')}`)
      await deeds.get(action.do)?.does(story, action.args)
      await story.home.scheduler.quiet()
      for (const subject of subjects) subject.always?.(story)
    }
    if (story.fault === null) await come(story, 'rest')
    if (story.fault === null) for (const subject of subjects) subject.atRest?.(story)
    // Promises that nobody handles are told of now.
    await new Promise((resolve) => setImmediate(resolve))
  } catch (cause) {
    story.blame(`it threw ${describe(cause)}`)
  } finally {
    story.home.crash()
  }
  return story.fault
}

const mostSteps = 20_000
const quietSeconds = 7
const patienceSeconds = 300

/** Everything goes on to its end: the daemon works, agents finish, time passes until nothing changes any more. */
async function come(story: Story, to: 'ready' | 'rest'): Promise<void> {
  const { scheduler, store } = story.home
  story.tell(`# ${to}`)
  let still = 0
  let waited = 0
  for (let step = 0; step < mostSteps && story.fault === null; step++) {
    if (to === 'ready') {
      story.home.boot()
      await scheduler.quiet()
      if (story.home.state === 'ready') return
    }
    const next = scheduler.ready()[0]
    if (next !== undefined) {
      await scheduler.let(next)
      continue
    }
    for (const subject of subjects) subject.always?.(story)
    if (to === 'rest' && subjects.some((subject) => subject.rest?.(story) === true)) {
      await scheduler.quiet()
      still = 0
      continue
    }
    const owing = subjects.some((subject) => subject.owes?.(story) === true)
    if (!owing && still >= quietSeconds) return
    if (waited > patienceSeconds) break
    const before = store.commits
    await scheduler.pass(1000)
    waited += 1
    still = store.commits === before && !owing ? still + 1 : 0
  }
  const turns = store.reads
    .runningTurns()
    .map(({ sessionId, n, launchId }) => `turn ${n} of ${sessionId} at ${launchId}`)
  const agents = story.home.machine.alive().map(({ launchId }) => `a process of ${launchId}`)
  const left = subjects.flatMap((subject) => subject.left?.(story) ?? [])
  story.blame(`it never comes to rest: ${[...story.calls.values(), ...turns, ...agents, ...left].join(', ')}`)
}

let listener: ((cause: unknown) => void) | null = null

/** While simulations run, a promise that nobody handles is a fault of the story and of nobody else. */
export async function alone<T>(work: () => Promise<T>): Promise<T> {
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  const mine = (cause: unknown): void => listener?.(cause)
  process.on('unhandledRejection', mine)
  try {
    return await work()
  } finally {
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', mine)
    for (const other of others) process.on('unhandledRejection', other)
  }
}

type Fails = (schedule: readonly Action[]) => Promise<boolean>

/** Leaves away whatever the fault does not need, then makes numbers smaller. */
export async function shrink(schedule: readonly Action[], fails: Fails): Promise<readonly Action[]> {
  let now = schedule
  for (;;) {
    const shorter = await simplify(await leaveAway(now, fails), fails)
    if (JSON.stringify(shorter) === JSON.stringify(now)) return shorter
    now = shorter
  }
}

async function leaveAway(schedule: readonly Action[], fails: Fails): Promise<readonly Action[]> {
  let now = [...schedule]
  for (let size = Math.ceil(now.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < now.length; ) {
      const shorter = [...now.slice(0, at), ...now.slice(at + size)]
      if (await fails(shorter)) now = shorter
      else at += size
    }
  }
  return now
}

async function simplify(schedule: readonly Action[], fails: Fails): Promise<readonly Action[]> {
  let now = [...schedule]
  for (const [at, action] of schedule.entries()) {
    for (let arg = 0; arg < action.args.length; arg++) {
      const value = now[at]?.args[arg] ?? 0
      for (const smaller of [0, 1, Math.trunc(value / 2), value - 1]) {
        if (Math.abs(smaller) >= Math.abs(value)) continue
        const simpler = now.map((one, index) => (index === at ? { ...one, args: one.args.with(arg, smaller) } : one))
        if (!(await fails(simpler))) continue
        now = simpler
        break
      }
    }
  }
  return now
}

export interface Finding {
  readonly seed: number
  readonly fault: string
  readonly schedule: readonly Action[]
}

/** Runs the schedules of so many numbers; the first that fails comes back short. */
export function search(from: number, count: number, options: RunOptions = {}): Promise<Finding | null> {
  return alone(async () => {
    for (let seed = from; seed < from + count; seed++) {
      if (options.about !== undefined && themeOf(seed) !== options.about) continue
      const fault = await run(scheduleOf(seed), options)
      if (fault === null) continue
      const schedule = await shrink(scheduleOf(seed), async (shorter) => (await run(shorter, options)) !== null)
      return { seed, fault: (await run(schedule, options)) ?? fault, schedule }
    }
    return null
  })
}

export const describeFinding = (found: Finding | null): string =>
  found === null
    ? 'all held'
    : `SIM_SEED=${found.seed}: ${found.fault}\n${found.schedule.map((action, index) => `  ${index + 1}. ${action.do} ${action.args.join(' ')}`).join('\n')}`
