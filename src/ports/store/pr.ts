/** Pull requests of sessions, as they were last seen. */
import type { PullRequest } from '#contract/pr'

/** What is derived for those who look is not kept. `host` and `repo` say where it lives. */
export interface PrRecord extends Omit<PullRequest, 'status' | 'stackedOn'> {
  readonly host: string
  /** What its session was told of it, as core writes it; null: nothing. */
  readonly told: string | null
}

export interface PrReads {
  pr(id: string): PrRecord | null
  prAt(host: string, repo: string, number: number): PrRecord | null
  /** By the forge's own name for it. */
  prByNode(host: string, nodeId: string): PrRecord | null
  /** The id of the open one of this branch of the repository itself. */
  openPrOfBranch(host: string, repo: string, branch: string): string | null
  prsOf(sessionId: string): readonly PrRecord[]
  /** Newest first. */
  prs(query: { readonly projectId?: string; readonly open?: boolean; readonly limit: number }): readonly PrRecord[]
}

export interface PrWrites {
  nextPrNumber(): number
  putPr(record: PrRecord): void
}
