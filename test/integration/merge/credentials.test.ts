/**
 * git and the forge's token: real git over http against servers that ask for it. It goes to the forge's own origin and nowhere else,
 * and not where somebody else's configuration has a say in how.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGitCredentials } from '#adapters/forge/git-credentials'
import { createMerging } from '#adapters/workspace/merge/merging'
import { type Field, field, git, onTrunk, write } from './support.ts'

const token = 'ghp_canaryCanaryCanary0123456789abcdefgh'
const backend = join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend')

interface GitServer {
  readonly url: string
  readonly seen: { path: string; authorization: string | null }[]
  redirect: string | null
  close(): void
}

/** git's own server behind Basic auth. */
async function gitServer(root: string): Promise<GitServer> {
  const seen: GitServer['seen'] = []
  const server: Server = createServer((request, answer) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://x')
    const { authorization = null } = request.headers
    seen.push({ path: pathname, authorization })
    if (made.redirect !== null) {
      answer.writeHead(301, { location: `${made.redirect}${pathname}${search}` })
      return void answer.end()
    }
    const expected = `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`
    if (authorization !== expected) {
      answer.writeHead(401, { 'www-authenticate': 'Basic realm="git"' })
      return void answer.end()
    }
    const cgi = spawn(backend, {
      env: {
        ...{ PATH: process.env.PATH, GIT_PROJECT_ROOT: root, GIT_HTTP_EXPORT_ALL: '1', REMOTE_USER: 'ada' },
        ...{ PATH_INFO: pathname, QUERY_STRING: search.slice(1), REQUEST_METHOD: request.method },
        ...{ CONTENT_TYPE: request.headers['content-type'] ?? '', GIT_CONFIG_GLOBAL: '/dev/null' },
        ...(request.headers['content-encoding'] === undefined
          ? {}
          : { HTTP_CONTENT_ENCODING: request.headers['content-encoding'] }),
      },
    })
    request.pipe(cgi.stdin)
    const parts: Buffer[] = []
    cgi.stdout.on('data', (part: Buffer) => parts.push(part))
    cgi.on('close', () => {
      const all = Buffer.concat(parts)
      const end = all.indexOf('\r\n\r\n')
      const headers = all
        .subarray(0, end)
        .toString()
        .split('\r\n')
        .map((line) => line.split(': ') as [string, string])
      const status = Number(headers.find(([name]) => name === 'Status')?.[1].slice(0, 3) ?? 200)
      answer.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== 'Status')))
      answer.end(all.subarray(end + 4))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const made: GitServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    redirect: null,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return made
}

let root: string
let forge: GitServer
let other: GitServer
let ground: Field
let bare: string
let merging: ReturnType<typeof createMerging>
const where = { remote: 'origin', ref: 'refs/heads/trunk' }

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'drover-git-'))
  forge = await gitServer(root)
  other = await gitServer(root)
  bare = join(root, 'ada', 'shop.git')
  execFileSync('git', ['init', '-q', '--bare', '-b', 'trunk', bare])
  execFileSync('git', ['-C', bare, 'config', 'http.receivepack', 'true'])
})
/** A repository of its own, at the forge. */
function stage(): void {
  ground = field({ 'a.txt': 'a\n' })
  const host = { env: { GITHUB_TOKEN: token } }
  const credentials = createGitCredentials({ host, urls: () => ({ githubUrl: forge.url, forgejoUrl: null }) })
  merging = createMerging({ temp: join(ground.root, 'tmp'), credentials })
  git(ground.repo, 'remote', 'add', 'origin', `${forge.url}/ada/shop.git`)
  for (const one of [forge, other]) {
    one.seen.length = 0
    one.redirect = null
  }
}
afterAll(() => {
  forge.close()
  other.close()
  rmSync(root, { recursive: true, force: true })
})

const push = async () => {
  const result = onTrunk(ground, (tree) => write(tree, 'new.txt'))
  return { result, outcome: await merging.push({ repoPath: ground.repo, result, ...where, lease: await tip() }) }
}
const tip = async (): Promise<string | null> => {
  const found = await merging.fetchTip({ repoPath: ground.repo, ...where })
  return 'tip' in found ? found.tip : null
}
const given = (server: GitServer): boolean => server.seen.some(({ authorization }) => authorization !== null)

test('it pushes and reads back, and no file of the repository holds the token', async () => {
  stage()
  const { result, outcome } = await push()
  expect(outcome).toEqual({ outcome: 'pushed' })
  expect(git(bare, 'rev-parse', 'trunk')).toBe(result)
  expect(readFileSync(join(ground.repo, '.git', 'config'), 'utf8')).not.toContain(token)
  expect(await merging.whyNoPush({ repoPath: ground.repo, commit: result, ...where })).toBeNull()
})

test('another host that asks for it gets nothing', async () => {
  stage()
  git(ground.repo, 'remote', 'set-url', 'origin', `${other.url}/ada/shop.git`)
  expect(await merging.fetchTip({ repoPath: ground.repo, ...where })).toHaveProperty('unreachable')
  // Beside a remote at the forge too.
  git(ground.repo, 'remote', 'add', 'forge', `${forge.url}/ada/shop.git`)
  expect(await merging.fetchTip({ repoPath: ground.repo, ...where })).toHaveProperty('unreachable')
  expect(other.seen.length).toBeGreaterThan(0)
  expect(given(other)).toBe(false)
})

test('a redirect is not followed', async () => {
  stage()
  forge.redirect = other.url
  expect(await merging.fetchTip({ repoPath: ground.repo, ...where })).toHaveProperty('unreachable')
  expect(other.seen).toEqual([])
})

test.each([
  ['http.proxy', 'http://127.0.0.1:9'],
  ['http.sslVerify', 'false'],
  ['http.extraHeader', 'x: y'],
])('not where the repository says how http is spoken: %s', async (key, value) => {
  stage()
  git(ground.repo, 'config', key, value)
  await merging.fetchTip({ repoPath: ground.repo, ...where })
  expect(given(forge)).toBe(false)
})

test('a helper that the repository names hears nothing of it', async () => {
  stage()
  const log = join(ground.root, 'heard')
  git(ground.repo, 'config', `credential.${forge.url}.helper`, `!cat >> ${log}; echo >> ${log}; true`)
  expect(await tip()).not.toBeUndefined()
  expect(given(forge)).toBe(true)
  expect(existsSync(log)).toBe(false)
})

test('an address that the repository rewrites elsewhere takes it nowhere', async () => {
  stage()
  git(ground.repo, 'config', `url.${other.url}/.insteadOf`, `${forge.url}/`)
  expect(await merging.fetchTip({ repoPath: ground.repo, ...where })).toHaveProperty('unreachable')
  expect(given(other)).toBe(false)
})
