/** The nearest known word to a mistyped one. Pure; whoever refuses a word asks here for a suggestion. */

function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      let best = Math.min(row[j]! + 1, next[j - 1]! + 1, change)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) best = Math.min(best, before[j - 2]! + 1)
      next.push(best)
    }
    before = row
    row = next
  }
  return row[b.length]!
}

/** null when nothing is near enough to be what was meant. */
export function nearest(word: string, known: readonly string[]): string | null {
  let best: string | null = null
  let least = Math.max(2, Math.ceil(word.length / 3)) + 1
  for (const candidate of known) {
    const found = candidate.startsWith(word) && word.length > 1 ? 1 : distance(word, candidate)
    if (found < least) {
      least = found
      best = candidate
    }
  }
  return best
}
