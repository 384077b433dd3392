/** What core decides a relay's next step from, read at one moment: its lanes, the queue, its routes, who may be used. Reads only. */
import { specText } from '#core/relay/agent-spec'
import type { LaneFacts, RelayFacts, Route } from '#core/relay/next'
import { lookAtQueue } from '#core/relay/queue'
import type { Context } from '#flows/engine/context'
import { settingsFor } from '#flows/session/ground'
import type { Reads } from '#ports/store/journal'
import type { LaneState, RelayRecord } from '#ports/store/relay'
import type { TaskRecord } from '#ports/store/task'
import { availabilityOf } from './agents.ts'
import { routeOf } from './routes-of.ts'

export function factsOf(context: Context, relay: RelayRecord): RelayFacts {
  const { reads } = context.journal
  const project = reads.project(relay.projectId)
  const { settings } = settingsFor(context, project, relay.ignoreConfig)
  return {
    ended: relay.state === 'ended',
    stopping: relay.stopping,
    paused: relay.state === 'paused',
    target: relay.target,
    completed: relay.completed,
    lanes: relay.lanes.map(laneFacts),
    queue: relay.prompt === null ? queueFacts(reads, relay) : null,
    routeFor: (role) => withUnderWay(relay, routeOf(relay, settings, role)),
    available: ({ spec }) => availabilityOf(context, reads, settings, spec, isProbed(reads, relay, specText(spec))),
    now: context.clock.now().getTime(),
  }
}

/** Lanes that are at an entry have taken their place in its row, though they have not passed yet. */
function withUnderWay(relay: RelayRecord, route: Route): Route {
  const { at, row } = route.state
  const taken = relay.lanes.filter(
    (lane) => lane.route === route.name && lane.entry === at && (lane.at === 'again' || isUncounted(lane)),
  ).length
  return taken === 0 ? route : { ...route, state: { ...route.state, row: row + taken } }
}

const isUncounted = ({ at, step }: LaneState): boolean =>
  at === 'busy' && (step === 'prepare' || step === 'run' || step === 'judge')

/** Somebody tries it out already. */
function isProbed(reads: Reads, relay: RelayRecord, agent: string): boolean {
  return reads.openRelays().some((other) =>
    other.lanes.some((lane) => {
      if (lane.at !== 'busy' || lane.tryN === null) return false
      const one = reads.try(other.projectId, lane.tryN)
      return (
        one !== null && one.outcome === null && one.agent === agent && (other.id !== relay.id || lane.step === 'run')
      )
    }),
  )
}

function laneFacts(lane: LaneState): LaneFacts {
  switch (lane.at) {
    case 'free':
    case 'busy':
      return { at: lane.at }
    case 'again':
      return { at: 'again', task: lane.taskId, role: lane.role, agent: lane.entry ?? 0, from: lane.from ?? 0 }
    case 'rotate':
      return { at: 'rotate', task: lane.taskId, role: lane.role }
  }
}

function queueFacts(reads: Reads, relay: RelayRecord): NonNullable<RelayFacts['queue']> {
  const takeable = reads.takeableTasks(relay.projectId, 1)
  if (takeable.length > 0) return { takeable, waiting: 0, stuck: 0 }
  // Only a queue with nothing to take is looked at more closely.
  const blocked = reads.blockedTasks(relay.projectId)
  if (blocked.length === 0) return { takeable, waiting: 0, stuck: 0 }
  const known = new Map<string, TaskRecord>(blocked.map((task) => [task.id, task]))
  for (const id of blocked.flatMap((task) => task.blockedBy)) {
    const other = known.has(id) ? null : reads.task(id)
    if (other !== null) known.set(id, other)
  }
  const { waiting, stuck } = lookAtQueue([...known.values()].map(queued))
  return { takeable, waiting: waiting.length, stuck: stuck.length }
}

const queued = (task: TaskRecord) => ({
  ...task,
  leaseUntil: task.leaseUntil === null ? null : Date.parse(task.leaseUntil),
})
