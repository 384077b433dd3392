/** Nested repositories and submodules: what a snapshot saved of them outlives the worktree, and what is missing is said. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SnapshotMade, SnapshotRequest } from '#ports/workspace'
import { contents, type Ground, git, newGround, newRepo, newTree, write } from './support.ts'

const limit = 50 * 1024 * 1024

async function save(ground: Ground, path: string, more: Partial<SnapshotRequest> = {}): Promise<SnapshotMade> {
  const request = { sessionId: 's-1', path, n: 1, reason: 'turn' as const, maxFileBytes: limit, ...more }
  const made = await ground.work.snapshot(request)
  if (made === null) throw new Error('no snapshot was made')
  return made
}

/** A worktree of a repository with the submodule `lib`, checked out. */
async function withSubmodule(depth?: number): Promise<{ ground: Ground; path: string }> {
  const ground = newGround()
  const { root, repo } = ground
  const library = newRepo(join(root, 'library'), { 'lib.txt': 'lib\n', 'deep/er.txt': 'er\n' })
  write(library, 'lib.txt', 'second\n')
  git(library, 'commit', '-qam', 'second')
  git(repo, 'submodule', 'add', '-q', `file://${library}`, 'lib')
  git(repo, 'commit', '-qm', 'submodule')
  const path = await newTree(ground, 's-1')
  git(path, 'submodule', 'update', '-q', '--init', ...(depth === undefined ? [] : [`--depth=${depth}`]))
  return { ground, path }
}

/** The worktree goes with everything that git keeps for it, and nothing unreachable stays. */
function destroy({ repo }: Ground, path: string): void {
  rmSync(path, { recursive: true })
  git(repo, 'worktree', 'prune', '--expire=now')
  git(repo, 'reflog', 'expire', '--expire=now', '--all')
  git(repo, 'gc', '-q', '--prune=now')
}

let directories = 0
async function unpack(ground: Ground, commit: string) {
  const to = join(ground.root, `out-${++directories}`)
  const result = await ground.work.recover({ repoPath: ground.repo, commit, to, intoWorktree: false })
  return { ...result, contents: contents(to) }
}

/** Every object in a file of its own, so that a test can take one away. */
function explode(repo: string): void {
  const packs = join(repo, '.git/objects/pack')
  const names = readdirSync(packs).filter((name) => name.endsWith('.pack'))
  const contents = names.map((name) => readFileSync(join(packs, name)))
  rmSync(packs, { recursive: true })
  for (const input of contents) execFileSync('git', ['unpack-objects', '-q'], { cwd: repo, input })
}

const sound = (repo: string): string => git(repo, 'fsck', '--full', '--no-dangling', '--no-progress')

test('a dirty submodule and nested repositories outlive their worktree', async () => {
  const { ground, path } = await withSubmodule()
  write(path, 'lib/lib.txt', 'changed\n')
  write(path, 'lib/new.txt', 'new\n')
  newRepo(join(path, 'nested'), { 'n.txt': 'n\n' })
  newRepo(join(path, 'nested/deeper'), { 'd.txt': 'd\n' })
  write(path, 'nested/deeper/d.txt', 'changed\n')
  mkdirSync(join(path, 'unborn'))
  git(join(path, 'unborn'), 'init', '-q')
  write(path, 'unborn/u.txt', 'u')
  const wanted = contents(path)
  const made = await save(ground, path)
  destroy(ground, path)
  const back = await unpack(ground, made.commit)
  expect([back.contents, back.missing]).toEqual([wanted, []])
  expect(sound(ground.repo)).toBe('')
})

test('a clean submodule is kept when its worktree is about to go, and an earlier snapshot finds it there', async () => {
  const { ground, path } = await withSubmodule()
  write(path, 'a.txt', 'work\n')
  const early = await save(ground, path)
  git(path, 'checkout', '-q', 'a.txt')
  const wanted = contents(path)
  const last = await save(ground, path, { n: 2, reason: 'cleanup', ignoredBytes: 1000 })
  destroy(ground, path)
  expect((await unpack(ground, last.commit)).contents).toEqual(wanted)
  expect((await unpack(ground, early.commit)).contents).toEqual({ ...wanted, 'a.txt': '- work\n' })
})

test('a shallow submodule is kept by its content, and the repository stays sound', async () => {
  const { ground, path } = await withSubmodule(1)
  expect(git(join(path, 'lib'), 'rev-parse', '--is-shallow-repository')).toBe('true')
  write(path, 'lib/lib.txt', 'changed\n')
  const wanted = contents(path)
  const made = await save(ground, path)
  const again = await save(ground, path, { n: 2, reason: 'cleanup' })
  destroy(ground, path)
  expect(sound(ground.repo)).toBe('')
  for (const { commit } of [made, again]) expect((await unpack(ground, commit)).contents).toEqual(wanted)
})

test('into a new worktree: what was nested is a repository again, with its commits and its changes', async () => {
  const { ground, path } = await withSubmodule()
  git(join(path, 'lib'), 'checkout', '-q', '-b', 'mine')
  write(path, 'lib/lib.txt', 'committed\n')
  git(join(path, 'lib'), 'commit', '-qam', 'mine')
  write(path, 'lib/lib.txt', 'and changed\n')
  newRepo(join(path, 'nested'), { 'n.txt': 'n\n' })
  newRepo(join(path, 'nested/deeper'), { 'd.txt': 'd\n' })
  write(path, 'nested/deeper/d.txt', 'changed\n')
  const wanted = contents(path)
  const heads = ['lib', 'nested', 'nested/deeper'].map((inner) => git(join(path, inner), 'rev-parse', 'HEAD'))
  const made = await save(ground, path)
  destroy(ground, path)
  await ground.work.readd({ repoPath: ground.repo, path, branch: 'drover/s-1/root' })
  const { missing } = await ground.work.recover({
    repoPath: ground.repo,
    commit: made.commit,
    to: path,
    intoWorktree: true,
  })
  expect([missing, contents(path)]).toEqual([[], wanted])
  for (const [at, inner] of ['lib', 'nested', 'nested/deeper'].entries()) {
    expect(git(join(path, inner), 'rev-parse', 'HEAD')).toBe(heads[at])
    expect(git(join(path, inner), 'log', '--format=%s').split('\n').at(-1)).toBe('first')
  }
  expect(git(join(path, 'lib'), 'symbolic-ref', '--short', 'HEAD')).toBe('mine')
  expect(git(join(path, 'lib'), 'status', '--porcelain')).toBe(' M lib.txt')
  // Nothing of it is hidden from the next snapshot.
  write(path, 'lib/lib.txt', 'later\n')
  const later = await save(ground, path, { n: 2 })
  destroy(ground, path)
  expect((await unpack(ground, later.commit)).contents).toEqual({ ...wanted, 'lib/lib.txt': '- later\n' })
})

test('into a new worktree: a clean submodule is as in any fresh worktree, for git to fill', async () => {
  const { ground, path } = await withSubmodule()
  write(path, 'a.txt', 'work\n')
  const made = await save(ground, path, { reason: 'cleanup' })
  destroy(ground, path)
  await ground.work.readd({ repoPath: ground.repo, path, branch: 'drover/s-1/root' })
  const back = { repoPath: ground.repo, commit: made.commit, to: path, intoWorktree: true }
  expect((await ground.work.recover(back)).missing).toEqual([])
  expect(readdirSync(join(path, 'lib'))).toEqual([])
  git(path, 'submodule', 'update', '-q', '--init')
  expect(existsSync(join(path, 'lib/lib.txt'))).toBe(true)
})

test('what cannot be written is listed, and everything else is there', async () => {
  const { ground, path } = await withSubmodule()
  write(path, 'a.txt', 'work\n')
  write(path, 'b.txt', 'an object that goes\n')
  const made = await save(ground, path)
  const blob = git(ground.repo, 'rev-parse', `${made.commit}:b.txt`)
  rmSync(path, { recursive: true })
  git(ground.repo, 'worktree', 'prune', '--expire=now')
  explode(ground.repo)
  rmSync(join(ground.repo, '.git/objects', blob.slice(0, 2), blob.slice(2)))
  const back = await unpack(ground, made.commit)
  expect(back.contents).toEqual({ '.gitmodules': expect.any(String), 'a.txt': '- work\n' })
  expect(back.missing).toEqual([
    { path: 'b.txt', why: 'object_missing' },
    { path: 'lib', why: 'repository_missing', commit: expect.stringMatching(/^[0-9a-f]{40}$/) },
  ])
})

test('something in the way of a nested repository is left alone and said', async () => {
  const { ground, path } = await withSubmodule()
  newRepo(join(path, 'nested'), { 'n.txt': 'n\n' })
  const made = await save(ground, path)
  rmSync(join(path, 'nested'), { recursive: true })
  write(path, '.gitignore', 'nested\n')
  write(path, 'nested/other.txt', 'in the way')
  const { missing } = await ground.work.recover({
    repoPath: ground.repo,
    commit: made.commit,
    to: path,
    intoWorktree: true,
  })
  expect(missing).toMatchObject([{ path: 'nested', why: 'in_the_way' }])
  expect(contents(path)['nested/other.txt']).toBe('- in the way')
})

test('changes in a submodule alone are counted, listed and shown', async () => {
  const { ground, path } = await withSubmodule()
  const base = git(path, 'rev-parse', 'HEAD')
  expect(await ground.work.files({ path, base })).toEqual([])
  write(path, 'lib/lib.txt', 'changed\nmore\n')
  write(path, 'lib/new.txt', 'new\n')
  newRepo(join(path, 'nested'), { 'n.txt': 'n\n' })
  write(path, 'nested/n.txt', 'changed\n')
  const made = await save(ground, path)
  expect([made.files, made.additions, made.deletions]).toEqual([3, 4, 2])
  const files = await ground.work.files({ path, base })
  expect(files.map((file) => [file.path, file.status, file.additions, file.deletions])).toEqual([
    ['lib/lib.txt', 'modified', 2, 1],
    ['lib/new.txt', 'added', 1, 0],
    ['nested/n.txt', 'modified', 1, 1],
  ])
  const now = await ground.work.diff({ path, from: base, to: null, maxBytes: 100_000 })
  expect(now.files).toEqual(files)
  expect(now.patch).toContain('--- a/lib/lib.txt\n+++ b/lib/lib.txt\n')
  const one = await ground.work.diff({ path, from: base, to: null, maxBytes: 100_000, file: 'lib/new.txt' })
  expect(one.files.map((file) => file.path)).toEqual(['lib/new.txt'])
  git(join(path, 'lib'), 'commit', '-qam', 'committed there')
  expect((await ground.work.files({ path, base })).map((file) => file.path)).toEqual([
    'lib',
    'lib/lib.txt',
    'lib/new.txt',
    'nested/n.txt',
  ])
  destroy(ground, path)
  const gone = await ground.work.diff({ path: ground.repo, from: base, to: made.commit, maxBytes: 100_000 })
  expect(gone.files.map((file) => file.path)).toEqual(['lib/lib.txt', 'lib/new.txt', 'nested/n.txt'])
  expect(gone.patch).toContain('+++ b/lib/new.txt')
})

test('nothing is copied twice: a second snapshot of the same submodule adds only what changed', async () => {
  const { ground, path } = await withSubmodule()
  for (let n = 0; n < 250; n++) write(path, `lib/many/${n}.txt`)
  const objects = () =>
    [...git(ground.repo, 'count-objects', '-v').matchAll(/^(?:count|in-pack): (\d+)$/gm)].reduce(
      (sum, m) => sum + Number(m[1]),
      0,
    )
  const made = await save(ground, path)
  const before = objects()
  const request = { sessionId: 's-1', path, n: 2, reason: 'turn' as const, maxFileBytes: limit }
  const past = { unlessSameAs: made.commit, heldBy: made.ref }
  expect(await ground.work.snapshot({ ...request, ...past })).toBeNull()
  expect(objects()).toBe(before)
  write(path, 'lib/many/7.txt', 'changed')
  await save(ground, path, { n: 3, ...past })
  expect(objects() - before).toBeLessThan(12)
  expect(before).toBeGreaterThan(250)
})
