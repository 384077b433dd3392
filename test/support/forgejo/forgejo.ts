/**
 * A Forgejo (or a Gitea) on this machine: its REST routes for pull requests, statuses and issues, judged in both directions by the
 * published description of its API, with real bare repositories behind them. It refuses what the real one refuses, gives at most
 * fifty of anything at once, and can lose an answer on request. It listens on loopback only.
 */
import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { readDescription } from './description.ts'
import { git, Refusal } from './git.ts'
import { createIssues, type FakeIssues } from './issues.ts'
import { createPulls, type FakePulls } from './pulls.ts'

// biome-ignore lint/suspicious/noExplicitAny: the description checks what is answered
type Json = any

export interface FakeForgejoRepo {
  readonly dir: string
  readonly pulls: FakePulls
  readonly issues: FakeIssues
}

export interface FakeForgejo {
  readonly url: string
  readonly requests: { method: string; path: string; status: number; authorization: string | null }[]
  readonly faults: string[]
  repo(fullName: string): FakeForgejoRepo
  /** Answers the next request that fits instead; returning false lets it pass. */
  instead: ((request: IncomingMessage, answer: ServerResponse) => boolean) | null
  /** The answer to the next write is lost on the way, after it was done. */
  lose: boolean
  close(): Promise<void>
}

const mostAtOnce = 50
const self = 'ada'

export async function startForgejo(
  dir: string,
  token: string,
  kind: 'forgejo' | 'gitea' = 'forgejo',
): Promise<FakeForgejo> {
  const description = readDescription(kind)
  type Answering = { answer: ReturnType<typeof createIssues>['answer'] }
  const repos = new Map<string, FakeForgejoRepo & { pulls: FakePulls & Answering; issues: FakeIssues & Answering }>()
  const requests: FakeForgejo['requests'] = []
  const faults: string[] = []
  let clock = Date.parse('2030-01-01T00:00:00Z')
  /** What a list has in all, for the header that says so. */
  let total: number | null = null
  const tick = (): number => {
    clock += 1000
    return clock
  }
  const user = (login: string): Json => ({ id: 1, login, login_name: '', full_name: '', email: `${login}@localhost` })
  const page = (list: Json[], query: URLSearchParams): Json => {
    total = list.length
    const asked = Number(query.get('limit') ?? 30)
    const size = Math.min(asked > 0 ? asked : 30, mostAtOnce)
    const from = (Math.max(1, Number(query.get('page') ?? 1)) - 1) * size
    return list.slice(from, from + size)
  }

  const repo = (fullName: string): FakeForgejoRepo => {
    const known = repos.get(fullName.toLowerCase())
    if (known !== undefined) return known
    const place = join(dir, `${fullName}.git`)
    mkdirSync(place, { recursive: true })
    git(place, 'init', '-q', '--bare', '-b', 'main')
    let number = 0
    const nextNumber = (): number => ++number
    const ground = () => ({ url: url(), fullName, dir: place, self, tick, nextNumber, page, user })
    const made = { dir: place, pulls: createPulls(ground), issues: createIssues(ground) }
    repos.set(fullName.toLowerCase(), made)
    return made
  }

  const handle = (method: string, path: string, query: URLSearchParams, body: Json): { status: number; body: Json } => {
    const op = description.operationOf(method, path)
    if (op === null) throw new Refusal(404, 'Not Found')
    const wrong = description.wrongRequest(op, query, body)
    if (wrong !== null) {
      faults.push(`${method} ${path}: ${wrong}`)
      throw new Refusal(422, wrong)
    }
    total = null
    const found = op.key === 'GET /user' ? undefined : repos.get(`${op.words.owner}/${op.words.repo}`.toLowerCase())
    const given =
      op.key === 'GET /user'
        ? { status: 200, body: user(self) }
        : (found?.pulls.answer(op, query, body) ?? found?.issues.answer(op, query, body) ?? null)
    if (given === null) throw new Refusal(404, 'The target couldn’t be found.')
    const bad = description.wrongAnswer(op, given.body)
    if (bad !== null && given.status !== 204) faults.push(`our answer to ${method} ${path}: ${bad}`)
    return given
  }

  const server = createServer(async (request, answer) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (fake.instead?.(request, answer) === true) return
    const { pathname, searchParams } = new URL(request.url ?? '/', url())
    const method = request.method ?? 'GET'
    const say = (status: number, body: Json): void => {
      requests.push({ method, path: pathname, status, authorization: request.headers.authorization ?? null })
      const count = total === null || status >= 400 ? {} : { 'x-total-count': String(total) }
      answer.writeHead(status, { 'content-type': 'application/json;charset=utf-8', ...count })
      answer.end(body === null ? undefined : pathname.endsWith('.diff') ? body : JSON.stringify(body))
    }
    const refuse = (status: number, message: string): void => say(status, { message, url: `${url()}/api/swagger` })
    if (request.headers.authorization !== `token ${token}`) return refuse(401, 'user does not exist [uid: 0, name: ]')
    if (!pathname.startsWith('/api/v1/')) return refuse(404, 'Not Found')
    try {
      const body = parts.length === 0 ? undefined : JSON.parse(Buffer.concat(parts).toString())
      const given = handle(method, pathname.slice('/api/v1'.length), searchParams, body)
      if (fake.lose && method !== 'GET') {
        fake.lose = false
        return void answer.destroy()
      }
      return say(given.status, given.body)
    } catch (error) {
      if (error instanceof Refusal) return refuse(error.status, error.message)
      faults.push(String(error))
      return refuse(500, 'Internal Server Error')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: FakeForgejo = {
    ...{ url: url(), requests, faults, repo, instead: null, lose: false },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return fake
}
