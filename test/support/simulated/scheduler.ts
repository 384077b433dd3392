/**
 * The one owner of everything that a simulated world resolves: what the daemon asked of the world waits here, step by step,
 * until somebody lets it happen. No real timer and no real I/O, so one order of steps gives one story. Knows nothing of
 * processes or files; who chooses the next step is left to the schedule.
 */
import type { Clock } from '#ports/clock'

/** Thrown at whatever a daemon still does after its death. */
export class PowerCut extends Error {
  override readonly name = 'PowerCut'
}

export interface Pending {
  readonly name: string
  readonly life: Life
  /** Absent: it may happen at any time. */
  readonly ready?: () => boolean
  /** Answers whether that was the last step of it. */
  step(): boolean
}

/** One daemon's life: what it asked for is forgotten when it dies. */
export interface Life {
  readonly dead: boolean
  readonly clock: Clock
  /** Acts on the world, one step each; the answer is a step of its own, so that a crash fits between. */
  does<T>(name: string, acts: readonly (() => void)[], answer: () => T): Promise<T>
  /** Looks at the world: one step. */
  sees<T>(name: string, answer: () => T): Promise<T>
  /** Waits for something to be so in the world. */
  until(name: string, ready: () => boolean): Promise<void>
  /** Throws when the daemon is dead: for ports that answer at once. */
  check(): void
  end(): void
}

interface Timer {
  readonly at: number
  readonly life: Life
  fire(): void
}

export interface Scheduler {
  begin(): Life
  /** What can happen now. */
  ready(): readonly Pending[]
  /** Lets one step of it happen, and everything that follows from it at once. */
  let(pending: Pending): Promise<void>
  /** Time passes; whoever sleeps wakes in order. */
  pass(ms: number): Promise<void>
  /** When the next sleeper wakes, from now; null: nobody sleeps. */
  nextWake(): number | null
  now(): Date
  /** Sets the clock on the wall; the steady one does not notice. */
  setWall(byMs: number): void
  /** Resolves once nothing more follows from what happened so far. */
  quiet(): Promise<void>
  /** Called before the first step of everything; may throw what goes wrong. */
  before: (name: string) => void
  /** Told every step, for traces. */
  told: ((line: string) => void) | null
}

const midnight = Date.UTC(2026, 0, 1)

export function createScheduler(): Scheduler {
  const pending: Pending[] = []
  const timers: Timer[] = []
  let steady = 0
  let wall = midnight

  // Ticks run once the queue of promises is empty: exactly when nothing more follows.
  const quiet = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))

  const remove = <T>(list: T[], item: T): void => {
    const at = list.indexOf(item)
    if (at >= 0) list.splice(at, 1)
  }

  function begin(): Life {
    let dead = false
    const never = <T>(): Promise<T> => new Promise<T>(() => undefined)
    const sleep: Clock['sleep'] = (ms, signal) => {
      if (dead) return never()
      if (signal?.aborted === true) return Promise.resolve()
      return new Promise((resolve) => {
        const fire = (): void => {
          remove(timers, timer)
          signal?.removeEventListener('abort', fire)
          resolve()
        }
        const timer: Timer = { at: steady + ms, life, fire }
        timers.push(timer)
        signal?.addEventListener('abort', fire)
      })
    }
    const life: Life = {
      get dead() {
        return dead
      },
      clock: { now: () => new Date(wall + steady), steady: () => steady, sleep, zone: 'UTC' },
      does(name, acts, answer) {
        if (dead) return never()
        return new Promise((resolve, reject) => {
          let at = 0
          const step = (): boolean => {
            try {
              if (at === 0) scheduler.before(name)
              const act = acts[at]
              at += 1
              if (act === undefined) resolve(answer())
              else act()
              return act === undefined
            } catch (cause) {
              reject(cause)
              return true
            }
          }
          pending.push({ name, life, step })
        })
      },
      sees: (name, answer) => life.does(name, [], answer),
      until(name, ready) {
        if (dead) return never()
        return new Promise((resolve) => {
          const step = (): boolean => {
            resolve()
            return true
          }
          pending.push({ name, life, ready, step })
        })
      },
      check() {
        if (dead) throw new PowerCut('This daemon is dead.')
      },
      end() {
        dead = true
        for (const one of pending.filter((candidate) => candidate.life === life)) remove(pending, one)
        for (const one of timers.filter((candidate) => candidate.life === life)) remove(timers, one)
      },
    }
    return life
  }

  const scheduler: Scheduler = {
    begin,
    ready: () => pending.filter((one) => one.ready === undefined || one.ready()),
    async let(one) {
      scheduler.told?.(one.name)
      if (one.step()) remove(pending, one)
      await quiet()
    },
    async pass(ms) {
      const until = steady + ms
      for (;;) {
        let next: Timer | undefined
        for (const timer of timers) if (timer.at <= until && (next === undefined || timer.at < next.at)) next = timer
        if (next === undefined) break
        steady = Math.max(steady, next.at)
        scheduler.told?.(`wake at ${steady}`)
        next.fire()
        await quiet()
      }
      steady = Math.max(steady, until)
    },
    nextWake() {
      let next: number | null = null
      for (const { at } of timers) if (next === null || at < next) next = at
      return next === null ? null : Math.max(0, next - steady)
    },
    now: () => new Date(wall + steady),
    setWall(byMs) {
      wall += byMs
    },
    quiet,
    before: () => undefined,
    told: null,
  }
  return scheduler
}
