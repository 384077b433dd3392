/** The words of the turns that Drover begins by itself. What comes from agents is quoted, so that nobody takes it for an order. */
import type { WaitingFor } from '#contract/role'
import { quoted } from '#core/quote'
import type { RoleRow } from './table.ts'
import { type ChildFacts, isSettled, waitText } from './wait.ts'

/** Asks for the report that was not given. */
export function reminderText(row: RoleRow, facts: { readonly parent: boolean; readonly children: number }): string {
  const to = facts.parent ? '@parent' : 'operator'
  const type = row.ends[0] ?? 'worker_done'
  const waiting =
    facts.children === 0
      ? ''
      : `\n${facts.children} of those you started ${facts.children === 1 ? 'has' : 'have'} not reported yet. If you wait for them: \`drover wait --for children\`, or the tool \`wait\`, and end your turn.`
  return `Your turn ended without the mail that ends your work as ${row.name}, and without waiting for anything.
If the work is done, report now: \`drover mail send --to ${to} --type ${type} --subject "…" --body "…"\`, or the tool \`mail_send\`.
If it is not, go on and report when it is.${waiting}
Without a report your parent is told that you died.`
}

export interface ChildWords extends ChildFacts {
  readonly role: string | null
  readonly name: string
}

export interface WakeFacts {
  readonly waiting: WaitingFor
  readonly late: boolean
  readonly children: readonly ChildWords[]
  readonly task: { readonly id: string; readonly state: string; readonly title: string } | null
}

/** What came, or what did not. */
export function wakeText({ waiting, late, children, task }: WakeFacts): string {
  const what = waitText(waiting)
  if (late)
    return `The deadline ${waiting.until} has passed and ${what} did not come.\n${detail(waiting, children, task)}`
  if (waiting.for === 'time') return 'The time that you waited for has passed. Go on.'
  return `What you waited for (${what}) has come.\n${detail(waiting, children, task)}`
}

function detail(waiting: WaitingFor, children: readonly ChildWords[], task: WakeFacts['task']): string {
  if (waiting.for === 'children') return quoted(children.map(childLine).join('\n'))
  if (waiting.for === 'task')
    return task === null
      ? `There is no task ${waiting.taskId} any more.`
      : quoted(`${task.id} ${task.state}: ${task.title}`)
  return 'No mail came.'
}

function childLine(child: ChildWords): string {
  const state = isSettled(child) ? (child.report?.state ?? 'ended') : 'at work'
  return `${child.id} (${child.role ?? 'no role'}): ${state}${child.phase === 'ended' ? ', ended' : ''}`
}
