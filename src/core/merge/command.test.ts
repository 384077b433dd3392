/** What may be asked of a merge in each state. */
import { describe, expect, test } from 'vitest'
import { type MergeState, type MergeStep, mergeStates, mergeSteps } from '#contract/merge'
import { type CommandFacts, decideApprove, decideBeside, decideCancel, decideRetry } from './command.ts'

const facts = (state: MergeState, more: Partial<CommandFacts> = {}): CommandFacts => ({
  id: 'm-7',
  state,
  step: state === 'landed' || state === 'rejected' ? 'end' : 'merge',
  running: false,
  held: false,
  hasTree: false,
  hasResult: false,
  stoppedBy: null,
  ...more,
})
const word = (decision: unknown): string => (typeof decision === 'string' ? decision : 'refused')

describe('retry', () => {
  test.each([
    ['queued', {}, 'refused'],
    ['merging', {}, 'refused'],
    ['resolving', {}, 'refused'],
    ['verifying', {}, 'refused'],
    ['ready', { step: 'wait' }, 'refused'],
    ['ready', { step: 'land' }, 'refused'],
    ['landed', {}, 'refused'],
    ['rejected', {}, 'restart'],
    ['rejected', { hasResult: true }, 'restart'],
    ['needs_human', { step: 'wait' }, 'restart'],
    ['needs_human', { step: 'wait', hasResult: true, stoppedBy: 'target_dirty' }, 'land'],
    ['needs_human', { step: 'wait', hasResult: true, stoppedBy: 'remote_unreachable' }, 'land'],
    ['needs_human', { step: 'wait', hasResult: true, stoppedBy: 'conflict_markers' }, 'restart'],
    ['needs_human', { step: 'wait', hasResult: true, stoppedBy: 'not_trusted' }, 'restart'],
    ['needs_human', { step: 'wait', hasResult: true, stoppedBy: null }, 'restart'],
    ['needs_human', { step: 'wait', hasTree: true }, 'resolve'],
    ['needs_human', { step: 'wait', hasTree: true, hasResult: true }, 'resolve'],
  ] as const)('%s %j: %s', (state, more, expected) => {
    expect(word(decideRetry(facts(state, more)))).toBe(expected)
  })
})

test('only a proven merge that waits is approved', () => {
  for (const state of mergeStates)
    for (const step of mergeSteps) {
      const expected = state === 'ready' && step === 'wait' ? 'approve' : 'refused'
      expect(word(decideApprove(facts(state, { step })))).toBe(expected)
    }
})

test('cancel: at once, at the next step, or too late', () => {
  for (const state of mergeStates)
    for (const step of mergeSteps as readonly MergeStep[])
      for (const running of [false, true])
        for (const held of [false, true]) {
          const late = (running || held) && (step === 'push' || step === 'land')
          const otherwise = late ? 'refused' : running ? 'later' : 'now'
          const expected = state === 'landed' ? 'refused' : state === 'rejected' ? 'already' : otherwise
          expect(word(decideCancel(facts(state, { step, running, held })))).toBe(expected)
        }
})

describe('another merge of the same branch', () => {
  const wish = (head: string) => ({ head, push: null, by: 'operator' }) as const
  const opened = (one: CommandFacts) => ({ ...one, head: 'same', push: false, by: 'operator' }) as const
  test.each([
    ['queued', false, 'same', 'join'],
    ['queued', false, 'other', 'replace'],
    ['verifying', true, 'same', 'join'],
    ['verifying', true, 'other', 'refused'],
    ['ready', false, 'same', 'join'],
    ['ready', false, 'other', 'replace'],
    ['needs_human', false, 'same', 'join'],
    ['needs_human', false, 'other', 'replace'],
  ] as const)('%s, running %s, %s head: %s', (state, running, head, expected) => {
    expect(word(decideBeside(opened(facts(state, { running })), wish(head)))).toBe(expected)
  })

  test('that a lane took up at its last steps is not replaced: it may have landed', () => {
    for (const step of ['push', 'land'] as const) {
      const open = opened(facts('ready', { step, held: true }))
      expect([word(decideBeside(open, wish('other'))), word(decideBeside(open, wish('same')))]).toEqual([
        'refused',
        'join',
      ])
      expect(word(decideBeside({ ...open, held: false }, wish('other')))).toBe('replace')
    }
  })

  test.each([
    ['a push that was not wanted', { push: true }, {}, 'replace'],
    ['the same without a push', { push: false }, {}, 'join'],
    ['no push where one was wanted', { push: false }, { push: true }, 'replace'],
    ['nothing said of a push', {}, { push: true }, 'join'],
    ['the operator asks for what an agent offered', {}, { by: 'session' }, 'replace'],
    ['the agent offers it again', { by: 'session' }, { by: 'session' }, 'join'],
    ['the agent offers what the operator asked for', { by: 'session' }, {}, 'join'],
  ] as const)('the same commits, %s: %s', (_, asked, open, expected) => {
    const before = opened(facts('ready', { step: 'wait' }))
    expect(word(decideBeside({ ...before, ...open }, { ...wish('same'), ...asked }))).toBe(expected)
    // A tree that a person may work in stays.
    const waits = opened(facts('needs_human', { step: 'wait', hasTree: true }))
    expect(word(decideBeside({ ...waits, ...open }, { ...wish('same'), ...asked }))).toBe('join')
  })
})
