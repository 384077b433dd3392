/** The tries of a relay as bars on one line an agent: who worked when, and for how long. Pure. */
import type { Try } from '#contract/relay'

export interface Bar {
  readonly n: number
  /** Of the whole width, 0 to 100. */
  readonly left: number
  readonly width: number
  readonly one: Try
}

export interface Strip {
  readonly from: number
  readonly to: number
  readonly rows: readonly { readonly agent: string; readonly bars: readonly Bar[] }[]
}

/** Agents in the order in which they first came; a moment's relay is drawn as a second. */
export function stripOf(tries: readonly Try[], nowMs: number): Strip | null {
  const first = tries[0]
  if (!first) return null
  const endOf = (one: Try): number => (one.endedAt === null ? nowMs : Date.parse(one.endedAt))
  const from = Math.min(...tries.map((one) => Date.parse(one.startedAt)))
  const to = Math.max(from + 1_000, ...tries.map(endOf))
  const share = (ms: number): number => Math.min(100, Math.max(0, ((ms - from) / (to - from)) * 100))
  const rows = new Map<string, Bar[]>()
  for (const one of tries) {
    const left = share(Date.parse(one.startedAt))
    const bars = rows.get(one.agent) ?? []
    bars.push({ n: one.n, left, width: share(endOf(one)) - left, one })
    rows.set(one.agent, bars)
  }
  return { from, to, rows: [...rows].map(([agent, bars]) => ({ agent, bars })) }
}
