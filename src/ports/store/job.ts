/** Jobs as they are kept. */
import type { CallbackState, JobState } from '#contract/job'

export interface JobRecord {
  /** The order in which they were asked for. */
  readonly n: number
  readonly id: string
  /** The caller's own word for it; null: none was given. */
  readonly key: string | null
  readonly state: JobState
  readonly prompt: string
  readonly persona: string | null
  readonly agent: string | null
  readonly projectId: string | null
  readonly permissions: 'bypass' | 'ask' | 'read-only' | null
  readonly budgetUsd: number | null
  readonly timeoutMs: number
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly sessionId: string | null
  /** Asked to end: why, so that a restart concludes the same. */
  readonly ending: 'timeout' | 'budget' | 'cancelled' | null
  readonly branch: string | null
  readonly output: string
  readonly exitCode: number | null
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly costUsd: number | null
  readonly filesChanged: readonly string[]
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly callbackUrl: string | null
  readonly callbackState: CallbackState | null
  readonly callbackAttempts: number
  readonly callbackDueAt: string | null
  readonly callbackError: string | null
  readonly createdAt: string
  readonly startedAt: string | null
  readonly finishedAt: string | null
}

export interface OldQuery {
  /** null: none is too old. */
  readonly before: string | null
  /** null: none is too many. */
  readonly most: number | null
  readonly limit: number
}

export interface JobReads {
  job(id: string): JobRecord | null
  jobByKey(key: string): JobRecord | null
  jobOfSession(sessionId: string): JobRecord | null
  /** Newest first, before this number. */
  jobs(query: { readonly state?: JobState; readonly before: number; readonly limit: number }): readonly JobRecord[]
  /** Those that have not ended, in the order in which they were asked for. */
  openJobs(): readonly JobRecord[]
  /** Ended ones whose callback is still to be sent. */
  jobsToCall(limit: number): readonly JobRecord[]
  /** Ended ones that nobody waits for: those that ended before this, and those beyond so many newer jobs; oldest first. */
  oldJobs(query: OldQuery): readonly JobRecord[]
}

export interface JobWrites {
  insertJob(job: Omit<JobRecord, 'n'>): JobRecord
  updateJob(id: string, patch: Partial<JobRecord>): JobRecord
  deleteJob(id: string): void
}
