/** Which files the agents of a heat touched: all of them, several, or one alone. Pure. */
import type { HeatFiles } from '#contract/heat'

export function filesOf(
  sides: readonly { readonly sessionId: string; readonly paths: readonly string[] }[],
): HeatFiles {
  const touchedBy = new Map<string, Set<string>>()
  for (const { sessionId, paths } of sides)
    for (const path of paths) touchedBy.set(path, (touchedBy.get(path) ?? new Set()).add(sessionId))
  const sorted = [...touchedBy].sort(([a], [b]) => (a < b ? -1 : 1))
  const by = (fits: (n: number) => boolean): string[] => sorted.flatMap(([path, who]) => (fits(who.size) ? [path] : []))
  return {
    all: sides.length < 2 ? [] : by((n) => n === sides.length),
    some: by((n) => n > 1 && n < sides.length),
    only: sides.map(({ sessionId }) => ({
      sessionId,
      paths: sorted.flatMap(([path, who]) => (who.size === 1 && who.has(sessionId) ? [path] : [])),
    })),
  }
}
