/** Whether what was sampled of a process stays flat: its memory, its file descriptors, the processes around it. */

export interface Sample {
  /** Seconds since the first event. */
  readonly at: number
  readonly rssMb: number
  readonly descriptors: number
  readonly processes: number
  /** Stored so far, over all sessions. */
  readonly events: number
}

export interface Limits {
  /** How much more memory the last third may hold than the middle one. The first third is for warming up. */
  readonly rssMb: number
  readonly descriptors: number
  readonly processes: number
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** What grew, in words; empty when nothing did. */
export function growth(samples: readonly Sample[], limits: Limits): readonly string[] {
  const third = Math.floor(samples.length / 3)
  const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)]
  const grown = (name: keyof Limits, unit: string): readonly string[] => {
    const [from, to] = [median(middle.map((one) => one[name])), median(last.map((one) => one[name]))]
    return to - from <= limits[name]
      ? []
      : [`${name} grew from ${from}${unit} to ${to}${unit} (at most ${limits[name]}${unit} more is flat)`]
  }
  return [...grown('rssMb', ' MB'), ...grown('descriptors', ''), ...grown('processes', '')]
}

export const inWords = ({ at, rssMb, descriptors, processes, events }: Sample): string =>
  `${String(Math.round(at)).padStart(5)} s  ${String(rssMb).padStart(4)} MB  ${descriptors} descriptors  ${processes} processes  ${events} events`
