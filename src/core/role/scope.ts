/** Which files a scope holds, and whether two scopes can meet. A scope is a list of globs; an empty one is the whole tree. */

export function scopesOverlap(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 || b.length === 0) return true
  return a.some((one) => b.some((other) => meet(segments(one), segments(other))))
}

/** Files that no glob of the scope holds. */
export function outsideScope(files: readonly string[], scope: readonly string[]): readonly string[] {
  if (scope.length === 0) return []
  const globs = scope.map(segments)
  return files.filter((file) => !globs.some((glob) => meet(glob, segments(file))))
}

/** A directory means all that is in it. */
function segments(glob: string): readonly string[] {
  const parts = glob.replace(/^(\.?\/)+/, '').split('/')
  const trimmed = parts.filter((part, at) => part !== '' || at === 0)
  return glob.endsWith('/') ? [...trimmed, '**'] : trimmed
}

/** Is there a path that both patterns hold? A plain name at the end of one also stands for the directory of that name. */
function meet(a: readonly string[], b: readonly string[]): boolean {
  const [x, ...restA] = a
  const [y, ...restB] = b
  if (x === undefined && y === undefined) return true
  if (x === undefined) return true
  if (y === undefined) return true
  if (x === '**') return meet(restA, b) || meet(a, restB)
  if (y === '**') return meet(a, restB) || meet(restA, b)
  return namesMeet(x, y) && meet(restA, restB)
}

/** Do two patterns of one name have a name in common? `*` any letters, `?` one. */
function namesMeet(a: string, b: string): boolean {
  if (a === '' && b === '') return true
  if (a[0] === '*') return namesMeet(a.slice(1), b) || (b !== '' && namesMeet(a, b.slice(1)))
  if (b[0] === '*') return namesMeet(b, a)
  if (a === '' || b === '') return false
  return (a[0] === '?' || b[0] === '?' || a[0] === b[0]) && namesMeet(a.slice(1), b.slice(1))
}
