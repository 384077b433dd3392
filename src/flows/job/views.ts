/** Jobs as the doors show them. */
import { DroverError } from '#contract/error'
import type { Job } from '#contract/job'
import type { Context } from '#flows/engine/context'
import type { JobRecord } from '#ports/store/job'

export const viewJob = (job: JobRecord): Job => ({
  job_id: job.id,
  status: job.state,
  persona: job.persona,
  agent: job.agent,
  project: job.projectId,
  session_id: job.sessionId,
  branch: job.branch,
  output: job.output,
  exit_code: job.exitCode,
  usage: { input_tokens: job.inputTokens, output_tokens: job.outputTokens },
  cost_usd: job.costUsd,
  files_changed: job.filesChanged,
  error: job.errorCode === null ? null : { code: job.errorCode, message: job.errorMessage ?? '' },
  budget_usd: job.budgetUsd,
  timeout_seconds: job.timeoutMs / 1000,
  metadata: job.metadata,
  callback:
    job.callbackUrl === null
      ? null
      : {
          url: job.callbackUrl,
          state: job.callbackState ?? 'waiting',
          attempts: job.callbackAttempts,
          error: job.callbackError,
        },
  created_at: job.createdAt,
  started_at: job.startedAt,
  finished_at: job.finishedAt,
})

export function needJob({ journal }: Pick<Context, 'journal'>, id: string): JobRecord {
  const job = journal.reads.job(id)
  if (job !== null) return job
  throw new DroverError('JOB_NOT_FOUND', `There is no job ${JSON.stringify(id)}.`, { hint: 'GET /jobs lists them.' })
}
