/**
 * Who tells what became of a commit: one stage of its way, a build, a deployment or a rollout. A source that could not be asked
 * says so and answers `pending`: what is unknown is neither a success nor a failure. What several stages come to is decided in
 * `core/trip/ci-fold`; how long a stage may stay pending is the loop's.
 */
import type { CheckState } from '#contract/pr'
import type { StageResult } from '#contract/trip'
import type { ForgeAt, ForgeRepo } from '#ports/forge'

export interface CiQuestion {
  /** Where the repository lives. */
  readonly forge: ForgeAt
  readonly repo: ForgeRepo
  readonly commit: string
  /** Whose rules say which checks are required; null: nobody's. */
  readonly branch: string | null
}

export interface CiAnswer {
  readonly result: StageResult
  /** What failed, by name; with the last lines of what it printed, where the source tells them. */
  readonly red: readonly {
    readonly name: string
    readonly url: string | null
    readonly tail?: string | null
    /** What the forge's log is asked with; left out: it has none. */
    readonly job?: string | null
  }[]
  /** What is waited for, or why nothing could be learned; null: nothing to tell. */
  readonly detail: string | null
}

/** How one stage is asked, as it is configured. */
export type CiSpec =
  | { readonly kind: 'checks' }
  | { readonly kind: 'woodpecker'; readonly url: string }
  | { readonly kind: 'command'; readonly command: string; readonly timeoutMs?: number }
  | { readonly kind: 'probe'; readonly url: string; readonly expect?: string; readonly fail?: string }

export interface CiSource {
  /** Never throws. */
  ask(question: CiQuestion): Promise<CiAnswer>
}

export type CiSources = (spec: CiSpec) => CiSource

/** What a forge tells of a commit's checks. */
export interface CommitChecks {
  readonly checks: readonly {
    readonly name: string
    readonly state: CheckState
    readonly url: string | null
    readonly job?: string | null
  }[]
  /** By the rules of its branch; null: they could not be learned, or there are none. */
  readonly required: readonly string[] | null
}
export type ReadChecks = (question: CiQuestion) => Promise<CommitChecks>
