import { expect, test } from 'vitest'
import { mergeStates } from '#contract/merge'
import { statuses } from '#contract/session'
import { decideCompletion, type EffortFacts, type MemberFacts, type MergeFacts } from './completion.ts'

const coordinator: MemberFacts = {
  id: 'p-1',
  role: 'coordinator',
  persistent: true,
  phase: 'live',
  status: 'idle',
  report: null,
  waits: false,
  queued: 0,
}
const builder: MemberFacts = {
  id: 'p-2',
  role: 'builder',
  persistent: false,
  phase: 'live',
  status: 'reported',
  report: 'reported',
  waits: false,
  queued: 0,
}
const dead: MemberFacts = { ...builder, phase: 'ended', status: 'ended' }
const landed: MergeFacts = { id: 'm-1', branch: 'b', state: 'landed', reason: null }
const rejected: MergeFacts = { ...landed, state: 'rejected', reason: 'verify_failed' }

const effort = (facts: Partial<EffortFacts>): EffortFacts => ({
  members: [coordinator, builder],
  merges: [],
  refused: [],
  offers: 0,
  spawned: true,
  ...facts,
})
const withBuilder = (patch: Partial<MemberFacts>) => effort({ members: [coordinator, { ...builder, ...patch }] })
const withRoot = (patch: Partial<MemberFacts>) => effort({ members: [{ ...coordinator, ...patch }, builder] })

const rows: readonly [string, EffortFacts, ReturnType<typeof decideCompletion>['state'], string?][] = [
  ['nobody is there yet', effort({ members: [] }), 'running', 'no session yet'],
  ['all reported, the coordinator idle', effort({}), 'completed'],
  ['a coordinator that has spawned nobody', effort({ members: [coordinator], spawned: false }), 'running', 'spawned'],
  ['a coordinator that waits', withRoot({ status: 'waiting' }), 'running', 'is waiting'],
  ['a coordinator with mail', withRoot({ queued: 1 }), 'running', 'mail to read'],
  ['a coordinator that asks', withRoot({ status: 'needs_input' }), 'running', 'asks for an answer'],
  ['a coordinator that is parked', withRoot({ status: 'parked' }), 'running', 'is parked'],
  ['a coordinator whose turn failed', withRoot({ status: 'failed' }), 'failed', 'last turn of coordinator p-1'],
  [
    'a coordinator whose turn failed after it agreed to wait',
    withRoot({ status: 'failed', waits: true }),
    'running',
    'is waiting',
  ],
  [
    'a coordinator whose first turn failed',
    effort({ members: [{ ...coordinator, status: 'failed' }], spawned: false }),
    'failed',
    'last turn',
  ],
  ['a coordinator that was killed', withRoot({ phase: 'ended', status: 'ended' }), 'failed', 'ended before its effort'],
  ['a child that owes its report', withBuilder({ status: 'idle', report: 'owed' }), 'running', 'owes its report'],
  ['a failed child that owes its report', withBuilder({ status: 'failed', report: 'owed' }), 'running', 'owes'],
  ['a child whose report is missing', withBuilder({ status: 'idle', report: 'missing' }), 'failed', 'gave no report'],
  ['a reported child whose later turn failed', withBuilder({ status: 'failed' }), 'failed', 'last turn of builder p-2'],
  ['a reported child that was woken', withBuilder({ status: 'working' }), 'running', 'is working'],
  ['a reported child with mail', withBuilder({ queued: 2 }), 'running', 'mail to read'],
  ['a child that reported and ended', effort({ members: [coordinator, dead] }), 'completed'],
  ['mail to a dead child', effort({ members: [coordinator, { ...dead, queued: 3 }] }), 'completed'],
  [
    'a child that died owing its report',
    effort({ members: [coordinator, { ...dead, report: 'owed' }] }),
    'failed',
    'ended without its report',
  ],
  [
    'one died, another still works',
    effort({ members: [coordinator, { ...dead, report: 'missing' }, { ...builder, id: 'p-3', status: 'working' }] }),
    'running',
    'p-3',
  ],
  [
    'a session without a role',
    effort({ members: [coordinator, { ...builder, role: null, report: null }] }),
    'completed',
  ],
  ['a lead alone that reported', effort({ members: [{ ...builder, role: 'lead' }], spawned: false }), 'completed'],
  ['a branch not in the queue yet', effort({ offers: 1 }), 'running', 'merge queue'],
  ['all landed', effort({ merges: [landed] }), 'completed'],
  [
    'one rejected',
    effort({ merges: [landed, { ...rejected, id: 'm-2', branch: 'c' }] }),
    'failed',
    'm-2 of c did not land',
  ],
  ['rejected, then landed by another merge', effort({ merges: [rejected, { ...landed, id: 'm-2' }] }), 'completed'],
  ['landed, then rejected', effort({ merges: [landed, { ...rejected, id: 'm-2' }] }), 'failed', 'verify_failed'],
  ['nothing to merge', effort({ merges: [{ ...rejected, reason: 'nothing_to_merge' }] }), 'completed'],
  [
    'a branch that was said to be ready and was refused',
    effort({ refused: [{ sessionId: 'p-2', message: 'main has every commit of b already.' }] }),
    'failed',
    'the branch of builder p-2 was said to be ready and was not merged (main has every commit of b already)',
  ],
  ['cancelled', effort({ merges: [{ ...rejected, reason: 'cancelled' }] }), 'failed', 'cancelled'],
]

test.each(rows)('%s', (_, facts, state, words) => {
  const decision = decideCompletion(facts)
  expect(decision.state).toBe(state)
  const said = decision.state === 'running' ? decision.because : decision.state === 'failed' ? decision.reason : ''
  expect(said).toContain(words ?? '')
})

const atRest = new Set([
  ...['idle', 'reported', 'failed', 'ended', 'ci_failed', 'changes_requested', 'review_pending'],
  ...['draft', 'mergeable', 'approved', 'pr_open', 'merged'],
])

test.each(statuses)('a child with its report given that is %s', (status) => {
  const phase = status === 'ended' ? 'ended' : status === 'starting' ? 'starting' : 'live'
  const state = decideCompletion(withBuilder({ status, phase })).state
  expect(state).toBe(status === 'failed' ? 'failed' : atRest.has(status) ? 'completed' : 'running')
})

test.each(mergeStates)('a merge that is %s (must never 9)', (state) => {
  const decided = decideCompletion(effort({ merges: [{ ...landed, state }] })).state
  expect(decided).toBe(state === 'landed' ? 'completed' : state === 'rejected' ? 'failed' : 'running')
})

test('every fault is named (must never 36)', () => {
  const members = [
    coordinator,
    { ...builder, id: 'p-2', report: 'missing' as const, status: 'idle' as const },
    { ...dead, id: 'p-3', report: 'owed' as const },
  ]
  expect(decideCompletion(effort({ members, merges: [rejected] }))).toEqual({
    state: 'failed',
    reason:
      'builder p-2 gave no report; builder p-3 ended without its report; merge m-1 of b did not land (verify_failed).',
  })
})
