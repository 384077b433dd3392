/** A lane takes up a task, or the prompt once more: written down in one transaction with the claim and the cursor of its route. */
import type { RelayStep } from '#core/relay/next'
import { tellTask } from '#flows/task/read-tasks'
import type { Tx } from '#ports/store/journal'
import type { LaneState, MixCursor, RelayRecord } from '#ports/store/relay'
import type { TaskRecord } from '#ports/store/task'
import { withoutLane } from './notes.ts'
import { idleLane } from './start-relay.ts'
import { tellRelay } from './views.ts'

/** The lane, the task and whose turn it is, in one transaction. */
export function startLane(tx: Tx, relay: RelayRecord, step: Extract<RelayStep, { do: 'start' }>): void {
  const before = relay.lanes[step.lane]
  if (before === undefined) throw new Error(`relay ${relay.id} has no lane ${step.lane}`)
  const task = step.task === null ? null : tx.task(step.task)
  if (task !== null && before.at === 'free') claim(tx, task, relay.id)
  const lane: LaneState = {
    ...before,
    ...(before.at === 'free' ? { ...idleLane, tryN: before.tryN } : {}),
    at: 'busy',
    step: 'prepare',
    next: null,
    taskId: step.task,
    role: task?.role ?? null,
    route: step.route,
    entry: step.entry,
    from: null,
    calledOff: null,
    ...(step.retry ? {} : { chain: [], mode: null, guidance: null }),
  }
  const lanes = relay.lanes.map((one) => (one.n === lane.n ? lane : one))
  const cursors = { ...relay.cursors, [step.route]: cursorAfter(relay, step) }
  // What troubled this lane is over; what waits for a person still does.
  const notes = withoutLane(relay.notes, lane.n)
  tellRelay(tx, tx.updateRelay(relay.id, { lanes, cursors, state: 'running', waitingFor: null, notes }))
}

/** Only what passed counts in a row: those under way were counted for the choice alone. */
function cursorAfter(relay: RelayRecord, { route, mix }: Extract<RelayStep, { do: 'start' }>): MixCursor {
  const before = relay.cursors[route]
  return before !== undefined && before.at === mix.at && mix.row > 0 ? { ...mix, row: before.row } : mix
}

function claim(tx: Tx, task: TaskRecord, relayId: string): void {
  const lease = { leaseRelay: relayId, leaseSession: null, leaseLaunch: null, leaseUntil: null }
  tellTask(tx, tx.updateTask(task.id, { state: 'claimed', result: null, ...lease }), 'task_updated')
}
