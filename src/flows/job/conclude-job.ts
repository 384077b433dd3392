/** The end of a job: what its turn came to, what it said, used and changed, in one row; then its session is closed and its caller told. */
import { concludeJob, type Ending, type JobEnd } from '#core/job/decide'
import { type Context, now } from '#flows/engine/context'
import { closeSession } from '#flows/session/end-session'
import { viewSession } from '#flows/session/views'
import { changedFiles } from '#flows/workspace/keep-snapshots'
import type { JobRecord } from '#ports/store/job'

const longestOutput = 1_000_000
const mostFiles = 1000

/** The turn of its session is over. */
export async function concludeTurn(context: Context, job: JobRecord, sessionId: string): Promise<void> {
  const { reads } = context.journal
  const session = reads.session(sessionId)
  const turn = reads.turn(sessionId, 1)
  if (session === null || turn === null || turn.state === 'running') return
  const end = concludeJob(turn.state, job.ending as Ending, turn.code)
  const { totals, branch } = viewSession(context, reads, session)
  const said = saidIn(context, sessionId)
  const files = await changedFiles(context, sessionId).catch(() => [])
  finish(context, job.id, {
    ...end,
    errorMessage: end.errorCode === null ? null : (said.error ?? end.errorMessage),
    output: said.text.slice(0, longestOutput),
    exitCode: turn.exitCode,
    branch,
    inputTokens: totals.inputTokens,
    outputTokens: totals.outputTokens,
    costUsd: totals.costUsd,
    filesChanged: files.slice(0, mostFiles).map(({ path }) => path),
  })
  context.faultPoint('job:concluded')
  await closeSession(context, sessionId).catch((cause: unknown) =>
    context.log.warn('the session of a job could not be closed', { job: job.id, session: sessionId, cause }),
  )
}

/** The last result where the agent gave one, else all it said; and the last error. */
function saidIn(context: Context, sessionId: string): { readonly text: string; readonly error: string | null } {
  const texts: string[] = []
  let result: string | null = null
  let error: string | null = null
  for (let after = 0; ; ) {
    const rows = context.journal.reads.eventsAfter(sessionId, after, 500)
    for (const row of rows) {
      if (row.kind === 'text') texts.push(row.text)
      else if (row.kind === 'result' && row.text !== '') result = row.text
      else if (row.kind === 'error') error = row.message
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < 500) break
    after = last.id
  }
  return { text: result ?? texts.join('\n\n'), error }
}

/** Once: a job that ended stays as it ended. */
export function finish(context: Context, id: string, end: JobEnd & Partial<JobRecord>): void {
  context.journal.command((tx) => {
    const job = tx.job(id)
    if (job === null || (job.state !== 'queued' && job.state !== 'running')) return
    const at = now(context)
    const call = job.callbackUrl === null ? {} : { callbackState: 'waiting' as const, callbackDueAt: at }
    tx.updateJob(id, { ...end, ...call, finishedAt: at })
  })
}
