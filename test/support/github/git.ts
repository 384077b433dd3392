/** The bare repositories behind the GitHub of this machine. */
import { execFileSync } from 'node:child_process'

export const git = (dir: string, args: readonly string[], input?: string): string =>
  execFileSync('git', ['-C', dir, ...args], {
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
    input: input ?? '',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  }).trim()
export const tip = (dir: string, branch: string): string | null => {
  try {
    return git(dir, ['rev-parse', '--verify', '-q', `refs/heads/${branch}`])
  } catch {
    return null
  }
}

/** The head of a pull request: of a fork that is here too it is brought over, as GitHub does. */
export function headOf(
  dir: string,
  { number, branch, head }: { readonly number: number; readonly branch: string; readonly head?: string },
  fork: string | null,
): string | null {
  if (fork === null || tip(fork, branch) === null) return tip(dir, branch) ?? head ?? null
  git(dir, ['fetch', '-q', fork, `+refs/heads/${branch}:refs/pull/${number}/head`])
  return tip(fork, branch)
}

export const merges = (place: string, base: string, head: string): boolean => {
  try {
    git(place, ['merge-tree', '--write-tree', base, head])
    return true
  } catch {
    return false
  }
}
