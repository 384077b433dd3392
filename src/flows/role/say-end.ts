/**
 * The last word about a session of a role, in the transaction in which it is decided: the report that was given, or one
 * `worker_died` to its parent in the child's own name. What is kept (`duties.died`) makes it one, over any crash.
 */
import type { Report } from '#contract/role'
import type { EndedBy, EndReason } from '#contract/session'
import { causeOfEnd, type DeathCause, deathMail, deathReason, type TerminatedBy } from '#core/role/turn-contract'
import { type Context, now } from '#flows/engine/context'
import { mailId, postMail } from '#flows/mail/post-mail'
import type { Tx } from '#ports/store/journal'
import type { Duties, SessionRecord } from '#ports/store/session'
import { roleGround, terminalOf } from './role-of.ts'

export const freshDuties: Omit<Duties, 'version'> = {
  lastTerminal: 0,
  reminders: 0,
  died: false,
  watched: null,
  strayed: [],
  unguarded: [],
  profile: null,
  spec: null,
  overlaps: [],
}

export const dutiesOf = (session: SessionRecord): Duties => ({
  ...freshDuties,
  version: '',
  ...session.duties,
})

const reportOf = (context: Context, state: Report['state'], mail: number | null): Report => ({
  state,
  mailId: mail === null ? null : mailId(mail),
  at: now(context),
})

/** It said what its role ends with: nothing is owed and nothing awaited. Whoever waits for it looks again. */
export function writeReported(context: Context, tx: Tx, session: SessionRecord, mail: number): void {
  tx.updateSession(session.id, {
    report: reportOf(context, 'reported', mail),
    waiting: null,
    duties: { ...dutiesOf(session), lastTerminal: mail, reminders: 0, died: false, watched: null },
  })
  wakeParent(context, tx, session)
}

export interface Death {
  readonly cause: DeathCause
  readonly by: TerminatedBy
  readonly detail?: string | null
}

/** No report will come: exactly one mail to its parent, if it has one that lives. */
export function writeDeath(context: Context, tx: Tx, session: SessionRecord, death: Death): void {
  const duties = dutiesOf(session)
  tx.updateSession(session.id, {
    report: reportOf(context, 'missing', null),
    waiting: null,
    duties: { ...duties, died: true, watched: null },
  })
  const parent = session.parentId === null ? null : tx.session(session.parentId)
  wakeParent(context, tx, session)
  if (duties.died || parent === null || parent.phase === 'ended') return
  const mail = deathMail({
    agentName: session.name,
    capability: session.role ?? 'worker',
    taskId: session.taskId,
    reason: deathReason(death.cause, death.by, death.detail ?? null),
    lastActivity: session.lastActivityAt,
    terminatedBy: death.by,
  })
  const { projectId, effortId } = session
  postMail(context, tx, { projectId, effortId, from: session.id, to: parent.id, source: 'daemon', ...mail })
}

function wakeParent(context: Context, tx: Tx, { parentId }: SessionRecord): void {
  if (parentId !== null) tx.afterCommit(() => context.settle(parentId))
}

/** A session ends, in this transaction: what it said last counts, else what its parent hears. */
export function sayEnd(
  context: Context,
  tx: Tx,
  session: SessionRecord,
  how: { readonly endReason: EndReason; readonly endedBy: EndedBy },
): void {
  if (session.role === null && session.waiting === null && session.parentId === null) return
  const { row } = roleGround(context, session)
  const terminal = session.report === null ? null : terminalOf(tx, session, row)
  const cause = session.report?.state === 'owed' ? causeOfEnd(how.endReason) : null
  if (terminal !== null) writeReported(context, tx, session, terminal)
  else if (cause !== null) writeDeath(context, tx, session, { cause, by: terminatedBy[how.endedBy] })
  else letGo(context, tx, session)
}

/** It owes nobody anything any more, and waits for nothing. */
function letGo(context: Context, tx: Tx, session: SessionRecord): void {
  tx.updateSession(session.id, { waiting: null, ...(session.report?.state === 'owed' ? { report: null } : {}) })
  wakeParent(context, tx, session)
}

const terminatedBy: Record<EndedBy, TerminatedBy> = {
  operator: 'operator',
  watchdog: 'watchdog',
  agent: 'runner',
  reaper: 'runner',
  daemon: 'runner',
}

/** A kill of one that still owes something is an abort. */
export const endOfKill = (session: SessionRecord): EndReason =>
  session.report?.state === 'owed' ? 'aborted' : 'killed'
