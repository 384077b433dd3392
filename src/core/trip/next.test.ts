/** The state machine: the predecessor's table by the names of its tests, what it lacked, and every combination. */
import { describe, expect, it } from 'vitest'
import { ciStatuses, landingModes, type TripAction, tripActions } from '#contract/trip'
import { nextStep, rows, type TripBudget, type TripFacts, threadWords } from './next.ts'

const budget: TripBudget = {
  maxAttempts: 5,
  maxSeconds: 3600,
  deadlineSeconds: 7200,
  ciDeadlineSeconds: 3600,
  usd: 100,
}
const facts: TripFacts = {
  pushed: 'no',
  ci: null,
  thread: 'running',
  landing: 'push',
  toLand: false,
  landingState: 'none',
  mayMerge: false,
  redAnswered: false,
  attempts: 0,
  secondsSinceRed: 0,
  secondsSinceStart: 10,
  ciSeconds: 10,
  costUsd: null,
  human: 'nothing',
  violation: null,
}
const act = (patch: Partial<TripFacts>, b = budget): TripAction => nextStep({ ...facts, ...patch }, b).action

describe('nextStep', () => {
  it('pushed_and_green_closes_success: whatever the thread does', () => {
    for (const thread of threadWords) expect(act({ pushed: 'landed', ci: 'green', thread })).toBe('close_success')
  })

  it('not_pushed_terminal_thread_escalates_prepush', () => {
    for (const thread of ['error', 'idle', 'stopped', 'gone'] as const)
      for (const ci of [null, 'pending'] as const) expect(act({ thread, ci })).toBe('escalate_prepush')
  })

  it('not_pushed_in_flight_waits, unknown_thread_status_waits', () => {
    for (const thread of ['starting', 'running', 'unknown'] as const) expect(act({ thread })).toBe('wait')
  })

  it('pushed_ci_pending_waits: any thread that asks nothing', () => {
    for (const thread of threadWords)
      for (const ci of [null, 'pending'] as const)
        expect(act({ pushed: 'landed', ci, thread })).toBe(thread === 'asking' ? 'escalate' : 'wait')
  })

  it.each([
    [0, 0, 'fix_forward'],
    [4, 3599, 'fix_forward'],
    [5, 0, 'freeze_escalate'],
    [5, 3600, 'freeze_escalate'],
    [0, 3600, 'freeze_escalate'],
    [4, 3600, 'freeze_escalate'],
    [6, 0, 'freeze_escalate'],
    [1, 100, 'fix_forward'],
  ] as const)(
    'pushed_red_fix_forward_until_budget_exhausted: %i attempts, %i s',
    (attempts, secondsSinceRed, wanted) => {
      expect(act({ pushed: 'landed', ci: 'red', thread: 'idle', attempts, secondsSinceRed })).toBe(wanted)
    },
  )

  it('fix_forward_attempts_cap_comes_from_config; fix_forward_seconds_cap_comes_from_config', () => {
    const red = { pushed: 'landed', ci: 'red', thread: 'idle' } as const
    expect(act({ ...red, attempts: 1 }, { ...budget, maxAttempts: 1 })).toBe('freeze_escalate')
    expect(act({ ...red, attempts: 1 }, { ...budget, maxAttempts: 2 })).toBe('fix_forward')
    expect(act({ ...red, secondsSinceRed: 9 }, { ...budget, maxSeconds: 9 })).toBe('freeze_escalate')
    expect(act({ ...red, secondsSinceRed: 9 }, { ...budget, maxSeconds: 10 })).toBe('fix_forward')
  })

  it('one corrective turn a red commit, and none while one runs', () => {
    const red = { pushed: 'landed', ci: 'red' } as const
    expect(act({ ...red, thread: 'running' })).toBe('wait')
    expect(act({ ...red, thread: 'running', redAnswered: true, attempts: 5 })).toBe('wait')
    expect(act({ ...red, thread: 'idle', redAnswered: true })).toBe('freeze_escalate')
    expect(act({ ...red, thread: 'idle', redAnswered: true, toLand: true })).toBe('land')
    expect(act({ ...red, thread: 'idle', redAnswered: true, toLand: true, attempts: 5 })).toBe('land')
    expect(act({ ...red, thread: 'idle', redAnswered: true, toLand: true, landingState: 'under_way' })).toBe('wait')
    expect(act({ ...red, thread: 'idle', redAnswered: true, toLand: true, landingState: 'failed' })).toBe(
      'freeze_escalate',
    )
    expect(act({ ...red, thread: 'gone' })).toBe('freeze_escalate')
  })

  it('commits are landed by whoever the landing mode says', () => {
    for (const landing of landingModes)
      expect(act({ thread: 'idle', toLand: true, landing })).toBe(landing === 'agent' ? 'escalate_prepush' : 'land')
    expect(act({ thread: 'idle', toLand: true, landingState: 'under_way' })).toBe('wait')
    expect(act({ thread: 'idle', toLand: true, landingState: 'failed' })).toBe('escalate')
    expect(act({ thread: 'error', toLand: true })).toBe('escalate_prepush')
  })

  it('green on an unmerged pull request closes nothing', () => {
    const pr = { pushed: 'branch', ci: 'green', landing: 'pr', thread: 'idle' } as const
    expect(act(pr)).toBe('wait')
    expect(act({ ...pr, mayMerge: true })).toBe('merge')
    expect(act({ ...pr, landingState: 'failed' })).toBe('escalate')
    expect(act({ ...pr, ci: 'red' })).toBe('fix_forward')
    expect(act({ ...pr, pushed: 'landed' })).toBe('close_success')
  })

  it('a person is asked: a question, a deadline, a ceiling, checks that never come, a guardrail', () => {
    expect(act({ thread: 'asking' })).toBe('escalate')
    expect(act({ secondsSinceStart: 7200 })).toBe('escalate')
    expect(act({ thread: 'unknown', secondsSinceStart: 7200 })).toBe('escalate')
    expect(act({ costUsd: 100 })).toBe('escalate')
    expect(act({ costUsd: 99.9 })).toBe('wait')
    expect(act({ pushed: 'landed', ci: 'red', thread: 'idle', costUsd: 100 })).toBe('freeze_escalate')
    expect(act({ pushed: 'landed', ci: 'pending', ciSeconds: 3600 })).toBe('escalate')
    expect(act({ violation: 'a workflow file was changed' })).toBe('escalate')
  })

  it('what a person did is left to the person', () => {
    // Until it is known who closed it nothing is landed, merged or corrected.
    expect(act({ human: 'unclear', pushed: 'branch', ci: 'green', mayMerge: true })).toBe('wait')
    expect(act({ human: 'unclear', thread: 'idle', toLand: true })).toBe('wait')
    expect(act({ human: 'unclear', pushed: 'landed', ci: 'green' })).toBe('close_success')
    for (const human of ['closed', 'relabelled', 'pushed'] as const) {
      expect(act({ human })).toBe('withdraw')
      expect(act({ human, pushed: 'landed', ci: 'red', thread: 'idle' })).toBe('withdraw')
    }
  })

  it('decision_table_is_total: every combination has one action with words, and every row is reached', () => {
    const reached = new Set<string>()
    const wrong: unknown[] = []
    for (const given of everyCombination()) {
      const { action, reason } = nextStep(given, budget)
      const { pushed, ci, attempts, thread } = given
      if (!tripActions.includes(action) || reason === '') wrong.push(given)
      // Success is never claimed without a green commit on the default branch.
      if (action === 'close_success' && !(pushed === 'landed' && ci === 'green')) wrong.push(given)
      if (action === 'fix_forward' && !(ci === 'red' && attempts < 5 && thread !== 'running')) wrong.push(given)
      reached.add(rows.find((row) => row.fits(given, budget))?.when ?? '')
    }
    expect(wrong).toEqual([])
    expect([...reached].sort()).toEqual(rows.map(({ when }) => when).sort())
  })
})

const values: { readonly [K in keyof TripFacts]: readonly TripFacts[K][] } = {
  pushed: ['no', 'branch', 'landed'],
  ci: [null, ...ciStatuses],
  thread: threadWords,
  landing: ['push', 'agent'],
  toLand: [false, true],
  landingState: ['none', 'under_way', 'failed'],
  mayMerge: [false, true],
  redAnswered: [false, true],
  attempts: [0, 5],
  secondsSinceRed: [0, 3600],
  secondsSinceStart: [0, 7200],
  ciSeconds: [0, 3600],
  costUsd: [null, 100],
  human: ['nothing', 'unclear', 'closed'],
  violation: [null, 'force push'],
}

/** Every fact with every kind of value, but the last four two by two with the others at rest. */
function* everyCombination(): Generator<TripFacts> {
  const rest = ['secondsSinceStart', 'ciSeconds', 'costUsd', 'human', 'violation'] as const
  const main = (Object.keys(values) as (keyof TripFacts)[]).filter((key) => !rest.some((one) => one === key))
  const quiet = { secondsSinceStart: 0, ciSeconds: 0, costUsd: null, human: 'nothing', violation: null } as const
  const others = [quiet, ...rest.flatMap((key) => values[key].slice(1).map((value) => ({ ...quiet, [key]: value })))]
  function* fill(n: number, so: Partial<TripFacts>): Generator<Partial<TripFacts>> {
    const key = main[n]
    if (key === undefined) yield so
    else for (const value of values[key]) yield* fill(n + 1, { ...so, [key]: value })
  }
  for (const so of fill(0, {})) for (const other of others) yield { ...so, ...other } as TripFacts
}
