/** Trees that git misreads by its settings, or cannot read at all: saved, shown and removed by what is on the disk. */
import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeOf, contents, git, newGround, newTree, write } from './support.ts'

const save = { sessionId: 'repo-1', n: 1, reason: 'turn' as const, maxFileBytes: 1024 * 1024 }

test('names that differ by case only are work of their own, whatever core.ignorecase says', async () => {
  const ground = newGround({ 'a.txt': 'one\n', 'lib/File.txt': 'two\n' })
  git(ground.repo, 'config', 'core.ignorecase', 'true')
  const path = await newTree(ground, 'repo-1')
  write(path, 'A.txt', 'another\n')
  // A disk that does not tell them apart has nothing to show here.
  if (readFileSync(join(path, 'a.txt'), 'utf8') !== 'one\n') return
  write(path, 'lib/file.txt', 'yet another\n')
  const files = await ground.work.files({ path, base: 'HEAD' })
  expect(files.map((file) => file.path)).toEqual(['A.txt', 'lib/file.txt'])
  expect((await ground.work.state(path)).changed).toEqual(['A.txt', 'lib/file.txt'])
  expect(await codeOf(ground.work.remove({ repoPath: ground.repo, path }))).toBe('WORKSPACE_DIRTY')
  const made = await ground.work.snapshot({ ...save, path })
  const to = join(ground.root, 'back')
  await ground.work.recover({ repoPath: ground.repo, commit: made?.commit ?? '', to, intoWorktree: false })
  expect(contents(to)).toEqual(contents(path))
})

test('under autocrlf only what changed is shown, all of it is saved, and a tree that is as it was made goes', async () => {
  const ground = newGround({
    'a.txt': 'one\ntwo\n',
    'crlf.txt': 'one\r\ntwo\r\n',
    'b.bin': Buffer.from([0, 13, 10, 1]),
  })
  git(ground.repo, 'config', 'core.autocrlf', 'true')
  const path = await newTree(ground, 'repo-1')
  expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('one\r\ntwo\r\n')
  expect(await ground.work.files({ path, base: 'HEAD' })).toEqual([])
  write(path, 'a.txt', 'one\r\ntwo\r\nthree\r\n')
  write(path, 'new.txt', 'mixed\r\nends\n')
  const view = await ground.work.diff({ path, from: 'HEAD', to: null, maxBytes: 10_000 })
  expect(view.files.map(({ path: name, additions, deletions }) => [name, additions, deletions])).toEqual([
    ['a.txt', 1, 0],
    ['new.txt', 2, 0],
  ])
  const made = await ground.work.snapshot({ ...save, path })
  expect(made).toMatchObject({ files: 2, additions: 3, deletions: 0 })
  const to = join(ground.root, 'back')
  await ground.work.recover({ repoPath: ground.repo, commit: made?.commit ?? '', to, intoWorktree: false })
  expect(contents(to)).toEqual(contents(path))
  write(path, 'a.txt', 'one\r\ntwo\r\n')
  rmSync(join(path, 'new.txt'))
  await ground.work.remove({ repoPath: ground.repo, path })
  expect(existsSync(path)).toBe(false)
})

test('a tracked file that became a pipe: everything else is saved and shown, the pipe is told and blocks removal', async () => {
  const ground = newGround({ 'a.txt': 'one\n', 'pipe.txt': 'two\n' })
  const path = await newTree(ground, 'repo-1')
  rmSync(join(path, 'pipe.txt'))
  execFileSync('mkfifo', [join(path, 'pipe.txt'), join(path, 'untracked-pipe')])
  write(path, 'a.txt', 'changed\n')
  const view = await ground.work.diff({ path, from: 'HEAD', to: null, maxBytes: 10_000 })
  expect(view.patch).toContain('+changed')
  expect(view.files).toMatchObject([
    { path: 'a.txt', status: 'modified', additions: 1 },
    { path: 'pipe.txt', status: 'type', skipped: { why: 'not_a_file' } },
  ])
  const made = await ground.work.snapshot({ ...save, path })
  expect(made).toMatchObject({ files: 1, skipped: [{ path: 'pipe.txt', why: 'not_a_file' }] })
  expect(await codeOf(ground.work.remove({ repoPath: ground.repo, path }))).toBe('WORKSPACE_DIRTY')
  write(path, 'a.txt', 'later\n')
  const back = { repoPath: ground.repo, commit: made?.commit ?? '', to: path, intoWorktree: true }
  await ground.work.recover(back)
  expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('changed\n')
  expect(lstatSync(join(path, 'pipe.txt')).isFIFO()).toBe(true)
  rmSync(join(path, 'pipe.txt'))
  git(path, 'checkout', '--', '.')
  await ground.work.remove({ repoPath: ground.repo, path })
  expect(existsSync(path)).toBe(false)
})
