/** Which entries fit what was typed, best first. Pure: every word must be found, at the beginning of a word is better than inside one. */

export interface Entry {
  readonly id: string
  readonly kind: 'session' | 'effort' | 'mail' | 'project' | 'page' | 'action'
  readonly title: string
  readonly detail: string
  /** Where it leads; absent for what acts. */
  readonly path?: string
  readonly act?: () => void
}

const most = 50

/** How well one word fits a text; 0: it does not. */
function pointsOf(word: string, text: string): number {
  const at = text.indexOf(word)
  if (at < 0) return 0
  if (at === 0) return 4
  return /[\s/:_.-]/.test(text[at - 1] ?? '') ? 3 : 1
}

function score(words: readonly string[], entry: Entry): number {
  const title = entry.title.toLowerCase()
  const detail = entry.detail.toLowerCase()
  let sum = 0
  for (const word of words) {
    const best = Math.max(pointsOf(word, title) * 2, pointsOf(word, detail), pointsOf(word, entry.id.toLowerCase()) * 2)
    if (best === 0) return 0
    sum += best
  }
  return sum
}

/** In the given order where they fit equally well; all of them, up to a screenful, while nothing is typed. */
export function ranked(typed: string, entries: readonly Entry[]): readonly Entry[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return entries.slice(0, most)
  return entries
    .map((entry) => ({ entry, points: score(words, entry) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, most)
    .map(({ entry }) => entry)
}
