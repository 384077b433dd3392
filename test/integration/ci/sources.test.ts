/** Every source of a stage against what it asks: none, pending, success or failure, and nothing else where nothing was learned. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCiSources } from '#adapters/ci/ci-sources'
import { createAsk } from '#adapters/forge/github/ask'
import { readGitHubChecks } from '#adapters/forge/github/ci'
import { createTokens } from '#adapters/forge/github/token'
import { guardedFetch } from '#adapters/forge/guarded-fetch'
import { createHost } from '#adapters/runtime/process/host'
import type { CiQuestion, CiSpec } from '#ports/ci-source'
import { type FakeGitHub, type FakeRepo, startGitHub } from '#test/support/github/github'

const commit = 'c'.repeat(40)
const token = 'canary-of-ci'
const question = (more: Partial<CiQuestion> = {}): CiQuestion => ({
  forge: { kind: 'github', url: 'http://127.0.0.1:9' },
  repo: { owner: 'ada', name: 'shop' },
  commit,
  branch: 'main',
  ...more,
})
const host = createHost({
  PATH: process.env.PATH,
  DROVER_WOODPECKER_TOKEN: token,
  DROVER_PROBE_TOKEN: token,
  DROVER_GITHUB_TOKEN: token,
})
const sources = createCiSources({
  host,
  wayOut: guardedFetch,
  readChecks: readGitHubChecks((apiUrl) =>
    createAsk({ apiUrl, webHost: '127.0.0.1', tokens: createTokens(host, () => 0), now: () => new Date() }),
  ),
})
const ask = (spec: CiSpec, more: Partial<CiQuestion> = {}) => sources(spec).ask(question(more))

describe('checks at GitHub', () => {
  let dir: string
  let github: FakeGitHub
  let repo: FakeRepo
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'drover-ci-'))
    github = await startGitHub(dir, token)
    repo = github.repo('ada/shop')
  })
  beforeEach(() => {
    repo.checks.clear()
    repo.statuses.clear()
    Object.assign(repo.required, { protection: [], rules: [] })
  })
  afterEach(() => expect(github.faults).toEqual([]))
  afterAll(async () => {
    await github.close()
    rmSync(dir, { recursive: true, force: true })
  })
  const result = async () => (await ask({ kind: 'checks' }, { forge: { kind: 'github', url: github.url } })).result
  const run = (name: string, conclusion: string | null) => ({
    name,
    conclusion,
    status: conclusion === null ? 'in_progress' : 'completed',
  })

  it('runs and statuses count together', async () => {
    expect(await result()).toBe('none')
    repo.checks.set(commit, [run('unit', 'success')])
    repo.statuses.set(commit, [{ context: 'deploy', state: 'pending' }])
    expect(await result()).toBe('pending')
    repo.statuses.set(commit, [{ context: 'deploy', state: 'success' }])
    expect(await result()).toBe('success')
    repo.checks.set(commit, [run('unit', 'success'), run('lint', 'timed_out')])
    expect(await result()).toBe('failure')
    repo.checks.set(commit, [run('unit', 'neutral'), run('lint', null)])
    expect(await result()).toBe('pending')
  })

  it.each(['protection', 'rules'] as const)(
    'those that %s requires decide, and one that is missing is waited for',
    async (by) => {
      repo.required[by] = ['unit', 'e2e']
      repo.checks.set(commit, [run('unit', 'success'), run('lint', 'failure')])
      expect(await result()).toBe('pending')
      repo.checks.set(commit, [run('unit', 'success'), run('e2e', 'success'), run('lint', 'failure')])
      expect(await result()).toBe('success')
    },
  )

  it('a forge that cannot be asked has told nothing', async () => {
    const away = await ask({ kind: 'checks' })
    expect(away).toMatchObject({ result: 'pending', detail: expect.stringContaining('could not be asked') })
  })
})

describe('over HTTP', () => {
  let server: Server
  let url: string
  let seen: { path: string; authorization: string | undefined }[] = []
  let answers: (path: string) => { status: number; body: string; headers?: Record<string, string>; cut?: boolean }
  beforeAll(async () => {
    server = createServer((request, answer) => {
      seen.push({ path: request.url ?? '', authorization: request.headers.authorization })
      const { status, body, headers = {}, cut } = answers(request.url ?? '')
      answer.writeHead(status, headers)
      if (cut) answer.write(body, () => answer.destroy())
      else answer.end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    seen = []
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const pipeline = (number: number, status: string, event = 'push', of = commit) => ({
    ...{ number, status, event, commit: of },
  })
  const woodpecker = (...pages: readonly object[][]) => {
    answers = (path) => {
      if (path === '/api/repos/lookup/ada/shop') return { status: 200, body: '{"id":7}' }
      const page = Number(/^\/api\/repos\/7\/pipelines\?page=(\d+)&perPage=50$/.exec(path)?.[1])
      if (Number.isNaN(page)) return { status: 404, body: '' }
      return { status: 200, body: JSON.stringify(pages[page - 1] ?? []) }
    }
    return ask({ kind: 'woodpecker', url: `${url}/` })
  }

  it.each([
    ['success', 'success'],
    ['failure', 'failure'],
    ['error', 'failure'],
    ['killed', 'failure'],
    ['declined', 'failure'],
    ['running', 'pending'],
    ['pending', 'pending'],
    ['blocked', 'pending'],
    ['created', 'pending'],
    ['skipped', 'none'],
    ['dreaming', 'pending'],
  ])('Woodpecker: %s is %s', async (status, result) => {
    expect((await woodpecker([pipeline(3, status)])).result).toBe(result)
    expect(seen.every(({ authorization }) => authorization === `Bearer ${token}`)).toBe(true)
  })

  it('Woodpecker: the latest run counts, other commits and what runs by the clock do not, later pages are read', async () => {
    expect((await woodpecker([pipeline(4, 'success'), pipeline(3, 'failure')])).result).toBe('success')
    expect((await woodpecker([pipeline(4, 'failure', 'cron'), pipeline(3, 'success')])).result).toBe('success')
    expect((await woodpecker([pipeline(4, 'success', 'push', 'd'.repeat(40))])).result).toBe('none')
    const others = Array.from({ length: 50 }, (_, n) => pipeline(100 - n, 'success', 'push', 'd'.repeat(40)))
    expect(await woodpecker(others, [pipeline(3, 'failure')])).toMatchObject({
      result: 'failure',
      red: [{ name: 'pipeline 3 (push)', url: `${url}/repos/7/pipeline/3` }],
    })
    expect((await woodpecker([pipeline(5, 'success'), pipeline(6, 'running', 'deployment')])).result).toBe('pending')
  })

  it.each([
    ['a repository it does not know', { status: 404, body: '' }],
    ['a token it refuses', { status: 401, body: '' }],
    ['an answer that is none', { status: 200, body: '<html>' }],
    ['one that is cut off', { status: 200, body: '{"id":', headers: { 'content-length': '500' }, cut: true }],
    ['another shape', { status: 200, body: '{"id":"seven"}' }],
    ['a redirect to another host', { status: 302, body: '', headers: { location: 'http://localhost:9/' } }],
    ['trouble', { status: 500, body: '' }],
  ])('Woodpecker: %s is no answer', async (_, given) => {
    answers = () => given
    const { result, detail } = await ask({ kind: 'woodpecker', url })
    expect(result).toBe('pending')
    expect(detail).toContain('could not be asked')
    expect(detail).not.toContain(token)
  })

  it.each([
    ['the commit is shown', 200, `{"version":"${commit}"}`, {}, 'success'],
    ['another one is shown', 200, `{"version":"${'d'.repeat(40)}"}`, {}, 'pending'],
    ['nothing is there yet', 404, commit, {}, 'pending'],
    ['trouble', 503, commit, {}, 'pending'],
    ['its short form is asked for', 200, 'v-ccccccc', { expect: 'v-{short}' }, 'success'],
    ['the named failure is shown', 200, `rollout ${commit} degraded`, { fail: 'degraded' }, 'failure'],
    ['the named failure is shown by an error page', 500, 'degraded', { fail: 'degraded' }, 'failure'],
    ['a flood', 200, `${'x'.repeat(2 ** 20)}${commit}`, {}, 'pending'],
  ])('probe: %s', async (_, status, body, more, result) => {
    answers = () => ({ status, body })
    const found = await ask({ kind: 'probe', url: `${url}/{owner}/{repo}/version?of={commit}`, ...more })
    expect(found.result).toBe(result)
    expect(seen).toEqual([{ path: `/ada/shop/version?of=${commit}`, authorization: `Bearer ${token}` }])
  })

  it('probe: a name leads to no other host, nor out of its path', async () => {
    answers = () => ({ status: 200, body: commit })
    await ask({ kind: 'probe', url: `${url}/{repo}` }, { repo: { owner: 'a', name: '../@evil.example/' } })
    expect(seen.map(({ path }) => path)).toEqual(['/..%2F%40evil.example%2F'])
  })
})

describe('a command', () => {
  it.each([
    ['exit 0', 'success'],
    ['exit 1', 'failure'],
    ['exit 75', 'pending'],
    ['exit 3', 'pending'],
    ['echo none', 'none'],
    ['echo pending; exit 0', 'pending'],
    ['echo failure', 'failure'],
    ['echo success; exit 3', 'pending'],
    ['echo perhaps; exit 0', 'success'],
    ['no-such-command-here', 'pending'],
    ['kill -9 $$', 'pending'],
  ])('%s: %s', async (command, result) => expect((await ask({ kind: 'command', command })).result).toBe(result))

  it('is told what it is about, and not the tokens (repo_and_commit_passed_through_to_clients)', async () => {
    const command = `test "$DROVER_REPO $DROVER_COMMIT $DROVER_BRANCH" = "ada/shop ${commit} main" || exit 3`
    expect((await ask({ kind: 'command', command })).result).toBe('success')
    const leak = await ask({ kind: 'command', command: `env | grep -q ${token} && exit 1 || exit 0` })
    expect(leak.result).toBe('success')
  })

  it('that takes too long has told nothing', async () => {
    expect((await ask({ kind: 'command', command: 'sleep 60', timeoutMs: 50 })).result).toBe('pending')
  })

  it('names what it said was wrong', async () => {
    const { red } = await ask({ kind: 'command', command: 'echo "two pods are down" >&2; exit 1' })
    expect(red).toEqual([{ name: 'two pods are down', url: null, tail: 'two pods are down' }])
  })
})
