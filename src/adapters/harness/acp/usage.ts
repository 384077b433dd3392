/**
 * What a turn used, as a delta. The protocol's `usage` counts over the whole session; some agents count otherwise, or
 * tell it in a place of their own. Owns those rules, keyed on the agent that was measured.
 */
import { asFields, type Fields, fieldsIn, listIn, numberIn } from '../line-json.ts'

export interface Counts {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

const nothing: Counts = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
const isNothing = (counts: Counts): boolean => Object.values(counts).every((count) => count === 0)

/** Agents whose `usage` on the answer to a prompt is that of the turn. Measured: opencode 1.18.33. */
const perTurn = new Set(['opencode'])
/** Agents whose `usage` counts anew in each process, also in a session that is reopened. Measured: Copilot 1.0.102. */
const perProcess = new Set(['copilot'])

/** All that a restart must not lose; plain JSON. */
export interface Ledger {
  /** Session totals as last told. */
  totals: Counts
  /** Requests of this turn that told their own usage. */
  steps: Counts
  /** Cost of the session as last told, and as last charged. */
  costSeen: number | null
  costCharged: number
  /** The totals come from the launch before. */
  carried: boolean
}

export const freshLedger = (): Ledger => ({
  totals: nothing,
  steps: nothing,
  costSeen: null,
  costCharged: 0,
  carried: false,
})

/** What the launch before saved of the same session. */
export function ledgerOf(saved: unknown): Ledger {
  const before = asFields(saved)
  return before === null
    ? freshLedger()
    : { ...freshLedger(), ...(before as Partial<Ledger>), steps: nothing, carried: true }
}

/** An update in the middle of a turn: the cost of the session, or the usage of one request (qwen). */
export function noteUpdate(ledger: Ledger, update: Fields): void {
  const cost = fieldsIn(update.cost)
  const amount = numberIn(cost.amount)
  if (update.sessionUpdate === 'usage_update' && amount !== null && cost.currency === 'USD') ledger.costSeen = amount
  const step = asFields(fieldsIn(update._meta).usage)
  if (step !== null) ledger.steps = plus(ledger.steps, countsOf(step))
}

export interface Spent extends Counts {
  readonly costUsd: number | null
}

/** At the end of a turn; null: the agent told nothing. */
export function settle(ledger: Ledger, agent: string | null, result: Fields): Spent | null {
  const counts = spentCounts(ledger, agent, result)
  ledger.steps = nothing
  const cost = ledger.costSeen === null ? null : Math.max(0, round(ledger.costSeen - ledger.costCharged))
  if (ledger.costSeen !== null) ledger.costCharged = ledger.costSeen
  if ((counts === null || isNothing(counts)) && !cost) return null
  return { ...(counts ?? nothing), costUsd: cost }
}

function spentCounts(ledger: Ledger, agent: string | null, result: Fields): Counts | null {
  const usage = asFields(result.usage)
  if (usage !== null) {
    const told = countsOf(usage)
    if (agent !== null && perTurn.has(agent.toLowerCase())) return told
    const anew = ledger.carried && agent !== null && perProcess.has(agent.toLowerCase())
    const spent = minus(told, anew ? nothing : ledger.totals)
    ledger.totals = told
    ledger.carried = false
    return spent
  }
  if (!isNothing(ledger.steps)) return ledger.steps
  return quotaOf(result)
}

/** Gemini's own place: tokens of the turn by model. */
function quotaOf(result: Fields): Counts | null {
  const quota = asFields(fieldsIn(result._meta).quota)
  if (quota === null) return null
  const parts = listIn(quota.model_usage).map((one) => fieldsIn(fieldsIn(one).token_count))
  const all = parts.length > 0 ? parts : [fieldsIn(quota.token_count)]
  return all.reduce<Counts>(
    (sum, part) =>
      plus(sum, { ...nothing, input: numberIn(part.input_tokens) ?? 0, output: numberIn(part.output_tokens) ?? 0 }),
    nothing,
  )
}

/** The vocabulary counts cached tokens apart; whether an agent counts them among the input too, its own sum tells. */
function countsOf(usage: Fields): Counts {
  const input = numberIn(usage.inputTokens) ?? 0
  const output = (numberIn(usage.outputTokens) ?? 0) + (numberIn(usage.thoughtTokens) ?? 0)
  const cacheRead = numberIn(usage.cachedReadTokens) ?? 0
  const within = (numberIn(usage.totalTokens) ?? 0) <= input + output
  return {
    input: within ? Math.max(0, input - cacheRead) : input,
    output,
    cacheRead,
    cacheWrite: numberIn(usage.cachedWriteTokens) ?? 0,
  }
}

const each = (a: Counts, b: Counts, by: (x: number, y: number) => number): Counts => ({
  input: by(a.input, b.input),
  output: by(a.output, b.output),
  cacheRead: by(a.cacheRead, b.cacheRead),
  cacheWrite: by(a.cacheWrite, b.cacheWrite),
})
const plus = (a: Counts, b: Counts): Counts => each(a, b, (x, y) => x + y)
/** A total that fell belongs to a count that began anew. */
const minus = (a: Counts, b: Counts): Counts => each(a, b, (x, y) => (a.output < b.output ? x : Math.max(0, x - y)))

const round = (usd: number): number => Math.round(usd * 1e9) / 1e9
