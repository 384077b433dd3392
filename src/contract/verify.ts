/** What came of proving that work holds: the outcome of `verify` in one tree. */
export interface Verification {
  readonly ok: boolean
  /** The command that decided: the one that failed, else the last one. */
  readonly command: string
  readonly exitCode: number | null
  readonly durationMs: number
  readonly timedOut: boolean
  /** Why it does not hold, in words; null when it does. */
  readonly why: string | null
  /** All it said, in bytes; the log keeps the end of it. */
  readonly bytes: number
  readonly outputTail: string
}
