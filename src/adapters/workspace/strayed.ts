/**
 * Owns worktrees whose own `.git` does not lead to their registration any more: an agent removed it, or made a repository of
 * its own in its place. The registration is still in the repository that the worktree was made from, with its index and its
 * branch: by it the tree is saved, compared and recovered as before. What the agent's own repository holds beyond the files is
 * in no snapshot, so it is told and keeps the worktree from being removed.
 */
import { lstat, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DroverError } from '#contract/error'
import type { DiffFile } from '#ports/workspace'
import type { OpenRepo, Repo } from './git.ts'
import type { Skipped } from './manifest.ts'
import { findPlaces, type Places } from './places.ts'

/** Where git keeps what belongs to the worktree at this path. */
export async function registrationOf(commonDir: string, path: string): Promise<string | null> {
  const all = join(commonDir, 'worktrees')
  for (const name of await readdir(all).catch(() => [])) {
    const admin = join(all, name)
    const gitDir = await readFile(join(admin, 'gitdir'), 'utf8').catch(() => '')
    if (resolve(admin, gitDir.trim()) === join(path, '.git')) return admin
  }
  return null
}

/** null: its `.git` leads where it should, or there is no registration to go by. `path` is resolved. */
async function strayedFrom(repoPath: string, path: string): Promise<Places | null> {
  const [store, own] = await Promise.all([findPlaces(repoPath), findPlaces(path)])
  if (store === null && own === null)
    throw new DroverError('NOT_A_GIT_REPO', `the repository of ${path} is not at ${repoPath} any more`, {
      hint: `Move it back, or leave a link in its place: ln -s NEW ${repoPath}`,
    })
  if (store === null || path === store.top) return null
  if (own !== null && own.commonDir === store.commonDir && own.gitDir !== own.commonDir) return null
  const admin = await registrationOf(store.commonDir, path)
  return admin === null ? null : { top: path, gitDir: admin, commonDir: store.commonDir }
}

/** git at a worktree that was made from the repository at `repoPath`; null for one that has a repository of its own. */
export async function openTree(at: OpenRepo, path: string, repoPath: string | null): Promise<Repo> {
  const real = await realpath(path)
  const places = repoPath === null ? null : await strayedFrom(repoPath, real)
  return places === null ? at(real) : at(real, { places })
}

const hasOther = async (repo: Repo): Promise<boolean> =>
  repo.places !== null && (await lstat(join(repo.cwd, '.git')).catch(() => null)) !== null

/** What is not saved of a repository that stands in the place of the worktree's own. */
export const unsavedGit = async (repo: Repo): Promise<readonly Skipped[]> =>
  (await hasOther(repo)) ? [{ path: '.git', bytes: 0, why: 'replaced' }] : []

/** The same as a change among others. */
export async function gitChange(repo: Repo): Promise<readonly DiffFile[]> {
  if (repo.places === null) return []
  const one = { path: '.git', additions: null, deletions: null, binary: false }
  if (!(await hasOther(repo))) return [{ ...one, status: 'deleted', skipped: { bytes: 0, why: 'removed' } }]
  return [{ ...one, status: 'modified', skipped: { bytes: 0, why: 'replaced' } }]
}

/** Repositories that keep the tree from being removed. */
export const foreignGit = async (repo: Repo): Promise<readonly string[]> => ((await hasOther(repo)) ? ['.git'] : [])

/** A `.git` that is merely gone is written again. */
export async function relinkMissing(commonDir: string, path: string): Promise<void> {
  if ((await lstat(join(path, '.git')).catch(() => null)) !== null) return
  const admin = await registrationOf(commonDir, path)
  if (admin !== null) await writeFile(join(path, '.git'), `gitdir: ${admin}\n`, { flag: 'wx' })
}
