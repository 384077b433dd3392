/** The budgets that are configured, with what was spent of each. */
import type { Budget } from '#contract/cost'
import type { Context } from '#flows/engine/context'

export const budgetsOf = (_context: Context): readonly Budget[] => []
