/** The hook as CLIs run it, a process of its own, against a daemon that allows, denies, mumbles, dawdles or is gone. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { guardHook, type HookSpeech } from '#adapters/harness/guard-hook'

let root: string
let socket: string
let server: Server
let heard: { url: string; token: string; body: string }[]
let reply: (response: ServerResponse) => void

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'drover-hook-'))
  socket = join(root, 's')
  heard = []
  server = createServer((request: IncomingMessage, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      heard.push({ url: request.url ?? '', token: request.headers.authorization ?? '', body })
      reply(response)
    })
  })
  await new Promise<void>((done) => server.listen(socket, done))
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  rmSync(root, { recursive: true, force: true })
})

const payload = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'echo "hi" $(ls)\n' }, cwd: '/work/tree' })

function hook(speech: HookSpeech = 'exit', env: Record<string, string> = {}) {
  const path = join(root, 'hook.sh')
  writeFileSync(path, guardHook(speech), { mode: 0o600 })
  const child: ChildProcess = spawn('/bin/sh', [path], {
    env: { PATH: process.env.PATH, DROVER_SOCKET: socket, DROVER_SESSION_ID: 'demo-1', DROVER_TOKEN: 'secret', ...env },
  })
  let [out, err] = ['', '']
  child.stdout!.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr!.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  child.stdin!.on('error', () => undefined)
  child.stdin!.end(payload)
  return new Promise<{ code: number | null; out: string; err: string }>((done) =>
    child.on('close', (code) => done({ code, out, err })),
  )
}

const say =
  (text: string, status = 200) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(text)
  }

test('allow: exit 0 and not a word; the payload came as it was, with the token', async () => {
  reply = say('{"decision":"allow"}')
  expect(await hook()).toEqual({ code: 0, out: '', err: '' })
  expect(heard).toEqual([{ url: '/api/v1/sessions/demo-1/guard', token: 'Bearer secret', body: payload }])
})

test('deny: exit 2 and the reason in plain words', async () => {
  reply = say(JSON.stringify({ decision: 'deny', reason: 'Not "here": use `a\\b`; 50% $HOME.' }))
  expect(await hook()).toEqual({ code: 2, out: '', err: 'Not "here": use `a\\b`; 50% $HOME.\n' })
})

test('deny for a CLI that wants JSON', async () => {
  const reason = 'Not "here": use `a\\b`; 50%.'
  reply = say(JSON.stringify({ decision: 'deny', reason }))
  const ran = await hook('copilot')
  expect(ran).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(ran.out)).toEqual({ permissionDecision: 'deny', permissionDecisionReason: reason })
})

test.each([
  ['garbage', say('<html>')],
  ['nothing', say('')],
  ['an error', say('{"error":{"code":"SESSION_NOT_FOUND","message":"x"}}', 404)],
  ['an allow with something in it', say('{"decision":"allow","reason":"x"}')],
  ['an allow inside a text', say('{"note":"{\\"decision\\":\\"allow\\"}"}')],
  ['another decision', say('{"decision":"ask"}')],
  ['a connection that breaks', (response: ServerResponse) => void response.destroy()],
])('%s is a deny', async (_, given) => {
  reply = given
  const ran = await hook()
  expect(ran.code).toBe(2)
  expect(ran.err).toMatch(/nothing (?:is done|that a guard must see is done)/)
})

test('a daemon that is gone: deny, at once', async () => {
  await new Promise((done) => server.close(done))
  const ran = await hook()
  expect(ran).toMatchObject({
    code: 2,
    err: expect.stringContaining("Drover's daemon is away; nothing that a guard must see is done meanwhile"),
  })
  const spoken = await hook('copilot')
  expect(JSON.parse(spoken.out)).toMatchObject({ permissionDecision: 'deny' })
})

test('a launch without its variables: deny', async () => {
  expect(await hook('exit', { DROVER_TOKEN: '' })).toMatchObject({ code: 2 })
  expect(await hook('exit', { DROVER_SOCKET: '' })).toMatchObject({ code: 2 })
})

test('no curl: deny', async () => {
  expect(await hook('exit', { PATH: root })).toMatchObject({ code: 2 })
})

test('an answer that does not come: deny after ten seconds', async () => {
  let stuck: ServerResponse | null = null
  reply = (response) => {
    stuck = response
  }
  const begun = performance.now()
  const ran = await hook()
  expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('daemon is away') })
  expect(stuck).not.toBeNull()
  expect(performance.now() - begun).toBeGreaterThan(9_000)
  expect(performance.now() - begun).toBeLessThan(25_000)
})
