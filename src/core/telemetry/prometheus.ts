/** Figures as Prometheus reads them (text exposition format 0.0.4). Pure; who counts is elsewhere. */

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

export interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge'
  readonly samples: readonly Sample[]
}

export interface Histogram {
  readonly name: string
  readonly help: string
  readonly type: 'histogram'
  /** Upper bounds, ascending. */
  readonly bounds: readonly number[]
  /** How many fell into each bound, and one more for what is above all. */
  readonly counts: readonly number[]
  readonly sum: number
}

const escaped = (text: string): string => text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/"/g, '\\"')
const helpText = (text: string): string => text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n')

function number(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  return String(value)
}

function line(name: string, labels: Readonly<Record<string, string>>, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${number(value)}\n`
}

export function prometheusText(families: readonly (Family | Histogram)[]): string {
  let text = ''
  for (const family of families) {
    text += `# HELP ${family.name} ${helpText(family.help)}\n# TYPE ${family.name} ${family.type}\n`
    if (family.type !== 'histogram')
      for (const { labels = {}, value } of family.samples) text += line(family.name, labels, value)
    else text += histogramText(family)
  }
  return text
}

function histogramText({ name, bounds, counts, sum }: Histogram): string {
  let text = ''
  let total = 0
  for (const [at, bound] of bounds.entries()) {
    total += counts[at] ?? 0
    text += line(`${name}_bucket`, { le: number(bound) }, total)
  }
  total += counts[bounds.length] ?? 0
  return `${text}${line(`${name}_bucket`, { le: '+Inf' }, total)}${line(`${name}_sum`, {}, sum)}${line(`${name}_count`, {}, total)}`
}

export interface Buckets {
  observe(value: number): void
  read(): Pick<Histogram, 'bounds' | 'counts' | 'sum'>
}

export function createBuckets(bounds: readonly number[]): Buckets {
  const counts = Array.from({ length: bounds.length + 1 }, () => 0)
  let sum = 0
  return {
    observe(value) {
      const at = bounds.findIndex((bound) => value <= bound)
      const into = at < 0 ? bounds.length : at
      counts[into] = (counts[into] ?? 0) + 1
      sum += value
    },
    read: () => ({ bounds, counts, sum }),
  }
}

/** Counts by labels. */
export interface Counter {
  add(labels: Readonly<Record<string, string>>, by?: number): void
  read(): readonly Sample[]
}

export function createCounter(): Counter {
  const found = new Map<string, { readonly labels: Readonly<Record<string, string>>; value: number }>()
  return {
    add(labels, by = 1) {
      const key = JSON.stringify(labels)
      const one = found.get(key) ?? { labels, value: 0 }
      one.value += by
      found.set(key, one)
    },
    read: () => [...found.values()].map(({ labels, value }) => ({ labels, value })),
  }
}
