/** Paths of a write: where they lead from where a shell stands, and whether a role may write there. */
import type { GuardFacts, Judging, Standing } from './guard-facts.ts'
import { inScope } from './scope.ts'

/** Stands for a name that a glob finds: no glob of a scope names it, `*` and `**` apart. */
export const someName = '\u{e000}'.repeat(7)
/** Stands for anything below a directory. */
export const somewhereBelow = '\u{e001}'.repeat(7)
/** The home directory of whoever runs the agent; no worktree lies below this name. */
export const homePlace = '/~'

export function joinPath(base: string, path: string): string {
  const whole = path.startsWith('/') ? path : `${base}/${path}`
  const steps: string[] = []
  for (const step of whole.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return `/${steps.join('/')}`
}

/** From the worktree's root, without a slash in front; null: outside. */
function below(worktree: string, path: string): string | null {
  const root = joinPath('/', worktree)
  if (path === root) return ''
  const prefix = root === '/' ? root : `${root}/`
  return path.startsWith(prefix) ? path.slice(prefix.length) : null
}

export const isInside = (worktree: string, path: string): boolean => below(worktree, path) !== null

const devices = ['/dev/null', '/dev/stdout', '/dev/stderr', '/dev/tty', '/dev/zero', '/dev/full']
const isDevice = (path: string): boolean => devices.includes(path) || path.startsWith('/dev/fd/')

/** A path that stands for many is one of the scope only if it is at any depth. */
const samples = (path: string): readonly string[] =>
  path.includes(somewhereBelow)
    ? [
        path.replaceAll(somewhereBelow, someName),
        path.replaceAll(somewhereBelow, [1, 2, 3, 4].map(() => someName).join('/')),
      ]
    : [path]

/** As people write it. */
export const shownPath = (path: string): string =>
  path
    .replaceAll(someName, '*')
    .replaceAll(somewhereBelow, '**')
    .replace(/^\/~(?=\/|$)/, '~')

/** null: it may be written. */
export function refuseWrite(facts: GuardFacts, path: string): string | null {
  if (isDevice(path)) return null
  if (!facts.mayWriteFiles) {
    return `This role reads and writes nothing, and ${shownPath(path)} would be written: report what should change instead.`
  }
  const inside = below(facts.worktree, path)
  if (inside === null) {
    return `${shownPath(path)} lies outside the worktree ${facts.worktree}: write inside it, or ask whoever sent you.`
  }
  // `.*` finds it too.
  if (inside === '.git' || inside.startsWith('.git/') || inside.startsWith(`.${someName}`)) {
    return `${shownPath(path)} is git's own: use git commands of your branch instead.`
  }
  if (samples(inside).every((sample) => inScope(sample, facts.scope))) return null
  return `${shownPath(inside) || 'the worktree itself'} is outside your files (${facts.scope.join(', ')}): leave it, or ask your parent for it.`
}

/** A write by a shell that may stand at several places: every one of them must do. */
export function judgeWrite(judging: Judging, path: string | null, at: Standing, by: string): void {
  const { facts } = judging
  if (path === null) {
    judging.deny(
      facts.mayWriteFiles
        ? `What ${by} would write is known only when it runs: name the path plainly.`
        : `This role reads and writes nothing, and ${by} would write: report what should change instead.`,
    )
    return
  }
  const places = path.startsWith('/') ? ['/'] : at.places
  if (places === null) {
    judging.deny(
      `Where ${by} would write is known only when it runs: name the directory plainly, from the worktree's root.`,
    )
    return
  }
  for (const place of places) {
    const reason = refuseWrite(facts, joinPath(place, path))
    if (reason !== null) judging.deny(reason)
  }
}
