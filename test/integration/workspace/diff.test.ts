/** What the operator sees of a workspace's changes. */
import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeOf, git, newGround, newTree, write } from './support.ts'

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

test('files and diff cover tracked, staged, committed, untracked, renamed, deleted and binary changes', async () => {
  const long = Array.from({ length: 40 }, (_, n) => `line ${n}\n`).join('')
  const ground = newGround({
    'a.txt': 'one\n',
    'gone.txt': 'x\n',
    'long.txt': long,
    bin: Buffer.from([0, 1]),
    '.gitignore': 'ignored\n',
  })
  const path = await newTree(ground, 's-1')
  const base = git(path, 'rev-parse', 'HEAD')
  write(path, 'committed.txt', 'c\n')
  git(path, 'add', '.')
  git(path, 'commit', '-qm', 'c')
  write(path, 'a.txt', 'two\nthree\n')
  git(path, 'add', 'a.txt')
  rmSync(join(path, 'gone.txt'))
  renameSync(join(path, 'long.txt'), join(path, 'moved.txt'))
  write(path, 'bin', Buffer.from([0, 2, 3]))
  write(path, 'unt"racked\n.txt', 'u\n')
  write(path, 'ignored', 'i')
  const index = git(path, 'ls-files', '-s')
  const files = await ground.work.files({ path, base })
  expect([...files].sort((x, y) => (x.path < y.path ? -1 : 1))).toEqual([
    { path: 'a.txt', status: 'modified', additions: 2, deletions: 1, binary: false },
    { path: 'bin', status: 'modified', additions: null, deletions: null, binary: true },
    { path: 'committed.txt', status: 'added', additions: 1, deletions: 0, binary: false },
    { path: 'gone.txt', status: 'deleted', additions: 0, deletions: 1, binary: false },
    { path: 'moved.txt', oldPath: 'long.txt', status: 'renamed', additions: 0, deletions: 0, binary: false },
    { path: 'unt"racked\n.txt', status: 'added', additions: 1, deletions: 0, binary: false },
  ])
  const view = await ground.work.diff({ path, from: base, to: null, maxBytes: 1e6 })
  expect(view.files).toEqual(files)
  expect(view).toMatchObject({ base, head: git(path, 'rev-parse', 'HEAD'), truncated: false })
  expect(view.patch).toContain('+three')
  expect(view.patch).toContain('rename to moved.txt')
  expect(git(path, 'ls-files', '-s')).toBe(index)
  const one = await ground.work.diff({ path, from: base, to: null, maxBytes: 1e6, file: 'a.txt' })
  expect(one.files.map((file) => file.path)).toEqual(['a.txt'])
  const committed = await ground.work.diff({ path, from: base, to: 'HEAD', maxBytes: 1e6 })
  expect(committed.files.map((file) => file.path)).toEqual(['committed.txt'])
})

test('a patch over the limit is cut and says so', async () => {
  const ground = newGround()
  write(ground.repo, 'big.txt', 'x'.repeat(79).concat('\n').repeat(50_000))
  const base = git(ground.repo, 'rev-parse', 'HEAD')
  const view = await ground.work.diff({ path: ground.repo, from: base, to: null, maxBytes: 10_000 })
  expect(view.truncated).toBe(true)
  expect(view.patch.length).toBe(10_000)
  expect(view.files).toMatchObject([{ path: 'big.txt', additions: 50_000 }])
})

test('an unborn scratch workspace differs from the empty tree; unknown bases are refused', async () => {
  const ground = newGround()
  const path = join(ground.trees, 'scratch-1')
  await ground.work.createScratch(path)
  write(path, 'x', '1\n')
  mkdirSync(join(path, 'd'))
  write(path, 'd/run.sh', '2\n')
  chmodSync(join(path, 'd/run.sh'), 0o755)
  expect((await ground.work.files({ path, base: emptyTree })).map((file) => [file.path, file.status])).toEqual([
    ['d/run.sh', 'added'],
    ['x', 'added'],
  ])
  const stat = await ground.work.diff({ path, from: 'empty', to: null, maxBytes: 0 })
  expect([stat.files.length, stat.patch]).toEqual([2, ''])
  expect(await codeOf(ground.work.files({ path, base: 'nothing' }))).toBe('BASE_REF_NOT_FOUND')
  expect(await codeOf(ground.work.diff({ path, from: '--output=/tmp/x', to: null, maxBytes: 1 }))).toBe(
    'BASE_REF_NOT_FOUND',
  )
})
