/** Whether what a session waits for has come, from rows alone. */
import { type ChildFacts, judgeWait, type WaitVerdict } from '#core/role/wait'
import { wakeText } from '#core/role/words'
import type { Context } from '#flows/engine/context'
import type { Reads } from '#ports/store/journal'
import type { SessionRecord } from '#ports/store/session'
import { queuedFor, roleGround, terminalOf } from './role-of.ts'

/** A child that has sent what its role ends with has reported, also while its turn runs out. */
function standing(context: Context, reads: Reads, child: SessionRecord): ChildFacts {
  const { id, phase, report } = child
  const said = report?.state === 'owed' && terminalOf(reads, child, roleGround(context, child).row) !== null
  return { id, phase, report: said ? { ...report, state: 'reported' } : report }
}

/** null: it waits for nothing. */
export function waitOf(context: Context, reads: Reads, session: SessionRecord): WaitVerdict | null {
  const { waiting } = session
  if (waiting === null) return null
  return judgeWait({
    waiting,
    now: context.clock.now(),
    children: waiting.for === 'children' ? childrenFacts(context, reads, session.id) : [],
    queued: waiting.for === 'mail' ? queuedFor(reads, session.id) : 0,
    task: waiting.taskId === null ? null : (reads.task(waiting.taskId)?.state ?? null),
  })
}

export const childrenFacts = (context: Context, reads: Reads, id: string): readonly ChildFacts[] =>
  reads.childrenOf(id).map((child) => standing(context, reads, child))

/** The words of the turn that ends its wait. */
export function wakeWords(context: Context, reads: Reads, session: SessionRecord, late: boolean): string {
  const { waiting } = session
  if (waiting === null) return ''
  const children = reads
    .childrenOf(session.id)
    .map((child) => ({ ...standing(context, reads, child), role: child.role, name: child.name }))
  const task = waiting.taskId === null ? null : reads.task(waiting.taskId)
  return wakeText({ waiting, late, children, task })
}
