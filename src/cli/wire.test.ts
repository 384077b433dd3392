/** The small HTTP client against real servers, polite and rude. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createNetServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { AnsweredError, exchange, open, readText } from './http.ts'

let dir: string
let stop: (() => void)[]
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'drover-wire-'))
  stop = []
})
afterEach(() => {
  for (const end of stop) end()
  rmSync(dir, { recursive: true, force: true })
})

const listening = (server: Server | ReturnType<typeof createNetServer>, path: string) =>
  new Promise<void>((resolve) => server.listen(path, () => resolve()))

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  const socket = join(dir, 's.sock')
  await listening(server, socket)
  stop.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  return { socket, port: null, token: 'secret' }
}

async function serveBytes(answer: (socket: Socket) => void) {
  const server = createNetServer((socket) => socket.once('data', () => answer(socket)))
  const socket = join(dir, 's.sock')
  await listening(server, socket)
  stop.push(() => server.close())
  return { socket, port: null, token: null }
}

test('a body goes out whole and an answer of any framing comes back whole', async () => {
  const big = 'ü'.repeat(700_000)
  const address = await serve((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = JSON.parse(Buffer.concat(parts).toString()) as string
      response.setHeader('content-type', 'application/json')
      if (request.url === '/chunked')
        for (let i = 0; i < text.length; i += 50_001) response.write(text.slice(i, i + 50_001))
      response.end(request.url === '/chunked' ? undefined : text)
    })
  })
  for (const path of ['/chunked', '/length']) {
    const { text, type } = await exchange(address, { method: 'POST', path, body: big })
    expect(text === big).toBe(true)
    expect(type).toBe('application/json')
  }
})

test('frames, a head and a character cut anywhere are put together again', async () => {
  const body = 'id: 1\ndata: {"text":"grüße"}\n\n'
  const bytes = Buffer.from(body)
  const whole = Buffer.concat([
    Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'),
    ...[...bytes].map((byte) => Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')])),
    Buffer.from('0\r\n\r\n'),
  ])
  const address = await serveBytes((socket) => {
    let at = 0
    const next = () => {
      if (at >= whole.length) return void socket.end()
      socket.write(whole.subarray(at, at + 3), next)
      at += 3
    }
    next()
  })
  const found = []
  for await (const frame of createClient(address).stream('/', {})) found.push(frame)
  expect(found).toEqual([{ event: 'message', id: '1', data: '{"text":"grüße"}' }])
})

test('an answer without a length ends with the connection', async () => {
  const address = await serveBytes((socket) => void socket.end('HTTP/1.0 200 OK\r\nX-A: b\r\n\r\nto the end'))
  const received = await open(address, { method: 'GET', path: '/' })
  expect(received.headers['x-a']).toBe('b')
  expect(await readText(received)).toBe('to the end')
})

test('an error envelope becomes an error with its code, hint and request id', async () => {
  const address = await serve((request, response) => {
    response.statusCode = 404
    const token = request.headers.authorization
    response.end(
      JSON.stringify({
        error: 'not_found',
        code: 'SESSION_NOT_FOUND',
        message: token,
        requestId: 'req_1',
        hint: 'look',
      }),
    )
  })
  const error = await exchange(address, { method: 'GET', path: '/' }).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(AnsweredError)
  expect(error).toMatchObject({ code: 'SESSION_NOT_FOUND', message: 'Bearer secret', requestId: 'req_1', hint: 'look' })
})

test('nobody there may be asked again; an answer that broke off may not', async () => {
  await expect(
    exchange({ socket: join(dir, 'none'), port: null, token: null }, { method: 'GET', path: '/' }),
  ).rejects.toMatchObject({ code: 'DAEMON_NOT_RUNNING' })
  const rude = await serveBytes((socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'))
  await expect(exchange(rude, { method: 'POST', path: '/', body: {} })).rejects.toMatchObject({
    code: 'INTERNAL_ERROR',
  })
})

test('a body is not sent to one that does not listen: a command that was given up is never carried out', async () => {
  const heard: string[] = []
  let more = () => {}
  const server = createNetServer((socket) => {
    socket.on('data', (data) => {
      heard.push(String(data))
      more()
    })
  })
  const socket = join(dir, 's.sock')
  await listening(server, socket)
  stop.push(() => server.close())
  for (const body of [{ launchId: 'l_1' }, undefined]) {
    heard.length = 0
    const ended = new AbortController()
    const asked = new Promise<void>((resolve) => {
      more = resolve
    })
    const door = { socket, port: null, token: null }
    const waiting = open(door, { method: 'POST', path: '/kill', signal: ended.signal, ...(body ? { body } : {}) })
    await asked
    ended.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    expect(heard.join('')).toMatch(/^POST \/kill HTTP\/1\.1\r\n.*content-length: [1-9].*\r\n\r\n$/s)
    expect(heard.join('')).toMatch(/expect: 100-continue/)
  }
})

test('silence has a limit and a signal ends a stream', async () => {
  const address = await serveBytes(() => {})
  await expect(open(address, { method: 'GET', path: '/', timeoutMs: 50 })).rejects.toThrow('no answer within 50 ms')
  const ended = new AbortController()
  const waiting = open(address, { method: 'GET', path: '/', signal: ended.signal })
  ended.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
})
