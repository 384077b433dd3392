/**
 * The daemon and what it stands on: its work goes on step by step, time passes, clocks jump, it is killed and started
 * again, the disk is full, tools fail. Nothing of it may show: what must hold is said by the other subjects.
 */
import { DroverError } from '#contract/error'
import { randomFrom } from '../crash/random.ts'
import { cannotStart } from '../support/simulated/machine.ts'
import type { Story, Subject } from './story.ts'

/** What may fail once, by its name at the scheduler. */
export const failing = [
  'snapshot',
  'start',
  'create',
  'run',
  'find',
  'recover',
  'remove',
  'readd',
  'files',
  'state',
  'readings',
  'leftovers',
] as const

const failure = (name: string): DroverError => {
  if (name === 'start') return cannotStart()
  if (name === 'snapshot') return new DroverError('SNAPSHOT_FAILED', 'A path cannot be saved.')
  return new DroverError('GIT_FAILED', `${name} failed.`)
}

/** So many steps, each chosen by the number; 0 lets the oldest go first. */
async function go({ home, fault }: Story, steps: number, choice: number): Promise<void> {
  const random = choice === 0 ? null : randomFrom(choice)
  for (let step = 0; step < steps && fault === null; step++) {
    const ready = home.scheduler.ready()
    const next = random === null ? ready[0] : ready[random.between(0, ready.length - 1)]
    if (next === undefined) return
    await home.scheduler.let(next)
  }
}

export const daemon: Subject = {
  deeds: {
    go: {
      weight: 42,
      args: (random) => [random.between(1, 16), random.between(0, 999)],
      does: (story, [steps = 0, choice = 0]) => go(story, steps, choice),
    },
    time: {
      weight: 8,
      args: (random) => [random.pick([1, 1, 2, 3, 7])],
      does: ({ home }, [seconds = 0]) => home.scheduler.pass(seconds * 1000),
    },
    clock: {
      weight: 1,
      args: (random) => [random.between(-7200, 7200)],
      does: ({ home }, [seconds = 0]) => home.scheduler.setWall(seconds * 1000),
    },
    crash: {
      weight: 4,
      does: ({ home }) => home.crash(),
    },
    /** At a fault point, also in the middle of a flow that waits for nobody. */
    die: {
      weight: 2,
      args: (random) => [random.between(1, 12)],
      does: ({ home }, [points = 1]) => home.dieAfter(points),
    },
    boot: {
      weight: 5,
      does: ({ home }) => home.boot(),
    },
    stop: {
      weight: 1,
      args: (random) => [random.between(0, 1)],
      does({ home, harm }, [agents = 0]) {
        if (agents === 1 && home.state === 'ready') harm.add('stopped')
        home.stop(agents === 0 ? 'keep' : 'stop')
      },
    },
    reboot: {
      weight: 1,
      does({ home }) {
        home.crash()
        home.machine.reboot()
      },
    },
    full: {
      weight: 2,
      args: (random) => [random.between(1, 4)],
      does({ home, harm }, [commits = 1]) {
        harm.add('full')
        home.store.failing = commits
      },
    },
    fail: {
      weight: 3,
      args: (random) => [random.between(0, failing.length - 1)],
      does({ harm }, [at = 0]) {
        harm.add(`next ${failing[at]}`)
      },
    },
  },
  begin({ home, harm }) {
    home.scheduler.before = (name) => {
      if (!harm.delete(`next ${name}`)) return
      harm.add(`failed ${name}`)
      throw failure(name)
    }
  },
  rest({ home, harm }) {
    for (const name of failing) harm.delete(`next ${name}`)
    home.store.failing = 0
    home.dieAfter(0)
    if (home.state !== 'down') return false
    home.boot()
    return true
  },
  owes: ({ home, calls }) => home.state !== 'ready' || calls.size > 0,
  always(story) {
    const cause = story.home.bootFailure
    if (cause !== null && !(cause instanceof DroverError && story.harm.size > 0))
      story.blame(`the daemon could not start: ${cause instanceof Error ? cause.message : String(cause)}`)
  },
}
