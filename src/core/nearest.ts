/** The known word, or configuration key, that a mistyped one was probably meant to be. Pure; whoever refuses a word asks here. */

/** Insertions, deletions, substitutions and swaps of neighbours. */
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

/** The first of the nearest, at most `farthest` away. */
function closest(known: readonly string[], farthest: number, away: (candidate: string) => number): string | null {
  let best: string | null = null
  let least = farthest + 1
  for (const candidate of known) {
    const found = away(candidate)
    if (found < least) {
      least = found
      best = candidate
    }
  }
  return best
}

/** null when nothing is near enough to be what was meant; words that have nothing in common never are. */
export function nearest(word: string, known: readonly string[]): string | null {
  return closest(known, Math.max(2, Math.ceil(word.length / 3)), (candidate) => {
    const found = distance(word, candidate)
    if (word.length > 1 && candidate.startsWith(word)) return Math.min(found, 1)
    return found < Math.max(word.length, candidate.length) ? found : Number.POSITIVE_INFINITY
  })
}

const lastWord = (key: string): string => key.slice(key.lastIndexOf('.') + 1)

/** Compares whole keys and, at a small price, their last words: a key in the wrong table is a common slip. */
export function nearestKey(key: string, known: readonly string[]): string | null {
  return closest(known, Math.max(2, Math.floor(lastWord(key).length / 2)), (candidate) =>
    Math.min(distance(key, candidate), distance(lastWord(key), lastWord(candidate)) + 0.5),
  )
}
