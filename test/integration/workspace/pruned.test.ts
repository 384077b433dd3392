/** Somebody prunes the repository at the worst moments: a snapshot is whole or not made, and no ref of ours is ever broken. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createWorkspaces } from '#adapters/workspace/workspaces'
import type { SnapshotMade, SnapshotRequest } from '#ports/workspace'
import { contents, type Ground, git, newGround, newRepo, newTree, write } from './support.ts'

const limit = 50 * 1024 * 1024

/** Workspaces whose git first does something else, before every call in which `when` (a shell pattern) occurs. */
function meddled(ground: Ground, when: string, deed: string): Ground {
  const wrapper = join(ground.root, 'meddling-git')
  const clean = 'unset GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_INDEX_FILE GIT_LITERAL_PATHSPECS'
  const lines = ['#!/bin/sh', `case " $* " in ${when}) (${clean}; ${deed}) >/dev/null 2>&1 </dev/null;; esac`]
  writeFileSync(wrapper, `${lines.join('\n')}\nexec git "$@"\n`)
  chmodSync(wrapper, 0o755)
  return { ...ground, work: createWorkspaces({ gitPath: wrapper, temp: join(ground.root, 'temp') }) }
}

async function save(ground: Ground, path: string, more: Partial<SnapshotRequest> = {}): Promise<SnapshotMade> {
  const request = { sessionId: 's-1', path, n: 1, reason: 'turn' as const, maxFileBytes: limit, ...more }
  const made = await ground.work.snapshot(request)
  if (made === null) throw new Error('no snapshot was made')
  return made
}

const prune = (repo: string) => `git -C '${repo}' reflog expire --expire=now --all; git -C '${repo}' gc -q --prune=now`

const whole = (repo: string): string => git(repo, 'fsck', '--connectivity-only', '--no-dangling')

const packs = (repo: string) => readdirSync(join(repo, '.git/objects/pack'))

async function unpack(ground: Ground, commit: string): Promise<Record<string, string>> {
  const to = join(ground.root, `out-${Math.random()}`)
  await ground.work.recover({ repoPath: ground.repo, commit, to, intoWorktree: false })
  return contents(to)
}

test('everything is pruned before every single call of git', async () => {
  const plain = newGround({ 'a.txt': 'one\n', 'dir/b.txt': 'two\n' })
  const path = await newTree(plain, 's-1')
  const ground = meddled(plain, '*', prune(plain.repo))
  write(path, 'a.txt', 'staged\n')
  git(path, 'add', '-A')
  write(path, 'a.txt', 'changed\n')
  write(path, 'new/deep/c.txt', 'three\n')
  const wanted = contents(path)
  const made = await save(ground, path)
  expect(whole(plain.repo)).toBe('')
  git(plain.repo, 'gc', '-q', '--prune=now')
  expect(await unpack(plain, made.commit)).toEqual(wanted)
  expect(git(path, 'show', `${made.commit}^2:a.txt`)).toBe('staged')
  expect(packs(plain.repo).filter((name) => name.endsWith('.keep'))).toEqual([])
  write(path, 'new/deep/c.txt', 'four\n')
  const second = await save(ground, path, { n: 2, unlessSameAs: made.commit, heldBy: made.ref })
  expect((await unpack(plain, second.commit))['new/deep/c.txt']).toBe('- four\n')
  expect(whole(plain.repo)).toBe('')
  const files = await ground.work.files({ path, base: git(path, 'rev-parse', 'HEAD') })
  expect(files.map((file) => file.path)).toEqual(['a.txt', 'new/deep/c.txt'])
})

test('what only the index held is taken out of it and pruned in the middle', async () => {
  for (const when of ['*" write-tree "*', '*" commit-tree "*', '*" pack-objects "*', '*" update-ref "*']) {
    const plain = newGround()
    const path = await newTree(plain, 's-1')
    write(path, 'a.txt', 'only staged\n')
    git(path, 'add', '-A')
    write(path, 'a.txt', 'changed\n')
    const once = join(plain.root, 'done')
    const deed = `[ -e '${once}' ] || { touch '${once}'; git -C '${path}' reset -q; ${prune(plain.repo)}; }`
    const made = await save(meddled(plain, when, deed), path)
    expect(existsSync(once), when).toBe(true)
    expect(whole(plain.repo), when).toBe('')
    expect((await unpack(plain, made.commit))['a.txt'], when).toBe('- changed\n')
  }
})

test('an object that others left behind is stored again, not trusted', async () => {
  const plain = newGround()
  const path = await newTree(plain, 's-1')
  write(path, 'left.txt', 'once committed\n')
  git(path, 'add', '-A')
  git(path, 'commit', '-qm', 'gone soon')
  git(path, 'reset', '-q', '--soft', 'HEAD~1')
  git(path, 'rm', '-q', '--cached', 'left.txt')
  git(path, 'repack', '-qad')
  const made = await save(meddled(plain, '*" update-ref "*', prune(plain.repo)), path)
  git(plain.repo, 'reflog', 'expire', '--expire=now', '--all')
  git(plain.repo, 'gc', '-q', '--prune=now')
  expect(whole(plain.repo)).toBe('')
  expect((await unpack(plain, made.commit))['left.txt']).toBe('- once committed\n')
})

test('nested repositories are pruned too', async () => {
  const plain = newGround()
  const path = await newTree(plain, 's-1')
  newRepo(join(path, 'inner'), { 'i.txt': 'one\n' })
  write(path, 'inner/i.txt', 'changed\n')
  const made = await save(meddled(plain, '*', `git -C '${path}/inner' gc -q --prune=now; ${prune(plain.repo)}`), path)
  git(join(path, 'inner'), 'gc', '-q', '--prune=now')
  expect((await unpack(plain, made.commit))['inner/i.txt']).toBe('- changed\n')
})

test('a loop of gc beside a row of snapshots breaks neither', async () => {
  const ground = newGround({ 'a.txt': 'one\n' })
  const path = await newTree(ground, 's-1')
  const stopFile = join(ground.root, 'stop')
  const loop = spawn('sh', ['-c', `while [ ! -e '${stopFile}' ]; do ${prune(ground.repo)} || echo failed; done`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const words: string[] = []
  for (const stream of [loop.stdout, loop.stderr]) stream.on('data', (data: Buffer) => words.push(data.toString()))
  const ended = once(loop, 'close')
  const stop = async () => {
    writeFileSync(stopFile, '')
    await ended
  }
  onTestFinished(stop)
  const made: SnapshotMade[] = []
  for (let n = 1; n <= 12; n++) {
    write(path, 'a.txt', `${n}\n`)
    write(path, `new/${n}`, `${n}\n`)
    const newest = made.at(-1)
    const earlier = newest === undefined ? {} : { unlessSameAs: newest.commit, heldBy: newest.ref }
    made.push(await save(ground, path, { n, ...earlier }))
  }
  await stop()
  expect(words.join('')).toBe('')
  expect(whole(ground.repo)).toBe('')
  git(ground.repo, 'gc', '-q', '--prune=now')
  for (const [at, snapshot] of made.entries()) {
    const found = await unpack(ground, snapshot.commit)
    expect([found['a.txt'], Object.keys(found).length]).toEqual([`- ${at + 1}\n`, at + 2])
  }
})

test('a snapshot that changes nothing leaves nothing in the repository', async () => {
  const ground = newGround()
  const path = await newTree(ground, 's-1')
  write(path, 'a.txt', 'two\n')
  const made = await save(ground, path)
  const before = git(ground.repo, 'count-objects', '-v')
  const same = { sessionId: 's-1', path, n: 2, reason: 'turn' as const, maxFileBytes: limit, unlessSameAs: made.commit }
  expect(await ground.work.snapshot(same)).toBeNull()
  await ground.work.diff({ path, from: 'HEAD', to: null, maxBytes: 1e6 })
  write(path, 'untracked', 'x')
  await ground.work.files({ path, base: 'HEAD' })
  expect(git(ground.repo, 'count-objects', '-v')).toBe(before)
  expect(readFileSync(join(path, 'untracked'), 'utf8')).toBe('x')
})
