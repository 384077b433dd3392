/** Sizes and durations as people write them. null: not one. */

const steps: Readonly<Record<string, number>> = { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 }

/** "512MB", "1.5 GiB", 4096: bytes. KB and KiB both mean 1,024. */
export function parseSize(value: number | string): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : null
  const match = /^\s*(\d{1,15}(?:\.\d{1,6})?)\s*(?:([kmgt]?)(?:i?b)?)\s*$/i.exec(value)
  if (match === null) return null
  const bytes = Math.round(Number(match[1]) * steps[match[2]!.toLowerCase()]!)
  return Number.isSafeInteger(bytes) ? bytes : null
}

const seconds: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 }

/** "90s", "1h30m", "500ms", 90: seconds. */
export function parseDuration(value: number | string): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : null
  const text = value.replaceAll(/\s+/g, '').toLowerCase()
  if (/^\d{1,9}$/.test(text)) return Number(text)
  if (!/^(\d{1,9}(\.\d{1,3})?(ms|[smhd]))+$/.test(text)) return null
  let sum = 0
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g)) sum += Number(amount) * seconds[unit!]!
  return sum
}
