/** When a budget warns, when it stops new launches, and how often that is said. */
import { describe, expect, test } from 'vitest'
import { decideBudget, judgeBudget, tellOnce } from './budget.ts'

const budget = (spentUsd: number | null, scope: 'project_day' | 'project' | 'day' = 'project_day') =>
  judgeBudget({ scope, projectId: scope === 'day' ? null : 'shop', limitUsd: 10, spentUsd, warnAt: 0.8 })

describe('budgets', () => {
  test.each([
    [null, 'ok'],
    [0, 'ok'],
    [7.99, 'ok'],
    [8, 'warned'],
    [9.99, 'warned'],
    [10, 'reached'],
    [50, 'reached'],
  ])('%j of 10 is %s', (spent, state) => {
    expect(budget(spent).state).toBe(state)
  })

  test('one that is reached stops new launches with what to do; a warning does not', () => {
    expect(decideBudget([])).toBe('accept')
    expect(decideBudget([budget(9), budget(3, 'day')])).toBe('accept')
    expect(decideBudget([budget(9), budget(12, 'day')])).toMatchObject({
      refused: 'BUDGET_REACHED',
      message: expect.stringContaining('all projects for today is reached: $12.00 of $10.00'),
      hint: expect.stringContaining('[limits] daily_usd'),
    })
    expect(decideBudget([budget(10)])).toMatchObject({ hint: expect.stringContaining('budget.daily_usd=… — see') })
    expect(decideBudget([budget(10, 'project')])).toMatchObject({ hint: expect.not.stringContaining('midnight') })
  })

  test('each step is said once a day, and again with another limit', () => {
    const warned = tellOnce(budget(9), '2026-03-10', null)
    expect(warned).toBe('2026-03-10|10|warned')
    expect(tellOnce(budget(9.5), '2026-03-10', warned)).toBe(null)
    const reached = tellOnce(budget(10), '2026-03-10', warned)
    expect(reached).toBe('2026-03-10|10|reached')
    expect(tellOnce(budget(9), '2026-03-10', reached)).toBe(null)
    expect(tellOnce(budget(9), '2026-03-11', reached)).toBe('2026-03-11|10|warned')
    expect(tellOnce({ ...budget(9), limitUsd: 11 }, '2026-03-10', reached)).toBe('2026-03-10|11|warned')
    expect(tellOnce(budget(1), '2026-03-10', null)).toBe(null)
    expect(tellOnce(budget(10, 'project'), '2026-03-11', '|10|reached')).toBe(null)
  })
})
