/**
 * Uses of agents summed by whatever is asked for. A session's cost is unknown where it used tokens and told no price in the
 * time looked at: its tokens are shown instead, and it never counts as 0. Pure.
 */
import type { CostBy, CostRow, CostSum } from '#contract/cost'

/** What one session used with one model in one span of time. */
export interface Use {
  readonly day: string
  readonly sessionId: string
  readonly model: string | null
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly costUsd: number | null
}

/** What a session is; null where it is gone. */
export interface Owner {
  readonly name: string
  readonly projectId: string
  readonly harness: string
  readonly role: string | null
  readonly taskId: string | null
  readonly effortId: string | null
}

const round = (usd: number): number => Math.round(usd * 1e9) / 1e9

export function sumOf(uses: readonly Use[]): CostSum {
  const sessions = new Map<string, { usd: number | null; tokens: number }>()
  let [inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens] = [0, 0, 0, 0]
  for (const use of uses) {
    inputTokens += use.input
    outputTokens += use.output
    cacheReadTokens += use.cacheRead
    cacheWriteTokens += use.cacheWrite
    const before = sessions.get(use.sessionId) ?? { usd: null, tokens: 0 }
    sessions.set(use.sessionId, {
      usd: use.costUsd === null ? before.usd : (before.usd ?? 0) + use.costUsd,
      tokens: before.tokens + use.input + use.output,
    })
  }
  const all = [...sessions.values()]
  const known = all.flatMap(({ usd }) => usd ?? [])
  const unknown = all.filter(({ usd }) => usd === null)
  return {
    costUsd: known.length === 0 ? null : round(known.reduce((sum, usd) => sum + usd, 0)),
    inputTokens,
    outputTokens,
    cacheReadTokens,
    cacheWriteTokens,
    sessions: all.length,
    unknownCosts: unknown.length,
    unknownTokens: unknown.reduce((sum, { tokens }) => sum + tokens, 0),
  }
}

const none: Readonly<Partial<Record<CostBy, string>>> = {
  role: 'without a role',
  task: 'without a task',
  effort: 'without an effort',
  project: 'no project',
  agent: 'unknown',
}

function keyOf(by: CostBy, use: Use, owner: Owner | null): { key: string; label?: string } {
  switch (by) {
    case 'day':
      return { key: use.day }
    case 'session':
      return { key: use.sessionId, label: owner?.name ?? use.sessionId }
    case 'project':
      return { key: owner?.projectId ?? use.sessionId.replace(/-\d+$/, '') }
    case 'agent':
      return { key: owner?.harness ?? '' }
    case 'model':
      return use.model === null
        ? { key: '', label: `the own model of ${owner?.harness ?? 'the agent'}` }
        : { key: use.model }
    case 'role':
      return { key: owner?.role ?? '' }
    case 'task':
      return { key: owner?.taskId ?? '' }
    case 'effort':
      return { key: owner?.effortId ?? '' }
  }
}

/** The dearest first, then those with the most tokens; days in their order. */
export function groupCosts(
  uses: readonly Use[],
  by: CostBy,
  ownerOf: (sessionId: string) => Owner | null,
): readonly CostRow[] {
  const groups = new Map<string, { key: string; label: string; uses: Use[] }>()
  for (const use of uses) {
    const { key, label = key === '' ? (none[by] ?? '') : key } = keyOf(by, use, ownerOf(use.sessionId))
    const id = `${key}\n${key === '' ? label : ''}`
    const group = groups.get(id)
    if (group === undefined) groups.set(id, { key, label, uses: [use] })
    else group.uses.push(use)
  }
  const rows = [...groups.values()].map(({ key, label, uses: own }) => ({ key, label, ...sumOf(own) }))
  if (by === 'day') return rows.sort((a, b) => (a.key < b.key ? -1 : 1))
  const tokens = (row: CostRow) => row.inputTokens + row.outputTokens
  return rows.sort((a, b) => (b.costUsd ?? -1) - (a.costUsd ?? -1) || tokens(b) - tokens(a) || (a.key < b.key ? -1 : 1))
}
