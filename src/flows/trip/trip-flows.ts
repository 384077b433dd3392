/** What the doors may ask about trips and the loop that makes them. */
import type { AfkStatus, Presence, Trip } from '#contract/trip'
import { shippedAfk } from '#core/trip/settings'
import type { Context } from '#flows/engine/context'
import { type EnrolInput, type Enrolled, enrol } from './enrol.ts'
import { loopOf } from './loop-ground.ts'
import { logsOf } from './red-tails.ts'
import type { LoopRun } from './run-loop.ts'
import { resumeLoop, runIssue, stopLoop, stoppedAt } from './steer-loop.ts'
import { needTrip, presenceOf, viewTrip } from './views.ts'
import { waitingTrips } from './waiting-trips.ts'

export interface TripFlows {
  trips(query: { projectId?: string; open?: boolean; limit?: number }): readonly Trip[]
  trip(id: string): { trip: Trip; checklist: string | null; logs: readonly { name: string; tail: string }[] }
  afk(): AfkStatus
  /** Of one project, where a session asks. */
  presence(projectId?: string): readonly Presence[]
  enrol(input: EnrolInput): Promise<Enrolled>
  runIssue(input: { issue: string; projectId?: string }): Promise<Trip>
  stopAfk(input: { now?: boolean }): AfkStatus
  resumeAfk(): AfkStatus
}

export function tripFlows(context: Context, run: LoopRun): TripFlows {
  const { reads } = context.journal
  const status = (): AfkStatus => afkStatusOf(context, run)
  return {
    trips: ({ limit = 100, ...query }) =>
      reads.trips({ ...query, limit: Math.min(Math.max(1, limit), 1000) }).map(viewTrip),
    trip(id) {
      const found = needTrip(reads, id)
      return { trip: viewTrip(found), checklist: found.own.checklist, logs: logsOf(found) }
    },
    afk: status,
    presence: (projectId) =>
      reads
        .openTrips()
        .filter((trip) => projectId === undefined || trip.projectId === projectId)
        .map(presenceOf),
    enrol: (input) => enrol(context, run.memory, input),
    runIssue: (input) => runIssue(context, run, input),
    stopAfk(input) {
      stopLoop(context, run, { now: input.now === true })
      return status()
    },
    resumeAfk() {
      resumeLoop(context, run)
      return status()
    },
  }
}

function afkStatusOf(context: Context, { memory }: LoopRun): AfkStatus {
  const { reads } = context.journal
  const loop = loopOf(context)
  const values = loop.ok ? loop.values : shippedAfk
  const enrolled = loop.ok ? loop.enrolled : []
  const stopped = stoppedAt(reads)
  const open = reads.openTrips()
  const [state, why] = !loop.ok
    ? (['error', loop.error] as const)
    : !values.enabled
      ? (['off', 'The kill switch holds, or [afk] enabled is not true.'] as const)
      : enrolled.length === 0
        ? (['off', 'No repository is enrolled.'] as const)
        : stopped !== null
          ? (['stopped', 'It was stopped; drover afk resume lets it go on.'] as const)
          : (['on', null] as const)
  const repos = new Set(enrolled.map(({ repo }) => repo.toLowerCase()))
  return {
    state,
    why,
    stoppedAt: stopped,
    enrolled,
    looks: [...memory.looks].filter(([repo]) => repos.has(repo)).map(([, look]) => look),
    seen: [...memory.seen].filter(([repo]) => repos.has(repo)).flatMap(([, issues]) => issues),
    trips: open.map(viewTrip),
    waiting: waitingTrips(context, memory).map(viewTrip),
    presence: open.map(presenceOf),
    labels: { ready: values.readyLabel, inProgress: values.inProgressLabel, human: values.humanLabel },
  }
}
