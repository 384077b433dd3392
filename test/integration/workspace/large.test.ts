/**
 * Files that are too large or too many cost no time: they are told and left alone. The large ones here are sparse and a
 * terabyte long, so that a single reader of one would outlast the test by far.
 */
import {
  chmodSync,
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  symlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorkspaces } from '#adapters/workspace/workspaces'
import type { SnapshotRequest } from '#ports/workspace'
import { contents, type Ground, git, newDirectory, newGround, newTree, write } from './support.ts'

const limit = 50 * 1024 * 1024
const terabyte = 2 ** 40

function grow(path: string, name: string, bytes: number): void {
  const file = openSync(join(path, name), 'r+')
  writeSync(file, 'head\n')
  ftruncateSync(file, bytes)
  closeSync(file)
}

async function save(ground: Ground, path: string, more: Partial<SnapshotRequest> = {}) {
  const made = await ground.work.snapshot({
    sessionId: 's-1',
    path,
    n: 1,
    reason: 'turn',
    maxFileBytes: limit,
    ...more,
  })
  if (made === null) throw new Error('no snapshot was made')
  return made
}

test('a file nobody could read in time is skipped by diff and files, with its size', async () => {
  const ground = newGround({ 'a.txt': 'one\n', 'tracked.log': 'small\n', 'staged.log': 'small\n' })
  const path = await newTree(ground, 's-1')
  const base = git(path, 'rev-parse', 'HEAD')
  write(path, 'a.txt', 'two\n')
  write(path, 'untracked.log', '')
  write(path, 'staged.log', 'staged\n')
  git(path, 'add', 'staged.log')
  for (const name of ['untracked.log', 'tracked.log', 'staged.log']) grow(path, name, terabyte)
  const skipped = { bytes: terabyte, why: 'too_large' }
  const large = { additions: null, deletions: null, binary: false, skipped }
  const wanted = [
    { path: 'a.txt', status: 'modified', additions: 1, deletions: 1, binary: false },
    { path: 'staged.log', status: 'modified', ...large },
    { path: 'tracked.log', status: 'modified', ...large },
    { path: 'untracked.log', status: 'added', ...large },
  ]
  expect(await ground.work.files({ path, base, maxFileBytes: limit })).toEqual(wanted)
  const view = await ground.work.diff({ path, from: base, to: null, maxBytes: 1e6, maxFileBytes: limit })
  expect(view.files).toEqual(wanted)
  expect(view.patch).toContain('+two')
  expect(view.patch).not.toContain('head')
  const one = await ground.work.diff({ path, from: base, to: null, maxBytes: 1e6, maxFileBytes: limit, file: 'a.txt' })
  expect(one.files.map((file) => file.path)).toEqual(['a.txt'])
  const log = { path, from: base, to: null, maxBytes: 1e6, maxFileBytes: limit, file: 'tracked.log' }
  expect((await ground.work.diff(log)).files).toEqual([wanted[2]])
  expect(git(path, 'ls-files', '-v')).not.toMatch(/^h/m)
  expect((await ground.work.state(path)).changed).toContain('untracked.log')
})

test('recovery neither reads nor removes nor overwrites a file that was too large to be saved', async () => {
  const ground = newGround({ 'a.txt': 'one\n', 'tracked.log': 'small\n' })
  const path = await newTree(ground, 's-1')
  write(path, 'a.txt', 'two\n')
  const first = await save(ground, path)
  write(path, 'a.txt', 'three\n')
  write(path, 'new.log', '')
  grow(path, 'new.log', terabyte)
  grow(path, 'tracked.log', terabyte)
  expect((await save(ground, path, { n: 2, reason: 'recover' })).skipped).toHaveLength(2)
  const back = { repoPath: ground.repo, commit: first.commit, to: path, intoWorktree: true, maxFileBytes: limit }
  expect(await ground.work.recover(back)).toEqual({ files: 1, left: ['new.log', 'tracked.log'], missing: [] })
  expect(git(path, 'diff', '--', 'a.txt')).toContain('+two')
  expect(existsSync(join(path, 'new.log')) && statSync(join(path, 'new.log')).size).toBe(terabyte)
  expect(statSync(join(path, 'tracked.log')).size).toBe(terabyte)
})

const crowd = (path: string, count: number) => {
  for (let n = 0; n < count; n++) {
    if (n % 100 === 0) mkdirSync(join(path, `many/${n / 100}`), { recursive: true })
    write(path, `many/${Math.floor(n / 100)}/${n}`, `${n}\n`)
  }
}

test('of too many untracked files a bounded number is saved, small groups first, and the rest is told', async () => {
  const ground = newGround({ 'a.txt': 'one\n' })
  const path = await newTree(ground, 's-1')
  crowd(path, 1000)
  write(path, 'a.txt', 'two\n')
  write(path, 'zz/new.ts', 'new\n')
  const made = await save(ground, path, { budget: { files: 100, bytes: limit } })
  const saved = git(path, 'ls-tree', '-r', '--name-only', made.commit).split('\n')
  expect(saved).toContain('zz/new.ts')
  expect(saved).toHaveLength(101)
  expect(made.skipped).toEqual([{ path: 'many/', bytes: 0, why: 'too_many', files: 901 }])
  expect(
    await ground.work.snapshot({
      sessionId: 's-1',
      path,
      n: 2,
      reason: 'turn',
      maxFileBytes: limit,
      budget: { files: 100, bytes: limit },
      unlessSameAs: made.commit,
    }),
  ).toBeNull()
  // What was left out may have been there then: recovery keeps it, and brings the rest back.
  rmSync(join(path, 'zz'), { recursive: true })
  write(path, 'later', 'x')
  await ground.work.recover({
    repoPath: ground.repo,
    commit: made.commit,
    to: path,
    intoWorktree: true,
    maxFileBytes: limit,
  })
  expect(existsSync(join(path, 'many/9/999'))).toBe(true)
  expect(existsSync(join(path, 'zz/new.ts'))).toBe(true)
  expect(existsSync(join(path, 'later'))).toBe(false)
  const whole = await save(ground, path, { n: 3, reason: 'cleanup' })
  expect([whole.files, whole.skipped]).toEqual([1002, []])
})

test('the bytes of one snapshot are bounded too: what changed in tracked files goes first', async () => {
  const ground = newGround({ 'z.bin': 'small' })
  const path = await newTree(ground, 's-1')
  write(path, 'z.bin', Buffer.alloc(600_000, 'z'))
  write(path, 'a.bin', Buffer.alloc(600_000, 'a'))
  write(path, 'b.txt', 'b')
  const made = await save(ground, path, { budget: { files: 100, bytes: 1_000_000 } })
  expect(made.skipped).toEqual([{ path: 'a.bin', bytes: 600_000, why: 'too_much' }])
  expect(git(path, 'ls-tree', '-r', '--name-only', made.commit).split('\n')).toEqual(['b.txt', 'z.bin'])
})

test('a diff counts the lines of a bounded number of untracked files and tells the rest', async () => {
  const ground = newGround({ 'a.txt': 'one\n' })
  const path = await newTree(ground, 's-1')
  const base = git(path, 'rev-parse', 'HEAD')
  crowd(path, 5100)
  write(path, 'zz/new.ts', 'new\n')
  const files = await ground.work.files({ path, base, maxFileBytes: limit })
  const [read, told] = [files.filter((file) => file.skipped === undefined), files.filter((file) => file.skipped)]
  expect(read).toHaveLength(5000)
  expect(read.find((file) => file.path === 'zz/new.ts')).toMatchObject({ additions: 1 })
  expect(told.length).toBeLessThanOrEqual(8)
  for (const one of told) {
    expect(one).toMatchObject({
      path: expect.stringMatching(/^many\/.*\/$|^many\/$/),
      status: 'added',
      additions: null,
    })
    expect(one.skipped).toMatchObject({ bytes: 0, why: 'too_many' })
  }
  expect(told.reduce((sum, one) => sum + (one.skipped?.files ?? 0), 0)).toBe(101)
})

test('thousands of files come back byte for byte: odd names, links, modes, large ones, twice the same', async () => {
  for (const format of ['sha1', 'sha256']) {
    const root = newDirectory()
    const repo = join(root, 'repo')
    mkdirSync(repo)
    git(repo, 'init', '-q', '-b', 'trunk', `--object-format=${format}`)
    git(repo, 'commit', '-q', '--allow-empty', '-m', 'first')
    const ground: Ground = { root, repo, trees: join(root, 'trees'), work: createWorkspaces() }
    const path = await newTree(ground, 's-1')
    crowd(path, 500)
    write(path, 'many/"odd\n\\name', Buffer.from([0, 255, 10, 13]))
    write(path, 'many/empty', '')
    write(path, 'run.sh', 'x')
    chmodSync(join(path, 'run.sh'), 0o755)
    symlinkSync('many/0/1', join(path, 'link'))
    symlinkSync('nowhere\nat all', join(path, 'dangling'))
    write(path, 'large.bin', Buffer.alloc(3 * 1024 * 1024, 'large'))
    const wanted = contents(path)
    const made = await save(ground, path)
    const to = join(root, 'out')
    await ground.work.recover({ repoPath: repo, commit: made.commit, to, intoWorktree: false })
    expect(contents(to)).toEqual(wanted)
    const before = git(repo, 'count-objects', '-v')
    write(path, 'many/one-more', 'one more')
    const second = await save(ground, path, { n: 2, unlessSameAs: made.commit, heldBy: made.ref })
    expect(second.files).toBe(507)
    // One commit, the trees above the new file, and the file: nothing is stored twice.
    const count = (text: string) => Number(/in-pack: (\d+)/.exec(text)?.[1])
    expect(count(git(repo, 'count-objects', '-v')) - count(before)).toBe(4)
  }
})

test('one unreadable file among thousands is named', async () => {
  const ground = newGround()
  const path = await newTree(ground, 's-1')
  crowd(path, 300)
  write(path, 'many/closed', 'x')
  chmodSync(join(path, 'many/closed'), 0)
  if (process.getuid?.() === 0) return
  await expect(save(ground, path)).rejects.toMatchObject({ code: 'SNAPSHOT_FAILED', details: { path: 'many/closed' } })
})
