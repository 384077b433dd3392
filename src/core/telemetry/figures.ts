/** The figures of `GET /metrics` as OpenTelemetry names them: dots for underscores, units beside the name. Pure. */
import type { Attributes, Metric } from '#contract/telemetry'
import type { Family, Histogram } from './prometheus.ts'

const units: readonly (readonly [RegExp, string])[] = [
  [/_seconds$/, 's'],
  [/_bytes$/, 'By'],
  [/_usd$/, '{USD}'],
  [/_tokens$/, '{token}'],
]

function named(name: string): { readonly name: string; readonly unit: string } {
  const plain = name.replace(/_total$/, '')
  const unit = units.find(([end]) => end.test(plain))?.[1] ?? '1'
  return { name: plain.replace(/_(seconds|bytes)$/, '').replaceAll('_', '.'), unit }
}

const attributesOf = (labels: Readonly<Record<string, string>> = {}): Attributes =>
  Object.fromEntries(Object.entries(labels).map(([label, word]) => [`drover.${label}`, word]))

export const metricOf = (family: Family | Histogram): Metric => {
  const described = { ...named(family.name), description: family.help }
  if (family.type === 'histogram') {
    const { bounds, counts, sum } = family
    return { ...described, type: 'histogram', points: [{ attributes: {}, bounds, counts: [...counts], sum }] }
  }
  const points = family.samples
    .filter(({ value }) => Number.isFinite(value))
    .map(({ labels, value }) => ({ attributes: attributesOf(labels), value }))
  return { ...described, type: family.type === 'counter' ? 'sum' : 'gauge', points }
}
