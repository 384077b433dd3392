/**
 * What an effort has cost, and whether its budget is reached. What an agent did not tell is unknown and counts as nothing known,
 * never as 0: whoever shows a sum says how many sessions are not in it.
 */
import type { Refusal } from '#contract/error'
import { money, plural } from '#core/relay/show-words'

export interface CostFacts {
  readonly costUsd: number | null
  /** It has had a turn, so that it may have cost something. */
  readonly worked: boolean
}

export interface Cost {
  /** null: nothing is known. */
  readonly usd: number | null
  /** Sessions that worked and whose cost nobody told. */
  readonly unknown: number
}

export function costOf(sessions: readonly CostFacts[]): Cost {
  const known = sessions.flatMap(({ costUsd }) => costUsd ?? [])
  return {
    usd: known.length === 0 ? null : known.reduce((sum, usd) => sum + usd, 0),
    unknown: sessions.filter(({ costUsd, worked }) => costUsd === null && worked).length,
  }
}

/** Reached by what is known: an unknown cost neither reaches a budget nor keeps one. */
export const isReached = (budgetUsd: number | null, { usd }: Cost): boolean =>
  budgetUsd !== null && usd !== null && usd >= budgetUsd

export function costWords({ usd, unknown }: Cost): string {
  if (usd === null) return unknown === 0 ? '–' : 'unknown'
  return unknown === 0 ? money(usd) : `${money(usd)} and ${plural(unknown, 'session')} unknown`
}

export const raiseOption = 'raise the budget'
export const stopOption = 'stop'

/** What the operator's answer to the question means; null: neither was chosen. */
export function answerToBudget(words: string): 'raise' | 'stop' | null {
  const said = words.trim().toLowerCase()
  return said.startsWith('raise') ? 'raise' : said.startsWith(stopOption) ? 'stop' : null
}

/** Nothing new is launched in an effort that holds; `why` is null where none does. */
export function decideHeld(why: string | null): 'accept' | Refusal {
  if (why === null) return 'accept'
  return {
    refused: 'EFFORT_LIMIT',
    message: why,
    hint: 'Look at it with: drover effort show <id> — raise its budget with: drover effort budget <id> <usd>',
  }
}
