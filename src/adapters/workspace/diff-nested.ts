/**
 * Owns which repositories inside a work tree, or inside two snapshots, are to be compared as well, and with what: a submodule
 * with the commit that the outer one records for it, another repository with its own HEAD. Leaves comparing to `diff.ts`.
 */
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { type BytePath, shown, under } from './byte-path.ts'
import { findNested } from './find-nested.ts'
import type { Repo } from './git.ts'
import type { Nested } from './manifest.ts'
import { readCommit } from './read-snapshot.ts'
import { commitOf, linkAt } from './repository.ts'

/** One repository to compare; `null` for `to` is its work tree. */
export interface Inner {
  readonly path: string
  readonly repo: Repo
  readonly from: string
  readonly to: string | null
}

/** A repository that is in one of the two states and cannot be compared. */
export interface Uncompared {
  readonly path: string
  readonly status: 'modified' | 'deleted'
}

/** `paths`: where the index has a submodule, or git sees a repository that it does not track. */
export async function nestedNow(repo: Repo, from: string, paths: readonly BytePath[]): Promise<Inner[]> {
  const list: Inner[] = []
  for (const path of paths) {
    if ((await lstat(under(repo.cwd, `${path}/.git`)).catch(() => null)) === null) continue
    const inner = await repo.at(join(repo.cwd, shown(path)))
    const link = await linkAt(repo, from, path)
    const base = (link === null ? null : await commitOf(inner, link)) ?? (await commitOf(inner, 'HEAD'))
    list.push({ path: shown(path), repo: inner, from: base ?? 'empty', to: null })
  }
  return list
}

const nestedIn = async (store: Repo, name: string): Promise<readonly Nested[]> => {
  const commit = await commitOf(store, name)
  return commit === null ? [] : ((await readCommit(store, commit)).manifest?.nested ?? [])
}

/** `root` keeps what nested repositories saved; `store` holds the two states. */
export async function nestedBetween(
  root: Repo,
  store: Repo,
  from: string,
  to: string,
): Promise<{ inner: readonly Inner[]; uncompared: readonly Uncompared[] }> {
  const [before, after] = await Promise.all([nestedIn(store, from), nestedIn(store, to)])
  const inner: Inner[] = []
  const uncompared: Uncompared[] = []
  for (const nested of after) {
    const past = before.find(({ path }) => path === nested.path)
    if (past !== undefined && past.commit === nested.commit) continue
    const link = past === undefined ? await linkAt(store, from, nested.path) : null
    if (past === undefined && nested.commit === nested.head && nested.head === link) continue
    const path = shown(nested.path)
    const found = await findNested(root, nested)
    const names = past === undefined ? [link, nested.head] : [past.kept, past.commit, past.tree]
    const base = found === null ? null : await firstOf(found.store, names)
    const unborn = past === undefined && link === null && nested.head === null
    if (found === null || (base === null && !unborn)) uncompared.push({ path, status: 'modified' })
    else inner.push({ path, repo: found.store, from: base ?? 'empty', to: found.commit ?? found.snapshot.tree })
  }
  const gone = before.filter((nested) => !after.some(({ path }) => path === nested.path))
  return {
    inner,
    uncompared: [...uncompared, ...gone.map(({ path }) => ({ path: shown(path), status: 'deleted' as const }))],
  }
}

async function firstOf(store: Repo, names: readonly (string | null | undefined)[]): Promise<string | null> {
  for (const name of names) {
    if (name != null && (await store.maybe(['rev-parse', '--verify', '--quiet', `${name}^{tree}`])) !== null)
      return name
  }
  return null
}
