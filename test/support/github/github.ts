/**
 * A GitHub on this machine: its REST routes for pull requests, judged by GitHub's own description in both directions, with
 * real bare repositories behind them, so that heads, pushes and merges are real. It refuses what the real one refuses, and can
 * be slow, limited or broken on request. It listens on loopback only.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { exampleOf, type Operation, operationOf, wrongAnswer, wrongRequest } from './description.ts'
import { createIssues, type FakeIssues, IssueRefusal } from './issues.ts'
import { answerRules, type FakeRules } from './rules.ts'

// biome-ignore lint/suspicious/noExplicitAny: GitHub's answers have hundreds of fields; the description checks them
type Json = any

export interface FakePull {
  readonly number: number
  title: string
  body: string
  state: 'open' | 'closed'
  draft: boolean
  branch: string
  base: string
  merged: string | null
  updated: number
  reviews: { login: string; state: string }[]
  asked: string[]
}

export interface FakeRepo {
  readonly dir: string
  readonly pulls: FakePull[]
  readonly issues: FakeIssues
  readonly required: FakeRules
  /** By commit. */
  readonly checks: Map<string, { name: string; status: string; conclusion: string | null }[]>
  readonly statuses: Map<string, { context: string; state: string }[]>
  /** What somebody else did to it. */
  change(number: number, patch: Partial<FakePull>): void
}

export interface FakeGitHub {
  readonly url: string
  readonly requests: { method: string; path: string; status: number; authorization: string | null }[]
  readonly faults: string[]
  repo(fullName: string): FakeRepo
  /** Answers the next request that fits instead of GitHub; returning false lets it pass. */
  instead: ((request: IncomingMessage, answer: ServerResponse) => boolean) | null
  /** The answer to the next write is lost on the way, after it was done. */
  lose: boolean
  close(): Promise<void>
}

const git = (dir: string, ...args: string[]): string =>
  execFileSync('git', ['-C', dir, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  }).trim()
const tip = (dir: string, branch: string): string | null => {
  try {
    return git(dir, 'rev-parse', '--verify', '-q', `refs/heads/${branch}`)
  } catch {
    return null
  }
}

class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export async function startGitHub(dir: string, token: string): Promise<FakeGitHub> {
  const repos = new Map<string, FakeRepo>()
  const issuesOf = new Map<string, ReturnType<typeof createIssues>>()
  const requests: FakeGitHub['requests'] = []
  const faults: string[] = []
  let clock = Date.parse('2030-01-01T00:00:00Z')

  const repo = (fullName: string): FakeRepo => {
    const known = repos.get(fullName.toLowerCase())
    if (known !== undefined) return known
    const place = join(dir, `${fullName}.git`)
    mkdirSync(place, { recursive: true })
    git(place, 'init', '-q', '--bare', '-b', 'main')
    const pulls: FakePull[] = []
    let seen: string | null = null
    const issues = createIssues(() => ({
      url: url(),
      fullName,
      self: 'ada',
      tick: () => {
        clock += 1000
        return clock
      },
      landed() {
        const now = tip(place, 'main')
        const range = seen === null ? [] : [`${seen}..${now}`]
        const came = seen === null || now === null || now === seen ? [] : [git(place, 'log', '--format=%B', ...range)]
        seen = now
        return came
      },
    }))
    issuesOf.set(fullName.toLowerCase(), issues)
    const made: FakeRepo = {
      dir: place,
      pulls,
      issues,
      required: { protection: [], rules: [] },
      checks: new Map(),
      statuses: new Map(),
      change(number, patch) {
        clock += 1000
        Object.assign(pulls.find((one) => one.number === number)!, patch, { updated: clock })
      },
    }
    repos.set(fullName.toLowerCase(), made)
    return made
  }

  const time = (at: number): string => new Date(at).toISOString().replace('.000', '')
  const showPull = (name: string, found: FakeRepo, pull: FakePull, listed: boolean): Json => {
    const shown = exampleOf('pull-request')
    const head = tip(found.dir, pull.branch) ?? '0'.repeat(40)
    const full = { ...shown.head.repo, full_name: name, name: name.split('/')[1] }
    const conflicts = pull.merged === null && !merges(found.dir, pull.base, pull.branch)
    Object.assign(shown, {
      number: pull.number,
      html_url: `${url()}/${name}/pull/${pull.number}`,
      title: pull.title,
      body: pull.body,
      state: pull.state,
      draft: pull.draft,
      merged: pull.merged !== null,
      merged_at: pull.merged === null ? null : time(pull.updated),
      merge_commit_sha: pull.merged,
      mergeable: pull.state === 'open' ? !conflicts : null,
      mergeable_state: pull.draft ? 'draft' : conflicts ? 'dirty' : 'clean',
      requested_reviewers: pull.asked.map((login) => ({ ...shown.user, login })),
      requested_teams: [],
      created_at: '2030-01-01T00:00:00Z',
      updated_at: time(pull.updated),
    })
    Object.assign(shown.head, {
      ref: pull.branch,
      sha: head,
      label: `${name.split('/')[0]}:${pull.branch}`,
      repo: full,
    })
    Object.assign(shown.base, { ref: pull.base, sha: tip(found.dir, pull.base), repo: full })
    if (!listed) return shown
    const { merged: _m, mergeable: _a, mergeable_state: _s, comments: _c, review_comments: _r, ...rest } = shown
    const { maintainer_can_modify: _y, commits: _o, additions: _d, deletions: _e, changed_files: _f, ...short } = rest
    delete short.rebaseable
    delete short.merged_by
    return short
  }
  const merges = (place: string, base: string, head: string): boolean => {
    try {
      git(place, 'merge-tree', '--write-tree', base, head)
      return true
    } catch {
      return false
    }
  }

  const handle = (op: Operation, query: URLSearchParams, body: Json): { status: number; body: Json } => {
    if (op.path === '/user')
      return {
        status: 200,
        body: { ...exampleOf('private-user-response-with-public-profile-information'), login: 'ada' },
      }
    const name = `${op.words.owner}/${op.words.repo}`
    const found = repos.get(name.toLowerCase())
    if (found === undefined) throw new Refusal(404, 'Not Found')
    const pull = (): FakePull => {
      const one = found.pulls.find(({ number }) => number === Number(op.words.pull_number))
      if (one === undefined) throw new Refusal(404, 'Not Found')
      return one
    }
    const rest = op.path.replace('/repos/{owner}/{repo}', '')
    switch (`${op.method} ${rest}`) {
      case 'get /pulls': {
        const head = query.get('head')
        const state = query.get('state') ?? 'open'
        const list = found.pulls
          .filter((one) => state === 'all' || one.state === state)
          .filter((one) => head === null || head === `${op.words.owner}:${one.branch}`)
        return { status: 200, body: list.map((one) => showPull(name, found, one, true)) }
      }
      case 'post /pulls': {
        if (typeof body.title !== 'string' || body.title === '') throw new Refusal(422, 'Validation Failed')
        const branch = String(body.head).replace(`${op.words.owner}:`, '')
        if (tip(found.dir, branch) === null) throw new Refusal(422, 'Validation Failed: head is invalid')
        if (tip(found.dir, body.base) === null) throw new Refusal(422, 'Validation Failed: base is invalid')
        if (tip(found.dir, branch) === tip(found.dir, body.base))
          throw new Refusal(422, `No commits between ${body.base} and ${branch}`)
        if (found.pulls.some((one) => one.state === 'open' && one.branch === branch))
          throw new Refusal(422, `A pull request already exists for ${op.words.owner}:${branch}.`)
        clock += 1000
        const made: FakePull = {
          number: found.pulls.length + 1,
          title: body.title,
          body: body.body ?? '',
          state: 'open',
          draft: body.draft ?? false,
          branch,
          base: body.base,
          merged: null,
          updated: clock,
          reviews: [],
          asked: [],
        }
        found.pulls.push(made)
        return { status: 201, body: showPull(name, found, made, false) }
      }
      case 'get /pulls/{pull_number}':
        return { status: 200, body: showPull(name, found, pull(), false) }
      case 'patch /pulls/{pull_number}':
        found.change(pull().number, { ...body })
        return { status: 200, body: showPull(name, found, pull(), false) }
      case 'put /pulls/{pull_number}/merge': {
        const one = pull()
        const head = tip(found.dir, one.branch)
        if (body.sha !== undefined && body.sha !== head) throw new Refusal(409, 'Head branch was modified.')
        if (one.state !== 'open' || one.draft) throw new Refusal(405, 'Pull Request is not mergeable')
        if (!merges(found.dir, one.base, one.branch)) throw new Refusal(405, 'Pull Request is not mergeable')
        const tree = git(found.dir, 'merge-tree', '--write-tree', one.base, one.branch)
        const as = ['-c', 'user.name=GitHub', '-c', 'user.email=noreply@example.com']
        const parents = ['-p', `refs/heads/${one.base}`, '-p', `refs/heads/${one.branch}`]
        const commit = git(found.dir, ...as, 'commit-tree', tree, ...parents, '-m', `Merge pull request #${one.number}`)
        git(found.dir, 'update-ref', `refs/heads/${one.base}`, commit)
        found.change(one.number, { state: 'closed', merged: commit })
        return { status: 200, body: { sha: commit, merged: true, message: 'Pull Request successfully merged' } }
      }
      case 'get /pulls/{pull_number}/reviews':
        return {
          status: 200,
          body: pull().reviews.map((review) => ({
            ...exampleOf('pull-request-review-items')[0],
            user: { ...exampleOf('pull-request').user, login: review.login },
            state: review.state,
          })),
        }
      case 'get /commits/{ref}/check-runs': {
        const runs = found.checks.get(op.words.ref ?? '') ?? []
        const shape = exampleOf('check-run-paginated').check_runs[0]
        const check_runs = runs.map((run, id) => ({ ...shape, ...run, id, head_sha: op.words.ref, pull_requests: [] }))
        return { status: 200, body: { total_count: runs.length, check_runs } }
      }
      case 'get /commits/{ref}/status': {
        const shape = exampleOf('combined-commit-status')
        const given = found.statuses.get(op.words.ref ?? '') ?? []
        const statuses = given.map((one) => ({ ...shape.statuses[0], ...one }))
        return { status: 200, body: { ...shape, sha: op.words.ref, statuses, total_count: given.length } }
      }
      default: {
        const answer =
          answerRules(op, found.required) ?? issuesOf.get(name.toLowerCase())?.answer(op, query, body) ?? null
        if (answer === null) throw new Refusal(404, 'Not Found')
        return answer
      }
    }
  }

  const server = createServer(async (request, answer) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (fake.instead?.(request, answer) === true) return
    const { pathname, searchParams } = new URL(request.url ?? '/', url())
    const say = (status: number, body: Json, headers: Record<string, string> = {}): void => {
      const authorization = request.headers.authorization ?? null
      requests.push({ method: request.method ?? '', path: pathname, status, authorization })
      answer.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
      answer.end(status === 304 || status === 204 ? undefined : JSON.stringify(body))
    }
    const words = request.headers.authorization ?? ''
    if (words !== `token ${token}` && words !== `bearer ${token}`) return say(401, { message: 'Bad credentials' })
    const op = operationOf(request.method ?? 'GET', pathname)
    if (op === null) return say(404, { message: 'Not Found' })
    const body = parts.length === 0 ? undefined : JSON.parse(Buffer.concat(parts).toString())
    const wrong = wrongRequest(op, searchParams, body)
    if (wrong !== null) {
      faults.push(`${request.method} ${pathname}: ${wrong}`)
      return say(422, { message: `Validation Failed: ${wrong}` })
    }
    try {
      const given = handle(op, searchParams, body)
      const bad = wrongAnswer(op, given.status, given.body)
      if (bad !== null) faults.push(`our answer to ${request.method} ${pathname}: ${bad}`)
      const etag = `"${createHash('sha1').update(JSON.stringify(given.body)).digest('hex')}"`
      if (request.method === 'GET' && request.headers['if-none-match'] === etag) return say(304, null, { etag })
      if (fake.lose && request.method !== 'GET') {
        fake.lose = false
        return void answer.destroy()
      }
      return say(given.status, given.body, { etag })
    } catch (error) {
      if (error instanceof Refusal || error instanceof IssueRefusal)
        return say(error.status, { message: error.message })
      faults.push(String(error))
      return say(500, { message: 'Server Error' })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: FakeGitHub = {
    url: url(),
    requests,
    faults,
    repo,
    instead: null,
    lose: false,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return fake
}
