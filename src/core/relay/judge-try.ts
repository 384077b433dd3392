/**
 * What a try came to: from how its turn ended, what its agent reported, what stands in the tree and what the verification
 * said. Done is a claim: it counts only with a change (where one is expected) and a verification that holds. Two questions,
 * because proving takes time and is not asked of a try that did not finish. What follows is `consequence`.
 */
import type { FailureCategory, TurnOutcome } from '#contract/agent-event'
import type { TryOutcome } from '#contract/relay'

export interface TryEndFacts {
  readonly turn: TurnOutcome
  /** Called off by a skip or a stop of the relay, or because the daemon itself ended. */
  readonly calledOff: 'skip' | 'stop' | 'daemon' | null
  /** Of a turn that did not complete. */
  readonly failure: { readonly category: FailureCategory; readonly message: string } | null
  /** What the agent said of its task by its own token. */
  readonly report: { readonly outcome: 'done' | 'failed' | 'handoff' | 'needs_user'; readonly summary: string } | null
  readonly expects: 'change' | 'none'
  /** The branch that HEAD must be on; null where it is. */
  readonly astray: string | null
  /** The commits that were there when it began are still in the history. */
  readonly keptHistory: boolean
  readonly commits: number
  readonly leftovers: readonly string[]
  /** Of them, those that are too large to be saved or committed by Drover. */
  readonly large: readonly string[]
  /** git is in the middle of something in the tree: a merge, a rebase. */
  readonly operation: string | null
  readonly commit: 'leftovers' | 'agent'
}

export interface Judgement {
  readonly outcome: TryOutcome
  readonly category: FailureCategory | null
  /** For people and for the next agent: why it is not done. */
  readonly reason: string | null
}

const judged = (outcome: TryOutcome, category: FailureCategory | null, reason: string | null): Judgement => ({
  outcome,
  category,
  reason,
})

const calledOffWords: Record<NonNullable<TryEndFacts['calledOff']>, string> = {
  skip: 'It was skipped.',
  stop: 'The relay was stopped.',
  daemon: 'The daemon was stopped.',
}

/** `prove`: it says it is done, and nothing that can be seen at once speaks against it. */
export function judgeEnd(facts: TryEndFacts): Judgement | 'prove' {
  if (facts.turn === 'cancelled' || (facts.calledOff !== null && facts.turn !== 'completed'))
    return judged(
      'cancelled',
      'cancelled',
      facts.calledOff === null ? 'A person cancelled it.' : calledOffWords[facts.calledOff],
    )
  if (facts.turn !== 'completed') {
    const { category, message } = facts.failure ?? { category: 'unknown' as const, message: 'It ended without a word.' }
    return judged(category === 'usage_limit' ? 'parked' : 'failed', category, message)
  }
  const { report } = facts
  if (report?.outcome === 'needs_user') return judged('needs_user', null, report.summary || 'It needs a person.')
  if (report?.outcome === 'failed')
    return judged('failed', 'agent_error', report.summary || 'The agent reported that it cannot be done.')
  if (facts.astray !== null)
    return judged(
      'incomplete',
      'incomplete',
      `The work must be on the branch ${facts.astray}; it is not checked out any more.`,
    )
  if (!facts.keptHistory)
    return judged('incomplete', 'incomplete', 'Commits that were there at the start are gone from the branch.')
  if (facts.operation !== null)
    return judged('incomplete', 'incomplete', `A ${facts.operation} is under way in the tree.`)
  if (facts.commits === 0 && facts.leftovers.length === 0 && facts.expects === 'change')
    return judged('no_change', 'no_change', 'It ended without a commit and without a change.')
  if (facts.leftovers.length > 0 && facts.commit === 'agent')
    return judged('incomplete', 'incomplete', `Not committed: ${shown(facts.leftovers)}.`)
  if (facts.large.length > 0)
    return judged(
      'incomplete',
      'incomplete',
      `Too large to be committed unasked: ${shown(facts.large)}. Remove or ignore it.`,
    )
  return 'prove'
}

/** After the verification; null: there was none to run. */
export function judgeProof(
  proof: { readonly ok: boolean; readonly why: string | null; readonly command: string } | null,
): Judgement {
  if (proof === null || proof.ok) return judged('completed', null, null)
  return judged('incomplete', 'incomplete', `${proof.command} does not hold: ${proof.why ?? 'it failed'}.`)
}

function shown(files: readonly string[]): string {
  const first = files.slice(0, 10).join(', ')
  return files.length > 10 ? `${first} and ${files.length - 10} more` : first
}

/** An agent that writes the words of a report without running the command has reported nothing. */
export function saidWithoutDoing(lastText: string | null, reported: boolean): boolean {
  return !reported && lastText !== null && /(\bdrover|\$DROVER_BIN"?)\s+task\s+(done|handoff|fail)\b/.test(lastText)
}
