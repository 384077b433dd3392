/** Distributions by labels, at most so many sets of labels: what comes beyond is counted together, as OpenTelemetry does it. */
import type { HistogramMetric } from '#contract/telemetry'
import { type Buckets, createBuckets } from './prometheus.ts'

type Labels = Readonly<Record<string, string>>

export interface Histograms {
  observe(labels: Labels, value: number): void
  read(): HistogramMetric['points']
}

const overflow: Labels = { 'otel.metric.overflow': 'true' }

export function createHistograms(bounds: readonly number[], mostSets: number): Histograms {
  const found = new Map<string, { readonly labels: Labels; readonly buckets: Buckets }>()
  const of = (labels: Labels): Buckets => {
    const key = JSON.stringify(labels)
    const known = found.get(key)
    if (known !== undefined) return known.buckets
    if (found.size >= mostSets && labels !== overflow) return of(overflow)
    const buckets = createBuckets(bounds)
    found.set(key, { labels, buckets })
    return buckets
  }
  return {
    observe: (labels, value) => of(labels).observe(value),
    read: () =>
      [...found.values()].map(({ labels, buckets }) => {
        const { counts, sum } = buckets.read()
        const attributes = labels === overflow ? { 'otel.metric.overflow': true } : labels
        return { attributes, bounds, counts: [...counts], sum }
      }),
  }
}
