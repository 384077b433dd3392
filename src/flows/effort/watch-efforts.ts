/**
 * Looks at an effort after everything that happens to its sessions, mails and merges, and at boot: branches that are ready are
 * offered, merges that settled are told, a budget that is reached is asked about, and the end is decided once. One look at a
 * time for each effort; what happens meanwhile leads to another.
 */
import type { Change } from '#contract/change'
import { decideCompletion } from '#core/effort/completion'
import type { Context } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import type { Lanes } from '#flows/merge/lanes'
import { askAboutBudget, budgetAnswer, changeBudget } from './budget.ts'
import { factsOfEffort } from './effort-facts.ts'
import { callOffMerges, endEffort, endSessions, stopEffort } from './end-effort.ts'
import { offerReady, tellSettled } from './merge-ready.ts'
import { finishStart } from './start-effort.ts'
import { needEffort } from './views.ts'

/** Once a minute, for a look that failed. */
const everyRounds = 60

export interface Efforts {
  /** Efforts whose root is on its way. */
  readonly starting: Set<string>
  readonly follower: Follower
}

export function createEfforts(context: Context, lanes: Lanes): Efforts {
  const { reads } = context.journal
  /** Those that will be looked at: many changes at once lead to one look. */
  const due = new Set<string>()
  const starting = new Set<string>()

  const look = (id: string): void => {
    if (due.has(id) || context.closing) return
    due.add(id)
    inLine(id, async () => {
      due.delete(id)
      await lookAt(context, lanes, id)
    })
  }

  const inLine = (id: string, job: () => Promise<unknown>): void => {
    context.worker
      .run(`effort:${id}`, job)
      .catch((cause: unknown) => context.log.error('an effort could not be looked after', { effort: id, cause }))
  }

  const heard = (change: Change): void => {
    const id = effortOf(reads, change)
    if (id !== null && reads.effort(id)?.state === 'running') look(id)
    if (change.type === 'mail_sent' && change.payload.from === 'operator') answered(change.payload.id)
  }

  const answered = (mailId: string): void => {
    const mail = reads.mail(Number(mailId.replace('mail-', '')))
    const answer = mail === null ? null : budgetAnswer(reads, mail)
    if (answer === null) return
    const { effort, does, asked } = answer
    if (does === 'raise')
      inLine(effort.id, async () => {
        if (reads.effort(effort.id)?.budgetUsd === asked) changeBudget(context, effort.id, asked * 2)
      })
    else inLine(effort.id, () => stopEffort(context, lanes, effort.id, 'Its budget was reached.'))
  }

  const lookAtAll = (): void => {
    for (const effort of reads.rootlessEfforts()) if (!starting.has(effort.id)) finishStart(context, effort)
    for (const { id } of reads.openEfforts()) look(id)
  }

  return {
    starting,
    follower: {
      name: 'efforts',
      afterChange: heard,
      atBoot() {
        lookAtAll()
        for (const id of leftOver(context)) inLine(id, () => finishEnd(context, lanes, id))
      },
      atTick(round) {
        if (round % everyRounds === 0) lookAtAll()
      },
    },
  }
}

type Reads = Context['journal']['reads']

/** The effort that a change is about; null: none. */
function effortOf(reads: Reads, change: Change): string | null {
  switch (change.type) {
    // Its root may have come to its end before it was written down.
    case 'effort_started':
      return change.payload.id
    case 'session_created':
    case 'session_updated':
    case 'session_ended':
    case 'mail_sent':
    case 'mail_delivered':
    case 'mail_read':
    case 'mail_undeliverable':
      return change.payload.effortId
    case 'turn_ended':
    case 'merge_queued':
    case 'merge_updated':
    case 'merge_landed':
    case 'merge_rejected':
      return change.sessionId === undefined ? null : (reads.session(change.sessionId)?.effortId ?? null)
    default:
      return null
  }
}

async function lookAt(context: Context, lanes: Lanes, id: string): Promise<void> {
  const { reads } = context.journal
  const effort = reads.effort(id)
  // Without a root it is still being started.
  if (effort === null || effort.state !== 'running' || effort.rootSessionId === null || context.closing) return
  await offerReady(context, lanes, id)
  const ended = context.journal.command((tx) => {
    const fresh = needEffort(tx, id)
    if (fresh.state !== 'running') return false
    tellSettled(context, tx, fresh)
    const decision = decideCompletion(factsOfEffort(context, tx, fresh))
    if (decision.state === 'running') {
      askAboutBudget(context, tx, fresh)
      return false
    }
    const reason = decision.state === 'failed' ? decision.reason : null
    return endEffort(context, tx, id, { state: decision.state, reason }) !== null
  })
  if (!ended) return
  context.faultPoint('effort:ended')
  await endSessions(context, id)
}

/** Efforts that ended and whose sessions a crash left alive. */
function leftOver(context: Context): ReadonlySet<string> {
  const { reads } = context.journal
  const living = reads.liveSessions().flatMap(({ effortId }) => effortId ?? [])
  return new Set(living.filter((id) => reads.effort(id)?.state !== 'running'))
}

async function finishEnd(context: Context, lanes: Lanes, id: string): Promise<void> {
  if (context.journal.reads.effort(id)?.state === 'stopped') await callOffMerges(context, lanes, id)
  await endSessions(context, id)
}
