/**
 * What Drover needs of a forge: pull requests opened, listed, looked at, discussed, merged and closed. Facts that a forge did
 * not tell are `unknown` or null, never "no". A write is never repeated blindly: its result is looked for first. Failures are
 * codes of the one table: FORGE_NO_TOKEN, FORGE_REFUSED, FORGE_UNREACHABLE, FORGE_RATE_LIMITED, FORGE_UNSUPPORTED (this forge
 * has no such thing), PR_*.
 */
import type { BranchRules, ForgeKind, MergeMethod, PrCheck, PrThread, PullRequest } from '#contract/pr'

/** A forge is spoken to in the words of its kind, at its configured address. */
export interface ForgeAt {
  readonly kind: ForgeKind
  readonly url: string
}

export interface ForgeRepo {
  readonly owner: string
  readonly name: string
}

/** A check as the forge tells it; `job` is what `log` is asked with, null: it has no log. */
export interface ForgeCheck extends Omit<PrCheck, 'tail'> {
  readonly job: string | null
}

/** A pull request as the forge tells it. */
export interface ForgePr
  extends Pick<
    PullRequest,
    | 'nodeId'
    | 'number'
    | 'url'
    | 'title'
    | 'author'
    | 'state'
    | 'draft'
    | 'branch'
    | 'headRepo'
    | 'head'
    | 'base'
    | 'mergeability'
    | 'createdAt'
    | 'updatedAt'
    | 'mergedAt'
  > {
  /** Where it is now, as the forge calls it: a repository may have been renamed or moved. */
  readonly repo: ForgeRepo
  readonly checks: readonly ForgeCheck[]
  /** In the order in which they were given, in GitHub's words: APPROVED, CHANGES_REQUESTED, COMMENTED, DISMISSED, PENDING. */
  readonly reviews: readonly { readonly by: string; readonly state: string }[]
  /** How many were asked for a review and have not given one. */
  readonly asked: number
  /** Whether whoever may write to its repository may push to its branch, also where that is in a fork; null: not told. */
  readonly pushable: boolean | null
  /** null: not told, or not all of them; what was known before stands. */
  readonly threads: readonly PrThread[] | null
  /** The commit of the base that it was merged as; null: it is not merged, or the forge did not tell. */
  readonly mergeCommit: string | null
}

/** One that is open, as a list tells it: nothing of its checks, threads and mergeability. */
export interface ListedPr extends Pick<ForgePr, 'nodeId' | 'number' | 'branch' | 'head' | 'updatedAt'> {
  /** Its branch is one of the repository itself, not of a fork. */
  readonly own: boolean
}

/** Which one is meant: by the forge's own name for it where that is known, else by its place. */
export interface PrRef {
  readonly repo: ForgeRepo
  readonly number: number
  readonly nodeId: string | null
}

export interface OpenPr {
  readonly title: string
  readonly body: string
  readonly branch: string
  readonly base: string
  readonly draft: boolean
}

/** Comments on lines of its changes, given together as one review. */
export interface PrReview {
  /** The commit that the lines are of. */
  readonly head: string
  readonly body: string
  readonly comments: readonly {
    readonly path: string
    readonly line: number
    readonly startLine: number | null
    /** The lines as they were before, or as they are. */
    readonly side: 'old' | 'new'
    readonly body: string
  }[]
}

/** What is left of the forge's hourly allowance, of the kind of request that has the least. */
export interface ForgeQuota {
  readonly limit: number
  readonly remaining: number
  readonly resetAt: string
}

export type Forge = (at: ForgeAt) => ForgeApi

export interface ForgeApi {
  /** The one that is open for this branch of this very repository already (never a fork's), or a new one. */
  open(repo: ForgeRepo, request: OpenPr): Promise<{ readonly pr: ForgePr; readonly created: boolean }>
  /** null: there is none. */
  look(repo: ForgeRepo, number: number): Promise<ForgePr | null>
  /** Many at once, in as few requests as the forge allows; in the order asked for, null: it is not there. */
  read(wanted: readonly PrRef[]): Promise<readonly (ForgePr | null)[]>
  /** Open ones, the hundred that changed last, asked conditionally; `fresh`: another answer than the last one. */
  list(repo: ForgeRepo): Promise<{ readonly fresh: boolean; readonly prs: readonly ListedPr[] }>
  /** Asked conditionally: whether the checks of this commit are others than at the last question; true at the first. */
  checksMoved(repo: ForgeRepo, head: string): Promise<boolean>
  /** What a job printed, or its end; null: there is none (any more). */
  log(repo: ForgeRepo, job: string): Promise<string | null>
  /** As a patch; cut where it is longer than `mostBytes`. */
  diff(
    repo: ForgeRepo,
    number: number,
    mostBytes: number,
  ): Promise<{ readonly patch: string; readonly truncated: boolean }>
  /** PR_HEAD_CHANGED unless its head is still this commit, PR_NOT_MERGEABLE where the forge does not take it. */
  merge(
    repo: ForgeRepo,
    number: number,
    request: { readonly head: string; readonly method: MergeMethod },
  ): Promise<void>
  close(repo: ForgeRepo, number: number): Promise<void>
  /** No draft any more; twice is once. */
  ready(repo: ForgeRepo, number: number): Promise<void>
  /** Resolves one thread; twice is once. */
  resolve(repo: ForgeRepo, number: number, threadId: string): Promise<void>
  /** Gives a review with comments; one with the very same words is there once. */
  review(repo: ForgeRepo, number: number, review: PrReview): Promise<{ readonly url: string | null }>
  /** null: there is no such branch. */
  rules(repo: ForgeRepo, branch: string): Promise<BranchRules | null>
  /** Whose word Drover has there; null: nobody's. Asks no forge. */
  token(): Promise<{ readonly source: string } | null>
  /** As the last answers told it; null: they did not. */
  quota(): ForgeQuota | null
}
