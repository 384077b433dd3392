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
