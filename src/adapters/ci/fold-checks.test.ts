/** Unknown is no success; a required check that is missing is waited for; one that nobody requires stops nothing. */
import { describe, expect, it } from 'vitest'
import type { CheckState } from '#contract/pr'
import { foldChecks } from './fold-checks.ts'

const checks = (states: Readonly<Record<string, CheckState>>) =>
  Object.entries(states).map(([name, state]) => ({ name, state, url: null }))

describe('foldChecks', () => {
  it.each([
    ['no check', {}, null, 'none'],
    ['no check although one is required', {}, ['unit'], 'none'],
    ['all passed', { a: 'passed', b: 'skipped' }, null, 'success'],
    ['one failed', { a: 'passed', b: 'failed' }, null, 'failure'],
    ['one was called off', { a: 'cancelled' }, null, 'failure'],
    ['one runs', { a: 'passed', b: 'pending' }, null, 'pending'],
    ['one is unknown', { a: 'passed', b: 'unknown' }, null, 'pending'],
    ['one failed while another runs', { a: 'failed', b: 'pending' }, null, 'failure'],
    ['a failure that nobody requires', { unit: 'passed', lint: 'failed' }, ['unit'], 'success'],
    ['a required one that is missing', { lint: 'passed' }, ['unit'], 'pending'],
    ['one of two required is missing', { unit: 'passed' }, ['unit', 'e2e'], 'pending'],
    ['a required one that failed', { unit: 'failed', lint: 'passed' }, ['unit'], 'failure'],
    ['a required one that is unknown', { unit: 'unknown' }, ['unit'], 'pending'],
    ['rules that require nothing', { unit: 'passed', lint: 'failed' }, [], 'failure'],
    ['a rule with a glob', { 'ci / unit (push)': 'passed', other: 'failed' }, ['ci / *'], 'success'],
    ['a glob that fits nothing', { other: 'passed' }, ['ci / *'], 'pending'],
  ] as const)('%s', (_, states, required, result) =>
    expect(foldChecks({ checks: checks(states), required }).result).toBe(result),
  )

  it('names what is red and what is waited for', () => {
    expect(foldChecks({ checks: checks({ a: 'failed', b: 'passed' }), required: null }).red).toEqual([
      { name: 'a', url: null },
    ])
    expect(foldChecks({ checks: checks({ a: 'pending' }), required: ['a', 'b'] }).detail).toBe('waits for a, b')
  })
})
