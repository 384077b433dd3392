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

export const merges = (place: string, base: string, head: string): boolean => {
  try {
    git(place, ['merge-tree', '--write-tree', base, head])
    return true
  } catch {
    return false
  }
}
