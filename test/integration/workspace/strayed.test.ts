/** Worktrees whose `.git` an agent replaced or removed: saved, shown, recovered and kept all the same. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMerging } from '#adapters/workspace/merge/merging'
import { codeOf, contents, git, newGround, newTree, write } from './support.ts'

const save = { sessionId: 'repo-1', n: 1, reason: 'turn' as const, maxFileBytes: 1024 * 1024 }

async function strayed(act: (path: string) => void) {
  const ground = newGround({ 'a.txt': 'one\n', 'b.txt': 'two\n' })
  const path = await newTree(ground, 'repo-1')
  write(path, 'committed.txt')
  git(path, 'add', '-A')
  git(path, 'commit', '-qm', 'before')
  const head = git(path, 'rev-parse', 'HEAD')
  write(path, 'a.txt', 'changed\n')
  rmSync(join(path, '.git'))
  act(path)
  write(path, 'new.txt')
  return { ...ground, path, head, place: { path, repoPath: ground.repo } }
}

const replaced = (path: string): void => {
  git(path, 'init', '-q', '-b', 'own')
  git(path, 'add', '-A')
  git(path, 'commit', '-qm', 'a history of its own')
}

test('replaced: the snapshot is in the repository, on the branch it was on, and comes back from there', async () => {
  const { work, repo, root, path, place, head } = await strayed(replaced)
  const made = await work.snapshot({ ...save, ...place })
  expect(made).toMatchObject({ parent: head, files: 2, skipped: [{ path: '.git', bytes: 0, why: 'replaced' }] })
  expect(git(repo, 'rev-parse', made?.ref ?? '')).toBe(made?.commit)
  const to = join(root, 'back')
  await work.recover({ repoPath: repo, commit: made?.commit ?? '', to, intoWorktree: false })
  expect(contents(to)).toEqual(contents(path))
  write(path, 'a.txt', 'later\n')
  await work.recover({ repoPath: repo, commit: made?.commit ?? '', to: path, intoWorktree: true })
  expect(contents(path)).toEqual(contents(to))
  expect(git(path, 'log', '--format=%s')).toBe('a history of its own')
  expect(await work.snapshot({ ...save, ...place, n: 2, unlessSameAs: made?.commit ?? '' })).toBeNull()
})

test('replaced: the diff shows what changed since the base, and says what happened to .git', async () => {
  const { work, repo, place, head } = await strayed(replaced)
  expect(await work.commitAt(place.path, 'HEAD', repo)).toBe(head)
  const view = await work.diff({ ...place, from: git(repo, 'rev-parse', 'trunk'), to: null, maxBytes: 10_000 })
  expect(view.files.map((file) => [file.path, file.status, file.skipped?.why])).toEqual([
    ['.git', 'modified', 'replaced'],
    ['a.txt', 'modified', undefined],
    ['committed.txt', 'added', undefined],
    ['new.txt', 'added', undefined],
  ])
  expect(view.patch).toContain('+changed')
})

test('replaced: the worktree is not removed, and what is left can be committed on its branch', async () => {
  const { work, repo, path, head } = await strayed(replaced)
  expect(await work.state(path, repo)).toMatchObject({ exists: true, head, nested: ['.git'] })
  expect(await codeOf(work.remove({ repoPath: repo, path }))).toBe('WORKSPACE_DIRTY')
  const merging = createMerging({ home: 'test0000' })
  const { files } = await merging.leftovers(path, repo)
  expect([...files].sort()).toEqual(['a.txt', 'new.txt'])
  const commit = await merging.commitAll({ path, repoPath: repo, files, message: 'left over\n' })
  expect(git(repo, 'rev-parse', 'drover/repo-1/root', 'drover/repo-1/root^').split('\n')).toEqual([commit, head])
  expect(await codeOf(work.remove({ repoPath: repo, path }))).toBe('WORKSPACE_DIRTY')
})

test('replaced by a repository without a commit, and by a file that leads nowhere', async () => {
  for (const act of [
    (path: string) => git(path, 'init', '-q'),
    (path: string) => writeFileSync(join(path, '.git'), 'gitdir: /nowhere\n'),
  ]) {
    const { work, place, head } = await strayed(act)
    expect(await work.snapshot({ ...save, ...place })).toMatchObject({ parent: head, files: 2 })
  }
})

test('removed: saved and shown, and a clean tree can still go', async () => {
  const { work, repo, path, place, head } = await strayed(() => undefined)
  expect(await work.snapshot({ ...save, ...place })).toMatchObject({ parent: head, files: 2, skipped: [] })
  const files = await work.files({ ...place, base: head })
  expect(files[0]).toMatchObject({ path: '.git', status: 'deleted', skipped: { why: 'removed' } })
  expect(await codeOf(work.remove({ repoPath: repo, path }))).toBe('WORKSPACE_DIRTY')
  rmSync(join(path, 'new.txt'))
  write(path, 'a.txt', readFileSync(join(repo, 'a.txt')))
  rmSync(join(path, '.git'), { force: true })
  await work.remove({ repoPath: repo, path })
  expect(existsSync(path)).toBe(false)
})
