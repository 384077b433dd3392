import { expect, test } from 'vitest'
import { effortDraftFrom, effortInput, emptyEffortDraft, whyNotYet } from './fields.ts'

const draft = { ...emptyEffortDraft, projectId: 'shop', goal: 'Prices are right' }

test.each([
  ['nothing typed', { ...draft, goal: ' ' }, 'Say what is to be reached.'],
  ['no project', { ...draft, projectId: '' }, 'Add a project first.'],
  ['a budget that is no amount', { ...draft, budget: 'much' }, 'The budget is an amount'],
  ['a budget of nothing', { ...draft, budget: '0' }, 'The budget is an amount'],
  ['a goal alone', draft, null],
  ['a budget', { ...draft, budget: '$ 2,50' }, null],
] as const)('%s', (_, given, why) => {
  if (why === null) expect(whyNotYet(given)).toBeNull()
  else expect(whyNotYet(given)).toContain(why)
})

test('only what was said is asked for', () => {
  expect(effortInput(draft)).toEqual({ projectId: 'shop', goal: 'Prices are right', role: 'coordinator' })
  const whole = { ...draft, role: 'lead', agent: ' cc:opus ', into: ' next', budget: '2,50' } as const
  expect(effortInput(whole)).toEqual({
    ...{ projectId: 'shop', goal: 'Prices are right', role: 'lead' },
    ...{ agent: 'cc:opus', into: 'next', budgetUsd: 2.5 },
  })
})

test('the last choice is kept without its goal; a project that is gone is not chosen', () => {
  const last = { ...draft, agent: 'codex', role: 'lead' } as const
  expect(effortDraftFrom(last, ['inn', 'shop'])).toEqual({ ...last, goal: '' })
  expect(effortDraftFrom(last, ['inn']).projectId).toBe('inn')
  expect(effortDraftFrom({}, [])).toEqual(emptyEffortDraft)
})
