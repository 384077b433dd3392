/**
 * Owns the scratch worktrees of merges: made detached at a commit, put back to another one for the next merge, removed. They
 * are Drover's own: nobody's work is in them, except where a person resolves a conflict, which the flows keep apart.
 */
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Repo } from '../git.ts'
import { pastLocks } from '../queue.ts'
import { deleteTree, isThere, populate } from '../worktree.ts'

async function isTreeOf(path: string, commonDir: string): Promise<boolean> {
  const dotGit = await readFile(join(path, '.git'), 'utf8').catch(() => '')
  const gitDir = dotGit.replace(/^gitdir: /, '').trim()
  return gitDir.startsWith(`${join(commonDir, 'worktrees')}/`) && (await isThere(gitDir))
}

/** Puts an existing tree to the commit; false when it is not in a state to be put anywhere. */
async function reset(tree: Repo, commit: string, timeoutMs: number): Promise<boolean> {
  const checkout = await tree.run(['checkout', '--quiet', '--force', '--detach', commit, '--'], {
    allow: [0, 1, 128],
    timeoutMs,
  })
  if (checkout.code !== 0) return false
  const clean = await tree.run(['clean', '-ffdxq'], { allow: [0, 1], timeoutMs })
  return clean.code === 0
}

export async function prepare(
  repo: Repo,
  commonDir: string,
  path: string,
  commit: string,
  limits: { readonly checkoutMs: number; serial<T>(work: () => Promise<T>): Promise<T> },
): Promise<void> {
  if (await isTreeOf(path, commonDir)) {
    if (await reset(repo.sibling(path), commit, limits.checkoutMs)) return
  }
  await limits.serial(async () => {
    await drop(repo, path)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await pastLocks(() => repo.run(['worktree', 'add', '--quiet', '--no-checkout', '--detach', path, commit]))
  })
  await populate(repo.sibling(path), limits.checkoutMs)
}

/** To be called inside the repository's queue. */
export async function drop(repo: Repo, path: string): Promise<void> {
  const remove = ['worktree', 'remove', '--force', '--force', path]
  await pastLocks(() => repo.run(remove, { allow: [0, 128, 255] }))
  if (!(await isThere(path))) return
  await deleteTree(path)
  // A registration whose directory vanished by other hands.
  await pastLocks(() => repo.run(remove, { allow: [0, 128, 255] }))
}
