/** A remote that follows, refuses, moves and vanishes: no commit is lost on either side, and nothing is believed that was not read back. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { branch, type Field, field, git, mergeOf, onTrunk, write } from './support.ts'

/** A bare remote that `trunk` follows, and a second clone for whoever pushes from elsewhere. */
function withRemote(): Field & { readonly bare: string; readonly other: string } {
  const ground = field({ 'a.txt': 'a\n' })
  const bare = join(ground.root, 'bare.git')
  git(ground.root, 'init', '-q', '--bare', '-b', 'trunk', bare)
  git(ground.repo, 'remote', 'add', 'origin', bare)
  git(ground.repo, 'push', '-q', '-u', 'origin', 'trunk')
  const other = join(ground.root, 'other')
  git(ground.root, 'clone', '-q', bare, other)
  return { ...ground, bare, other }
}

const where = { remote: 'origin', ref: 'refs/heads/trunk' }
const remoteTip = (bare: string): string => git(bare, 'rev-parse', 'trunk')

function pushFromElsewhere(other: string): string {
  write(other, 'elsewhere.txt')
  git(other, 'add', '-A')
  git(other, 'commit', '-qm', 'elsewhere')
  git(other, 'push', '-q', 'origin', 'trunk')
  return git(other, 'rev-parse', 'HEAD')
}

test('where a branch goes: its upstream, else origin, else the only remote', async () => {
  const { merging, repo } = withRemote()
  expect(await merging.remoteOf(repo, 'trunk')).toEqual(where)
  expect(await merging.remoteOf(repo, 'next')).toEqual({ remote: 'origin', ref: 'refs/heads/next' })
  git(repo, 'config', 'branch.next.remote', '.')
  git(repo, 'config', 'branch.next.merge', 'refs/heads/trunk')
  expect(await merging.remoteOf(repo, 'next')).toEqual({ remote: 'origin', ref: 'refs/heads/next' })
  git(repo, 'remote', 'rename', 'origin', 'mine')
  expect(await merging.remoteOf(repo, 'other')).toEqual({ remote: 'mine', ref: 'refs/heads/other' })
  git(repo, 'remote', 'add', 'second', '/nowhere')
  expect(await merging.remoteOf(repo, 'other')).toBeNull()
  expect(await merging.remoteOf(repo, 'trunk')).toEqual({ remote: 'mine', ref: 'refs/heads/trunk' })
})

test('the tip is what the remote has now, and its commits are here afterwards', async () => {
  const { merging, repo: repoPath, other } = withRemote()
  const theirs = pushFromElsewhere(other)
  expect(await merging.fetchTip({ repoPath, ...where })).toEqual({ tip: theirs })
  expect(git(repoPath, 'cat-file', '-t', theirs)).toBe('commit')
  expect(git(repoPath, 'rev-parse', 'trunk')).not.toBe(theirs)
  expect(await merging.fetchTip({ repoPath, remote: 'origin', ref: 'refs/heads/none' })).toEqual({ tip: null })
})

test('a push is plain and read back', async () => {
  const ground = withRemote()
  branch(ground, 'one', (tree) => write(tree, 'new.txt'))
  const { result } = await mergeOf(ground, 'one')
  const ask = { repoPath: ground.repo, result: result ?? '', ...where }
  expect(await ground.merging.push(ask)).toEqual({ outcome: 'pushed' })
  expect(remoteTip(ground.bare)).toBe(result)
  expect(await ground.merging.push(ask)).toEqual({ outcome: 'pushed' })
})

test('somebody pushed meanwhile: moved, and their commit stays', async () => {
  const ground = withRemote()
  branch(ground, 'one', (tree) => write(tree, 'new.txt'))
  const { result } = await mergeOf(ground, 'one')
  const theirs = pushFromElsewhere(ground.other)
  const outcome = await ground.merging.push({ repoPath: ground.repo, result: result ?? '', ...where })
  expect([outcome, remoteTip(ground.bare)]).toEqual([{ outcome: 'moved' }, theirs])
})

test('pushed, and somebody pushed on top before it was read back: it is there', async () => {
  const ground = withRemote()
  branch(ground, 'one', (tree) => write(tree, 'new.txt'))
  const { result } = await mergeOf(ground, 'one')
  git(ground.repo, 'push', '-q', 'origin', `${result}:refs/heads/trunk`)
  git(ground.other, 'pull', '-q')
  pushFromElsewhere(ground.other)
  const outcome = await ground.merging.push({ repoPath: ground.repo, result: result ?? '', ...where })
  expect(outcome).toEqual({ outcome: 'pushed' })
})

test('the remote refuses: said in its words, nothing moved', async () => {
  const ground = withRemote()
  mkdirSync(join(ground.bare, 'hooks'), { recursive: true })
  writeFileSync(join(ground.bare, 'hooks/pre-receive'), '#!/bin/sh\necho protected branch >&2\nexit 1\n', {
    mode: 0o755,
  })
  branch(ground, 'one', (tree) => write(tree, 'new.txt'))
  const before = remoteTip(ground.bare)
  const { result } = await mergeOf(ground, 'one')
  const outcome = await ground.merging.push({ repoPath: ground.repo, result: result ?? '', ...where })
  expect(outcome).toMatchObject({ outcome: 'refused' })
  expect('message' in outcome && outcome.message).toContain('protected branch')
  expect(remoteTip(ground.bare)).toBe(before)
})

test('a remote that is not there: said, nothing moved', async () => {
  const ground = withRemote()
  git(ground.repo, 'remote', 'set-url', 'origin', join(ground.root, 'gone.git'))
  const { merging, repo: repoPath } = ground
  expect(await merging.fetchTip({ repoPath, ...where })).toHaveProperty('unreachable')
  const result = onTrunk(ground, (tree) => write(tree, 'x.txt'))
  expect(await merging.push({ repoPath, result, ...where })).toMatchObject({ outcome: 'unreachable' })
})

test('which branch a session’s base means', async () => {
  const { merging, repo } = withRemote()
  git(repo, 'fetch', '-q')
  git(repo, 'tag', 'v1')
  git(repo, 'branch', 'feature/x')
  git(repo, 'push', '-q', 'origin', 'trunk:refs/heads/only-there')
  git(repo, 'branch', '-q', '--track', 'mine', 'origin/only-there')
  expect(await merging.targetOf(repo, 'trunk')).toBe('trunk')
  expect(await merging.targetOf(repo, 'origin/trunk')).toBe('trunk')
  expect(await merging.targetOf(repo, 'origin/only-there')).toBe('mine')
  expect(await merging.targetOf(repo, 'feature/x')).toBe('feature/x')
  expect(await merging.targetOf(repo, 'v1')).toBeNull()
  expect(await merging.targetOf(repo, git(repo, 'rev-parse', 'HEAD'))).toBeNull()
  expect(await merging.targetOf(repo, '-x')).toBeNull()
})
