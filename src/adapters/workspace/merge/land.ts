/**
 * Owns the steps that move a target: who has it checked out, what stands in the way there, the fast-forward in that tree, and
 * the compare-and-swap where nobody has it. git itself looks once more before each file it writes; nothing is forced, and
 * files that git does not track, ignored ones too, are never overwritten.
 */
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HoldingTree, LandOutcome } from '#ports/merging'
import { type BytePath, parentOf, shown, splitNul, under } from '../byte-path.ts'
import { gitFailed, type Repo } from '../git.ts'
import { findPlaces } from '../places.ts'
import { isLockTrouble, pastLocks } from '../queue.ts'
import { listWorktrees } from '../repository.ts'
import { hiddenChanges, type IndexEntry, indexEntries } from '../tree-state.ts'
import { isThere } from '../worktree.ts'
import { steady } from './join.ts'
import { branchRef } from './look.ts'

const marks: readonly (readonly [string, string])[] = [
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['sequencer', 'cherry-pick or revert'],
  ['BISECT_LOG', 'bisect'],
]

/** git's word for what is under way in a work tree. */
export async function operationIn(gitDir: string): Promise<string | null> {
  for (const [name, word] of marks) if (await isThere(join(gitDir, name))) return word
  return null
}

/** The branch that a rebase or a bisection left and comes back to. */
async function heldBranch(gitDir: string): Promise<string | null> {
  const read = async (name: string): Promise<string> =>
    (await readFile(join(gitDir, name), 'utf8').catch(() => '')).trim()
  for (const name of ['rebase-merge/head-name', 'rebase-apply/head-name']) {
    const ref = await read(name)
    if (ref.startsWith('refs/heads/')) return ref.slice('refs/heads/'.length)
  }
  return (await read('BISECT_START')) || null
}

interface Change {
  readonly letter: string
  readonly path: BytePath
}

async function changeList(repo: Repo, base: string, result: string): Promise<readonly Change[]> {
  const parts = splitNul(
    (await repo.run(['diff-tree', '-r', '--no-renames', '--name-status', '-z', base, result])).stdout,
  )
  const found: Change[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) found.push({ letter: parts[at] ?? '', path: parts[at + 1] ?? '' })
  return found
}

export async function holders(
  repo: Repo,
  request: { readonly target: string; readonly base: string; readonly result: string },
): Promise<readonly HoldingTree[]> {
  const found: HoldingTree[] = []
  let list: Promise<readonly Change[]> | null = null
  for (const tree of await listWorktrees(repo)) {
    if (tree.prunable || (tree.branch !== null && tree.branch !== request.target)) continue
    const places = await findPlaces(tree.path)
    if (places === null) continue
    const checkedOut = tree.branch === request.target
    if (!checkedOut && (await heldBranch(places.gitDir)) !== request.target) continue
    const operation = await operationIn(places.gitDir)
    const indexLocked = await isThere(join(places.gitDir, 'index.lock'))
    const busy = operation !== null || indexLocked || !checkedOut
    const own = { path: tree.path, checkedOut, operation, indexLocked }
    if (busy) {
      found.push({ ...own, changed: [], inTheWay: [] })
      continue
    }
    const work = await repo.at(places.top)
    list ??= changeList(repo, request.base, request.result)
    const [entries, open, all] = await Promise.all([indexEntries(work), openChanges(work), list])
    found.push({
      ...own,
      changed: await changedPaths(work, open, entries, all),
      inTheWay: await inTheWay(places.top, entries, all),
    })
  }
  return found
}

async function openChanges(tree: Repo): Promise<readonly BytePath[]> {
  const ask = ['status', '--porcelain=v2', '-z', '--untracked-files=no', '--ignore-submodules=dirty', '--no-renames']
  const status = await tree.run(ask)
  const words: Record<string, number> = { '1': 8, u: 10 }
  return splitNul(status.stdout).flatMap((line) => {
    const count = words[line[0] ?? '']
    return count === undefined ? [] : [line.split(' ').slice(count).join(' ')]
  })
}

/** Tracked or staged changes; of files that index flags hide, those that the result would write. */
async function changedPaths(
  tree: Repo,
  open: readonly BytePath[],
  entries: readonly IndexEntry[],
  list: readonly Change[],
): Promise<readonly string[]> {
  const written = new Set(list.map(({ path }) => path))
  const hidden = (await hiddenChanges(tree, tree.cwd, entries)).filter((path) => written.has(path))
  return [...new Set([...open, ...hidden])].map(shown)
}

/** Nothing in it but what its HEAD has: no change, open or hidden by index flags, and no new file. */
export async function isUntouched(tree: Repo): Promise<boolean> {
  const ask = ['status', '--porcelain', '-z', '--untracked-files=normal', '--ignore-submodules=dirty', '--no-renames']
  const [status, entries] = await Promise.all([tree.run(ask), indexEntries(tree)])
  return status.stdout.length === 0 && (await hiddenChanges(tree, tree.cwd, entries)).length === 0
}

/** What stands where the result has a new file and is not tracked: files, ignored ones too, links, filled directories. */
async function inTheWay(
  top: string,
  entries: readonly IndexEntry[],
  list: readonly Change[],
): Promise<readonly string[]> {
  const tracked = new Set(entries.map(({ path }) => path))
  const removed = new Set(list.filter(({ letter }) => letter === 'D').map(({ path }) => path))
  const found = new Set<BytePath>()
  for (const { letter, path } of list) {
    if (letter !== 'A' || tracked.has(path)) continue
    const above = await fileAbove(top, path)
    if (above !== null) {
      if (!removed.has(above)) found.add(above)
      continue
    }
    const stats = await lstat(under(top, path)).catch(() => null)
    if (stats === null) continue
    if (!stats.isDirectory()) found.add(path)
    else for (const inside of await filesBelow(top, path, removed)) found.add(inside)
  }
  return [...found].map(shown)
}

/** The nearest part of the way to a path that is no directory. */
async function fileAbove(top: string, path: BytePath): Promise<BytePath | null> {
  for (let parent = parentOf(path); parent !== ''; parent = parentOf(parent)) {
    const stats = await lstat(under(top, parent)).catch(() => null)
    if (stats !== null && !stats.isDirectory()) return parent
  }
  return null
}

async function filesBelow(top: string, path: BytePath, removed: ReadonlySet<BytePath>): Promise<BytePath[]> {
  const names = await readdir(under(top, path), { withFileTypes: true, encoding: 'buffer' }).catch(() => [])
  const found: BytePath[] = []
  for (const name of names) {
    const inside = `${path}/${name.name.toString('latin1')}`
    if (name.isDirectory()) found.push(...(await filesBelow(top, inside, removed)))
    else if (!removed.has(inside)) found.push(inside)
  }
  return found
}

/** Where the branch is, and whether this tree has it checked out, in one question. */
const standsAt = async (tree: Repo, ref: string): Promise<{ on: boolean; commit: string }> => {
  const line = await tree.text(['for-each-ref', '--format=%(HEAD)%(objectname) %(refname)', ref])
  const found = line.split('\n').find((one) => one.endsWith(` ${ref}`)) ?? ''
  return { on: found.startsWith('*'), commit: found.slice(1).split(' ')[0] ?? '' }
}

const overwrites =
  /would be overwritten|would lose untracked|needs merge|not uptodate|unmerged files|conclude your merge/

export async function fastForward(
  tree: Repo,
  request: { readonly target: string; readonly expect: string; readonly result: string },
  timeoutMs: number,
): Promise<LandOutcome> {
  const ref = branchRef(request.target)
  const before = await standsAt(tree, ref)
  if (!before.on) return { outcome: 'moved' }
  if (before.commit !== request.expect) return { outcome: before.commit === request.result ? 'landed' : 'moved' }
  const how = ['--ff-only', '--no-overwrite-ignore', '--no-stat', '--no-edit', '--commit', '--no-squash']
  const argv = [...steady, 'merge', ...how, '--no-verify', request.result]
  try {
    const answer = await pastLocks(async () => {
      const made = await tree.run(argv, { allow: [0, 1, 2, 128], timeoutMs })
      // Told as a failure, so that a lock of another git is waited for.
      if (made.code !== 0 && /index\.lock/.test(made.stderr)) throw gitFailed(argv, tree.cwd, made.stderr)
      return made
    })
    const after = await standsAt(tree, ref)
    if (after.on && after.commit === request.result) return { outcome: 'landed' }
    if (!after.on || after.commit !== request.expect) return { outcome: 'moved' }
    if (overwrites.test(answer.stderr)) return { outcome: 'blocked', why: 'overwrite', message: answer.stderr.trim() }
    throw gitFailed(argv, tree.cwd, answer.stderr)
  } catch (error) {
    if (isLockTrouble(error)) return { outcome: 'blocked', why: 'locked', message: String((error as Error).message) }
    throw error
  }
}

export async function moveRef(
  repo: Repo,
  request: { readonly id: string; readonly target: string; readonly expect: string; readonly result: string },
): Promise<LandOutcome> {
  const { target, expect, result } = request
  const ref = branchRef(target)
  const swap = (to: string, from: string, word: string) =>
    pastLocks(() => repo.run(['update-ref', '-m', `drover: ${word} ${request.id}`, ref, to, from]))
  try {
    await swap(result, expect, 'merge')
  } catch (error) {
    const now = await repo.maybe(['rev-parse', '--verify', '--quiet', ref])
    if (now === result) return { outcome: 'landed' }
    if (now !== expect) return { outcome: 'moved' }
    throw error
  }
  for (const tree of await listWorktrees(repo)) {
    if (tree.branch !== target || tree.prunable) continue
    // Somebody checked it out in this very moment. With the old files the branch goes back and comes by fast-forward.
    const work = await repo.at(tree.path)
    const same = await work.run(['diff-index', '--cached', '--quiet', result, '--'], { allow: [0, 1] })
    if (same.code === 0) continue
    await swap(expect, result, 'take back')
    return { outcome: 'moved' }
  }
  return { outcome: 'landed' }
}
