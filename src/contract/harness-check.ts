/** What `drover harness check` and the program that runs the conformance cases tell each other, one JSON object a line. */

export interface CheckRequest {
  readonly name: string
  readonly model: string | null
  /** Part of the id of a case; all without. */
  readonly only: string | null
  /** Longest time of one process. */
  readonly timeoutMs: number
}

export interface CaseReport {
  readonly id: string
  readonly group: string
  readonly name: string
  readonly state: 'ok' | 'failed' | 'skipped'
  readonly durationMs: number
  /** failed: what was expected and what was seen. */
  readonly expected?: string
  readonly seen?: string
  /** skipped: why. */
  readonly reason?: string
}

export type CheckMessage =
  | { readonly type: 'refused'; readonly code: string; readonly message: string; readonly hint: string | null }
  /** Said before any case; it goes on when a line comes in. */
  | {
      readonly type: 'ready'
      readonly harness: string
      readonly version: string | null
      readonly message: string
      /** Cases that will run, beside those that are skipped. */
      readonly cases: number
      readonly skipped: number
      /** A model may be behind it: turns may cost money. */
      readonly models: boolean
    }
  | { readonly type: 'begin'; readonly group: string; readonly name: string; readonly n: number }
  | { readonly type: 'case'; readonly report: CaseReport }
