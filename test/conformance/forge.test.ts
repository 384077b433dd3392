/** The suite of forges on GitHub, Forgejo and Gitea, against those of this machine. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createForges } from '#adapters/forge/forges'
import { type FakeForgejo, startForgejo } from '#test/support/forgejo/forgejo'
import { git } from '#test/support/github/git'
import { type FakeGitHub, startGitHub } from '#test/support/github/github'
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

type Started = ForgeWorld & { readonly dir: string; readonly faults: readonly string[] }
let dir: string
let github: FakeGitHub
let forgejo: FakeForgejo
let gitea: FakeForgejo
let worlds: Readonly<Record<'GitHub' | 'Forgejo' | 'Gitea', Started>>

/** A commit on top of main, without a checkout. */
function commitTo(place: string, branch: string, file: string): string {
  const words = `${branch}\n`
  const blob = git(place, ['hash-object', '-w', '--stdin'], words)
  const parent = branch === 'main' ? null : git(place, ['rev-parse', 'refs/heads/main'])
  const before = parent === null ? '' : `${git(place, ['ls-tree', parent])}\n`
  const kept = before.split('\n').filter((line) => line !== '' && !line.endsWith(`\t${file}`))
  const tree = git(place, ['mktree'], `${[...kept, `100644 blob ${blob}\t${file}`].join('\n')}\n`)
  const as = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  const commit = git(place, [...as, 'commit-tree', tree, ...(parent === null ? [] : ['-p', parent]), '-m', branch])
  git(place, ['update-ref', `refs/heads/${branch}`, commit])
  return commit
}

let jobs = 1000
const states = { success: 'success', failure: 'failure', pending: 'pending' } as const

function onGitHub(): Started {
  const fake = github.repo('ada/shop')
  const pull = (number: number) => fake.pulls.find((one) => one.number === number)!
  return {
    api: forges({ kind: 'github', url: github.url }),
    repo,
    dir: fake.dir,
    faults: github.faults,
    lacks: new Set(),
    push: (branch, file = `${branch}.txt`) => commitTo(fake.dir, branch, file),
    ask: (number, login) => fake.change(number, { asked: [login] }),
    opened({ branch, title = branch, draft = false, fork, editable = false }) {
      const number = fake.pulls.length + 1
      fake.pulls.push({
        ...{
          number,
          title,
          body: '',
          state: 'open',
          draft,
          branch,
          base: 'main',
          merged: null,
          reviews: [],
          asked: [],
        },
        updated: 0,
        ...(fork === undefined ? {} : { fork }),
        editable,
      })
      fake.change(number, {})
      return number
    },
    check(head, name, result, log) {
      const id = jobs++
      const done = result !== 'pending'
      const run = { name, id, status: done ? 'completed' : 'in_progress', conclusion: done ? result : null }
      fake.checks.set(head, [...(fake.checks.get(head) ?? []), run])
      if (log !== undefined) fake.logs.set(id, log)
    },
    review: (number, login, state) => fake.change(number, { reviews: [...pull(number).reviews, { login, state }] }),
    discuss(number, { path, line, by, bot = false, body }) {
      const before = pull(number).threads ?? []
      const id = `PRRT_${number}_${before.length + 1}`
      fake.change(number, { threads: [...before, { id, path, line, login: by, bot, body, resolved: false }] })
      return id
    },
    protect: ({ checks, approvals }) =>
      void Object.assign(fake.required, { rules: checks, reviews: approvals === 0 ? null : approvals }),
    loseNextAnswer: () => {
      github.lose = true
    },
    count: (branch) => fake.pulls.filter((one) => one.branch === branch && one.fork === undefined).length,
  }
}

function onForgejo(forgejo: FakeForgejo): Started {
  const { pulls, dir: bare } = forgejo.repo('ada/shop')
  const words = { APPROVED: 'APPROVED', CHANGES_REQUESTED: 'REQUEST_CHANGES' }
  const pull = (number: number) => pulls.list.find((one) => one.number === number)!
  return {
    api: forges({ kind: 'forgejo', url: forgejo.url }),
    repo,
    dir: bare,
    faults: forgejo.faults,
    lacks: new Set(['resolve', 'log', 'bots', 'conflict']),
    push: (branch, file = `${branch}.txt`) => commitTo(bare, branch, file),
    ask: (number, login) => pulls.change(number, { asked: [login] }),
    opened({ branch, title = branch, draft = false, fork = 'ada/shop', editable = false }) {
      // Beyond the numbers that the forge itself gives here.
      const number = 5000 + pulls.list.length
      const name = draft ? `WIP: ${title}` : title
      pulls.list.push({
        ...{ number, title: name, body: '', state: 'open', branch, base: 'main', from: fork, merged: null, updated: 0 },
        ...{ reviews: [], asked: [], checking: false, editable },
      })
      pulls.change(number, {})
      return number
    },
    check: (head, name, result) =>
      void pulls.statuses.set(head, [...(pulls.statuses.get(head) ?? []), { context: name, status: states[result] }]),
    review: (number, login, state) =>
      pulls.change(number, { reviews: [...pull(number).reviews, { login, state: words[state] }] }),
    discuss(number, { path, line, by, body }) {
      const { reviews } = pull(number)
      const comments = [{ path, position: line, body }]
      pulls.change(number, { reviews: [...reviews, { login: by, state: 'COMMENT', comments }] })
      return String((reviews.length + 1) * 100)
    },
    protect: ({ checks, approvals }) => void Object.assign(pulls, { required: checks, approvals }),
    loseNextAnswer: () => {
      forgejo.lose = true
    },
    count: (branch) => pulls.list.filter((one) => one.branch === branch && one.from === 'ada/shop').length,
  }
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'drover-forge-'))
  github = await startGitHub(join(dir, 'github'), token)
  forgejo = await startForgejo(join(dir, 'forgejo'), token, 'forgejo')
  gitea = await startForgejo(join(dir, 'gitea'), token, 'gitea')
  worlds = { GitHub: onGitHub(), Forgejo: onForgejo(forgejo), Gitea: onForgejo(gitea) }
  for (const one of Object.values(worlds)) commitTo(one.dir, 'main', 'readme.txt')
})
afterAll(async () => {
  for (const one of Object.values(worlds)) expect(one.faults).toEqual([])
  await Promise.all([github.close(), forgejo.close(), gitea.close()])
  rmSync(dir, { recursive: true, force: true })
})

for (const title of ['GitHub', 'Forgejo', 'Gitea'] as const) forgeSuite(title, () => worlds[title])

describe('GitHub in particular', () => {
  it('asks for thirty pull requests in two questions, and for threads and checks beyond a hundred to their end', async () => {
    const { api, repo, push, opened, check, discuss } = worlds.GitHub
    const head = push('long')
    const number = opened({ branch: 'long' })
    for (let n = 0; n < 130; n++) {
      check(head, `check ${n}`, 'success')
      discuss(number, { path: 'long.txt', line: 1, by: 'bob', body: `word ${n}` })
    }
    const found = await api.look(repo, number)
    expect(found?.checks).toHaveLength(130)
    expect(found?.threads).toHaveLength(130)
    const before = github.requests.length
    const refs = Array.from({ length: 30 }, (_, n) => ({ repo, number: n + 1, nodeId: null }))
    await api.read(refs)
    expect(github.requests.slice(before).map(({ path }) => path)).toEqual(['/graphql', '/graphql'])
  })

  it('follows a log to another host without the token, and a job that has none is no failure', async () => {
    const sent = github.requests.filter(({ path }) => path.startsWith('storage:'))
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.every(({ authorization }) => authorization === null)).toBe(true)
  })

  it('keeps the end of a log that has no end', async () => {
    const { api, repo } = worlds.GitHub
    github.repo('ada/shop').logs.set(7, `${'x'.repeat(30_000_000)}\nlast line`)
    const log = await api.log(repo, '7')
    expect(log?.endsWith('\nlast line')).toBe(true)
    expect(log?.length).toBeLessThan(300_000)
  })

  it('knows a pull request by its own name after its repository was renamed', async () => {
    const { api } = worlds.GitHub
    const repo = { owner: 'ada', name: 'before' }
    const fake = github.repo('ada/before')
    commitTo(fake.dir, 'main', 'readme.txt')
    commitTo(fake.dir, 'moving', 'moving.txt')
    const { pr } = await api.open(repo, { title: 'Moving', body: '', branch: 'moving', base: 'main', draft: false })
    github.rename('ada/before', 'ada/after')
    const [found] = await api.read([{ repo, number: 999, nodeId: pr.nodeId }])
    expect(found).toMatchObject({ number: pr.number, repo: { owner: 'ada', name: 'after' } })
    expect(await api.look(repo, pr.number)).toMatchObject({ repo: { owner: 'ada', name: 'after' } })
    expect((await api.list(repo)).prs).toMatchObject([{ branch: 'moving', own: true }])
  })

  it('says what is left of the hour', async () => {
    const { api, repo } = worlds.GitHub
    const reset = Math.round(Date.now() / 1000) + 600
    github.quota = { limit: 5000, remaining: 1234, reset }
    await api.list(repo)
    github.quota = null
    expect(api.quota()).toEqual({ limit: 5000, remaining: 1234, resetAt: new Date(reset * 1000).toISOString() })
  })
})
