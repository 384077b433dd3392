/** What a Forgejo may do wrong, by itself or by malice: every one is a code, nothing is sent twice, and no token leaves its host. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createForges, createReadChecks, createTrackers } from '#adapters/forge/forges'
import { type FakeForgejo, startForgejo } from '#test/support/forgejo/forgejo'

const token = '0123456789abcdef0123456789abcdef01234567'
const env: Record<string, string | undefined> = { DROVER_FORGEJO_TOKEN: token }
const host = {
  env,
  exec: async () => {
    throw new Error('nothing is run')
  },
  which: async () => null,
}
const options = { host, now: () => new Date('2030-01-01T00:00:00Z'), steadyMs: () => 0 }
const repo = { owner: 'ada', name: 'shop' }
const commit = 'c'.repeat(40)

describe('a Forgejo that does not do what it should', () => {
  let dir: string
  let forgejo: FakeForgejo
  let elsewhere: Server
  const heard: (string | undefined)[] = []
  const api = () => createForges(options)({ kind: 'forgejo', url: forgejo.url })
  const tracker = () => createTrackers(options)({ kind: 'forgejo', url: `${forgejo.url}/api/v1/` })
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'drover-forgejo-'))
    forgejo = await startForgejo(dir, token)
    forgejo.repo('ada/shop')
    elsewhere = createServer((request, answer) => {
      heard.push(request.headers.authorization)
      answer.end('{}')
    })
    await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done))
  })
  afterEach(() => {
    forgejo.instead = null
    env.DROVER_FORGEJO_TOKEN = token
  })
  afterAll(async () => {
    expect(forgejo.faults).toEqual([])
    await forgejo.close()
    await new Promise((done) => elsewhere.close(done))
    rmSync(dir, { recursive: true, force: true })
  })
  const failing = async (asked: Promise<unknown>) => asked.then(() => null).catch((error: unknown) => error)

  it.each([
    [401, {}, 'FORGE_REFUSED'],
    [403, {}, 'FORGE_REFUSED'],
    [429, { 'retry-after': '7' }, 'FORGE_RATE_LIMITED'],
    [502, {}, 'FORGE_UNREACHABLE'],
    [418, {}, 'PR_OPERATION_FAILED'],
  ] as const)('%i is its own code', async (status, headers, code) => {
    forgejo.instead = (_, answer) => {
      answer.writeHead(status, headers)
      answer.end('<html>a proxy</html>')
      return true
    }
    const error = await failing(api().look(repo, 1))
    expect(error).toMatchObject({ code })
    if (status === 429) expect(error).toMatchObject({ details: { until: '2030-01-01T00:00:07.000Z' } })
  })

  it('no token is said, and looked for again the next time', async () => {
    env.DROVER_FORGEJO_TOKEN = ''
    const asked = api()
    await expect(asked.look(repo, 1)).rejects.toMatchObject({ code: 'FORGE_NO_TOKEN' })
    env.DROVER_FORGEJO_TOKEN = token
    expect(await asked.look(repo, 1)).toBeNull()
  })

  it('a redirect to another host never carries the token, and a write is not sent on', async () => {
    const { port } = elsewhere.address() as AddressInfo
    forgejo.instead = (_, answer) => {
      answer.writeHead(307, { location: `http://127.0.0.1:${port}/stolen` })
      answer.end()
      return true
    }
    await expect(api().look(repo, 1)).rejects.toMatchObject({ code: 'FORGE_UNREACHABLE' })
    await expect(tracker().close(repo, 1)).rejects.toMatchObject({ code: 'FORGE_UNREACHABLE' })
    expect(heard).toEqual([])
  })

  it.each([
    ['what is cut off', '{"number": 1, "title'],
    ['what is no JSON', 'hello'],
    ['what is another shape', '{"number": "one"}'],
    ['an empty answer', ''],
  ])('%s is an error, never an empty success', async (_, text) => {
    forgejo.instead = (request, answer) => {
      if (!request.url?.includes('/issues/1')) return false
      answer.writeHead(200, { 'content-type': 'application/json' })
      answer.end(text)
      return true
    }
    await expect(tracker().issue(repo, 1)).rejects.toMatchObject({ code: 'FORGE_UNREACHABLE' })
  })

  it('a flood is cut', async () => {
    forgejo.instead = (_, answer) => {
      answer.writeHead(200)
      const part = 'x'.repeat(1024 * 1024)
      const more = (): void => {
        while (!answer.destroyed) if (!answer.write(part)) return void answer.once('drain', more)
      }
      more()
      return true
    }
    await expect(api().look(repo, 1)).rejects.toMatchObject({ code: 'FORGE_UNREACHABLE' })
  })

  it('a comment that got no answer and is not there is tried once, and said', async () => {
    const { number } = forgejo.repo('ada/shop').issues.open({ title: 'One' })
    let posts = 0
    forgejo.instead = (request, answer) => {
      if (request.method !== 'POST') return false
      posts++
      answer.destroy()
      return true
    }
    const request = { body: 'hello mark', mark: 'mark' }
    await expect(tracker().comment(repo, number, request)).rejects.toMatchObject({ code: 'FORGE_UNREACHABLE' })
    expect(posts).toBe(1)
  })

  it('names with anything in them stay one word of the path', async () => {
    const odd = { owner: 'ada', name: 'shop/../../user' }
    await expect(tracker().comments(odd, 1)).rejects.toMatchObject({ code: 'ISSUE_NOT_FOUND' })
    expect(forgejo.requests.at(-1)?.path).toContain('shop%2F..%2F..%2Fuser')
    expect(await tracker().permission(repo, '../../../user')).toBe('none')
  })

  it('statuses of a commit, more than a page of them, and what the branch requires', async () => {
    const { pulls, dir: bare } = forgejo.repo('ada/shop')
    const { execFileSync } = await import('node:child_process')
    const git = (...args: string[]) => execFileSync('git', ['-C', bare, ...args], { encoding: 'utf8' }).trim()
    const tree = git('mktree', '--missing')
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@localhost']
    git('update-ref', 'refs/heads/main', git(...who, 'commit-tree', tree, '-m', 'first'))
    const words = ['success', 'failure', 'error', 'warning', 'pending', 'skipped', 'a-new-word']
    const many = Array.from({ length: 60 }, (_, n) => ({ context: `more ${n}`, status: 'success' }))
    pulls.statuses.set(commit, [...words.map((status) => ({ context: status, status })), ...many])
    pulls.required = ['ci / *']
    const read = createReadChecks(options)
    const found = await read({ forge: { kind: 'forgejo', url: forgejo.url }, repo, commit, branch: 'main' })
    expect(found.checks).toHaveLength(67)
    expect(found.checks.slice(0, 7).map(({ state }) => state)).toEqual([
      ...['passed', 'failed', 'failed', 'failed', 'pending', 'skipped', 'unknown'],
    ])
    expect(found.required).toEqual(['ci / *'])
    pulls.required = []
    const free = await read({ forge: { kind: 'forgejo', url: forgejo.url }, repo, commit, branch: 'main' })
    expect(free.required).toBeNull()
  })
})
