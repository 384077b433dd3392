/**
 * A GitHub on this machine: its REST routes for pull requests, judged by GitHub's own description in both directions, with
 * real bare repositories behind them, so that heads, pushes and merges are real. It refuses what the real one refuses, and can
 * be slow, limited or broken on request. It listens on loopback only.
 */
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { exampleOf, type Operation, operationOf, wrongAnswer, wrongRequest } from './description.ts'
import { git, headOf, merges, tip } from './git.ts'
import { runGraphQl } from './graphql.ts'
import { graphQlRoot, nodeIdOf } from './graphql-root.ts'
import { createIssues, IssueRefusal } from './issues.ts'
import { answerRules } from './rules.ts'
import type { FakeGitHub, FakePull, FakeRepo } from './types.ts'

// biome-ignore lint/suspicious/noExplicitAny: GitHub's answers have hundreds of fields; the description checks them
type Json = any

export type { FakeGitHub, FakePull, FakeRepo } from './types.ts'

class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export async function startGitHub(dir: string, token: string): Promise<FakeGitHub> {
  const repos = new Map<string, FakeRepo>()
  const names = new Map<FakeRepo, string>()
  const moved = new Map<string, string>()
  const issuesOf = new Map<string, ReturnType<typeof createIssues>>()
  const requests: FakeGitHub['requests'] = []
  const faults: string[] = []
  let clock = Date.parse('2030-01-01T00:00:00Z')

  const repo = (fullName: string): FakeRepo => {
    const known = repos.get(fullName.toLowerCase())
    if (known !== undefined) return known
    const place = join(dir, `${fullName}.git`)
    mkdirSync(place, { recursive: true })
    git(place, ['init', '-q', '--bare', '-b', 'main'])
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
        const came = seen === null || now === null || now === seen ? [] : [git(place, ['log', '--format=%B', ...range])]
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
      logs: new Map(),
      statuses: new Map(),
      change(number, patch) {
        clock += 1000
        Object.assign(pulls.find((one) => one.number === number)!, patch, { updated: clock })
      },
    }
    repos.set(fullName.toLowerCase(), made)
    names.set(made, fullName)
    return made
  }

  const headAt = (found: FakeRepo, pull: FakePull): string | null =>
    headOf(found.dir, pull, repos.get(pull.fork?.toLowerCase() ?? '')?.dir ?? null)
  const time = (at: number): string => new Date(at).toISOString().replace('.000', '')
  const showPull = (name: string, found: FakeRepo, pull: FakePull, listed: boolean): Json => {
    const shown = exampleOf('pull-request')
    const head = headAt(found, pull) ?? '0'.repeat(40)
    const full = { ...shown.head.repo, full_name: name, name: name.split('/')[1] }
    const conflicts = pull.merged === null && !merges(found.dir, pull.base, head)
    Object.assign(shown, {
      node_id: nodeIdOf(name, pull),
      number: pull.number,
      html_url: `${url()}/${name}/pull/${pull.number}`,
      title: pull.title,
      body: pull.body,
      state: pull.state,
      draft: pull.draft,
      merged: pull.merged !== null,
      maintainer_can_modify: pull.editable ?? false,
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
      label: `${(pull.fork ?? name).split('/')[0]}:${pull.branch}`,
      repo: pull.fork === undefined ? full : { ...full, full_name: pull.fork },
    })
    Object.assign(shown.base, { ref: pull.base, sha: tip(found.dir, pull.base), repo: full })
    if (!listed) return shown
    const { merged: _m, mergeable: _a, mergeable_state: _s, comments: _c, review_comments: _r, ...rest } = shown
    const { maintainer_can_modify: _y, commits: _o, additions: _d, deletions: _e, changed_files: _f, ...short } = rest
    delete short.rebaseable
    delete short.merged_by
    return short
  }

  const touches = (place: string, { base, branch }: FakePull, path: string): boolean =>
    git(place, ['diff', '--name-only', `${base}...${branch}`])
      .split('\n')
      .includes(path)
  const fullName = (found: FakeRepo): string => names.get(found) ?? ''

  const handle = (op: Operation, query: URLSearchParams, body: Json): { status: number; body: Json } => {
    if (op.path === '/user')
      return {
        status: 200,
        body: { ...exampleOf('private-user-response-with-public-profile-information'), login: 'ada' },
      }
    const found = repos.get(`${op.words.owner}/${op.words.repo}`.toLowerCase())
    if (found === undefined) throw new Refusal(404, 'Not Found')
    const name = fullName(found)
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
          .filter((one) => head === null || head === `${(one.fork ?? name).split('/')[0]}:${one.branch}`)
          .sort((a, b) => (query.get('sort') === 'updated' ? b.updated - a.updated : b.number - a.number))
          .slice(0, Number(query.get('per_page') ?? 30))
        return { status: 200, body: list.map((one) => showPull(name, found, one, true)) }
      }
      case 'post /pulls': {
        if (typeof body.title !== 'string' || body.title === '') throw new Refusal(422, 'Validation Failed')
        const branch = String(body.head).replace(`${op.words.owner}:`, '')
        if (tip(found.dir, branch) === null) throw new Refusal(422, 'Validation Failed: head is invalid')
        if (tip(found.dir, body.base) === null) throw new Refusal(422, 'Validation Failed: base is invalid')
        if (tip(found.dir, branch) === tip(found.dir, body.base))
          throw new Refusal(422, `No commits between ${body.base} and ${branch}`)
        if (found.pulls.some((one) => one.state === 'open' && one.branch === branch && one.fork === undefined))
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
        const head = headAt(found, one) ?? ''
        if (body.sha !== undefined && body.sha !== head) throw new Refusal(409, 'Head branch was modified.')
        if (one.state !== 'open' || one.draft) throw new Refusal(405, 'Pull Request is not mergeable')
        if (!merges(found.dir, one.base, head)) throw new Refusal(405, 'Pull Request is not mergeable')
        const tree = git(found.dir, ['merge-tree', '--write-tree', one.base, head])
        const as = ['-c', 'user.name=GitHub', '-c', 'user.email=noreply@example.com']
        const parents = ['-p', `refs/heads/${one.base}`, '-p', head]
        const commit = git(found.dir, [
          ...as,
          'commit-tree',
          tree,
          ...parents,
          '-m',
          `Merge pull request #${one.number}`,
        ])
        git(found.dir, ['update-ref', `refs/heads/${one.base}`, commit])
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
            ...(review.body === undefined ? {} : { body: review.body }),
          })),
        }
      case 'post /pulls/{pull_number}/reviews': {
        const one = pull()
        if (body.commit_id !== undefined && body.commit_id !== headAt(found, one))
          throw new Refusal(422, 'Unprocessable Entity')
        if (body.event === 'COMMENT' && !body.body && (body.comments ?? []).length === 0)
          throw new Refusal(422, 'Unprocessable Entity')
        for (const comment of body.comments ?? [])
          if (!touches(found.dir, one, comment.path))
            throw new Refusal(422, 'Pull request review thread path is invalid')
        const threads = (body.comments ?? []).map((comment: Json, n: number) => ({
          id: `PRRT_${one.number}_${(one.threads?.length ?? 0) + n + 1}`,
          path: comment.path,
          line: comment.line,
          login: 'ada',
          body: comment.body,
          resolved: false,
        }))
        found.change(one.number, {
          threads: [...(one.threads ?? []), ...threads],
          reviews: [...one.reviews, { login: 'ada', state: 'COMMENTED', body: body.body ?? '' }],
        })
        return { status: 200, body: { ...exampleOf('pull-request-review'), body: body.body ?? '', state: 'COMMENTED' } }
      }
      case 'get /actions/jobs/{job_id}/logs':
        if (!found.logs.has(Number(op.words.job_id))) throw new Refusal(404, 'Not Found')
        return { status: 302, body: null }
      case 'get /commits/{ref}/check-runs': {
        const runs = found.checks.get(op.words.ref ?? '') ?? []
        const shape = exampleOf('check-run-paginated').check_runs[0]
        const check_runs = runs.map((run, id) => ({
          ...shape,
          id: id + 1,
          ...run,
          head_sha: op.words.ref,
          pull_requests: [],
        }))
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
      const left = fake.quota === null ? {} : quotaHeaders(fake.quota)
      answer.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...left, ...headers })
      answer.end(status === 304 || status === 204 ? undefined : JSON.stringify(body))
    }
    const words = request.headers.authorization ?? ''
    if (words !== `token ${token}` && words !== `bearer ${token}`) return say(401, { message: 'Bad credentials' })
    if (pathname === '/graphql' && request.method === 'POST') {
      const asked = JSON.parse(Buffer.concat(parts).toString())
      const told = await runGraphQl(asked, root, faults).catch((error: unknown) => {
        faults.push(String(error))
        return { errors: [{ message: String(error) }] }
      })
      return say(200, told)
    }
    const was = /^\/repos\/([^/]+\/[^/]+)(.*)$/.exec(pathname)
    const now = was === null ? undefined : moved.get(was[1]!.toLowerCase())
    // As GitHub does: a read is sent on, a write elsewhere is not made.
    if (was !== null && now !== undefined)
      return say(
        request.method === 'GET' ? 301 : 307,
        { message: 'Moved Permanently' },
        {
          location: `${url()}/repos/${now}${was[2]}?${searchParams}`,
        },
      )
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
      if (given.status === 302) return say(302, null, { location: `${storage()}/${op.words.job_id}` })
      const wantsDiff = request.headers.accept?.includes('vnd.github.diff') === true
      if (wantsDiff && op.path.endsWith('/pulls/{pull_number}')) {
        const found = repos.get(`${op.words.owner}/${op.words.repo}`.toLowerCase())!
        const one = found.pulls.find(({ number }) => number === Number(op.words.pull_number))!
        requests.push({ method: 'GET', path: pathname, status: 200, authorization: words })
        answer.writeHead(200, { 'content-type': 'application/vnd.github.diff; charset=utf-8' })
        return void answer.end(git(found.dir, ['diff', `${one.base}...${headAt(found, one)}`]))
      }
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
  /** Where the logs of jobs are: another origin, which is to see no token. */
  const store = createServer((request, answer) => {
    const { authorization = null } = request.headers
    requests.push({ method: 'GET', path: `storage:${request.url}`, status: 200, authorization })
    const log = [...repos.values()].map(({ logs }) => logs.get(Number(request.url?.slice(1)))).find(Boolean)
    answer.writeHead(log === undefined ? 404 : 200, { 'content-type': 'text/plain; charset=utf-8' })
    answer.end(log)
  })
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
  const storage = (): string => `http://127.0.0.1:${(store.address() as AddressInfo).port}`
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const resolveName = (name: string): FakeRepo | undefined =>
    repos.get((moved.get(name.toLowerCase()) ?? name).toLowerCase())
  const root = graphQlRoot({ url: url(), repos, fullName, resolveName, headAt, merges, time })
  const fake: FakeGitHub = {
    url: url(),
    rename(from, to) {
      const found = repos.get(from.toLowerCase())!
      for (const one of found.pulls) one.nodeId = nodeIdOf(from, one)
      names.set(found, to)
      repos.delete(from.toLowerCase())
      repos.set(to.toLowerCase(), found)
      moved.set(from.toLowerCase(), to)
    },
    quota: null,
    requests,
    faults,
    repo,
    instead: null,
    lose: false,
    close: () =>
      new Promise((resolve) => {
        store.closeAllConnections()
        store.close()
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return fake
}

const quotaHeaders = ({ limit, remaining, reset }: NonNullable<FakeGitHub['quota']>): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(reset),
  'x-ratelimit-resource': 'core',
})
