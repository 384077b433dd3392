/** The little arithmetic of the benchmark: medians, percentiles, spreads, the exponent of a growth. Pure. */

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** Between two values it takes the place between them. */
export function percentile(values: readonly number[], part: number): number {
  if (values.length === 0) return Number.NaN
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * part
  const below = Math.floor(at)
  const low = sorted[below]!
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!
  return low + (high - low) * (at - below)
}

/** Four significant digits. */
export const round = (value: number): number => (Number.isFinite(value) ? Number(value.toPrecision(4)) : value)

/** Largest over smallest. */
export const spread = (values: readonly number[]): number => round(Math.max(...values) / Math.min(...values))

/** b of y = a * x^b by least squares over the logarithms: 0 is flat, 1 is linear. */
export function exponent(points: readonly (readonly [number, number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(Math.max(y, 1e-9))] as const)
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length
  const over = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const under = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return over / under
}
