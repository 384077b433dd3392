/** Pull requests of sessions, as they were last seen. */
import type { PullRequest } from '#contract/pr'

/** What is derived for those who look is not kept. `host` and `repo` say where it lives. */
export interface PrRecord extends Omit<PullRequest, 'status'> {
  readonly host: string
  /** The failure that its session was last told of; null: none. */
  readonly told: string | null
}

export interface PrReads {
  pr(id: string): PrRecord | null
  prAt(host: string, repo: string, number: number): PrRecord | null
  prsOf(sessionId: string): readonly PrRecord[]
  /** Newest first. */
  prs(query: { readonly projectId?: string; readonly open?: boolean; readonly limit: number }): readonly PrRecord[]
}

export interface PrWrites {
  nextPrNumber(): number
  putPr(record: PrRecord): void
}
