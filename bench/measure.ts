/**
 * What a figure is and how it is judged: five interleaved runs of floor and subject, their medians, the ratio, the target.
 * How the runs are made is left to the files in `figures/`; how results are shown to `table.ts` and `report/`.
 */
import type { Stage } from './stage/stage.ts'
import { median, round, spread } from './statistics.ts'

export type Rule =
  | { readonly type: 'ratio-at-least'; readonly limit: number; readonly more?: string }
  | { readonly type: 'ratio-at-most'; readonly limit: number }
  | { readonly type: 'above-at-most'; readonly limit: number }
  | { readonly type: 'value-at-most'; readonly limit: number }
  /** The last part of a long run against its beginning: `flatness` of the runs says how they compare. */
  | { readonly type: 'flat'; readonly limit: number }

export interface Figure {
  readonly id: string
  readonly unit: string
  /** What is measured, for people. */
  readonly what: string
  /** What the floor does, for people. */
  readonly floor: string
  readonly rule: Rule
}

export interface Runs {
  readonly floor: readonly number[]
  readonly subject: readonly number[]
  /** Only with the rule `flat`. */
  readonly flatness?: number
  /** Something beyond the number that must hold too. */
  readonly alsoOk?: boolean
  readonly note?: string
  /** Points over time or over events, for plots. */
  readonly series?: readonly (readonly [number, number])[]
}

/** One JSON line. */
export interface Result {
  readonly figure: string
  readonly value: number
  readonly floor: number
  readonly ratio: number
  readonly target: string
  readonly ok: boolean
  readonly unit: string
  /** value - floor. */
  readonly above: number
  /** Largest run over smallest run. */
  readonly spread: { readonly floor: number; readonly subject: number }
  readonly runs: { readonly floor: readonly number[]; readonly subject: readonly number[] }
  readonly quick: boolean
  readonly note?: string
  readonly series?: readonly (readonly [number, number])[]
}

/** One file of `figures/`: it may give several figures of one measurement. */
export interface Measurement {
  readonly figures: readonly Figure[]
  /** It changes what it works on, so it is never done twice on one stage. */
  readonly once?: boolean
  /** Gives at least the wanted figures. */
  run(stage: Stage, wanted: ReadonlySet<string>): Promise<Readonly<Record<string, Runs>>>
}

export function targetOf({ rule, unit }: Figure): string {
  switch (rule.type) {
    case 'ratio-at-least':
      return `ratio >= ${rule.limit}${rule.more === undefined ? '' : `, ${rule.more}`}`
    case 'ratio-at-most':
      return `ratio <= ${rule.limit}`
    case 'above-at-most':
      return `value <= floor + ${rule.limit} ${unit}`
    case 'value-at-most':
      return `value <= ${rule.limit} ${unit}`
    case 'flat':
      return `flat: end <= ${rule.limit} x beginning`
  }
}

function holds(rule: Rule, value: number, floor: number, flatness: number | undefined): boolean {
  switch (rule.type) {
    case 'ratio-at-least':
      return value / floor >= rule.limit
    case 'ratio-at-most':
      return value / floor <= rule.limit
    case 'above-at-most':
      return value - floor <= rule.limit
    case 'value-at-most':
      return value <= rule.limit
    case 'flat':
      return flatness !== undefined && flatness <= rule.limit
  }
}

export function judge(figure: Figure, runs: Runs, quick: boolean): Result {
  const value = median(runs.subject)
  const floor = median(runs.floor)
  return {
    figure: figure.id,
    value: round(value),
    floor: round(floor),
    ratio: round(value / floor),
    target: targetOf(figure),
    ok: holds(figure.rule, value, floor, runs.flatness) && runs.alsoOk !== false,
    unit: figure.unit,
    above: round(value - floor),
    spread: { floor: spread(runs.floor), subject: spread(runs.subject) },
    runs: { floor: runs.floor.map(round), subject: runs.subject.map(round) },
    quick,
    ...(runs.note === undefined ? {} : { note: runs.note }),
    ...(runs.series === undefined ? {} : { series: runs.series }),
  }
}

/** Repeats of the same thing may lie so far apart. */
export const calm = 1.35
const tries = 3

/** How far repeats lie apart in what the verdict is made of: a floor that is next to nothing beside the limit has no part in it. */
export function unrest({ rule }: Figure, { floor, subject }: Runs): number {
  const apart = spread(subject)
  const counts = rule.type.startsWith('ratio') || (rule.type === 'above-at-most' && median(floor) > rule.limit / 10)
  return counts ? Math.max(apart, spread(floor)) : apart
}

/**
 * Measures, and again what was restless, because something else ran meanwhile: of a few tries the calmest stands, whatever it
 * says of the target.
 */
export async function measureCalmly(
  measurement: Measurement,
  stage: Stage,
  wanted: readonly Figure[],
): Promise<Readonly<Record<string, Runs>>> {
  const kept = new Map<string, Runs>()
  let open = wanted
  for (let done = 1; open.length > 0; done++) {
    const found = await measurement.run(stage, new Set(open.map(({ id }) => id)))
    for (const figure of open) {
      const [before, now] = [kept.get(figure.id), found[figure.id]!]
      const better = before === undefined || unrest(figure, now) < unrest(figure, before) ? now : before
      kept.set(figure.id, better)
    }
    const most = stage.quick || measurement.once === true ? 1 : tries
    const again = done >= most ? [] : open.filter((figure) => unrest(figure, kept.get(figure.id)!) > calm)
    for (const { id } of open) {
      const runs = kept.get(id)!
      if (done > 1 && !again.some((figure) => figure.id === id))
        kept.set(id, { ...runs, note: [runs.note, `the calmest of ${done} tries`].filter(Boolean).join('; ') })
    }
    open = again
  }
  return Object.fromEntries(kept)
}

/** Floor, subject, floor, subject …: what the machine does meanwhile falls on both. */
export async function interleave(
  rounds: number,
  floor: (round: number) => Promise<number>,
  subject: (round: number) => Promise<number>,
): Promise<{ floor: number[]; subject: number[] }> {
  const runs = { floor: [] as number[], subject: [] as number[] }
  for (let i = 0; i < rounds; i++) {
    runs.floor.push(await floor(i))
    runs.subject.push(await subject(i))
  }
  return runs
}

/** For short things: within one run floor and subject alternate too, and the run is the median of its samples. */
export async function alternate(
  rounds: number,
  samples: number,
  floor: () => Promise<number>,
  subject: () => Promise<number>,
): Promise<{ floor: number[]; subject: number[] }> {
  const runs = { floor: [] as number[], subject: [] as number[] }
  for (let i = 0; i < rounds; i++) {
    const one = await interleave(samples, floor, subject)
    runs.floor.push(median(one.floor))
    runs.subject.push(median(one.subject))
  }
  return runs
}
