/** What the doors may ask about roles: an agreed wait, whom a session started, and letting one go. */
import { DroverError } from '#contract/error'
import type { Session } from '#contract/session'
import { noChildren, readWait } from '#core/role/wait'
import type { Caller } from '#flows/access/caller'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import { closeSession } from '#flows/session/end-session'
import { needKnown, tellSession, viewSession } from '#flows/session/views'
import { runningTurn } from '#flows/turn/close-turn'
import type { SessionRecord } from '#ports/store/session'
import { roleGround, terminalOf } from './role-of.ts'
import { writeDeath } from './say-end.ts'

export interface RoleFlows {
  /** Registers and answers at once; the end of the turn is the agent's. */
  wait(id: string, input: { for: string; deadline?: string }): Session
  children(id: string): readonly Session[]
  /** Ends a session that is needed no more; asked for by the operator or its parent. */
  dismiss(id: string, caller: Caller): Promise<Session>
}

export const roleFlows = (context: Context): RoleFlows => ({
  wait: (id, input) => wait(context, id, input),
  children(id) {
    const { reads } = context.journal
    return reads.childrenOf(needKnown(context, id).id).map((child) => viewSession(context, reads, child))
  },
  dismiss: (id, caller) => dismiss(context, id, caller),
})

const shown = (context: Context, id: string): Session =>
  viewSession(context, context.journal.reads, needKnown(context, id))

function wait(context: Context, id: string, input: { for: string; deadline?: string }): Session {
  const waiting = accepted(readWait(input.for, input.deadline, context.clock.now()))
  needKnown(context, id)
  context.journal.command((tx) => {
    const session = tx.session(id)
    if (session === null || session.phase === 'ended' || context.ending.has(id))
      throw new DroverError('SESSION_ENDED', `Session ${id} has ended and waits for nothing.`, {
        hint: `Bring it back with: drover session restore ${id}`,
      })
    if (waiting.for === 'children' && tx.childrenOf(id).length === 0) accepted(noChildren(id))
    if (waiting.taskId !== null && tx.task(waiting.taskId)?.projectId !== session.projectId)
      throw new DroverError('TASK_NOT_FOUND', `There is no task "${waiting.taskId}" in ${session.projectId}.`, {
        hint: 'List tasks with: drover task ls',
      })
    tx.updateSession(id, { waiting })
    tellSession(context, tx, id)
    // Between two turns nobody else looks whether it has come already.
    if (runningTurn(tx, session) === null) tx.afterCommit(() => context.settle(id))
  })
  context.faultPoint('wait:registered')
  return shown(context, id)
}

async function dismiss(context: Context, id: string, caller: Caller): Promise<Session> {
  const session = needKnown(context, id)
  if (caller.type === 'session' && session.parentId !== caller.sessionId)
    throw new DroverError('FORBIDDEN_SCOPE', `${caller.sessionId} did not start ${id}.`, {
      hint: 'A session lets go of those it started; ask the operator for anything else.',
    })
  if (caller.type === 'operator') tellParent(context, session)
  await closeSession(context, id)
  return shown(context, id)
}

/** The operator's choice is news to the parent where a report was still to come; the parent's own is not. */
function tellParent(context: Context, { id }: SessionRecord): void {
  context.journal.command((tx) => {
    const session = tx.session(id)
    if (session === null || session.phase !== 'live' || session.report?.state !== 'owed') return
    // What it said last counts at its end.
    if (terminalOf(tx, session, roleGround(context, session).row) !== null) return
    writeDeath(context, tx, session, { cause: 'aborted', by: 'operator', detail: 'dismissed' })
    tellSession(context, tx, id)
  })
}
