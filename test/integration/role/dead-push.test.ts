/** Real git with the dead push address in its environment: nothing leaves, everything else works. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deadPush } from '#core/role/dead-push'
import { type TempRepo, tempRepo } from '#test/support/temp-repo'

let root: string
let repo: TempRepo
let bare: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'drover-push-'))
  repo = tempRepo(join(root, 'work'))
  bare = join(root, 'bare.git')
  execFileSync('git', ['init', '-q', '--bare', bare])
  repo.git('remote', 'add', 'origin', bare)
  repo.git('push', '-q', 'origin', 'HEAD:refs/heads/main')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const plain = { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' }

function git(env: Record<string, string>, ...args: string[]) {
  const ran = spawnSync('git', args, { cwd: repo.path, env: { ...plain, ...env }, encoding: 'utf8', timeout: 30_000 })
  return { status: ran.status, said: `${ran.stdout}${ran.stderr}` }
}

const branches = () =>
  execFileSync('git', ['-C', bare, 'for-each-ref', '--format=%(refname)'], { encoding: 'utf8' }).trim()

test('without it a push arrives: the test can fail', () => {
  expect(git({}, 'push', 'origin', 'HEAD:refs/heads/other').status).toBe(0)
  expect(branches()).toContain('refs/heads/other')
})

test.each([
  ['a remote', () => 'origin'],
  ['an absolute path', () => bare],
  ['a relative path', () => '../bare.git'],
  ['a file address', () => `file://${bare}`],
  ['an address of ssh', () => 'ssh://nobody@127.0.0.1:1/x.git'],
  ['user@host:path', () => 'git@127.0.0.1:x.git'],
  ['host:path', () => 'localhost:x.git'],
  ['https', () => 'https://127.0.0.1:1/x.git'],
  ['an address that runs a program', () => `ext::sh -c "git-receive-pack ${bare}"`],
])('a push to %s goes nowhere', (_, address) => {
  const ran = git(deadPush(), 'push', address(), 'HEAD:refs/heads/other')
  expect(ran.status).not.toBe(0)
  expect(ran.said).toContain('drover-does-not-push')
  expect(branches()).toBe('refs/heads/main')
})

test.each([
  ['a pushurl of its own', ['remote.origin.pushurl', '../bare.git']],
  ["a longer rule of the user's", ['url.../bare.git.pushInsteadOf', '/']],
])('%s is not pushed to either', (_, [key, value]) => {
  repo.git('config', key!, value!)
  const ran = git(deadPush(), 'push', 'origin', 'HEAD:refs/heads/other')
  expect(ran.status).not.toBe(0)
  expect(branches()).toBe('refs/heads/main')
})

test('fetch, pull, clone and commit work', () => {
  const env = {
    ...deadPush(),
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  }
  expect(git(env, 'fetch', 'origin').status).toBe(0)
  expect(git(env, 'pull', '-q', 'origin', 'main').status).toBe(0)
  expect(git(env, 'clone', '-q', bare, join(root, 'copy')).status).toBe(0)
  expect(git(env, 'ls-remote', '../bare.git').said).toContain('refs/heads/main')
  expect(git(env, 'commit', '-q', '--allow-empty', '-m', 'x').status).toBe(0)
})

test('it stands behind configuration that is there already', () => {
  const before = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'user.name', GIT_CONFIG_VALUE_0: 'somebody' }
  const env = { ...before, ...deadPush(before) }
  expect(env.GIT_CONFIG_COUNT).toBe('3')
  expect(git(env, 'config', 'user.name').said.trim()).toBe('somebody')
  expect(git(env, 'push', 'origin', 'HEAD:refs/heads/other').status).not.toBe(0)
  expect(branches()).toBe('refs/heads/main')
})

test('a count that is none begins anew', () => {
  expect(deadPush({ GIT_CONFIG_COUNT: 'x' }).GIT_CONFIG_COUNT).toBe('2')
  expect(deadPush({}).GIT_CONFIG_KEY_0).toContain('pushInsteadOf')
})
