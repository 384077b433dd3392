/** What the doors may ask about landing: merges, and what a session left uncommitted. */
import { DroverError } from '#contract/error'
import type { LandingLook, Merge, MergePrediction, MergeState } from '#contract/merge'
import type { Caller } from '#flows/access/caller'
import type { Context } from '#flows/engine/context'
import type { DiffView } from '#ports/workspace'
import { approveMerge, cancelMerge, retryMerge } from './change-merge.ts'
import { type Committed, commitLeftovers, type Proposal, proposeCommit, type Shown } from './commit-leftovers.ts'
import { enqueueMerge, type MergeInput, predictMerge } from './enqueue-merge.ts'
import type { Lanes } from './lanes.ts'
import { lookAtLanding } from './look-at-landing.ts'
import { type Pushed, pushBranch } from './push-branch.ts'
import { diffMerge, getMerge, listMerges, readOutput } from './read-merges.ts'
import { type Updated, updateFromBase } from './update-branch.ts'

export interface MergeFilter {
  readonly projectId?: string
  readonly state?: MergeState
  readonly sessionId?: string
  readonly limit?: number
  /** Opaque; INVALID_CURSOR when it is not one of ours. */
  readonly cursor?: string
}

export interface MergeFlows {
  enqueueMerge(input: MergeInput, caller: Caller): Promise<Merge>
  predictMerge(input: MergeInput, caller: Caller): Promise<MergePrediction>
  merges(filter: MergeFilter, caller: Caller): { merges: readonly Merge[]; nextCursor?: string }
  merge(id: string, caller: Caller): Merge
  mergeDiff(id: string, options: { file?: string }, caller: Caller): Promise<DiffView>
  mergeOutput(
    id: string,
    options: { from?: number; limit?: number },
    caller: Caller,
  ): Promise<{ text: string; next: number; size: number }>
  approveMerge(id: string, caller: Caller): Merge
  retryMerge(id: string): Promise<Merge>
  cancelMerge(id: string, caller: Caller): Promise<Merge>
  proposeCommit(id: string): Promise<Proposal>
  commitLeftovers(id: string, message: string | undefined, shown?: Shown): Promise<Committed | null>
  /** How its work stands in git now, and what can be done with it. */
  lookAtLanding(id: string): Promise<LandingLook>
  /** The base into its branch; with `hand` the agent gets the conflicts. */
  updateFromBase(id: string, input: Shown & { hand?: boolean }): Promise<Updated>
  pushBranch(id: string, shown: Shown & { forceWithLease?: boolean }): Promise<Pushed>
}

export const mergeFlows = (context: Context, lanes: Lanes): MergeFlows => ({
  enqueueMerge: (input, caller) => enqueueMerge(context, lanes, input, caller),
  predictMerge: (input, caller) => predictMerge(context, input, caller),
  merges: (filter, caller) => listMerges(context, filter, caller),
  merge: (id, caller) => getMerge(context, id, caller),
  mergeDiff: (id, options, caller) => diffMerge(context, id, options, caller),
  mergeOutput: (id, options, caller) => readOutput(context, id, options, caller),
  approveMerge: (id, caller) => approveMerge(context, lanes, id, caller),
  retryMerge: (id) => retryMerge(context, lanes, id),
  async cancelMerge(id, caller) {
    const merge = getMerge(context, id, caller)
    if (caller.type === 'session' && merge.by !== 'session')
      throw new DroverError('FORBIDDEN_SCOPE', 'An agent cancels only what it asked for itself.', {
        hint: 'Ask the operator.',
      })
    return cancelMerge(context, lanes, id)
  },
  proposeCommit: (id) => proposeCommit(context, id),
  commitLeftovers: (id, message, shown) => commitLeftovers(context, id, message, shown),
  lookAtLanding: (id) => lookAtLanding(context, id),
  updateFromBase: (id, input) => updateFromBase(context, id, input),
  pushBranch: (id, shown) => pushBranch(context, id, shown),
})
