/** Keys of what a project may cost. */
import type { Row } from './row.ts'

export const budgetKeys: readonly Row[] = [
  [
    'budget.daily_usd',
    'an amount of US dollars above 0',
    null,
    'What a project may cost a day, from your midnight on. Near it you are warned; once it is reached nothing new is launched, and turns that run finish. Unset: no limit.',
    true,
  ],
  ['budget.total_usd', 'an amount of US dollars above 0', null, 'The same, for all that a project ever cost.', true],
  [
    'budget.warn_percent',
    'a whole number from 1 to 100',
    80,
    'How much of a budget is used when you are warned.',
    true,
  ],
]
