/** What can be known about a repository, and which names it takes. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorkspaces } from '#adapters/workspace/workspaces'
import { codeOf, git, newDirectory, newGround, newRepo, newTree, write } from './support.ts'

test('inspect resolves a path inside a repository to its top and names the checked-out branch', async () => {
  const { repo, work } = newGround({ 'deep/er/x': '1' })
  const facts = await work.inspect(join(repo, 'deep/er'))
  expect(facts).toEqual({ path: repo, commonDir: join(repo, '.git'), repo: '', defaultBranch: 'trunk' })
})

test('inspect refuses what is not a usable work tree, each with its code', async () => {
  const root = newDirectory()
  const work = createWorkspaces()
  write(root, 'file')
  git(root, 'init', '-q', '--bare', 'bare.git')
  git(root, 'init', '-q', 'unborn')
  mkdirSync(join(root, 'plain'))
  newRepo(join(root, 'crypt'), { '.gitattributes': 'secret filter=git-crypt diff=git-crypt\n' })
  newRepo(join(root, 'crypt-below'), { 'sub/.gitattributes': '* filter=git-crypt-team\n' })
  expect(await codeOf(work.inspect('relative'))).toBe('INVALID_PATH')
  expect(await codeOf(work.inspect(join(root, 'missing')))).toBe('INVALID_PATH')
  expect(await codeOf(work.inspect(join(root, 'file')))).toBe('INVALID_PATH')
  expect(await codeOf(work.inspect(join(root, 'plain')))).toBe('NOT_A_GIT_REPO')
  expect(await codeOf(work.inspect(join(root, 'unborn')))).toBe('PROJECT_UNBORN')
  expect(await codeOf(work.inspect(join(root, 'crypt')))).toBe('WORKTREE_UNSUPPORTED')
  expect(await codeOf(work.inspect(join(root, 'crypt-below')))).toBe('WORKTREE_UNSUPPORTED')
  await expect(work.inspect(join(root, 'bare.git'))).rejects.toMatchObject({
    code: 'NOT_A_GIT_REPO',
    hint: expect.stringContaining('Clone'),
  })
  expect(await codeOf(work.inspect(join(root, 'crypt/.git')))).toBe('NOT_A_GIT_REPO')
})

test('the default branch is origin/HEAD, and the origin is shown without credentials', async () => {
  const { root, repo, work } = newGround()
  git(repo, 'branch', 'develop')
  git(root, 'clone', '-q', repo, 'clone')
  const clone = join(root, 'clone')
  git(clone, 'checkout', '-q', '-b', 'feature')
  expect((await work.inspect(clone)).defaultBranch).toBe('trunk')
  git(clone, 'remote', 'set-head', 'origin', 'develop')
  expect((await work.inspect(clone)).defaultBranch).toBe('develop')
  for (const [url, shown] of [
    ['https://user:secret@example.com/a/b.git', 'https://example.com/a/b.git'],
    ['https://ghp_token@example.com/a/b.git?x=secret', 'https://example.com/a/b.git'],
    ['ssh://git:secret@example.com:22/a.git', 'ssh://git@example.com:22/a.git'],
    ['git@example.com:a/b.git', 'git@example.com:a/b.git'],
    ['/srv/a@b/c.git', '/srv/a@b/c.git'],
  ] as const) {
    git(clone, 'config', 'remote.origin.url', url)
    expect((await work.inspect(clone)).repo).toBe(shown)
  }
})

test('a detached checkout names the branch that stands at its commit', async () => {
  const { repo, work } = newGround()
  git(repo, 'checkout', '-q', '--detach')
  expect((await work.inspect(repo)).defaultBranch).toBe('trunk')
})

test('refresh brings new commits and a renamed default branch, and never fails', async () => {
  const { root, repo, work } = newGround()
  git(root, 'clone', '-q', repo, 'clone')
  const clone = join(root, 'clone')
  git(repo, 'checkout', '-q', '-b', 'main2')
  git(repo, 'commit', '-q', '--allow-empty', '-m', 'second')
  const facts = await work.refresh(clone)
  expect(facts?.defaultBranch).toBe('main2')
  expect(git(clone, 'rev-parse', 'origin/main2')).toBe(git(repo, 'rev-parse', 'main2'))
  git(clone, 'config', 'remote.origin.url', join(root, 'nowhere'))
  expect((await work.refresh(clone))?.path).toBe(clone)
  expect(await work.refresh(join(root, 'gone'))).toBeNull()
  expect((await work.refresh(repo))?.repo).toBe('')
})

test('refresh is bounded: a remote that never answers costs its time limit and leaves no process', async () => {
  const { root, repo } = newGround()
  write(root, 'ssh', `#!/bin/sh\necho $$ > ${root}/pid\nexec sleep 300\n`)
  execFileSync('chmod', ['+x', join(root, 'ssh')])
  git(repo, 'remote', 'add', 'origin', 'ssh://127.0.0.1/x.git')
  const before = process.env.GIT_SSH_COMMAND
  process.env.GIT_SSH_COMMAND = join(root, 'ssh')
  try {
    const began = Date.now()
    const work = createWorkspaces({ timeouts: { fetchMs: 3000 } })
    expect((await work.refresh(repo))?.path).toBe(repo)
    expect(Date.now() - began).toBeLessThan(40_000)
  } finally {
    if (before === undefined) delete process.env.GIT_SSH_COMMAND
    else process.env.GIT_SSH_COMMAND = before
  }
  const pid = execFileSync('cat', [join(root, 'pid')], { encoding: 'utf8' }).trim()
  await expect.poll(() => isRunning(Number(pid)), { timeout: 30_000 }).toBe(false)
})

function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(execFileSync('cat', [`/proc/${pid}/stat`], { encoding: 'utf8', stdio: 'pipe' }))
  } catch {
    return false
  }
}

test('resolveBase prefers the remote twin only when it is ahead and contains the branch', async () => {
  const { root, repo, work } = newGround()
  git(root, 'clone', '-q', repo, 'clone')
  const clone = join(root, 'clone')
  const local = git(clone, 'rev-parse', 'HEAD')
  expect(await work.resolveBase(clone, 'trunk')).toEqual({ ref: 'trunk', commit: local })
  git(repo, 'commit', '-q', '--allow-empty', '-m', 'ahead')
  git(repo, 'branch', 'remote-only')
  await work.refresh(clone)
  const ahead = git(repo, 'rev-parse', 'HEAD')
  expect(await work.resolveBase(clone, 'trunk')).toEqual({ ref: 'origin/trunk', commit: ahead })
  expect(await work.resolveBase(clone, 'remote-only')).toEqual({ ref: 'origin/remote-only', commit: ahead })
  git(clone, 'commit', '-q', '--allow-empty', '-m', 'diverged')
  expect((await work.resolveBase(clone, 'trunk')).ref).toBe('trunk')
  git(clone, 'tag', 'v1', local)
  expect(await work.resolveBase(clone, 'v1')).toEqual({ ref: 'v1', commit: local })
  expect((await work.resolveBase(clone, local.slice(0, 10))).commit).toBe(local)
  for (const bad of ['nothing', '', '--all', '-x', 'trunk\nx', 'HEAD:a.txt']) {
    expect(await codeOf(work.resolveBase(clone, bad))).toBe('BASE_REF_NOT_FOUND')
  }
})

test('checkBranch tells new, existing, taken, checked out and impossible names apart', async () => {
  const ground = newGround()
  const { repo, work } = ground
  git(repo, 'branch', 'free')
  git(repo, 'branch', 'drover/x')
  git(repo, 'branch', 'deep/a/b')
  expect(await work.checkBranch(repo, 'brand/new')).toBe('new')
  expect(await work.checkBranch(repo, 'free')).toBe('existing')
  for (const bad of ['-d', '', 'a..b', 'a b', 'x.lock', 'HEAD', '@{-1}', 'a\0b', 'end/', 'a~1', '@']) {
    expect(await codeOf(work.checkBranch(repo, bad)), bad).toBe('INVALID_BRANCH')
  }
  expect(await codeOf(work.checkBranch(repo, 'drover/x/root'))).toBe('BRANCH_NAMESPACE_TAKEN')
  expect(await codeOf(work.checkBranch(repo, 'deep'))).toBe('BRANCH_NAMESPACE_TAKEN')
  expect(await codeOf(work.checkBranch(repo, 'deep/a'))).toBe('BRANCH_NAMESPACE_TAKEN')
  await expect(work.checkBranch(repo, 'trunk')).rejects.toMatchObject({
    code: 'BRANCH_CHECKED_OUT_ELSEWHERE',
    message: expect.stringContaining(repo),
  })
  const tree = await newTree(ground, 's-1')
  await expect(work.checkBranch(repo, 'drover/s-1/root')).rejects.toMatchObject({ details: { path: tree } })
})

test('a branch that is being rebased somewhere counts as checked out there', async () => {
  const { repo, work } = newGround()
  git(repo, 'checkout', '-q', '-b', 'topic')
  write(repo, 'a.txt', 'topic\n')
  git(repo, 'commit', '-qam', 'topic')
  git(repo, 'checkout', '-q', 'trunk')
  write(repo, 'a.txt', 'trunk\n')
  git(repo, 'commit', '-qam', 'trunk')
  git(repo, 'checkout', '-q', 'topic')
  expect(() => git(repo, 'rebase', 'trunk')).toThrow()
  expect(await codeOf(work.checkBranch(repo, 'topic'))).toBe('BRANCH_CHECKED_OUT_ELSEWHERE')
})

test('a repository reached through a link, and mergeBase', async () => {
  const { root, repo, work } = newGround()
  symlinkSync(repo, join(root, 'alias'))
  expect((await work.inspect(join(root, 'alias'))).path).toBe(repo)
  const head = git(repo, 'rev-parse', 'HEAD')
  git(repo, 'commit', '-q', '--allow-empty', '-m', 'two')
  expect(await work.mergeBase(repo, head)).toBe(head)
  expect(await work.mergeBase(repo, 'nothing')).toBeNull()
})
