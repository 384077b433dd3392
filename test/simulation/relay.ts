/**
 * Relays: a queue with blockers and priorities, mixes with quotas, one and two lanes, agents that finish, report, break for every
 * reason and run into limits, people who steer. What must hold of them is said in `relay-holds.ts`.
 */
import type { FailureCategory } from '#contract/agent-event'
import { type Caller, operator } from '#flows/access/caller'
import { project } from '../support/engine.ts'
import type { SimProcess } from '../support/simulated/machine.ts'
import { awake, finish } from './agent.ts'
import { atRest, forgive, holders, open, relays, tasks, watch } from './relay-holds.ts'
import type { Story, Subject } from './story.ts'

const mostTasks = 7
const mostRelays = 6
const mixes = [
  ['once:a'],
  ['once:a', 'stays:b'],
  ['stays:a@2', 'once:b'],
  ['once:a@*', 'stays:b', 'once:c'],
  ['once:a@1-2', 'once:b'],
  ['stays', 'once'],
] as const
const reasons: readonly FailureCategory[] = [
  'usage_limit',
  'rate_limit',
  'overloaded',
  'transient',
  'stalled',
  'context_lost',
  'agent_error',
  'unknown',
  'auth',
  'invalid_model',
]
/** What a relay asks of the world and may fail once, by its name at the scheduler. */
const brittle = [
  'put-back',
  'commit-all',
  'branches',
  'leftovers-of',
  'contains',
  'commit-at',
  'follow',
  'commits',
] as const

function steer(name: string, weight: number, how: (story: Story, id: string, args: readonly number[]) => void) {
  return {
    [name]: {
      weight,
      args: (random: { between(from: number, to: number): number }) => [random.between(0, 1), random.between(0, 5)],
      does(story: Story, args: readonly number[]) {
        const one = open(story)
        if (one !== null) how(story, one.id, args)
      },
    },
  }
}

export const relay: Subject = {
  theme: 'relays',
  deeds: {
    task: {
      weight: 6,
      args: (random) => [random.between(0, 2), random.between(0, 4), random.between(0, 6)],
      does(story, [priority = 0, blocker = 0, kind = 0]) {
        const known = tasks(story)
        if (known.length >= mostTasks) return
        const before = blocker === 0 ? undefined : known[blocker % Math.max(1, known.length)]
        const input = {
          projectId: project,
          title: `task ${known.length + 1}`,
          priority,
          blockedBy: before === undefined || blocker > 2 ? [] : [before.id],
          expects: kind === 5 ? ('none' as const) : ('change' as const),
          ...(kind === 4 ? { verify: 'make check' } : {}),
          ...(kind === 3 ? { place: 'head' as const } : {}),
        }
        story.call('task', async (flows) => flows.addTask(input, operator))
      },
    },
    relay: {
      weight: 5,
      args: (random) => [
        random.between(0, 3),
        random.between(0, 2),
        random.between(0, mixes.length - 1),
        random.between(0, 3),
        random.between(0, 2),
      ],
      does(story, [kind = 0, lanes = 0, mix = 0, target = 0, mode = 0]) {
        if (relays(story).length >= mostRelays) return
        const input = {
          projectId: project,
          mix: [...(mixes[mix] ?? mixes[0])],
          ...(kind === 1 ? { prompt: 'work on' } : {}),
          ...(lanes === 2 ? { parallel: 2 } : {}),
          ...(target === 0 ? {} : { iterations: target }),
          ...(mode === 2 ? { mode: 'new' as const } : {}),
        }
        story.call('relay', (flows) => flows.startRelay(input))
      },
    },
    'relay-again': {
      weight: 2,
      args: (random) => [random.between(0, mixes.length)],
      does(story, [mix = 0]) {
        const other = mixes[mix - 1]
        const more = other === undefined ? {} : { mix: [...other] }
        story.call('go on', (flows) => flows.startRelay({ projectId: project, mode: 'resume', ...more }))
      },
    },
    ...steer('relay-stop', 2, (story, id, [now = 0]) =>
      story.call(`stop ${id}`, (flows) => flows.stopRelay(id, now === 1)),
    ),
    ...steer('relay-pause', 2, (story, id) => story.call(`pause ${id}`, async (flows) => flows.pauseRelay(id))),
    ...steer('relay-resume', 4, (story, id) => story.call(`resume ${id}`, async (flows) => flows.resumeRelay(id))),
    ...steer('relay-skip', 2, (story, id) => story.call(`skip ${id}`, (flows) => flows.skipTry(id))),
    'agent-reset': {
      weight: 1,
      args: (random) => [random.between(0, 3)],
      does(story, [at = 0]) {
        const states = story.home.store.reads.agentStates()
        const one = states[at % Math.max(1, states.length)]
        if (one !== undefined) story.call(`reset ${one.name}`, async (flows) => flows.resetAgent(one.name))
      },
    },
    /** A person takes a task away, or wants one once more. */
    'task-state': {
      weight: 1,
      args: (random) => [random.between(0, 6), random.between(0, 1)],
      does(story, [at = 0, again = 0]) {
        const all = tasks(story)
        const one = all[at % Math.max(1, all.length)]
        if (one === undefined || (again === 1 && one.state === 'done')) return
        const state = again === 1 ? ('ready' as const) : ('cancelled' as const)
        story.call(`${state} ${one.id}`, async (flows) => flows.changeTask(one.id, { state }))
      },
    },
    works: {
      weight: 14,
      args: (random) => [random.between(0, 3), random.between(0, 3)],
      does(story, [at = 0, how = 0]) {
        const process = awake(story, at)
        if (process === null || process.prompt === null || process.asked !== null) return
        work(story, process, how === 3)
        if (how > 0) finish(story, process)
      },
    },
    breaks: {
      weight: 7,
      args: (random) => [random.between(0, 3), random.between(0, reasons.length - 1), random.between(0, 90)],
      does(story, [at = 0, why = 0, seconds = 0]) {
        const process = awake(story, at)
        if (process === null || process.prompt === null || process.asked !== null) return
        const reset = new Date(story.home.scheduler.now().getTime() + seconds * 1000).toISOString()
        process.prompt = null
        process.interrupted = false
        const reason = reasons[why] ?? 'unknown'
        if (reason === 'context_lost') forgive(story, process.sessionId)
        story.home.machine.write(process, {
          k: 'broke',
          why: reason,
          until: seconds > 0 && (reason === 'usage_limit' || reason === 'rate_limit') ? reset : null,
        })
      },
    },
    reports: {
      weight: 5,
      args: (random) => [random.between(0, 3), random.between(0, 5)],
      does(story, [at = 0, how = 0]) {
        const process = awake(story, at)
        if (process !== null && process.prompt !== null) report(story, process, how)
      },
    },
    /** Time that nobody waits for. */
    later: {
      weight: 3,
      args: (random) => [random.between(5, 400)],
      does: ({ home }, [seconds = 0]) => {
        home.scheduler.setWall(seconds * 1000)
        return home.scheduler.pass(2000)
      },
    },
    brittle: {
      weight: 3,
      args: (random) => [random.between(0, brittle.length - 1)],
      does({ harm }, [at = 0]) {
        harm.add(`next ${brittle[at]}`)
      },
    },
  },
  begin: watch,
  always: holders,
  /** Agents of relays do their work; long waits are over. */
  rest(story) {
    for (const name of brittle) story.harm.delete(`next ${name}`)
    story.home.machine.red = 0
    for (const process of story.home.machine.alive()) {
      if (process.hung || process.asked !== null || process.prompt === null || !story.ofRelay(process.sessionId))
        continue
      work(story, process, false)
      finish(story, process)
      return true
    }
    return skipWait(story)
  },
  owes(story) {
    const one = open(story)
    return one !== null && (one.state !== 'paused' || one.lanes.some(({ at }) => at === 'busy'))
  },
  atRest,
}

function work(story: Story, process: SimProcess, commits: boolean): void {
  const { repositories } = story.home
  const tree = repositories.trees.get(process.cwd)
  if (tree === undefined || tree.half) return
  repositories.edit(tree)
  if (commits) repositories.commit(tree)
}

function report(story: Story, process: SimProcess, how: number): void {
  const { reads } = story.home.store
  const one = reads.openTry(process.sessionId)
  if (one?.taskId == null) return
  const { taskId } = one
  const caller: Caller = {
    type: 'session',
    sessionId: process.sessionId,
    launchId: process.launchId,
    projectId: project,
    kind: 'worker',
  }
  const outcome = (['done', 'done', 'done', 'failed', 'needs_user', 'handoff'] as const)[how] ?? 'done'
  const followups = outcome === 'handoff' && tasks(story).length < mostTasks ? ['more to do'] : []
  story.call(`report of ${taskId}`, async (flows) =>
    flows.finishTask(taskId, { outcome, summary: 'as it went', followups }, caller),
  )
}

/** Nobody sits through an hour: the clock on the wall goes on to the moment that is waited for. */
function skipWait(story: Story): boolean {
  const one = open(story)
  if (one === null || one.state === 'paused' || story.home.state !== 'ready') return false
  const froms = one.lanes.flatMap(({ at, from }) => (at === 'again' && from !== null ? [from] : []))
  const until = one.waitingFor?.until == null ? Math.min(...froms) : Date.parse(one.waitingFor.until)
  const ms = until === Number.POSITIVE_INFINITY ? 0 : until - story.home.scheduler.now().getTime()
  if (ms < 5_000) return false
  story.home.scheduler.setWall(ms)
  return true
}
