/**
 * File scopes: globs over paths from the worktree's root, with forward slashes. `*` and `?` stay within a directory, `**`
 * crosses them, `{a,b}` is either; the name of a directory covers what is below. No globs: the whole worktree.
 */
import { globPattern } from '#core/merge/tier'

/** `{a,b}` written out; a brace without a comma or without its partner is a character. */
export function expandBraces(glob: string): readonly string[] {
  const at = findBrace(glob)
  if (at === null) return [glob]
  const [before, after] = [glob.slice(0, at.open), glob.slice(at.close + 1)]
  return at.choices.flatMap((choice) => expandBraces(`${before}${choice}${after}`)).slice(0, 1_000)
}

interface Brace {
  readonly open: number
  readonly close: number
  readonly choices: readonly string[]
}

function findBrace(glob: string): Brace | null {
  for (let open = glob.indexOf('{'); open >= 0; open = glob.indexOf('{', open + 1)) {
    const choices: string[] = []
    let depth = 0
    let from = open + 1
    for (let at = open; at < glob.length; at++) {
      if (glob[at] === '{') depth++
      else if (glob[at] === ',' && depth === 1) {
        choices.push(glob.slice(from, at))
        from = at + 1
      } else if (glob[at] === '}' && --depth === 0) {
        choices.push(glob.slice(from, at))
        if (choices.length > 1) return { open, close: at, choices }
        break
      }
    }
  }
  return null
}

const clean = (glob: string): string => glob.replace(/^(?:\.?\/)+/, '').replace(/\/+$/, '')

/** A scope as plain globs; empty where it is the whole tree. */
function globsOf(scope: readonly string[]): readonly string[] {
  const globs = scope.flatMap(expandBraces).map(clean)
  return globs.some((glob) => glob === '' || glob === '.') ? [] : globs
}

/** Is this path (from the worktree's root) one that the scope names, or below one? */
export function inScope(path: string, scope: readonly string[]): boolean {
  const globs = globsOf(scope)
  if (globs.length === 0) return true
  // `src/**` names the directory itself too: somebody has to make it.
  return globs.some((glob) =>
    [glob, `${glob}/**`, glob.replace(/(?:\/\*\*)+$/, '')].some((one) => globPattern(`/${one}`).test(path)),
  )
}

export const outsideScope = (files: readonly string[], scope: readonly string[]): readonly string[] =>
  files.filter((file) => !inScope(file, scope))

/** May a path exist that both scopes name? Yes wherever it is not plain that none does. */
export function scopesOverlap(one: readonly string[], other: readonly string[]): boolean {
  const [mine, theirs] = [globsOf(one), globsOf(other)]
  if (mine.length === 0 || theirs.length === 0) return true
  return mine.some((a) => theirs.some((b) => meet(a.split('/'), b.split('/'))))
}

/** Segment by segment; where one list ends, it names a directory and covers what the other goes on to. */
function meet(a: readonly string[], b: readonly string[]): boolean {
  const [first, second] = [a[0], b[0]]
  if (first === undefined || second === undefined) return true
  if (first === '**') return meet(a.slice(1), b) || meet(a, b.slice(1))
  if (second === '**') return meet(a, b.slice(1)) || meet(a.slice(1), b)
  return namesMeet(first, second) && meet(a.slice(1), b.slice(1))
}

function namesMeet(a: string, b: string): boolean {
  if (a === '' || b === '') return [...a, ...b].every((char) => char === '*')
  if (a[0] === '*') return namesMeet(a.slice(1), b) || namesMeet(a, b.slice(1))
  if (b[0] === '*') return namesMeet(a, b.slice(1)) || namesMeet(a.slice(1), b)
  return (a[0] === '?' || b[0] === '?' || a[0] === b[0]) && namesMeet(a.slice(1), b.slice(1))
}
