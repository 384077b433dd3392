/** The bare repositories behind the Forgejo of this machine. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const git = (dir: string, ...args: string[]): string =>
  execFileSync('git', ['-C', dir, '-c', 'user.name=forge', '-c', 'user.email=forge@localhost', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  }).trim()

/** Read as files: nothing packs them here, and a list asks for many. */
export const tip = (dir: string, branch: string): string | null => {
  try {
    return readFileSync(join(dir, 'refs', 'heads', branch), 'utf8').trim()
  } catch {
    return null
  }
}

const trees = new Map<string, string | null>()

/** The tree of the merge; null: they conflict. */
export function merged(dir: string, base: string, head: string): string | null {
  const tips = [tip(dir, base), tip(dir, head)]
  if (tips[0] === null || tips[1] === null) return null
  const key = [dir, ...tips].join(' ')
  const known = trees.get(key)
  if (known !== undefined) return known
  let tree: string | null = null
  try {
    tree = git(dir, 'merge-tree', '--write-tree', tips[0]!, tips[1]!)
  } catch {
    // They conflict.
  }
  trees.set(key, tree)
  return tree
}

export class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
