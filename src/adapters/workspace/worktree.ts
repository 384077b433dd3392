/**
 * Owns the life of a workspace on disk: made, filled, made again, removed, undone; and the end of its branch. Refuses
 * whatever would lose work and leaves the decision to ask to the flows.
 *
 * A worktree is registered without files inside the repository's queue (milliseconds), then filled outside of it by
 * `read-tree -m -u`, which uses git's parallel checkout and starts no hook.
 */
import { chmod, lstat, mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DroverError } from '#contract/error'
import type { TreeState, WorktreeRequest } from '#ports/workspace'
import { gitFailed, type Repo } from './git.ts'
import type { Places } from './places.ts'
import { pastLocks } from './queue.ts'
import { commitOf, holderOf, listWorktrees } from './repository.ts'
import { openTree, registrationOf, relinkMissing } from './strayed.ts'
import { stateOf } from './tree-state.ts'

const branchRef = (branch: string): string => `refs/heads/${branch}`

export async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null
}

async function isVacant(path: string): Promise<boolean> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new DroverError('INVALID_PATH', `${path} cannot be a workspace: ${error.message}`, {
      hint: 'Move away what stands at that path.',
      cause: error,
    })
  })
  return names.length === 0
}

/** Registers the worktree without files; to be called inside the repository's queue. */
export async function register(repo: Repo, commonDir: string, request: WorktreeRequest): Promise<void> {
  const { path, branch } = request
  if (!(await isVacant(path))) {
    throw new DroverError('DESTINATION_NOT_EMPTY', `${path} already holds files`, {
      hint: 'Workspace paths are never reused; move the directory away.',
    })
  }
  await mkdir(dirname(path), { recursive: true })
  const what = request.newBranch ? ['--no-track', '-b', branch, path, request.base] : [path, branch]
  await pastLocks(async (attempt) => {
    // A branch that appeared while a lock stood in the way may be another home's: the caller takes another name.
    if (request.newBranch && attempt > 0 && (await commitOf(repo, branchRef(branch))) !== null)
      throw branchTaken(branch)
    const add = (force: readonly string[]) =>
      repo.run(['worktree', 'add', '--quiet', '--no-checkout', ...force, ...what], { allow: [0, 128, 255] })
    const first = await add([])
    // Git lets a registration whose directory is gone hold its branch; we do not. A living one was refused before.
    const dead = first.code !== 0 && inUse.test(first.stderr) && (await holderOf(repo, commonDir, branch)) === null
    const answer = dead ? await add(['--force']) : first
    if (answer.code === 0) return
    if (request.newBranch && branchExists.test(answer.stderr)) throw branchTaken(branch)
    throw gitFailed(['worktree', 'add', ...what], repo.cwd, answer.stderr)
  })
}

/** Found by git's own look, or made by somebody else between that look and the ref. */
const branchExists = /a branch named .* already exists|reference already exists/

const inUse = /is already (checked out|used by worktree) at/

/**
 * Gives a registered worktree whose directory is gone its directory again, with the files of its branch. What git keeps for
 * it (the repositories of its submodules, its log) stays, which a new registration would lose.
 */
export async function relink(repo: Repo, commonDir: string, path: string, timeoutMs: number): Promise<boolean> {
  const admin = await registrationOf(commonDir, path)
  if (admin === null) return false
  await mkdir(path, { recursive: true })
  await writeFile(join(path, '.git'), `gitdir: ${admin}\n`)
  // A merge that was under way goes too: on another commit it would be concluded wrongly.
  await pastLocks(() => repo.sibling(path).run(['reset', '--quiet', '--hard', 'HEAD'], { timeoutMs }))
  return true
}

/** Starts a branch that must not exist. */
export async function startBranch(repo: Repo, branch: string, base: string): Promise<void> {
  const commit = await commitOf(repo, base)
  if (commit === null) throw new DroverError('BASE_REF_NOT_FOUND', `there is no commit called ${JSON.stringify(base)}`)
  await pastLocks(() => repo.run(['update-ref', branchRef(branch), commit, '0'.repeat(commit.length)]))
}

const branchTaken = (branch: string): DroverError =>
  new DroverError('BRANCH_NAMESPACE_TAKEN', `the branch ${branch} exists already`, {
    hint: 'Choose another branch name, or give the existing branch explicitly.',
  })

/** Writes the files of HEAD into a registered, empty worktree. */
export async function populate(tree: Repo, timeoutMs: number): Promise<void> {
  await pastLocks(() => tree.run(['read-tree', '-m', '-u', 'HEAD'], { timeoutMs }))
  const names = await readdir(tree.cwd)
  if (names.some((name) => name !== '.git')) return
  // Rarely right (an empty commit, a sparse checkout of nothing): git says whether these are the files of HEAD.
  const { code } = await tree.run(['diff-index', '--quiet', 'HEAD', '--'], { allow: [0, 1], timeoutMs })
  if (code !== 0) throw gitFailed(['read-tree'], tree.cwd, 'it reported success and wrote no file')
}

/** A scratch workspace starts from nothing: its directory is new or empty. */
export async function makeScratchDirectory(path: string): Promise<void> {
  if (!(await isVacant(path))) {
    throw new DroverError('DESTINATION_NOT_EMPTY', `${path} already holds files`, {
      hint: 'Workspace paths are never reused; move the directory away.',
    })
  }
  await mkdir(path, { recursive: true })
}

export async function initScratch(repo: Repo): Promise<void> {
  await repo.run(['init', '--quiet', '--template='])
}

/** Deletes a directory also where tools left read-only directories (Go's module cache). */
export async function deleteTree(path: string): Promise<void> {
  const quick = await rm(path, { recursive: true, force: true, maxRetries: 3 }).then(
    () => true,
    () => false,
  )
  if (quick) return
  const open = async (directory: string): Promise<void> => {
    await chmod(directory, 0o700)
    for (const entry of await readdir(directory, { withFileTypes: true })) {
      if (entry.isDirectory()) await open(join(directory, entry.name))
    }
  }
  await open(path)
  await rm(path, { recursive: true, force: true, maxRetries: 3 })
}

const dirty = (path: string, why: string, details: object): DroverError =>
  new DroverError('WORKSPACE_DIRTY', `${path} ${why}`, {
    hint: 'Commit or move that work, then try again. Nothing was removed.',
    details,
  })

function refuseWork(path: string, state: TreeState): void {
  if (state.locked !== null) throw dirty(path, `is locked: ${state.locked}`, { locked: state.locked })
  if (state.nested.length > 0) {
    throw dirty(path, `holds repositories with work of their own: ${state.nested.join(', ')}`, { nested: state.nested })
  }
  if (state.changed.length > 0) {
    const some = state.changed.slice(0, 5).join(', ')
    throw dirty(path, `has uncommitted work: ${some}`, { changed: state.changed.slice(0, 100) })
  }
}

/** A scratch workspace's commits and snapshots live nowhere else, so only an empty one may go. */
export async function removeScratch(tree: Repo): Promise<void> {
  refuseWork(tree.cwd, await stateOf(tree))
  const [trees, empty] = await Promise.all([
    tree.text(['rev-list', '--all', '--not', '--remotes', '--format=%T']),
    tree.text(['hash-object', '-t', 'tree', '--stdin'], { input: '' }),
  ])
  if (trees.split('\n').some((line) => line !== '' && !line.startsWith('commit ') && line !== empty)) {
    throw dirty(tree.cwd, 'is the only place that holds its commits', {})
  }
  await deleteTree(tree.cwd)
}

/** Removes a clean worktree; inside the repository's queue. Looks right before, and git looks once more itself. */
export async function removeWorktree(repo: Repo, commonDir: string, path: string): Promise<void> {
  const known = (await listWorktrees(repo)).some((tree) => tree.path === path)
  if (!(await isThere(path))) {
    if (known) await pastLocks(() => repo.run(['worktree', 'remove', '--force', path]))
    return
  }
  if (!known) {
    throw dirty(path, 'is not a worktree of this repository any more', {})
  }
  await relinkMissing(commonDir, path)
  const tree = await openTree(repo.at, path, repo.cwd)
  refuseWork(path, await stateOf(tree))
  // git refuses trees with submodules outright and would look into them with their own settings; they were checked above.
  const submodules = (await tree.text(['ls-files', '-s'])).split('\n').some((line) => line.startsWith('160000 '))
  const force = submodules ? ['--force'] : []
  const answer = await pastLocks(() => repo.run(['worktree', 'remove', ...force, path], { allow: [0, 128, 255] }))
  if (answer.code !== 0 && /contains modified or untracked files/.test(answer.stderr)) {
    throw dirty(path, 'changed while it was being removed', {})
  }
  const stillKnown = (await listWorktrees(repo)).some((candidate) => candidate.path === path)
  if (stillKnown) throw new DroverError('GIT_FAILED', `git did not remove ${path}: ${answer.stderr.trim()}`)
  // git stops at directories it may not write; the tree was found clean and its registration is gone.
  if (await isThere(path)) await deleteTree(path)
}

async function isWorktreeOf(path: string, commonDir: string): Promise<boolean> {
  const dotGit = await readFile(join(path, '.git'), 'utf8').catch(() => '')
  return dotGit.startsWith(`gitdir: ${join(commonDir, 'worktrees')}/`)
}

/** Undoes a scratch spawn. A directory that is no scratch, or that holds commits, is not ours to delete. */
export async function discardScratch(tree: Repo): Promise<void> {
  if (!(await isThere(join(tree.cwd, '.git')))) return rmdir(tree.cwd).catch(() => {})
  const commits = await tree.maybe(['rev-list', '--max-count=1', '--branches', '--tags', '--remotes'])
  if (commits === '') await deleteTree(tree.cwd)
}

/** Undoes a spawn: what it made goes, whatever is in the tree; a branch only while it has no commit of its own. */
export async function discardWorktree(
  repo: Repo,
  commonDir: string,
  request: { path: string; branch: string | null; madeBranch: boolean; base: string | null },
): Promise<void> {
  const { path, branch, base } = request
  const registered = (await listWorktrees(repo)).some((tree) => tree.path === path)
  if (registered) {
    await pastLocks(() => repo.run(['worktree', 'remove', '--force', path], { allow: [0, 128, 255] }))
  }
  // Only what this repository made: a directory that was there before the spawn is not ours to delete.
  if (await isThere(path)) {
    if (registered || (await isWorktreeOf(path, commonDir))) await deleteTree(path)
    else await rmdir(path).catch(() => {})
  }
  if ((await listWorktrees(repo)).some((tree) => tree.path === path)) {
    await pastLocks(() => repo.run(['worktree', 'remove', '--force', path]))
  }
  if (branch === null || !request.madeBranch || base === null) return
  const [tip, start] = await Promise.all([commitOf(repo, branchRef(branch)), commitOf(repo, base)])
  if (tip === null || tip !== start) return
  // One that somebody works on was made by somebody else in the same moment.
  if ((await holderOf(repo, commonDir, branch)) === null) await dropBranch(repo, branch, tip)
}

async function dropBranch(repo: Repo, branch: string, tip: string): Promise<void> {
  await pastLocks(() => repo.run(['update-ref', '-d', branchRef(branch), tip]))
  if (repo.settings.some(({ key }) => key.startsWith(`branch.${branch}.`))) {
    await pastLocks(() => repo.run(['config', '--remove-section', `branch.${branch}`], { allow: [0, 128] }))
  }
}

/** Other refs that keep a commit: remote-tracking branches, the base branch, or for a bare commit as base any branch. */
async function keepers(repo: Repo, tip: string, branch: string, baseRef: string): Promise<readonly string[]> {
  const full = await repo.maybe(['rev-parse', '--verify', '--quiet', '--symbolic-full-name', baseRef])
  const name = (full || baseRef).replace(/^refs\/(heads|remotes\/[^/]+)\//, '')
  const base = new Set([branchRef(name), ...(full?.startsWith('refs/') ? [full] : [])])
  const tipBelowBase = await repo.run(['merge-base', '--is-ancestor', tip, baseRef], { allow: [0, 1, 128] })
  const anyBranch = full === '' && tipBelowBase.code === 0
  const all = await repo.text([
    'for-each-ref',
    `--contains=${tip}`,
    '--format=%(refname)',
    'refs/heads',
    'refs/remotes',
    'refs/tags',
  ])
  return all.split('\n').filter((ref) => {
    if (ref === '' || ref === branchRef(branch)) return false
    return ref.startsWith('refs/remotes/') || base.has(ref) || anyBranch
  })
}

export async function deleteBranchIfContained(
  repo: Repo,
  places: Places,
  request: { branch: string; baseRef: string; dryWithout?: string },
): Promise<boolean> {
  const { branch, baseRef, dryWithout } = request
  const tip = await commitOf(repo, branchRef(branch))
  if (tip === null || baseRef.startsWith('-')) return false
  const holder = await holderOf(repo, places.commonDir, branch)
  if (holder !== null && holder !== dryWithout) return false
  if ((await keepers(repo, tip, branch, baseRef)).length === 0) return false
  if (dryWithout !== undefined) return true
  await dropBranch(repo, branch, tip)
  return true
}
