/**
 * Owns where the parts of a snapshot are: what a nested repository saved is in the outermost store, in its own, or nowhere,
 * and a file's content is there or not. What is nowhere is named, never passed over. Also makes a nested repository again
 * from what a store holds. Leaves writing files to `recover.ts`.
 */
import { mkdir } from 'node:fs/promises'
import { DroverError } from '#contract/error'
import type { MissingPart } from '#ports/workspace'
import { type BytePath, isSafe, shown } from './byte-path.ts'
import { carry, isWhole } from './carry.ts'
import type { Repo } from './git.ts'
import type { Nested, SnapshotCommit } from './manifest.ts'
import { readCommit } from './read-snapshot.ts'
import { deleteTree } from './worktree.ts'

export type Missing = MissingPart

/** A snapshot, and the store that holds its objects. */
export interface Found {
  readonly store: Repo
  /** null where only its tree is there. */
  readonly commit: string | null
  readonly snapshot: SnapshotCommit
}

export const unsafe = (path: BytePath) =>
  new DroverError('SNAPSHOT_FAILED', `${shown(path)} would leave the destination`, {
    hint: 'This snapshot was not made by Drover; do not use it.',
  })

export const lostRepository = (nested: Nested): Missing => ({
  path: shown(nested.path),
  why: 'repository_missing',
  commit: nested.commit,
})

export const within = (nested: Nested, missing: readonly Missing[]): Missing[] =>
  missing.map((one) => ({ ...one, path: `${shown(nested.path)}/${one.path}` }))

/** What is left of a nested repository's part, the most complete first. */
export async function findNested(root: Repo, nested: Nested): Promise<Found | null> {
  if (!isSafe(nested.path)) throw unsafe(nested.path)
  const has = async (store: Repo | null, oid: string | null | undefined, type: string): Promise<boolean> =>
    store !== null && oid != null && (await store.maybe(['cat-file', '-t', oid])) === type
  for (const commit of [nested.kept, nested.commit]) {
    if (commit != null && (await has(root, commit, 'commit')))
      return { store: root, commit, snapshot: await readCommit(root, commit) }
  }
  const own = await root.at(nested.gitDir).catch(() => null)
  if (own !== null && (await has(own, nested.commit, 'commit')))
    return { store: own, commit: nested.commit, snapshot: await readCommit(own, nested.commit) }
  // Another snapshot kept the same content without its commit.
  if (nested.commit === nested.head && (await has(root, nested.tree, 'tree')))
    return { store: root, commit: null, snapshot: { tree: nested.tree ?? '', parents: [], manifest: null } }
  return null
}

interface Stored {
  readonly path: BytePath
  readonly oid: string
}

/** Which of these contents the store still has. */
export async function sortOut<F extends Stored>(
  store: Repo,
  files: readonly F[],
): Promise<{ there: readonly F[]; gone: readonly Missing[] }> {
  if (files.length === 0) return { there: files, gone: [] }
  const input = files.map(({ oid }) => `${oid}\n`).join('')
  const lines = (await store.text(['cat-file', '--batch-check=%(objecttype)'], { input })).split('\n')
  const has = files.map((_, at) => lines[at] === 'blob')
  return {
    there: files.filter((_, at) => has[at]),
    gone: files.flatMap(({ path }, at) => (has[at] ? [] : [{ path: shown(path), why: 'object_missing' as const }])),
  }
}

/** A repository at a free place, at the commit that it stood on. null where the store has not its whole history. */
export async function makeAgain(tree: Repo, store: Repo, nested: Nested, place: string): Promise<Repo | null> {
  const { head, branch = null } = nested
  if (head !== null && !(await isWhole(store, head))) return null
  await mkdir(place, { recursive: true })
  try {
    const format = await store.maybe(['rev-parse', '--show-object-format'])
    const sha256 = format === 'sha256' ? ['--object-format=sha256'] : []
    await (await tree.at(place)).run(['init', '--quiet', '--template=', ...sha256])
    const repo = await tree.at(place)
    if (branch !== null) await repo.run(['symbolic-ref', 'HEAD', `refs/heads/${branch}`])
    if (head === null) return repo
    await carry(store, repo, [head], [])
    await repo.run(['update-ref', ...(branch === null ? ['--no-deref'] : []), 'HEAD', head])
    await repo.run(['read-tree', 'HEAD'])
    return repo
  } catch (error) {
    await deleteTree(place)
    throw error
  }
}
