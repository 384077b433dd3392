/** An agreed end of a turn with something still to come: what may be waited for, until when, and whether it has come. */
import type { Refusal } from '#contract/error'
import type { Report, WaitingFor } from '#contract/role'
import type { Phase } from '#contract/session'
import type { TaskState } from '#contract/task-state'

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const longest = 30 * 86_400_000

/** `30m`, `90`, `1h`: milliseconds. A bare number is seconds. null: not understood. */
export function readDuration(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)?$/.exec(text.trim())
  if (match === null) return null
  const ms = Number(match[1]) * units[match[2] ?? 's']!
  return ms > 0 && ms <= longest ? ms : null
}

const after = (ms: number, now: Date): string => new Date(now.getTime() + ms).toISOString()

/** `children | mail | task:ID | time:30m`, and by when it must have come. */
export function readWait(text: string, deadline: string | undefined, now: Date): WaitingFor | Refusal {
  const said = text.trim()
  const since = now.toISOString()
  const by = deadline === undefined ? null : readDuration(deadline)
  if (deadline !== undefined && by === null) return invalid(`"${deadline}" is no deadline.`)
  const until = by === null ? null : after(by, now)
  if (said === 'children' || said === 'mail') return { for: said, taskId: null, until, since }
  const [, kind, rest = ''] = /^(task|time):(.*)$/.exec(said) ?? []
  if (kind === 'task' && rest.trim() !== '') return { for: 'task', taskId: rest.trim(), until, since }
  const ms = kind === 'time' ? readDuration(rest) : null
  if (ms === null) return invalid(`"${said}" is nothing that can be waited for.`)
  return { for: 'time', taskId: null, until: after(ms, now), since }
}

const invalid = (message: string): Refusal => ({
  refused: 'WAIT_INVALID',
  message,
  hint: 'Wait for children, mail, task:ID or time:30m; a deadline is a duration such as 2h.',
})

/** Nobody is there who could report. */
export const noChildren = (id: string): Refusal => ({
  refused: 'WAIT_INVALID',
  message: `${id} has started nobody, so no child can report.`,
  hint: 'Start a child first, or wait for mail or a time.',
})

export interface ChildFacts {
  readonly id: string
  readonly phase: Phase
  readonly report: Report | null
}

export interface WaitFacts {
  readonly waiting: WaitingFor
  readonly now: Date
  readonly children: readonly ChildFacts[]
  /** Mail for it that no turn has carried yet. */
  readonly queued: number
  /** null: there is no such task any more. */
  readonly task: TaskState | null
}

/** Nothing more comes from it: it reported, it will not, or it ended. */
export const isSettled = ({ phase, report }: ChildFacts): boolean =>
  phase === 'ended' || (report !== null && report.state !== 'owed')

const openTasks: readonly (TaskState | null)[] = ['ready', 'claimed']

export type WaitVerdict = 'met' | 'late' | 'waiting'

export function judgeWait({ waiting, now, children, queued, task }: WaitFacts): WaitVerdict {
  const passed = waiting.until !== null && Date.parse(waiting.until) <= now.getTime()
  if (waiting.for === 'time') return passed ? 'met' : 'waiting'
  const come =
    waiting.for === 'children'
      ? children.every(isSettled)
      : waiting.for === 'mail'
        ? queued > 0
        : !openTasks.includes(task)
  return come ? 'met' : passed ? 'late' : 'waiting'
}

/** In the words of the command. */
export function waitText({ for: what, taskId, until }: WaitingFor): string {
  if (what === 'task') return `task ${taskId}`
  return what === 'time' ? `the time ${until}` : what
}
