/**
 * What one result of Claude Code cost, as a delta. Newer versions say so themselves (`model_usage_since_last_result`);
 * the totals beside it grow over the whole conversation, while in 2.1.197 they grow over the process. Owns that rule.
 */

import { asFields, type Fields, fieldsIn, numberIn } from '../line-json.ts'
import { compareVersions } from '../native-program.ts'

export interface Totals {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly costUsd: number | null
}

const nothing: Totals = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, costUsd: 0 }

/** The last version whose totals are known to start anew with each process. */
const lastPerProcess = '2.1.197'

export interface Ledger {
  /** Totals of the last result of this process. */
  readonly seen: Totals | null
  /** Totals of the conversation before this process, where an earlier launch saw them. */
  readonly before: Totals | null
}

/** The delta, and the totals to remember. */
export function chargeOf(
  result: Fields,
  ledger: Ledger,
  version: string | null,
  resumed: boolean,
): { spent: Totals; totals: Totals } {
  const totals = sum(fieldsIn(result.modelUsage))
  const since = asFields(result.model_usage_since_last_result)
  if (since !== null) return { spent: sum(since), totals }
  const fresh = !resumed || (version !== null && compareVersions(version, lastPerProcess) <= 0)
  const base = ledger.seen ?? (fresh ? nothing : ledger.before)
  return { spent: base === null ? ofTurn(fieldsIn(result.usage)) : minus(totals, base), totals }
}

export const isNothing = (spent: Totals): boolean =>
  spent.input === 0 && spent.output === 0 && spent.cacheRead === 0 && spent.cacheWrite === 0 && !spent.costUsd

function sum(models: Fields): Totals {
  return Object.values(models)
    .map(fieldsIn)
    .reduce<Totals>(
      (total, model) => ({
        input: total.input + (numberIn(model.inputTokens) ?? 0),
        output: total.output + (numberIn(model.outputTokens) ?? 0),
        cacheRead: total.cacheRead + (numberIn(model.cacheReadInputTokens) ?? 0),
        cacheWrite: total.cacheWrite + (numberIn(model.cacheCreationInputTokens) ?? 0),
        costUsd: round((total.costUsd ?? 0) + (numberIn(model.costUSD) ?? 0)),
      }),
      nothing,
    )
}

/** `usage` counts the turn's own requests only (no subagents) and knows no cost: better than a total taken for a delta. */
const ofTurn = (usage: Fields): Totals => ({
  input: numberIn(usage.input_tokens) ?? 0,
  output: numberIn(usage.output_tokens) ?? 0,
  cacheRead: numberIn(usage.cache_read_input_tokens) ?? 0,
  cacheWrite: numberIn(usage.cache_creation_input_tokens) ?? 0,
  costUsd: null,
})

/** Never below zero: a conversation that was compacted or rewound may count anew. */
const minus = (a: Totals, b: Totals): Totals => ({
  input: Math.max(0, a.input - b.input),
  output: Math.max(0, a.output - b.output),
  cacheRead: Math.max(0, a.cacheRead - b.cacheRead),
  cacheWrite: Math.max(0, a.cacheWrite - b.cacheWrite),
  costUsd: a.costUsd === null || b.costUsd === null ? null : Math.max(0, round(a.costUsd - b.costUsd)),
})

const round = (usd: number): number => Math.round(usd * 1e9) / 1e9
