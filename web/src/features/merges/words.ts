/** How a merge is told: its state, how far git got, what it waits for, what comes next. Pure. */
import type { ApprovalReason, Merge, MergeState, MergeTier } from '#contract/merge'
import { isWaiting, waitsForSomebody } from '#core/merge/waits'

const stateWord: Readonly<Record<MergeState, string>> = {
  queued: 'queued',
  merging: 'merging',
  resolving: 'being resolved',
  verifying: 'verifying',
  ready: 'waits for approval',
  landed: 'landed',
  rejected: 'rejected',
  needs_human: 'needs you',
}

export const tierWord: Readonly<Record<MergeTier, string>> = {
  clean: 'clean: git alone',
  mechanical: 'mechanical: joined by rule',
  agent: 'agent: a session resolved it',
  human: 'human: a person resolves it',
}

export const approvalWord: Readonly<Record<ApprovalReason, string>> = {
  agent: 'an agent asked for it',
  drover_config: 'it changes .drover',
  workflows: 'it changes CI workflows',
  dropped_lines: 'lines of one side are not in the result',
}

export type MergeGroup = 'needs_you' | 'under_way' | 'over'

/** What each needs from its reader. */
export const groupOfMerge = (merge: Pick<Merge, 'state' | 'needsApproval'>): MergeGroup =>
  waitsForSomebody(merge) ? 'needs_you' : groupOfOther(merge.state)

const groupOfOther = (state: MergeState): MergeGroup =>
  state === 'landed' || state === 'rejected' ? 'over' : 'under_way'

export const wordOfMerge = (merge: Pick<Merge, 'state' | 'needsApproval'>): string =>
  merge.state === 'ready' && !isWaiting(merge) ? 'landing' : stateWord[merge.state]

export const groupTitle: Readonly<Record<MergeGroup, string>> = {
  needs_you: 'Needs you',
  under_way: 'Under way',
  over: 'Over',
}

/** In one line: proven by what, or that nothing was run. */
export function verifyWords(merge: Pick<Merge, 'verify' | 'state'>): string {
  const { verify, state } = merge
  if (verify === null)
    return state === 'landed' || state === 'ready' ? 'unverified: the project has no verify' : 'not verified yet'
  return verify.ok ? `verified: ${verify.command}` : `${verify.command}: ${verify.why ?? 'failed'}`
}

export function proofWords(merge: Pick<Merge, 'proof'>): string {
  const { proof } = merge
  if (proof === null) return 'not proven yet'
  const dropped = proof.dropped.length + proof.more
  if (proof.markers.length > 0) return `${proof.markers.length} conflict markers left`
  if (dropped === 0) return 'nothing of either side is missing'
  return `${dropped} added ${dropped === 1 ? 'line is' : 'lines are'} not in the result`
}

/** Newest of what needs somebody first; what is over last. */
export function inGroups(
  merges: Iterable<Merge>,
): readonly { readonly group: MergeGroup; readonly merges: readonly Merge[] }[] {
  const all = [...merges].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt) || b.id.localeCompare(a.id))
  return (['needs_you', 'under_way', 'over'] as const)
    .map((group) => ({ group, merges: all.filter((merge) => groupOfMerge(merge) === group) }))
    .filter(({ merges: list }) => list.length > 0)
}
