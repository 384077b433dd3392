/** Callbacks of ended jobs: written down, sent, written down; again with longer pauses until the receiver took it or too much time has passed. */
import { isDue, nextTry, type Outcome, outcomeOfStatus } from '#core/notify/next-try'
import type { Context } from '#flows/engine/context'
import type { Seen } from '#ports/notifier'
import type { JobRecord } from '#ports/store/job'
import { viewJob } from './views.ts'

const atOnce = 10

export async function callBack(context: Context): Promise<void> {
  const nowMs = context.clock.now().getTime()
  const due = context.journal.reads
    .jobsToCall(atOnce)
    .filter(({ callbackDueAt }) => isDue(Date.parse(callbackDueAt ?? ''), nowMs))
  await Promise.all(due.map((job) => callOne(context, job)))
}

async function callOne(context: Context, job: JobRecord): Promise<void> {
  const secret = context.settings.of(null).doors.callbackSecret
  const attempts = job.callbackAttempts + 1
  const body = JSON.stringify(
    viewJob({ ...job, callbackState: 'sent', callbackAttempts: attempts, callbackError: null }),
  )
  const outcome: Outcome =
    secret === null || job.callbackUrl === null
      ? { type: 'refused', error: 'no callback_secret is set in [doors]' }
      : outcomeOf(
          await context.jobCaller.call(job.callbackUrl, { id: job.id, body, secret }, AbortSignal.timeout(15_000)),
          context.clock.now().getTime(),
        )
  const nowMs = context.clock.now().getTime()
  const next = nextTry(outcome, attempts, nowMs - Date.parse(job.finishedAt ?? ''), nowMs)
  context.journal.command((tx) =>
    tx.updateJob(job.id, {
      callbackAttempts: attempts,
      callbackState: next.state === 'queued' ? 'waiting' : next.state,
      callbackDueAt: next.state === 'queued' ? new Date(next.dueAt).toISOString() : null,
      callbackError: next.state === 'sent' ? null : next.error,
    }),
  )
}

function outcomeOf(seen: Seen, nowMs: number): Outcome {
  if (seen.type === 'answered') return outcomeOfStatus(seen.status, seen, nowMs)
  if (seen.type === 'shown') return { type: 'sent' }
  return seen.again ? { type: 'later', error: seen.error, afterMs: null } : { type: 'refused', error: seen.error }
}
