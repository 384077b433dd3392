/**
 * Whether somebody may add, take, report, change or remove a task, from facts; each refusal with its code. What follows on
 * what is queue's table; reading and writing tasks is the flows'.
 */
import type { Refusal } from '#contract/error'
import type { TaskState } from '#contract/task-state'
import { moveTask, type TaskAct } from '#core/relay/queue'

type Verdict = 'accept' | Refusal

/** The operator says anything; an agent speaks for its own project, and never of what proves its work. */
export function decideAdd(author: {
  readonly agent: boolean
  readonly ownProject: boolean
  readonly saysVerify: boolean
}): Verdict {
  if (!author.agent) return 'accept'
  if (!author.ownProject)
    return {
      refused: 'FORBIDDEN_SCOPE',
      message: 'An agent adds tasks to its own project only.',
      hint: 'Ask the operator.',
    }
  if (author.saysVerify)
    return {
      refused: 'FORBIDDEN_SCOPE',
      message: 'What verifies a task is the operator’s to say.',
      hint: 'Leave verify out; the operator sets it with: drover task set <id> --verify',
    }
  return 'accept'
}

export interface ClaimFacts {
  readonly id: string
  readonly state: TaskState
  /** The session that holds it. */
  readonly holder: string | null
  /** Tasks that it waits for; empty once they are done. */
  readonly waitsFor: readonly string[]
}

/** `held`: it is this session's already. */
export function decideClaim(task: ClaimFacts, session: string | null): 'take' | 'held' | Refusal {
  if (session === null)
    return {
      refused: 'FORBIDDEN_SCOPE',
      message: 'A task is claimed by the session that does it.',
      hint: 'Start a relay on the queue (drover relay), or finish it yourself: drover task done <id>',
    }
  if (task.state === 'claimed' && task.holder === session) return 'held'
  if (task.state === 'claimed' || moveTask(task.state, 'claim') === null)
    return {
      refused: 'TASK_CLAIMED',
      message: `Task ${task.id} is ${task.state}.`,
      hint: 'Take another one: drover task ls --state ready',
    }
  if (task.waitsFor.length > 0)
    return {
      refused: 'TASK_BLOCKED',
      message: `Task ${task.id} waits for ${task.waitsFor.join(', ')}.`,
      hint: 'Do those first.',
    }
  return 'take'
}

/** A session reports what it holds; `session` null: the operator, of any. */
export function decideReport(
  task: { readonly id: string; readonly holder: string | null },
  session: string | null,
): Verdict {
  if (session === null || task.holder === session) return 'accept'
  return {
    refused: 'LEASE_LOST',
    message: `Session ${session} does not hold task ${task.id} (any more).`,
    hint: 'Leave it; whoever holds it now finishes it.',
  }
}

/** Where a task stands after what is said of it. */
export function decideSettle(
  task: { readonly id: string; readonly state: TaskState },
  act: TaskAct,
): TaskState | Refusal {
  const state = moveTask(task.state, act)
  if (state !== null) return state
  return {
    refused: 'TASK_CLAIMED',
    message: `Task ${task.id} is ${task.state}; this cannot be said of it now.`,
    hint: `Look at it with: drover task get ${task.id}`,
  }
}

export interface HeldFacts {
  readonly id: string
  readonly state: TaskState
  readonly relay: string | null
  readonly holder: string | null
  /** The launch that took it has ended: nobody does it any more, whatever is left of its lease. A relay looks after its own. */
  readonly holderGone: boolean
}

const howToFree = ({ id, relay, holder }: HeldFacts): string =>
  relay === null
    ? `End its holder with \`drover session kill ${holder}\`, or put it aside with \`drover task set ${id} --cancel\`.`
    : `Free it with \`drover relay stop ${relay} --now\`, or put it aside with \`drover task set ${id} --cancel\`.`

/** Tried again, or put aside, by a person. */
export function decideState(task: HeldFacts, wanted: 'ready' | 'cancelled'): TaskState | Refusal {
  const free = task.state === 'claimed' && task.relay === null && task.holderGone
  const next = moveTask(task.state, wanted === 'cancelled' ? 'cancel' : free ? 'release' : 'retry')
  if (next !== null) return next
  return {
    refused: 'TASK_CLAIMED',
    message: `Task ${task.id} is ${task.state}.`,
    hint: task.state === 'claimed' ? howToFree(task) : 'It is there already.',
  }
}

export function decideRemove(task: HeldFacts): Verdict {
  if (task.state !== 'claimed') return 'accept'
  return {
    refused: 'TASK_CLAIMED',
    message: `Task ${task.id} is held by ${task.relay ?? task.holder}.`,
    hint: howToFree(task),
  }
}
