/** The suite of forges on GitHub, Forgejo and Gitea, against those of this machine. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { createForges } from '#adapters/forge/forges'
import { startForgejo } from '#test/support/forgejo/forgejo'
import { startGitHub } from '#test/support/github/github'
import { type ForgeWorld, forgeSuite } from './forge.suite.ts'

const token = 'ghp_canaryCanaryCanary0123456789abcdefgh'
const host = {
  env: { DROVER_GITHUB_TOKEN: token, DROVER_FORGEJO_TOKEN: token },
  exec: async () => {
    throw new Error('nothing is run')
  },
  which: async () => null,
}
const forges = createForges({ host, now: () => new Date(), steadyMs: () => 0 })
const repo = { owner: 'ada', name: 'shop' }
const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
const git = (dir: string, ...args: string[]): string =>
  execFileSync('git', ['-C', dir, '-c', 'user.name=a', '-c', 'user.email=a@localhost', ...args], {
    ...{ encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] },
  }).trim()

/** A clone that pushes to the bare repository of the forge. */
function writer(dir: string, bare: string): ForgeWorld['branch'] {
  const clone = join(dir, 'clone')
  execFileSync('git', ['init', '-q', '-b', 'main', clone], { env })
  const commit = (file: string, text: string): string => {
    writeFileSync(join(clone, file), `${text}\n`)
    git(clone, 'add', '-A')
    git(clone, 'commit', '-q', '-m', `${file}: ${text}`)
    return git(clone, 'rev-parse', 'HEAD')
  }
  const first = commit('README', 'shop')
  git(clone, 'push', '-q', bare, 'main')
  return (name, file, text) => {
    const known = git(clone, 'branch', '--list', name) !== ''
    git(clone, 'checkout', '-q', ...(known ? [name] : ['-b', name, first]))
    const head = commit(file, text)
    git(clone, 'push', '-q', bare, name)
    return head
  }
}

type Started = ForgeWorld & { faults: readonly string[]; close(): Promise<void> }

async function onGitHub(dir: string): Promise<Started> {
  const github = await startGitHub(join(dir, 'forge'), token)
  const at = github.repo('ada/shop')
  const states = { passed: 'success', failed: 'failure', pending: null } as const
  return {
    ...{ repo, api: forges({ kind: 'github', url: github.url }), branch: writer(dir, at.dir), faults: github.faults },
    // The one of this machine knows its own branches alone.
    fork: () => {},
    check(commit, { name, state }) {
      const run = { name, status: state === 'pending' ? 'in_progress' : 'completed', conclusion: states[state] }
      at.checks.set(commit, [...(at.checks.get(commit) ?? []), run])
    },
    review(number, login, word) {
      at.change(number, { reviews: [...at.pulls[number - 1]!.reviews, { login, state: word.toUpperCase() }] })
    },
    ask: (number, login) => at.change(number, { asked: [login] }),
    loseNextAnswer: () => {
      github.lose = true
    },
    count: (branch) => at.pulls.filter((one) => one.branch === branch).length,
    close: () => github.close(),
  }
}

async function onForgejo(dir: string, kind: 'forgejo' | 'gitea'): Promise<Started> {
  const forgejo = await startForgejo(join(dir, 'forge'), token, kind)
  const { pulls, dir: bare } = forgejo.repo('ada/shop')
  const states = { passed: 'success', failed: 'failure', pending: 'pending' }
  const words = { approved: 'APPROVED', changes_requested: 'REQUEST_CHANGES' }
  return {
    ...{ repo, api: forges({ kind: 'forgejo', url: forgejo.url }), branch: writer(dir, bare), faults: forgejo.faults },
    fork(branch) {
      const words = { title: 'From a fork', body: '', state: 'open' as const, branch, base: 'main', from: 'eve/shop' }
      pulls.list.push({ ...words, number: 500, merged: null, updated: 0, reviews: [], asked: [], checking: false })
    },
    check(commit, { name, state }) {
      const status = { context: name, status: states[state] }
      pulls.statuses.set(commit, [...(pulls.statuses.get(commit) ?? []), status])
    },
    review(number, login, word) {
      const { reviews } = pulls.list.find((one) => one.number === number)!
      pulls.change(number, { reviews: [...reviews, { login, state: words[word] }] })
    },
    ask: (number, login) => pulls.change(number, { asked: [login] }),
    loseNextAnswer: () => {
      forgejo.lose = true
    },
    count: (branch) => pulls.list.filter((one) => one.branch === branch && one.from === 'ada/shop').length,
    close: () => forgejo.close(),
  }
}

describe.each([
  ['GitHub', onGitHub],
  ['Forgejo', (dir: string) => onForgejo(dir, 'forgejo')],
  ['Gitea', (dir: string) => onForgejo(dir, 'gitea')],
] as const)('%s', (title, start) => {
  let dir: string
  let world: Started
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'drover-forge-'))
    world = await start(dir)
  })
  afterAll(async () => {
    expect(world.faults).toEqual([])
    await world.close()
    rmSync(dir, { recursive: true, force: true })
  })
  forgeSuite(title, () => world)
})
