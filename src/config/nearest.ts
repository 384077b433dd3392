/** The known key that a mistyped one was probably meant to be. Pure. */

export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  let before: number[] = []
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      let best = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, before[j - 2]! + 1)
      next.push(best)
    }
    before = row
    row = next
  }
  return row[b.length]!
}

const lastWord = (key: string): string => key.slice(key.lastIndexOf('.') + 1)

/** Compares whole keys and, at a small price, their last words: a key in the wrong table is a common slip. */
export function nearestKey(key: string, known: readonly string[]): string | null {
  let best: string | null = null
  let least = Math.max(2, Math.floor(lastWord(key).length / 2)) + 1
  for (const candidate of known) {
    const found = Math.min(distance(key, candidate), distance(lastWord(key), lastWord(candidate)) + 0.5)
    if (found < least) {
      least = found
      best = candidate
    }
  }
  return best
}
