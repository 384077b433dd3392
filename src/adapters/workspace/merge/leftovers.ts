/**
 * Owns what an agent left uncommitted: what it is, and the commit of exactly that in the user's name. Repositories inside the
 * tree are told and never added, because git would record them as submodules that nobody asked for.
 */
import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { DroverError } from '#contract/error'
import { type BytePath, bytesOf, fromText, shown, splitNul } from '../byte-path.ts'
import type { Repo } from '../git.ts'
import { pastLocks } from '../queue.ts'
import { placesOf } from '../repository.ts'
import { shieldOf } from '../shield.ts'
import { stateOf } from '../tree-state.ts'
import { steady } from './join.ts'
import { operationIn } from './land.ts'
import { identity } from './look.ts'

export async function leftovers(tree: Repo): Promise<{
  files: readonly string[]
  nested: readonly string[]
  operation: string | null
  head: string
  stamp: string
}> {
  const { gitDir } = await placesOf(tree)
  const [state, operation] = await Promise.all([stateOf(tree), operationIn(gitDir)])
  const isNested = (path: string): boolean => path.endsWith('/')
  const files = state.changed.filter((path) => !isNested(path))
  const head = await tree.text(['rev-parse', '--verify', 'HEAD'])
  return { files, nested: state.changed.filter(isNested), operation, head, stamp: await stampOf(tree.cwd, files) }
}

/** Looked at, not read: what a person was shown is told from what stands there later. */
async function stampOf(top: string, files: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const file of files) {
    const stats = await lstat(join(top, file), { bigint: true }).catch(() => null)
    hash.update(`${file}\0${stats === null ? 'gone' : `${stats.mode} ${stats.size} ${stats.mtimeNs}`}\0`)
  }
  return hash.digest('hex').slice(0, 32)
}

/**
 * Files that a filter of the repository's own configuration would change on their way in (git-crypt, say). Drover runs no such
 * program, and without it what is meant to be stored otherwise would be stored as it lies there.
 */
async function refuseUnfiltered(tree: Repo, input: Buffer): Promise<void> {
  const off = new Set(
    shieldOf(tree.settings).flatMap(({ key }) => /^filter\.(.*)\.(?:clean|process)$/s.exec(key)?.[1] ?? []),
  )
  if (off.size === 0) return
  const words = splitNul((await tree.run(['check-attr', '-z', '--stdin', 'filter'], { input })).stdout)
  const paths = words.filter((_, at) => at % 3 === 0 && off.has(words[at + 2] ?? '')).map(shown)
  if (paths.length === 0) return
  throw new DroverError(
    'MERGE_BLOCKED',
    `A filter of the repository must see these files first: ${paths[0]}${paths.length > 1 ? ` and ${paths.length - 1} more` : ''}.`,
    {
      hint: `Drover runs no filter that only the repository's configuration names: commit them yourself in ${tree.cwd}, then land.`,
      details: { paths: paths.slice(0, 100) },
    },
  )
}

/** Names that are no UTF-8 are shown with signs in their place; git must hear them as they are. */
async function bytePaths(tree: Repo, files: readonly string[]): Promise<readonly BytePath[]> {
  if (!files.some((file) => file.includes('\ufffd'))) return files.map(fromText)
  const ask = ['status', '--porcelain', '-z', '--untracked-files=all', '--ignore-submodules=dirty', '--no-renames']
  const all = splitNul((await tree.run(ask)).stdout).map((line) => line.slice(3))
  const wanted = new Set(files)
  const known = all.filter((path) => wanted.has(shown(path)))
  return [...known, ...files.filter((file) => !file.includes('\ufffd')).map(fromText)]
}

export async function commitAll(
  tree: Repo,
  request: { readonly files: readonly string[]; readonly message: string },
): Promise<string> {
  const input = bytesOf((await bytePaths(tree, request.files)).map((path) => `${path}\0`).join(''))
  await refuseUnfiltered(tree, input)
  const add = ['add', '--all', '--pathspec-from-file=-', '--pathspec-file-nul']
  await pastLocks(() => tree.run(add, { input }))
  const how = ['--quiet', '--no-verify', '--no-gpg-sign', '--cleanup=whitespace', '-F', '-']
  await pastLocks(() => tree.run([...steady, 'commit', ...how], { input: request.message, env: identity(tree) }))
  return tree.text(['rev-parse', '--verify', 'HEAD'])
}
