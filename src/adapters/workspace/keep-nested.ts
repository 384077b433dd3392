/**
 * Owns that what a nested repository saved is in the outermost repository's store too: with its history where that is whole
 * and small, by its content otherwise. A clean one whose commit is on a remote is copied only when its worktree is about to go.
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { carry, hasSmallHistory, isWhole } from './carry.ts'
import type { Repo } from './git.ts'
import type { Nested } from './manifest.ts'

export interface Keeper {
  /** The outermost repository, where its new objects are made. */
  readonly root: Repo
  /** The worktree may go after this snapshot: nothing may be left out. */
  readonly all: boolean
  /** Makes a commit without parents in the outermost repository. */
  commit(tree: string, message: string): Promise<string>
}

interface Part {
  readonly repo: Repo
  /** The same repository, through which its new objects are seen. */
  readonly inside: Repo
  /** The snapshot of it, or its HEAD when it is clean. */
  readonly commit: string
  readonly head: string | null
  readonly tree: string
  /** The snapshot commit's message; kept where only the content is. */
  readonly message: string
}

/** The branch that a repository's HEAD names, read without a process. */
export async function branchOf(gitDir: string): Promise<string | null> {
  const head = await readFile(join(gitDir, 'HEAD'), 'utf8').catch(() => '')
  const name = /^ref: refs\/heads\/(.+)\n$/.exec(head)?.[1]
  return name === undefined || name === '.invalid' ? null : name
}

/** The commit that keeps this part in the outermost store; null where it needs none. Throws where it cannot be copied. */
export async function keepPart(keeper: Keeper, part: Part, past: Nested | undefined): Promise<string | null> {
  const { root } = keeper
  const { repo, inside, commit, tree, head } = part
  if (await holds(root, past, part)) return past?.kept ?? null
  if (!keeper.all && commit === head && (await isOnRemote(repo, commit))) return null
  const known = [...new Set([past?.commit, head])].filter((oid) => oid != null)
  if (await hasSmallHistory(repo)) {
    if (!(await isWhole(root, commit))) await carry(inside, root, [commit], await shared(inside, root, known, ''))
    return commit
  }
  if (!(await isWhole(root, tree))) await carry(inside, root, [tree], await shared(inside, root, known, '^{tree}'))
  return keeper.commit(tree, part.message)
}

/** The last snapshot kept exactly this, and still does. */
async function holds(root: Repo, past: Nested | undefined, part: Part): Promise<boolean> {
  if (past?.kept == null || past.commit !== part.commit) return false
  return isWhole(root, past.kept)
}

async function isOnRemote(repo: Repo, commit: string): Promise<boolean> {
  const ask = ['for-each-ref', '--count=1', `--contains=${commit}`, '--format=%(refname)', 'refs/remotes']
  return ((await repo.maybe(ask)) ?? '') !== ''
}

/** Those of the objects that both stores hold whole: they need no copy. */
async function shared(from: Repo, to: Repo, names: readonly string[], peel: string): Promise<string[]> {
  const found: string[] = []
  for (const name of names) {
    const oid = await from.maybe(['rev-parse', '--verify', '--quiet', `${name}${peel}`])
    if (oid !== null && (await from.maybe(['cat-file', '-e', oid])) !== null && (await isWhole(to, oid)))
      found.push(oid)
  }
  return found
}
