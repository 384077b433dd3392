/**
 * What Drover needs of a forge: pull requests opened, looked at, merged and closed. Facts that a forge did not tell are
 * `unknown`. A write is never repeated blindly: its result is looked for first. Failures are codes of the one table:
 * FORGE_NO_TOKEN, FORGE_REFUSED, FORGE_UNREACHABLE, FORGE_RATE_LIMITED, PR_*.
 */
import type { ForgeKind, MergeMethod, PrCheck, PullRequest } from '#contract/pr'

/** A forge is spoken to in the words of its kind, at its configured address. */
export interface ForgeAt {
  readonly kind: ForgeKind
  readonly url: string
}

export interface ForgeRepo {
  readonly owner: string
  readonly name: string
}

/** A pull request as the forge tells it. */
export interface ForgePr
  extends Pick<
    PullRequest,
    | 'number'
    | 'url'
    | 'title'
    | 'state'
    | 'draft'
    | 'branch'
    | 'head'
    | 'base'
    | 'mergeability'
    | 'createdAt'
    | 'updatedAt'
    | 'mergedAt'
  > {
  readonly checks: readonly PrCheck[]
  /** In the order in which they were given, in the forge's own words. */
  readonly reviews: readonly { readonly by: string; readonly state: string }[]
  /** How many were asked for a review and have not given one. */
  readonly asked: number
}

export interface OpenPr {
  readonly title: string
  readonly body: string
  readonly branch: string
  readonly base: string
  readonly draft: boolean
}

export type Forge = (at: ForgeAt) => ForgeApi

export interface ForgeApi {
  /** The one that is open for this branch of this very repository already (never a fork's), or a new one. */
  open(repo: ForgeRepo, request: OpenPr): Promise<{ readonly pr: ForgePr; readonly created: boolean }>
  /** null: there is none. */
  look(repo: ForgeRepo, number: number): Promise<ForgePr | null>
  /** Of those, the ones that changed since they were last asked about here; all of them the first time. */
  changed(
    repo: ForgeRepo,
    known: readonly { readonly number: number; readonly head: string }[],
  ): Promise<readonly ForgePr[]>
  /** PR_HEAD_CHANGED unless its head is still this commit, PR_NOT_MERGEABLE where the forge does not take it. */
  merge(
    repo: ForgeRepo,
    number: number,
    request: { readonly head: string; readonly method: MergeMethod },
  ): Promise<void>
  close(repo: ForgeRepo, number: number): Promise<void>
}
