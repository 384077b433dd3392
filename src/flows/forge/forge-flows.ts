/** What the doors may ask about pull requests. */
import type { MergeMethod, PrProposal, PullRequest } from '#contract/pr'
import type { Context } from '#flows/engine/context'
import { needKnown } from '#flows/session/views'
import type { PrRecord } from '#ports/store/pr'
import { closePr, diffPr, lookAtPr, mergePr, needOwnPr, needPr, readyPr } from './change-pr.ts'
import { type Claim, type ClaimInput, claimPr } from './claim-pr.ts'
import { heedHook, hookSecret } from './heed-hook.ts'
import { type OpenPrInput, openPullRequest, proposePullRequest } from './open-pr.ts'
import { viewPr } from './record-pr.ts'
import { type Resolved, resolveThreads } from './resolve-threads.ts'
import { type ReviewedPr, reviewPr } from './review-pr.ts'

export interface ForgeFlows {
  prs(query: { projectId?: string; open?: boolean; limit?: number }): readonly PullRequest[]
  pr(id: string): PullRequest
  prsOf(sessionId: string): readonly PullRequest[]
  proposePr(sessionId: string): Promise<PrProposal>
  openPr(sessionId: string, input: OpenPrInput): Promise<{ pr: PullRequest; created: boolean }>
  lookAtPr(id: string): Promise<PullRequest>
  mergePr(
    id: string,
    input: { prUrl?: string; expectedHeadSha?: string; method?: MergeMethod },
  ): Promise<{ ok: true; prNumber: number; method: MergeMethod; pr: PullRequest }>
  closePr(id: string): Promise<PullRequest>
  readyPr(id: string): Promise<PullRequest>
  diffPr(id: string): Promise<{ id: string; head: string; patch: string; truncated: boolean }>
  /** PR_NOT_FOUND unless it is this session's. */
  needOwnPr(id: string, sessionId: string): void
  resolveThreads(id: string, ids?: readonly string[]): Promise<Resolved>
  claimPr(sessionId: string, input: ClaimInput): Promise<Claim>
  /** The draft of a review, given as the pull request's. */
  reviewPr(sessionId: string, input: { rev?: number; pr?: string }): Promise<ReviewedPr>
  /** null: deliveries of a forge are not taken. */
  hookSecret(): string | null
  /** What a delivery with a true signature is about is looked at now; false: it is about nothing of ours. */
  lookSoon(delivery: string): boolean
}

export const forgeFlows = (context: Context): ForgeFlows => {
  const view = (record: PrRecord): PullRequest => viewPr(context.journal.reads, record)
  return {
    prs: ({ limit = 100, ...query }) =>
      context.journal.reads.prs({ ...query, limit: Math.min(Math.max(1, limit), 1000) }).map(view),
    pr: (id) => view(needPr(context, id)),
    prsOf: (sessionId) => context.journal.reads.prsOf(needKnown(context, sessionId).id).map(view),
    proposePr: (sessionId) => proposePullRequest(context, sessionId),
    openPr: (sessionId, input) => openPullRequest(context, sessionId, input),
    lookAtPr: (id) => lookAtPr(context, id),
    mergePr: (id, input) => mergePr(context, id, input),
    closePr: (id) => closePr(context, id),
    readyPr: (id) => readyPr(context, id),
    diffPr: (id) => diffPr(context, id),
    needOwnPr: (id, sessionId) => needOwnPr(context, id, sessionId),
    resolveThreads: (id, ids) => resolveThreads(context, id, ids),
    reviewPr: (sessionId, input) => reviewPr(context, sessionId, input),
    hookSecret: () => hookSecret(context),
    lookSoon: (delivery) => heedHook(context, delivery),
    claimPr: (sessionId, input) => claimPr(context, sessionId, input),
  }
}
