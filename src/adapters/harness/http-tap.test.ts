/** The watcher in a real Node process against a real server: what it prints, and what it leaves alone. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failingEvidence, failingIn, httpTap, isHopeless } from './http-tap.ts'
import { objectOf } from './line-json.ts'
import { preloaded } from './node-shield.ts'
import { startWith } from './recorded.suite.ts'

const run = promisify(execFile)
const server = createServer((request, response) => {
  const status = Number(request.url?.slice(1))
  if (status === 0) return void request.socket.destroy()
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '7' })
  response.end(
    status < 400 ? '{"secret":"answer"}' : '{"error":{"code":"insufficient_quota","message":"no money left"}}',
  )
})
let launchDir = ''
let url = ''

beforeAll(async () => {
  launchDir = mkdtempSync(join(tmpdir(), 'drover-tap-'))
  writeFileSync(join(launchDir, httpTap.path), httpTap.content)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(launchDir, { recursive: true, force: true })
})

/** The lines that a script prints which asks the server so, one after the other. */
async function watched(requests: readonly (readonly [method: string, status: number])[]): Promise<readonly string[]> {
  const script = join(launchDir, 'script.mjs')
  const calls = requests.map(
    ([method, status]) =>
      `await fetch('${url}/${status}', { method: '${method}' }).then((r) => r.text()).catch(() => {})`,
  )
  writeFileSync(script, [...calls, "console.log('own words')"].join('\n'))
  const [binary = '', ...args] = preloaded(
    startWith({ launchDir, program: { binary: process.execPath, prefix: [script] } }),
    [httpTap],
  )
  const { stdout } = await run(binary, args)
  return stdout.trim().split('\n')
}

describe('the watcher', () => {
  it('tells each refusal with its words, and a success begins a new count', async () => {
    const lines = await watched([
      ['POST', 429],
      ['POST', 429],
      ['POST', 200],
      ['POST', 500],
    ])
    const failings = lines.slice(0, -1).map((line) => failingIn(objectOf(line) ?? {}))
    expect(failings.map((one) => [one?.status, one?.failures])).toEqual([
      [429, 1],
      [429, 2],
      [500, 1],
    ])
    expect(failings[0]?.retryAfter).toBe(7)
    expect(failingEvidence(failings[0] ?? null)).toMatchObject([
      { status: 429, type: 'insufficient_quota', retryAfterSeconds: 7 },
    ])
    expect(lines.at(-1)).toBe('own words')
    expect(lines.join()).not.toContain('secret')
  })
  it('tells a connection that broke before any answer', async () => {
    const [line = ''] = await watched([['POST', 0]])
    expect(failingIn(objectOf(line) ?? {})).toMatchObject({ status: null, failures: 1 })
  })
  it('says nothing of catalogues, and nothing where all is well', async () => {
    expect(
      await watched([
        ['GET', 404],
        ['POST', 200],
      ]),
    ).toEqual(['own words'])
  })
})

it('hope ends after 20 s, at a wait beyond a minute, and with an empty account', () => {
  const one = { status: 503, failures: 1, forMs: 0, retryAfter: null, body: '' }
  expect(isHopeless(one)).toBe(false)
  expect(isHopeless({ ...one, forMs: 19_999, retryAfter: 60 })).toBe(false)
  expect(isHopeless({ ...one, forMs: 20_000 })).toBe(true)
  expect(isHopeless({ ...one, retryAfter: 61 })).toBe(true)
  expect(isHopeless({ ...one, body: '{"error":{"code":"insufficient_quota"}}' })).toBe(true)
})
