/**
 * What a trip does next. One table, first row that fits wins; total over every combination of facts, so that a trip is never
 * without an answer. What an action does to the world is in `effects`.
 */
import type { CiStatus, LandingMode, TripAction } from '#contract/trip'

export const threadWords = ['starting', 'running', 'idle', 'error', 'stopped', 'asking', 'gone', 'unknown'] as const
export type ThreadWord = (typeof threadWords)[number]

export interface TripFacts {
  /** Where its commits are: nowhere but here, on a branch of the remote (a pull request), or on the default branch. */
  readonly pushed: 'no' | 'branch' | 'landed'
  /** Of the commit that was pushed; null: not asked. */
  readonly ci: CiStatus | null
  readonly thread: ThreadWord
  readonly landing: LandingMode
  /** There are commits that are not where `pushed` says. */
  readonly toLand: boolean
  /** What became of landing them: of a merge in the queue, or of a pull request. */
  readonly landingState: 'none' | 'under_way' | 'failed'
  /** A pull request may be merged: the reviews that are asked for are there. */
  readonly mayMerge: boolean
  /** The red commit had its corrective turn. */
  readonly redAnswered: boolean
  readonly attempts: number
  readonly secondsSinceRed: number
  readonly secondsSinceStart: number
  /** Since the commit was pushed. */
  readonly ciSeconds: number
  /** null: nobody told. */
  readonly costUsd: number | null
  /** What a person did to it. */
  readonly human: 'nothing' | 'unclear' | 'closed' | 'relabelled' | 'pushed' | 'stopped'
  /** A guardrail that its commits break, in words; null: none. */
  readonly violation: string | null
}

export interface TripBudget {
  readonly maxAttempts: number
  readonly maxSeconds: number
  readonly deadlineSeconds: number
  readonly ciDeadlineSeconds: number
  readonly usd: number
}

export interface NextStep {
  readonly action: TripAction
  readonly reason: string
}

interface Row {
  readonly when: string
  readonly action: TripAction
  fits(facts: TripFacts, budget: TripBudget): boolean
  why(facts: TripFacts, budget: TripBudget): string
}

const busy = ({ thread }: TripFacts): boolean => thread === 'running' || thread === 'starting'
const ended = ({ thread }: TripFacts): boolean => ['error', 'stopped', 'gone'].includes(thread)
const overBudget = ({ costUsd }: TripFacts, { usd }: TripBudget): boolean => costUsd !== null && costUsd >= usd
const spent = (facts: TripFacts, budget: TripBudget): boolean =>
  facts.attempts >= budget.maxAttempts || facts.secondsSinceRed >= budget.maxSeconds
const isRed = ({ pushed, ci }: TripFacts): boolean => pushed !== 'no' && ci === 'red'
const humanWords = {
  closed: 'a person closed the issue',
  relabelled: 'a person took the ready label away',
  pushed: 'a person pushed to its branch',
  stopped: 'the operator stopped the loop',
}

/** The state machine, as it is printed in the docs. */
export const rows: readonly Row[] = [
  {
    when: 'on the default branch, checks green',
    action: 'close_success',
    fits: ({ pushed, ci }) => pushed === 'landed' && ci === 'green',
    why: () => 'landed',
  },
  {
    when: 'a person closed or relabelled the issue, pushed to the branch, or stopped the loop at once',
    action: 'withdraw',
    fits: ({ human }) => human !== 'nothing' && human !== 'unclear',
    why: ({ human }) => (human === 'nothing' || human === 'unclear' ? '' : humanWords[human]),
  },
  {
    when: 'the issue is closed or not to be seen, and why is not known yet',
    action: 'wait',
    fits: ({ human }) => human === 'unclear',
    why: () => 'its issue is closed or not to be seen, and why is not known yet',
  },
  {
    when: 'its commits break a guardrail',
    action: 'escalate',
    fits: ({ violation }) => violation !== null,
    why: ({ violation }) => `guardrail: ${violation}`,
  },
  {
    when: 'the agent asks something',
    action: 'escalate',
    fits: ({ thread }) => thread === 'asking',
    why: () => 'the agent asks something that a person must answer',
  },
  {
    when: 'pushed, checks red, a turn runs',
    action: 'wait',
    fits: (facts, budget) => isRed(facts) && busy(facts) && facts.secondsSinceRed < budget.maxSeconds,
    why: () => 'a corrective turn runs',
  },
  {
    when: 'pushed, checks red, attempts or seconds spent',
    action: 'freeze_escalate',
    fits: (facts, budget) =>
      isRed(facts) &&
      spent(facts, budget) &&
      !(facts.redAnswered && facts.toLand && !busy(facts) && facts.secondsSinceRed < budget.maxSeconds),
    why: ({ attempts, secondsSinceRed }) =>
      `the checks are red after ${attempts} attempts and ${Math.floor(secondsSinceRed)} seconds`,
  },
  {
    when: 'pushed, checks red, the cost ceiling is reached',
    action: 'freeze_escalate',
    fits: (facts, budget) => isRed(facts) && overBudget(facts, budget),
    why: ({ costUsd }, { usd }) => `it cost ${costUsd} USD of ${usd} and its checks are red`,
  },
  {
    when: 'pushed, checks red, not answered yet, budget left',
    action: 'fix_forward',
    fits: (facts) => isRed(facts) && !facts.redAnswered && facts.thread !== 'gone',
    why: ({ attempts }, { maxAttempts }) => `the checks are red; attempt ${attempts + 1} of ${maxAttempts}`,
  },
  {
    when: 'pushed, checks red, answered by new commits whose landing failed',
    action: 'freeze_escalate',
    fits: (facts) => isRed(facts) && facts.toLand && facts.landingState === 'failed',
    why: () => 'the corrected work could not be landed',
  },
  {
    when: 'pushed, checks red, answered by new commits, landing is Drover’s',
    action: 'land',
    fits: (facts) =>
      isRed(facts) &&
      facts.toLand &&
      facts.landing !== 'agent' &&
      facts.landingState === 'none' &&
      facts.thread === 'idle',
    why: () => 'the corrected work is there',
  },
  {
    when: 'pushed, checks red, the new commits are on their way',
    action: 'wait',
    fits: (facts) => isRed(facts) && (facts.landingState === 'under_way' || facts.thread === 'unknown'),
    why: () => 'the corrected work is on its way',
  },
  {
    when: 'pushed, checks red, the corrective turn brought no commit that can land',
    action: 'freeze_escalate',
    fits: isRed,
    why: () => 'the corrective turn brought no commit',
  },
  {
    when: 'a pull request is green and may be merged',
    action: 'merge',
    fits: ({ pushed, ci, mayMerge, landingState }) =>
      pushed === 'branch' && ci === 'green' && mayMerge && landingState !== 'failed',
    why: () => 'its checks are green and nobody objects',
  },
  {
    when: 'a pull request is green and could not be merged',
    action: 'escalate',
    fits: ({ pushed, ci, landingState }) => pushed === 'branch' && ci === 'green' && landingState === 'failed',
    why: () => 'the pull request could not be merged',
  },
  {
    when: 'a pull request is green and waits for its reviews',
    action: 'wait',
    fits: ({ pushed, ci }) => pushed === 'branch' && ci === 'green',
    why: () => 'it waits for its reviews',
  },
  {
    when: 'pushed, checks did not come in time',
    action: 'escalate',
    fits: ({ pushed, ciSeconds }, { ciDeadlineSeconds }) => pushed !== 'no' && ciSeconds >= ciDeadlineSeconds,
    why: ({ ciSeconds }) => `its checks said nothing for ${Math.floor(ciSeconds)} seconds`,
  },
  {
    when: 'pushed, checks pending or not known',
    action: 'wait',
    fits: ({ pushed }) => pushed !== 'no',
    why: () => 'its checks run',
  },
  {
    when: 'not pushed, the work is being landed',
    action: 'wait',
    fits: ({ landingState }) => landingState === 'under_way',
    why: () => 'the work is being landed',
  },
  {
    when: 'not pushed, landing failed',
    action: 'escalate',
    fits: ({ landingState }) => landingState === 'failed',
    why: () => 'the work could not be landed',
  },
  {
    when: 'not pushed, the turn ended, commits are there, landing is Drover’s',
    action: 'land',
    fits: ({ thread, toLand, landing }) => thread === 'idle' && toLand && landing !== 'agent',
    why: () => 'the work is there',
  },
  {
    when: 'not pushed, the turn ended or failed, nothing to land',
    action: 'escalate_prepush',
    fits: (facts) => facts.thread === 'idle' || ended(facts),
    why: ({ thread, toLand }) =>
      thread === 'idle'
        ? toLand
          ? 'the agent ended without pushing its commits'
          : 'the agent ended without a commit'
        : `the agent’s turn is over: ${thread}`,
  },
  {
    when: 'not pushed, the cost ceiling is reached',
    action: 'escalate',
    fits: overBudget,
    why: ({ costUsd }, { usd }) => `it cost ${costUsd} USD of ${usd} and nothing is pushed`,
  },
  {
    when: 'not pushed, the deadline is over',
    action: 'escalate',
    fits: ({ secondsSinceStart }, { deadlineSeconds }) => secondsSinceStart >= deadlineSeconds,
    why: ({ secondsSinceStart }) => `nothing is pushed after ${Math.floor(secondsSinceStart)} seconds`,
  },
  { when: 'anything else', action: 'wait', fits: () => true, why: () => 'the agent works' },
]

export function nextStep(facts: TripFacts, budget: TripBudget): NextStep {
  for (const row of rows) if (row.fits(facts, budget)) return { action: row.action, reason: row.why(facts, budget) }
  throw new Error('the last row fits everything')
}
