/** The lines of the list beside a session, and which session is the next one in it. Pure. */
import type { Session } from '#contract/session'

export type RailLine =
  | {
      readonly type: 'head'
      readonly need: string
      readonly name: string
      readonly total: number
      readonly open: boolean
    }
  | { readonly type: 'session'; readonly session: Session }

/** A closed group keeps the session that is open in sight. */
export function railLines<G extends string>(
  names: readonly { readonly need: G; readonly name: string }[],
  groups: ReadonlyMap<G, readonly Session[]>,
  closed: ReadonlySet<string>,
  current: string,
): readonly RailLine[] {
  return names.flatMap(({ need, name }): RailLine[] => {
    const list = groups.get(need) ?? []
    if (list.length === 0) return []
    const open = !closed.has(need)
    const shown = open ? list : list.filter(({ id }) => id === current)
    return [
      { type: 'head', need, name, total: list.length, open },
      ...shown.map((session): RailLine => ({ type: 'session', session })),
    ]
  })
}

/** null: there is none on that side. Who is not in the list begins at its start. */
export function nextInRail(lines: readonly RailLine[], current: string, by: 1 | -1): string | null {
  const ids = lines.flatMap((line) => (line.type === 'session' ? [line.session.id] : []))
  const at = ids.indexOf(current)
  return (at < 0 ? ids[0] : ids[at + by]) ?? null
}
