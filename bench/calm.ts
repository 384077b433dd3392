/**
 * Measures again what was restless, because something else ran meanwhile: of a few tries the calmest stands, whatever it says
 * of the target. What a run is, and how it is judged, is left to `measure.ts`.
 */
import type { Figure, Measurement, Runs } from './measure.ts'
import type { Stage } from './stage/stage.ts'
import { median, spread } from './statistics.ts'

/** Repeats of the same thing may lie so far apart. */
const calm = 1.35
const mostTries = 3

/** How far repeats lie apart in what the verdict is made of: a floor that is next to nothing beside the limit has no part in it. */
export function unrest({ rule }: Figure, { floor, subject }: Runs): number {
  const apart = spread(subject)
  const counts = rule.type.startsWith('ratio') || (rule.type === 'above-at-most' && median(floor) > rule.limit / 10)
  return counts ? Math.max(apart, spread(floor)) : apart
}

const calmer = (figure: Figure, one: Runs | undefined, other: Runs): Runs =>
  one !== undefined && unrest(figure, one) <= unrest(figure, other) ? one : other

export async function measureCalmly(
  measurement: Measurement,
  stage: Stage,
  wanted: readonly Figure[],
): Promise<Readonly<Record<string, Runs>>> {
  const most = stage.quick || measurement.once === true ? 1 : mostTries
  const kept = new Map<string, { readonly runs: Runs; readonly tries: number }>()
  let open = wanted
  for (let tries = 1; tries <= most && open.length > 0; tries++) {
    const found = await measurement.run(stage, new Set(open.map(({ id }) => id)))
    for (const figure of open)
      kept.set(figure.id, { runs: calmer(figure, kept.get(figure.id)?.runs, found[figure.id]!), tries })
    open = open.filter((figure) => unrest(figure, kept.get(figure.id)!.runs) > calm)
  }
  return Object.fromEntries([...kept].map(([id, { runs, tries }]) => [id, tries === 1 ? runs : noted(runs, tries)]))
}

function noted(runs: Runs, tries: number): Runs {
  const words = `the calmest of ${tries} tries`
  return { ...runs, note: runs.note === undefined ? words : `${runs.note}; ${words}` }
}
