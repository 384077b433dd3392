/** Tokens and cost in the words that tools commonly use for them. */

export interface Counts {
  readonly input: number | null
  readonly output: number | null
  readonly cacheRead: number | null
  readonly cacheWrite: number | null
  readonly costUsd: number | null
}

const names: { readonly [count in keyof Counts]: readonly string[] } = {
  input: ['input', 'input_tokens', 'inputTokens', 'prompt_tokens', 'promptTokens'],
  output: ['output', 'output_tokens', 'outputTokens', 'completion_tokens', 'completionTokens'],
  cacheRead: ['cacheRead', 'cache_read', 'cache_read_input_tokens', 'cached_input_tokens'],
  cacheWrite: ['cacheWrite', 'cache_write', 'cache_creation_input_tokens'],
  costUsd: ['costUsd', 'cost_usd', 'total_cost_usd', 'cost'],
}

const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0

/** null: nothing that counts was found. */
export function readUsage(tables: readonly unknown[], costs: readonly unknown[]): Counts | null {
  const table = tables.find((one) => typeof one === 'object' && one !== null) as Record<string, unknown> | undefined
  const count = (key: keyof Counts): number | null => names[key].map((name) => table?.[name]).find(isCount) ?? null
  const found: Counts = {
    input: count('input'),
    output: count('output'),
    cacheRead: count('cacheRead'),
    cacheWrite: count('cacheWrite'),
    costUsd: costs.find(isCount) ?? count('costUsd'),
  }
  return Object.values(found).every((value) => value === null) ? null : found
}

/** What came on top of an earlier total; a total that fell counts from zero. */
export function minus(now: Counts, before: Counts | null): Counts {
  const step = (key: keyof Counts): number | null => {
    const [a, b] = [now[key], before?.[key] ?? 0]
    return a === null ? null : a >= b ? a - b : a
  }
  return {
    input: step('input'),
    output: step('output'),
    cacheRead: step('cacheRead'),
    cacheWrite: step('cacheWrite'),
    costUsd: step('costUsd'),
  }
}
