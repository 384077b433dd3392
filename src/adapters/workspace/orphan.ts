/**
 * Owns directories of worktrees that nobody knows any more (a spawn that was cut off, a store that was lost): whether they hold
 * anything that the repository does not, and their removal when they do not. Half a checkout counts as nothing: files that are
 * missing are in the commit. What git ignores counts as work, for it may be in no commit, except what tools make again.
 */
import { join } from 'node:path'
import { withTemp } from './blobs.ts'
import { type BytePath, shown, splitNul } from './byte-path.ts'
import type { Repo } from './git.ts'
import { findPlaces, type Places } from './places.ts'
import { pastLocks } from './queue.ts'
import { commitOf, defaultBranchOf, listWorktrees } from './repository.ts'
import { ignoredPaths, indexEntries, rebuilt, unreadable } from './tree-state.ts'
import { deleteBranchIfContained, deleteTree, isThere } from './worktree.ts'

/** What is in `path` and not in the commit. */
async function workIn(repo: Repo, places: Places, path: string, commit: string): Promise<readonly string[]> {
  return withTemp(repo, async (temp) => {
    const env = { GIT_DIR: places.commonDir, GIT_WORK_TREE: path, GIT_INDEX_FILE: join(temp, 'index') }
    const tree = repo.with(env)
    await tree.run(['read-tree', commit])
    await tree.run(['update-index', '-q', '--refresh'], { allow: [0, 1] })
    const [changed, others, ignored, entries, staged] = await Promise.all([
      tree.run(['diff-files', '--name-only', '-z', '--no-renames', '--diff-filter=d']),
      tree.run(['ls-files', '--others', '--exclude-standard', '-z']),
      ignoredPaths(tree),
      indexEntries(tree),
      stagedIn(repo, path, commit),
    ])
    const kept = ignored.filter((name) => !name.split('/').some((part) => rebuilt.has(part)))
    const links = entries.filter((entry) => entry.mode === '160000').map((entry) => entry.path)
    const there = await Promise.all(links.map((link) => isThere(`${path}/${shown(link)}/.git`)))
    const nested = links.filter((_, at) => there[at])
    const found = [...splitNul(changed.stdout), ...splitNul(others.stdout), ...kept, ...nested, ...staged].map(shown)
    return [...new Set([...found, ...unreadable(others.stderr)])]
  })
}

/** What only the worktree's own index holds; one that was never filled holds nothing. */
async function stagedIn(repo: Repo, path: string, commit: string): Promise<readonly BytePath[]> {
  const own = await findPlaces(path)
  if (own === null) return []
  const tree = repo.with({ GIT_DIR: own.gitDir, GIT_WORK_TREE: path })
  const ask = ['diff-index', '--cached', '--name-only', '-z', '--no-renames', '--diff-filter=d', commit]
  return splitNul((await tree.run(ask)).stdout)
}

/** Answers what keeps it; nothing when it is gone. To be called inside the repository's queue. */
export async function removeOrphan(
  repo: Repo,
  places: Places,
  { path, branch }: { readonly path: string; readonly branch: string },
): Promise<readonly string[]> {
  const registered = (await listWorktrees(repo)).find((tree) => tree.path === path)
  if (registered?.branch === null) return ['a HEAD that is on no branch']
  const at = registered?.branch ?? branch
  const commit = (await commitOf(repo, `refs/heads/${at}`)) ?? (await commitOf(repo, 'HEAD'))
  if (commit === null) return ['no commit to compare it with']
  const work = await workIn(repo, places, path, commit)
  if (work.length > 0) return work
  if (registered !== undefined) {
    const remove = ['worktree', 'remove', '--force', path]
    await pastLocks(() => repo.run(remove, { allow: [0, 128, 255] }))
    // A locked one is somebody's.
    if ((await listWorktrees(repo)).some((tree) => tree.path === path && !tree.prunable)) return ['its registration']
  }
  await deleteTree(path)
  if ((await listWorktrees(repo)).some((tree) => tree.path === path))
    await pastLocks(() => repo.run(['worktree', 'remove', '--force', path], { allow: [0, 128, 255] }))
  await deleteBranchIfContained(repo, places, { branch, baseRef: await defaultBranchOf(repo, places) })
  return []
}
