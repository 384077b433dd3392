/**
 * Whether an effort is over, and how: one decision over what is known of its sessions, its branches that were offered and its
 * merges. Who is asked, told and ended then is the flows'. Nobody who works, waits, is parked or owes a report is passed over;
 * one who has ended holds nobody up, and what is missing or did not land is never called a success.
 */
import type { MergeReasonCode, MergeState } from '#contract/merge'
import type { ReportState } from '#contract/role'
import type { Phase, Status } from '#contract/session'

export interface MemberFacts {
  readonly id: string
  readonly role: string | null
  /** It lives as long as its effort and owes nobody a report: a coordinator. */
  readonly persistent: boolean
  readonly phase: Phase
  readonly status: Status
  readonly report: ReportState | null
  /** It agreed to wait for something, also where its turn failed after that. */
  readonly waits: boolean
  /** Mail and messages that will wake it. */
  readonly queued: number
}

export interface MergeFacts {
  readonly id: string
  readonly branch: string
  readonly state: MergeState
  readonly reason: MergeReasonCode | null
}

export interface EffortFacts {
  readonly members: readonly MemberFacts[]
  /** In the order in which they were asked for. */
  readonly merges: readonly MergeFacts[]
  /** Sessions that said that their branch is ready, were refused, and asked for no merge since. */
  readonly refused: readonly { readonly sessionId: string; readonly message: string }[]
  /** Branches that were said to be ready and are not in the queue yet. */
  readonly offers: number
  /** A persistent member has spawned somebody. */
  readonly spawned: boolean
}

export type Completion =
  | { readonly state: 'running'; readonly because: string }
  | { readonly state: 'completed' }
  | { readonly state: 'failed'; readonly reason: string }

const running = (because: string): Completion => ({ state: 'running', because })

export function decideCompletion(facts: EffortFacts): Completion {
  if (facts.members.length === 0) return running('it has no session yet')
  for (const member of facts.members) {
    const busy = whatHolds(member, facts.spawned)
    if (busy !== null) return running(`${named(member)} ${busy}`)
  }
  if (facts.offers > 0) return running('a branch is on its way into the merge queue')
  const open = facts.merges.find((merge) => !isSettled(merge.state))
  if (open !== undefined) return running(`merge ${open.id} is ${open.state}`)
  const faults = [
    ...facts.members.flatMap(faultOf),
    ...newestOfBranches(facts.merges).flatMap(unlanded),
    ...facts.refused.map((one) => neverMerged(facts.members, one)),
  ]
  return faults.length === 0 ? { state: 'completed' } : { state: 'failed', reason: `${faults.join('; ')}.` }
}

const named = ({ id, role }: Pick<MemberFacts, 'id' | 'role'>): string => (role === null ? id : `${role} ${id}`)

/** A state that passes by itself or by somebody's word; null: nothing more comes from this one. */
function whatHolds(member: MemberFacts, spawned: boolean): string | null {
  if (member.phase === 'ended') return null
  if (!atRest.has(member.status)) return words[member.status] ?? `is ${member.status}`
  if (member.waits) return 'is waiting'
  if (member.queued > 0) return 'has mail to read'
  if (member.persistent) return spawned || member.status === 'failed' ? null : 'has spawned nobody yet'
  return member.report === 'owed' ? 'owes its report' : null
}

/** What a pull request asks for is no work of this session. */
const atRest: ReadonlySet<Status> = new Set([
  'idle',
  'reported',
  'failed',
  'ended',
  'ci_failed',
  'changes_requested',
  'review_pending',
  'draft',
  'mergeable',
  'approved',
  'pr_open',
  'merged',
])

const words: Partial<Record<Status, string>> = {
  needs_input: 'asks for an answer',
  unknown: 'cannot be judged yet',
}

function faultOf(member: MemberFacts): readonly string[] {
  const who = named(member)
  if (member.persistent) {
    if (member.phase === 'ended') return [`${who} ended before its effort did`]
    return member.status === 'failed' ? [`the last turn of ${who} failed`] : []
  }
  if (member.report === 'missing') return [`${who} gave no report`]
  if (member.report === 'owed') return [`${who} ended without its report`]
  return member.phase !== 'ended' && member.status === 'failed' ? [`the last turn of ${who} failed`] : []
}

/** Whoever changed nothing only reports; who says that a branch is ready is believed by what came of it. */
function neverMerged(members: readonly MemberFacts[], { sessionId, message }: EffortFacts['refused'][number]): string {
  const who = members.find(({ id }) => id === sessionId)
  return `the branch of ${who === undefined ? sessionId : named(who)} was said to be ready and was not merged (${message.replace(/\.$/, '')})`
}

const isSettled = (state: MergeState): boolean => state === 'landed' || state === 'rejected'

/** A branch that was offered again counts by its newest merge. */
function newestOfBranches(merges: readonly MergeFacts[]): readonly MergeFacts[] {
  return [...new Map(merges.map((merge) => [merge.branch, merge])).values()]
}

/** What the target has already needs no landing. */
const unlanded = ({ id, branch, state, reason }: MergeFacts): readonly string[] =>
  state === 'landed' || reason === 'nothing_to_merge'
    ? []
    : [`merge ${id} of ${branch} did not land${reason === null ? '' : ` (${reason})`}`]
