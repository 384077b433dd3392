/** A job as it goes on: its steps and what its agent says, for whoever streams it. */
import type { Delta, EventRow } from '#contract/agent-event'
import type { Job } from '#contract/job'
import type { Context } from '#flows/engine/context'
import { needJob, viewJob } from './views.ts'

export interface JobWatcher {
  job(job: Job): void
  rows(rows: readonly EventRow[]): void
  delta(delta: Delta): void
}

/** The job at each step, and the rows of its session once there is one; ended by the job's end. */
export function watchJob(
  context: Context,
  id: string,
  watcher: JobWatcher,
  watchers: Map<string, Set<() => void>>,
): () => void {
  let unfollow: (() => void) | null = null
  let shown = ''
  const look = (): void => {
    const job = needJob(context, id)
    if (unfollow === null && job.sessionId !== null) unfollow = follow(context, job.sessionId, watcher)
    const view = viewJob(job)
    if (JSON.stringify([view.status, view.session_id]) !== shown) {
      shown = JSON.stringify([view.status, view.session_id])
      watcher.job(view)
    }
  }
  const mine = watchers.get(id) ?? new Set()
  watchers.set(id, mine.add(look))
  look()
  return () => {
    mine.delete(look)
    if (mine.size === 0) watchers.delete(id)
    unfollow?.()
  }
}

/** What is stored, then what comes, without a gap: both in one tick. */
function follow(context: Context, sessionId: string, watcher: JobWatcher): () => void {
  for (let after = 0; ; ) {
    const rows = context.journal.reads.eventsAfter(sessionId, after, 500)
    if (rows.length > 0) watcher.rows(rows)
    if (rows.length < 500) break
    after = rows.at(-1)?.id ?? after
  }
  return context.feed.session(sessionId, watcher)
}
