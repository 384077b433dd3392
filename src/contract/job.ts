/** Jobs: one prompt for one agent, asked for by another program, with an end that can be fetched, streamed or called back. */

export const jobStates = ['queued', 'running', 'completed', 'failed', 'timeout', 'cancelled', 'error'] as const
export type JobState = (typeof jobStates)[number]

export const callbackStates = ['waiting', 'sent', 'failed'] as const
export type CallbackState = (typeof callbackStates)[number]

/** As it is on the wire; the names are those of the predecessor. */
export interface Job {
  readonly job_id: string
  readonly status: JobState
  readonly persona: string | null
  readonly agent: string | null
  readonly project: string | null
  readonly session_id: string | null
  readonly branch: string | null
  readonly output: string
  readonly exit_code: number | null
  readonly usage: { readonly input_tokens: number | null; readonly output_tokens: number | null }
  readonly cost_usd: number | null
  readonly files_changed: readonly string[]
  readonly error: { readonly code: string; readonly message: string } | null
  readonly budget_usd: number | null
  readonly timeout_seconds: number
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly callback: {
    readonly url: string
    readonly state: CallbackState
    readonly attempts: number
    readonly error: string | null
  } | null
  readonly created_at: string
  readonly started_at: string | null
  readonly finished_at: string | null
}
