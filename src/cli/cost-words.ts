/** What something cost, in a few signs: money where it is known, else the tokens that were told, never 0 for the unknown. Pure. */
import type { Session } from '#contract/session'
import { counted, money } from '#core/relay/show-words'

export const costOfSession = ({ totals }: Pick<Session, 'totals'>): string => {
  if (totals.costUsd !== null) return money(totals.costUsd)
  const tokens = (totals.inputTokens ?? 0) + (totals.outputTokens ?? 0)
  return tokens === 0 ? '' : `${counted(tokens)} tok`
}
