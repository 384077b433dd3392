/** Which files of a workspace a few letters mean: the best first. Pure, and one pass over the list, however long it is. */

/** Lower is better; null: it is not meant. A name that begins with the letters before one that holds them, short before long. */
function rankOf(path: string, sought: string): number | null {
  if (sought === '') return path.split('/').length * 1_000 + path.length
  const lower = path.toLowerCase()
  const name = lower.slice(lower.lastIndexOf('/') + 1)
  if (name === sought) return 0
  if (name.startsWith(sought)) return 1_000 + path.length
  if (name.includes(sought)) return 10_000 + path.length
  if (lower.includes(sought)) return 100_000 + path.length
  return scattered(lower, sought) ? 1_000_000 + path.length : null
}

/** The letters in their order, with others between them: `srcapp` means `src/app.ts`. */
function scattered(path: string, sought: string): boolean {
  let at = 0
  for (const letter of sought) {
    at = path.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

export function matchPaths(
  paths: Iterable<string>,
  query: string,
  limit: number,
): { readonly paths: readonly string[]; readonly more: boolean } {
  const sought = query.trim().toLowerCase()
  const best: { readonly path: string; readonly rank: number }[] = []
  let found = 0
  for (const path of paths) {
    const rank = rankOf(path, sought)
    if (rank === null) continue
    found++
    const last = best[best.length - 1]
    if (best.length === limit && last !== undefined && rank >= last.rank) continue
    let at = best.length
    while (at > 0 && best[at - 1]!.rank > rank) at--
    best.splice(at, 0, { path, rank })
    if (best.length > limit) best.pop()
  }
  return { paths: best.map(({ path }) => path), more: found > best.length }
}
