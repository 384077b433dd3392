/**
 * The way of a merge as one table: where it stands and what was seen there give what is written down and where it goes on.
 * Nothing here touches git or the store; a step that a crash cut off is simply done again, because each looks first.
 */
import type {
  ApprovalReason,
  MergeApproved,
  MergeProof,
  MergePush,
  MergeReason,
  MergeReasonCode,
  MergeState,
  MergeStep,
  MergeTier,
} from '#contract/merge'
import type { Verification } from '#contract/verify'
import { isCovered, whyApproval } from './consent.ts'
import { higherTier, type ResolverPolicy, whoResolves } from './tier.ts'

export interface MergeFacts {
  readonly id: string
  readonly branch: string
  readonly target: string
  readonly state: MergeState
  readonly step: MergeStep
  readonly tier: MergeTier | null
  readonly attempts: number
  readonly result: string | null
  readonly push: MergePush | null
  readonly proof: MergeProof | null
  readonly approved: MergeApproved | null
  readonly worktree: string | null
  readonly reason: MergeReason | null
  readonly agentTries: number
}

export interface MergePolicy extends ResolverPolicy {
  readonly attempts: number
}

export interface Counted {
  readonly files: number
  readonly insertions: number
  readonly deletions: number
}

/** What can be seen at a step. */
export type Seen =
  | ({ readonly saw: 'merged'; readonly result: string; readonly tier: MergeTier } & Onto & Counted)
  | ({ readonly saw: 'conflict'; readonly paths: readonly string[]; readonly worktree: string } & Onto)
  | { readonly saw: 'called'; readonly session: string }
  | { readonly saw: 'answered' }
  | { readonly saw: 'unhelped'; readonly message: string }
  | ({ readonly saw: 'resolved'; readonly result: string } & Counted)
  | { readonly saw: 'unresolved'; readonly code: ResolutionTrouble; readonly paths: readonly string[] }
  | { readonly saw: 'proof'; readonly proof: MergeProof }
  | {
      readonly saw: 'verified'
      readonly verify: Verification | null
      readonly needsApproval: readonly ApprovalReason[]
    }
  | { readonly saw: 'pushed' }
  | { readonly saw: 'landed'; readonly commit: string }
  | { readonly saw: 'moved' }
  | { readonly saw: 'blocked'; readonly reason: MergeReason }
  | { readonly saw: 'stopped'; readonly code: MergeReasonCode; readonly message: string }

export type ResolutionTrouble = 'conflict' | 'unstaged_resolution' | 'wrong_parents'

interface Onto {
  readonly baseCommit: string
  readonly mergeBase: string
}

/** What is written down. Fields that are absent stay as they are. */
export interface Patch {
  readonly state?: MergeState
  readonly step?: MergeStep
  readonly reason?: MergeReason | null
  readonly next?: string | null
  readonly tier?: MergeTier
  readonly attempts?: number
  readonly baseCommit?: string
  readonly mergeBase?: string
  readonly result?: string | null
  readonly resolved?: string
  readonly landedCommit?: string
  readonly verify?: Verification | null
  readonly proof?: MergeProof | null
  readonly files?: number
  readonly insertions?: number
  readonly deletions?: number
  readonly push?: MergePush
  readonly needsApproval?: readonly ApprovalReason[]
  readonly worktree?: string | null
  readonly merger?: string
  readonly agentTries?: number
}

const stateOfStep: Record<MergeStep, MergeState | null> = {
  merge: 'merging',
  call: 'resolving',
  agent: 'resolving',
  resolve: 'resolving',
  prove: 'merging',
  verify: 'verifying',
  push: 'ready',
  land: 'ready',
  wait: null,
  end: null,
}

/** A lane takes a merge up, or goes on with it after a restart. An attempt is counted when it begins, not when it is repeated. */
export function takeUp(facts: MergeFacts): Patch {
  const state = stateOfStep[facts.step] ?? facts.state
  const begins = facts.step === 'merge' && facts.state !== 'merging'
  // While an agent is called the conflict is still what it is.
  if (facts.step === 'call') return { state, next: null }
  return { state, reason: null, next: null, ...(begins ? { attempts: facts.attempts + 1 } : {}) }
}

const goTo = (step: MergeStep): Patch => {
  const state = stateOfStep[step]
  return { step, ...(state === null ? {} : { state }) }
}

export function advance(facts: MergeFacts, seen: Seen, policy: MergePolicy): Patch {
  switch (seen.saw) {
    case 'merged': {
      const { saw: _, tier, ...found } = seen
      return { ...goTo('prove'), ...found, tier: higherTier(facts.tier, tier), worktree: null }
    }
    case 'conflict':
      return onConflict(facts, seen, policy)
    case 'resolved': {
      const { saw: _, ...found } = seen
      return { ...goTo('prove'), ...found, tier: facts.tier === 'agent' ? 'agent' : 'human' }
    }
    case 'called':
      return { ...goTo('agent'), merger: seen.session, agentTries: facts.agentTries + 1 }
    case 'answered':
      return goTo('resolve')
    case 'unhelped': {
      const paths = facts.reason?.paths
      const reason = { code: 'agent_failed', message: seen.message, ...(paths === undefined ? {} : { paths }) } as const
      return toPerson(facts, reason, policy)
    }
    case 'unresolved': {
      const reason = { code: seen.code, message: troubleWords(facts, seen.code), paths: listed(seen.paths) }
      return facts.tier === 'agent' ? toPerson(facts, reason, policy) : needsHuman(facts, reason)
    }
    case 'proof':
      return onProof(facts, seen.proof, policy)
    case 'verified':
      return onVerified(facts, seen.verify, seen.needsApproval)
    case 'pushed':
      return { ...goTo('land'), ...(facts.push === null ? {} : { push: { ...facts.push, state: 'pushed' } }) }
    case 'landed':
      return { state: 'landed', step: 'end', reason: null, next: null, landedCommit: seen.commit }
    case 'moved':
      return isPushed(facts) ? onlyPushed(facts, `${facts.target} moved here meanwhile.`) : again(facts, policy)
    case 'blocked':
      return isPushed(facts)
        ? onlyPushed(facts, seen.reason.message, seen.reason.paths)
        : needsHuman(facts, seen.reason)
    case 'stopped':
      return isPushed(facts) ? onlyPushed(facts, seen.message) : onStopped(facts, seen.code, seen.message)
  }
}

const isPushed = (facts: MergeFacts): boolean => facts.push?.state === 'pushed'

const retry = (facts: MergeFacts): string => `drover merge retry ${facts.id}`

/** The tree has them all; a list that people read has an end. */
const mostPaths = 500
const listed = (paths: readonly string[]): readonly string[] => paths.slice(0, mostPaths)

const needsHuman = (facts: MergeFacts, reason: MergeReason, next = retry(facts)): Patch => ({
  state: 'needs_human',
  step: 'wait',
  reason,
  next,
})

const rejected = (reason: MergeReason, next: string | null): Patch => ({
  state: 'rejected',
  step: 'end',
  reason,
  next,
})

function onConflict(facts: MergeFacts, seen: Extract<Seen, { saw: 'conflict' }>, policy: MergePolicy): Patch {
  const { baseCommit, mergeBase, paths, worktree } = seen
  const onto = { baseCommit, mergeBase, result: null }
  const many = `${paths.length} file${paths.length === 1 ? '' : 's'}`
  const who = whoResolves(policy, facts.agentTries)
  if (who === null) {
    const message = `${facts.branch} conflicts with ${facts.target} in ${many}, and merge.tiers leaves nobody to resolve it.`
    return { ...onto, ...rejected({ code: 'conflict', message, paths: listed(paths) }, retry(facts)), worktree: null }
  }
  if (who === 'agent') {
    const message = `${facts.branch} conflicts with ${facts.target} in ${many}. ${policy.agent} resolves them in ${worktree}.`
    const reason = { code: 'conflict', message, paths: listed(paths) } as const
    return { ...onto, ...goTo('call'), tier: higherTier(facts.tier, 'agent'), worktree, reason, next: null }
  }
  const message = `${facts.branch} conflicts with ${facts.target} in ${many}. Resolve them in ${worktree}, stage them with git add, then retry.`
  return { ...onto, tier: 'human', worktree, ...needsHuman(facts, { code: 'conflict', message, paths: listed(paths) }) }
}

/** An agent did not bring it further: a person goes on in the same tree, unless nobody may. */
function toPerson(facts: MergeFacts, reason: MergeReason, policy: MergePolicy): Patch {
  if (!policy.tiers.includes('human')) return rejected(reason, retry(facts))
  const where =
    facts.worktree === null ? '' : ` Resolve them in ${facts.worktree}, stage them with git add, then retry.`
  const message =
    reason.code === 'agent_failed' ? `${reason.message}${where}` : `An agent did not finish it. ${reason.message}`
  return { tier: 'human', ...needsHuman(facts, { ...reason, message }) }
}

function troubleWords(facts: MergeFacts, code: ResolutionTrouble): string {
  if (code === 'conflict')
    return `Files in ${facts.worktree} are still unmerged: resolve them, stage them with git add, then retry.`
  if (code === 'unstaged_resolution')
    return `Changes in ${facts.worktree} are not staged: git add what belongs to the resolution, remove the rest, then retry.`
  return `The commit in ${facts.worktree} is not a merge of exactly ${facts.target} and ${facts.branch}: leave the resolution staged, or commit it once, then retry.`
}

function onProof(facts: MergeFacts, proof: MergeProof, policy: MergePolicy): Patch {
  if (proof.markers.length === 0) return { ...goTo('verify'), proof }
  const paths = [...new Set(proof.markers.map(({ file }) => file))]
  const where = facts.worktree === null ? 'The result' : `The resolution in ${facts.worktree}`
  const message = `${where} still holds conflict markers: take them out, commit or stage the files, then retry.`
  const reason = { code: 'conflict_markers', message, paths } as const
  return { proof, ...(facts.tier === 'agent' ? toPerson(facts, reason, policy) : needsHuman(facts, reason)) }
}

function onVerified(facts: MergeFacts, verify: Verification | null, needsApproval: readonly ApprovalReason[]): Patch {
  if (verify !== null && !verify.ok) {
    const message = `verify does not hold on the merged tree: \`${verify.command}\`: ${verify.why ?? 'it failed'}.`
    return { verify, needsApproval, ...rejected({ code: 'verify_failed', message }, `drover merge output ${facts.id}`) }
  }
  if (isCovered(needsApproval, facts.proof ?? { dropped: [], more: 0 }, facts.approved))
    return { verify, needsApproval: [], ...goTo(facts.push === null ? 'land' : 'push') }
  return {
    verify,
    needsApproval,
    state: 'ready',
    step: 'wait',
    reason: null,
    next: `drover merge approve ${facts.id}`,
  }
}

/** In words for people, where a merge waits for approval. */
export const waitsFor = (needsApproval: readonly ApprovalReason[]): string =>
  `It waits for approval: ${whyApproval(needsApproval)}.`

/** The remote has it, which is where this target lives; the branch here follows when its reader lets it. */
const onlyPushed = (facts: MergeFacts, why: string, paths?: readonly string[]): Patch => ({
  state: 'landed',
  step: 'end',
  ...(facts.result === null ? {} : { landedCommit: facts.result }),
  reason: {
    code: 'local_behind',
    message: `${facts.push?.remote} has it; the branch ${facts.target} here could not follow: ${why}`,
    ...(paths === undefined ? {} : { paths }),
  },
  next: `git pull --ff-only ${facts.push?.remote} ${facts.target}`,
})

function again(facts: MergeFacts, policy: MergePolicy): Patch {
  if (facts.attempts >= policy.attempts) {
    const message = `${facts.target} moved during each of ${facts.attempts} attempts.`
    return rejected({ code: 'target_moved', message }, retry(facts))
  }
  // What somebody resolved is not asked for twice: that commit is merged onto where the target is now.
  const byHand = facts.tier === 'human' || facts.tier === 'agent'
  const resolved = byHand && facts.result !== null ? { resolved: facts.result } : {}
  return { step: 'merge', state: 'queued', result: null, verify: null, proof: null, ...resolved }
}

/** Those that a person can mend and go on from; all others end the merge. */
const mendable: readonly MergeReasonCode[] = ['local_commits', 'remote_unreachable', 'not_trusted', 'snapshot_failed']

function onStopped(facts: MergeFacts, code: MergeReasonCode, message: string): Patch {
  if (mendable.includes(code)) return needsHuman(facts, { code, message })
  const final: readonly MergeReasonCode[] = ['cancelled', 'superseded', 'nothing_to_merge']
  return rejected({ code, message }, final.includes(code) ? null : retry(facts))
}
