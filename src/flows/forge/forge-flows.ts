/** What the doors may ask about pull requests. */
import type { MergeMethod, PrProposal, PullRequest } from '#contract/pr'
import type { Context } from '#flows/engine/context'
import { needKnown } from '#flows/session/views'
import type { PrRecord } from '#ports/store/pr'
import { closePr, lookAtPr, mergePr, needPr } from './change-pr.ts'
import { type OpenPrInput, openPullRequest, proposePullRequest } from './open-pr.ts'
import { viewPr } from './record-pr.ts'

export interface ForgeFlows {
  prs(query: { projectId?: string; open?: boolean; limit?: number }): readonly PullRequest[]
  pr(id: string): PullRequest
  prsOf(sessionId: string): readonly PullRequest[]
  proposePr(sessionId: string): Promise<PrProposal>
  openPr(sessionId: string, input: OpenPrInput): Promise<{ pr: PullRequest; created: boolean }>
  lookAtPr(id: string): Promise<PullRequest>
  mergePr(
    id: string,
    input: { expectedHeadSha?: string; method?: MergeMethod },
  ): Promise<{ ok: true; prNumber: number; method: MergeMethod; pr: PullRequest }>
  closePr(id: string): Promise<PullRequest>
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
  }
}
