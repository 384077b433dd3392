/** What the checks of a commit come to. Required ones count where the branch has rules; else all of them. Pure. */
import type { CiAnswer, CommitChecks } from '#ports/ci-source'

/** `required` null: all count. */
export function foldChecks({ checks, required }: CommitChecks): CiAnswer {
  const asked = required ?? []
  const counted = asked.length === 0 ? checks : checks.filter(({ name }) => asked.some((one) => matches(one, name)))
  // A run that somebody called off proves nothing, and nothing will come of it.
  const red = counted.filter(({ state }) => state === 'failed' || state === 'cancelled')
  if (red.length > 0) return { result: 'failure', red: red.map(redOf), detail: null }
  const missing = asked.filter((one) => !checks.some(({ name }) => matches(one, name)))
  const open = counted.filter(({ state }) => state === 'pending' || state === 'unknown').map(({ name }) => name)
  if (open.length > 0 || (missing.length > 0 && checks.length > 0))
    return { result: 'pending', red: [], detail: `waits for ${[...open, ...missing].slice(0, 5).join(', ')}` }
  if (counted.length === 0) return { result: 'none', red: [], detail: 'nothing has checked the commit yet' }
  return { result: 'success', red: [], detail: null }
}

const redOf = ({ name, url, job }: CommitChecks['checks'][number]) => ({ name, url, ...(job == null ? {} : { job }) })

/** Forgejo's rules may hold globs; a name without one means itself. */
function matches(rule: string, name: string): boolean {
  if (rule === name) return true
  if (!/[*?]/.test(rule)) return false
  const pattern = rule
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${pattern}$`).test(name)
}
