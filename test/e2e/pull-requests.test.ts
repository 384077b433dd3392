/** A session's work as a pull request at a GitHub on this machine: opened once, watched, told of, merged as it was shown. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PullRequest } from '#contract/pr'
import { type FakeGitHub, type FakeRepo, startGitHub } from '#test/support/github/github'
import { ok, type World, world } from '#test/support/world'

const token = 'ghp_canaryCanaryCanary0123456789abcdefgh'

describe('pull requests', () => {
  let w: World
  let github: FakeGitHub
  let repo: FakeRepo
  const opened = (id: string, body: object = {}) =>
    ok<{ pr: PullRequest; created: boolean }>(w.call('POST', `/api/v1/sessions/${id}/pr`, body))
  const looked = async (id: string) => (await ok<{ pr: PullRequest }>(w.call('POST', `/api/v1/prs/${id}/look`, {}))).pr
  /** A session whose one commit waits on its branch. */
  const finished = async (file: string, more = ''): Promise<string> => {
    const { id } = await w.spawn(`@write ${file} by an agent\n@commit Add ${file}\n@say Made ${file}.${more}`)
    await w.turnEnd(id)
    await w.until(id, (session) => (session.landing?.ahead ?? 0) > 0)
    return id
  }
  const green = (pr: PullRequest): void => {
    repo.checks.set(pr.head, [{ name: 'unit', status: 'completed', conclusion: 'success' }])
  }

  beforeAll(async () => {
    w = await world({ start: false, env: { DROVER_GITHUB_TOKEN: token } })
    github = await startGitHub(join(w.dir, 'forge'), token)
    repo = github.repo('ada/shop')
    const { writeFileSync } = await import('node:fs')
    writeFileSync(
      join(w.env.HOME!, '.config', 'drover', 'config.toml'),
      `[forge]\ninterval = 1\n[forge.github]\nurl = "${github.url}"\n`,
    )
    w.repo.git('remote', 'add', 'origin', `${github.url}/ada/shop.git`)
    // git itself goes to the bare repository behind that address.
    w.repo.git('config', `url.file://${join(w.dir, 'forge')}/.insteadOf`, `${github.url}/`)
    w.repo.git('push', '-q', 'origin', 'main')
    await w.start()
    await w.addProject()
  })
  afterEach(() => {
    github.instead = null
    expect(github.faults).toEqual([])
  })
  afterAll(async () => {
    await w?.end()
    await github?.close()
  })

  it('asks for nothing but the list of open ones while no session has a pull request', async () => {
    await finished('quiet.txt')
    await expect.poll(() => github.requests.length, { timeout: 20_000 }).toBeGreaterThan(1)
    expect(new Set(github.requests.map(({ path }) => path))).toEqual(new Set(['/repos/ada/shop/pulls']))
  })

  it('pushes the branch and opens one, with words from the commits and the agent; a second time it is the same one', async () => {
    const id = await finished('first.txt')
    const { proposal } = await ok<{ proposal: Record<string, unknown> }>(
      w.call('GET', `/api/v1/sessions/${id}/pr/proposal`),
    )
    expect(proposal).toMatchObject({ title: 'Add first.txt', base: 'main', commits: 1, repo: 'ada/shop', left: 0 })
    expect(proposal.body).toContain('Made first.txt.')
    const { pr, created } = await opened(id, { head: proposal.head })
    expect(created).toBe(true)
    expect(pr).toMatchObject({ repo: 'ada/shop', number: 1, state: 'open', head: proposal.head, sessionId: id })
    expect(repo.pulls[0]).toMatchObject({ title: 'Add first.txt', branch: pr.branch, base: 'main', draft: false })
    const again = await opened(id)
    expect(again).toMatchObject({ created: false, pr: { id: pr.id } })
    expect(repo.pulls).toHaveLength(1)
    const session = await w.session(id)
    expect(session).toMatchObject({ status: 'mergeable', prs: [{ id: pr.id, number: 1, status: 'mergeable' }] })
    const shell = await w.cli(['pr', 'ls', '--json'])
    expect(JSON.parse(shell.stdout).prs.map((one: PullRequest) => one.id)).toEqual([pr.id])
  })

  it('refuses to open what is not what was shown, what has no commit, and says which', async () => {
    const id = await finished('shown.txt')
    const moved = await w.call('POST', `/api/v1/sessions/${id}/pr`, { head: '1'.repeat(40) })
    expect(moved).toMatchObject({ status: 409, body: { code: 'HEAD_CHANGED' } })
    const idle = await w.spawn('@say nothing done')
    await w.turnEnd(idle.id)
    expect(await w.call('POST', `/api/v1/sessions/${idle.id}/pr`, {})).toMatchObject({
      body: { code: 'NOTHING_TO_PUSH' },
    })
    expect(repo.pulls.some((pull) => pull.branch.includes(id))).toBe(false)
  })

  it('finds what it opened when the answer was lost on the way, and opens it once', async () => {
    const id = await finished('lost.txt')
    const before = repo.pulls.length
    github.instead = (request, answer) => {
      if (request.method !== 'POST') return false
      github.instead = null
      // It is made, and nobody hears of it.
      repo.pulls.push({
        number: before + 1,
        title: 'Add lost.txt',
        body: '',
        state: 'open',
        draft: false,
        branch: `drover/${id}/root`,
        base: 'main',
        merged: null,
        updated: Date.parse('2030-01-02T00:00:00Z'),
        reviews: [],
        asked: [],
      })
      answer.destroy()
      return true
    }
    expect((await opened(id)).pr.number).toBe(before + 1)
    expect(repo.pulls).toHaveLength(before + 1)
  })

  it('watches it: a red check is in the status, in the log of changes and in one mail that names it', async () => {
    const id = await finished('red.txt')
    const { pr } = await opened(id)
    const { lastSeq } = await ok<{ lastSeq: number }>(w.call('GET', '/api/v1/status'))
    repo.checks.set(pr.head, [
      { name: 'unit', status: 'completed', conclusion: 'failure' },
      { name: 'lint', status: 'completed', conclusion: 'success' },
    ])
    const check = await w.change(lastSeq, (change) =>
      change.type === 'pr_check_recorded' && change.payload.id === pr.id && change.payload.check.name === 'unit'
        ? change.payload.check
        : undefined,
    )
    expect(check.state).toBe('failed')
    // The mail wakes the idle agent: its turn carries the words.
    const carried = await w.row(id, (row) => row.kind === 'user' && row.text.includes('did not pass'))
    expect(carried.kind === 'user' && carried.text).toContain('- unit: failed')
    await w.turnEnd(id, 2)
    expect((await w.until(id, (session) => session.status === 'ci_failed')).status).toBe('ci_failed')
    // Looked at again and again, over a restart too: the same evidence is told once.
    await w.crash()
    await w.start()
    await looked(pr.id)
    const { mail } = await ok<{ mail: readonly unknown[] }>(w.call('GET', `/api/v1/mail?to=${id}&type=status`))
    expect(mail).toHaveLength(1)
    const refused = await w.call('POST', `/api/v1/prs/${pr.id}/merge`, {})
    expect(refused).toMatchObject({ status: 422, body: { code: 'PR_PRECONDITIONS_UNMET' } })
    expect(refused.body.message).toContain('unit')
  })

  it('costs one unchanged list and unchanged checks a look while nothing happens', async () => {
    const open = repo.pulls.filter((pull) => pull.state === 'open')
    // Green and unchanged: nothing about it is asked by itself.
    const [rests] = open
    const branch = w.repo.git('ls-remote', 'origin', rests!.branch).split('\t')[0]!
    repo.checks.set(branch, [{ name: 'unit', status: 'completed', conclusion: 'success' }])
    // Let everything be seen once.
    for (const { id } of (await ok<{ prs: PullRequest[] }>(w.call('GET', '/api/v1/prs'))).prs) await looked(id)
    const listed = () => github.requests.filter(({ path }) => path.endsWith('/pulls')).length
    const rounds = listed()
    await expect.poll(listed, { timeout: 30_000 }).toBeGreaterThanOrEqual(rounds + 3)
    const last = github.requests.findLastIndex(({ path }) => path.endsWith('/pulls'))
    const round = github.requests.slice(0, last)
    const from = round.findLastIndex(({ path }) => path.endsWith('/pulls'))
    const asked = round.slice(from)
    expect(asked.every(({ status }) => status === 304)).toBe(true)
    expect(asked).toHaveLength(1 + 2 * (open.length - 1))
  })

  it('merges what is green and was shown, and nothing else', async () => {
    const id = await finished('merged.txt')
    const { pr } = await opened(id)
    green(pr)
    const stale = await w.call('POST', `/api/v1/prs/${pr.id}/merge`, { expectedHeadSha: '1'.repeat(40) })
    expect(stale).toMatchObject({ status: 409, body: { code: 'PR_HEAD_CHANGED' } })
    repo.change(pr.number, { reviews: [{ login: 'bob', state: 'CHANGES_REQUESTED' }] })
    expect(await w.call('POST', `/api/v1/prs/${pr.id}/merge`, {})).toMatchObject({
      body: { code: 'PR_PRECONDITIONS_UNMET' },
    })
    repo.change(pr.number, { reviews: [{ login: 'bob', state: 'APPROVED' }] })
    const shell = await w.cli(['pr', 'merge', `#${pr.number}`, '--head', pr.head])
    expect(shell).toMatchObject({ code: 0, stdout: `merged ada/shop#${pr.number} (merge)\n` })
    expect(w.repo.git('ls-remote', 'origin', 'main')).toContain(repo.pulls[pr.number - 1]!.merged!)
    expect((await w.until(id, (session) => session.status === 'merged')).prs[0]?.state).toBe('merged')
    expect(await w.call('POST', `/api/v1/prs/${pr.id}/merge`, {})).toMatchObject({ body: { code: 'PR_NOT_OPEN' } })
  })

  it('says what is missing: no such repository, a limit with its end, a forge that is away, an answer that is cut off', async () => {
    const id = await finished('broken.txt')
    const { pr } = await opened(id)
    const look = () => w.call('POST', `/api/v1/prs/${pr.id}/look`, {})
    github.instead = (_, answer) => {
      answer.writeHead(429, { 'retry-after': '120', 'content-type': 'application/json' })
      return Boolean(answer.end('{"message":"slow down"}'))
    }
    expect(await look()).toMatchObject({ status: 503, body: { code: 'FORGE_RATE_LIMITED' } })
    github.instead = (_, answer) => {
      answer.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
      answer.write('{"number":')
      answer.destroy()
      return true
    }
    expect(await look()).toMatchObject({ status: 503, body: { code: 'FORGE_UNREACHABLE' } })
    github.instead = (_, answer) => {
      answer.writeHead(301, { location: 'http://localhost:9/elsewhere' })
      return Boolean(answer.end())
    }
    expect(await look()).toMatchObject({ status: 503, body: { code: 'FORGE_UNREACHABLE' } })
    github.instead = null
    expect((await looked(pr.id)).state).toBe('open')
    const closed = await w.cli(['pr', 'close', pr.id])
    expect(closed).toMatchObject({ code: 0 })
    expect((await w.session(id)).prs[0]).toMatchObject({ state: 'closed', status: null })
  })

  it('keeps the token to itself: no agent, log, event or other host sees it', async () => {
    const id = await finished('canary.txt')
    await w.call('POST', `/api/v1/sessions/${id}/send`, { message: '@sh env' })
    await w.turnEnd(id, 2)
    expect(JSON.stringify(await w.rows(id))).not.toContain(token)
    expect(readFileSync(join(w.home, 'daemon.log'), 'utf8')).not.toContain(token)
    expect(readFileSync(join(w.home, 'drover.db')).includes(token)).toBe(false)
    expect(github.requests.every(({ authorization }) => authorization?.endsWith(token))).toBe(true)
  })

  it('a secret in a title that somebody wrote at the forge is not shown, and no escape code reaches a terminal', async () => {
    repo.change(1, { title: `\u001b[2Jowned ${'ghp_'}${'a1B2'.repeat(9)}` })
    const { code, stdout } = await w.cli(['pr', 'get', 'pr-1'])
    expect(code).toBe(0)
    expect(stdout).not.toContain('\u001b[2J')
    expect(stdout).not.toContain('a1B2a1B2a1B2')
  })
})
