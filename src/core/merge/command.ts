/** What may be asked of a merge now: retry, approve, cancel, or another one beside it. Facts in, a decision or a refusal out. */
import type { Refusal } from '#contract/error'
import type { Merge, MergeReasonCode, MergeState, MergeStep } from '#contract/merge'

export interface CommandFacts {
  readonly id: string
  readonly state: MergeState
  readonly step: MergeStep
  /** A lane works on it now. */
  readonly running: boolean
  /** A lane has taken it up and not given it back: at its last steps it may be on the target already, whoever works now. */
  readonly held: boolean
  /** A tree with a conflict is kept for a person. */
  readonly hasTree: boolean
  /** A result is there; proven only when it came as far as landing. */
  readonly hasResult: boolean
  /** Why it waits for a person. */
  readonly stoppedBy: MergeReasonCode | null
}

const no = (facts: CommandFacts, what: string, hint: string): Refusal => ({
  refused: 'MERGE_BLOCKED',
  message: `Merge ${facts.id} ${what}.`,
  hint,
  details: { state: facts.state },
})

/** resolve: go on from the person's resolution. land: the proven result once more. restart: from the branch as it is now. */
export type RetryDecision = 'resolve' | 'land' | 'restart' | Refusal

/** What can stop a merge once it is proven, verified and approved. Whatever stopped it earlier, it has all that before it yet. */
const atLanding: readonly MergeReasonCode[] = [
  'checked_out_twice',
  'checkout_refused',
  'index_locked',
  'operation_under_way',
  'remote_unreachable',
  'session_working',
  'snapshot_failed',
  'target_dirty',
  'untracked_in_the_way',
]

const isProven = ({ hasResult, stoppedBy }: CommandFacts): boolean =>
  hasResult && stoppedBy !== null && atLanding.includes(stoppedBy)

export function decideRetry(facts: CommandFacts): RetryDecision {
  if (facts.state === 'landed') return no(facts, 'has landed', 'There is nothing to retry.')
  if (facts.state === 'rejected') return 'restart'
  if (facts.state === 'needs_human') return facts.hasTree ? 'resolve' : isProven(facts) ? 'land' : 'restart'
  if (facts.step === 'wait')
    return no(facts, 'is proven and waits for approval', `Approve it with: drover merge approve ${facts.id}`)
  return no(facts, `is ${facts.state}`, `Wait for it: drover merge get ${facts.id}`)
}

export function decideApprove(facts: CommandFacts): 'approve' | Refusal {
  if (facts.state === 'ready' && facts.step === 'wait') return 'approve'
  if (facts.state === 'landed') return no(facts, 'has landed', 'There is nothing to approve.')
  return no(
    facts,
    `is ${facts.state}; only a proven merge that waits can be approved`,
    `See what it needs: drover merge get ${facts.id}`,
  )
}

/** What was begun there is looked at before anything else is said of it. */
const isLanding = ({ running, held, step }: CommandFacts): boolean =>
  (running || held) && (step === 'push' || step === 'land')

/** later: the lane ends it at the next step. already: it has ended without landing. */
export type CancelDecision = 'now' | 'later' | 'already' | Refusal

export function decideCancel(facts: CommandFacts): CancelDecision {
  if (facts.state === 'landed') return no(facts, 'has landed', 'Take it back with git revert on the target.')
  if (facts.state === 'rejected') return 'already'
  if (isLanding(facts)) return no(facts, 'is landing right now', `See what came of it: drover merge get ${facts.id}`)
  return facts.running ? 'later' : 'now'
}

/** An open merge of the same branch into the same target, when another one is asked for. */
export type BesideDecision = 'join' | 'replace' | Refusal

export interface Wish {
  readonly head: string
  /** null: nothing was said of it. */
  readonly push: boolean | null
  readonly by: Merge['by']
}

export interface OpenWish extends Wish {
  readonly push: boolean
}

/** What a person may have resolved in its tree is never replaced by the same commits. */
export function decideBeside(open: CommandFacts & OpenWish, asked: Wish): BesideDecision {
  const sameCommits = open.head === asked.head
  if (sameCommits && (open.hasTree || isSameWish(open, asked))) return 'join'
  if (!open.running && !isLanding(open)) return 'replace'
  return no(open, `of the same branch is ${open.state}`, `Wait for it, or cancel it: drover merge cancel ${open.id}`)
}

/** A push that was or was not wanted, and an agent's offer that the operator now asks for, make another merge of it. */
const isSameWish = (open: OpenWish, asked: Wish): boolean =>
  (asked.push === null || asked.push === open.push) && !(open.by === 'session' && asked.by === 'operator')
