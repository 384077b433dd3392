/** Whatever goes wrong is answered in one shape, with the code of the case and what to do next. */
import { createHash } from 'node:crypto'
import { chmod, stat, writeFile } from 'node:fs/promises'
import { request as nodeRequest } from 'node:http'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DoorWorld, openDoor, readAll } from './door-world.ts'

let world: DoorWorld
beforeEach(async () => {
  world = await openDoor()
})
afterEach(() => world.close())

const codeOf = async (...args: Parameters<DoorWorld['call']>) => {
  const { status, json } = await world.call(...args)
  return `${status} ${json?.code}`
}

describe('routes and verbs', () => {
  it('answers an unknown route and a wrong verb', async () => {
    const unknown = await world.call('GET', '/api/v1/nope')
    expect(unknown.status).toBe(404)
    expect(unknown.json).toEqual({
      error: 'not_found',
      code: 'ROUTE_NOT_FOUND',
      message: 'There is no route GET /api/v1/nope.',
      requestId: unknown.headers['x-request-id'],
      hint: expect.any(String),
    })
    expect(await codeOf('GET', '/nope')).toBe('404 ROUTE_NOT_FOUND')
    const wrong = await world.call('PUT', '/api/v1/sessions/shop-1')
    expect(`${wrong.status} ${wrong.json.code}`).toBe('405 METHOD_NOT_ALLOWED')
    expect(wrong.headers.allow).toBe('GET, PATCH')
    expect((await world.call('GET', '/shutdown')).headers.allow).toBe('POST')
    const head = await world.call('HEAD', '/api/v1/sessions/shop-1/stream')
    expect(head.status).toBe(405)
    expect((await world.call('HEAD', '/healthz', { token: null })).status).toBe(200)
    expect(await codeOf('OPTIONS', '/api/v1/sessions')).toBe('405 METHOD_NOT_ALLOWED')
  })

  it('takes shapes that are no ids for things that do not exist, and lets none of them through', async () => {
    const before = world.fleet.calls.length
    expect(await codeOf('GET', '/api/v1/sessions/..%2f..%2fetc%2fpasswd')).toBe('404 SESSION_NOT_FOUND')
    expect(await codeOf('GET', '/api/v1/sessions/SHOP-1')).toBe('404 SESSION_NOT_FOUND')
    expect(await codeOf('POST', '/api/v1/sessions/shop-1%00/kill')).toBe('404 SESSION_NOT_FOUND')
    expect(await codeOf('GET', '/api/v1/projects/..%5c..')).toBe('404 PROJECT_NOT_FOUND')
    expect(await codeOf('GET', '/api/v1/sessions/shop-1/blobs/..%2fx')).toBe('404 BLOB_NOT_FOUND')
    expect(await codeOf('GET', '/api/v1/sessions/shop-1/turns/0')).toBe('404 TURN_NOT_FOUND')
    expect(await codeOf('POST', '/api/v1/sessions/shop-1/snapshots/-1/restore')).toBe('404 SNAPSHOT_NOT_FOUND')
    expect(await codeOf('DELETE', '/api/v1/auth/bearers/1e3')).toBe('404 BEARER_NOT_FOUND')
    expect(await codeOf('GET', '/api/v1/events?session=../x')).toBe('404 SESSION_NOT_FOUND')
    expect(world.fleet.calls.length).toBe(before)
    expect(await codeOf('GET', '/api/v1/sessions/shop-99')).toBe('404 SESSION_NOT_FOUND')
    expect(await codeOf('GET', '/api/v1/sessions/shop-99/stream')).toBe('404 SESSION_NOT_FOUND')
    expect(await codeOf('GET', '/api/v1/orchestrators/shop-1')).toBe('404 SESSION_NOT_FOUND')
  })
})

describe('bodies and queries', () => {
  it('names every fault by its path and refuses unknown fields', async () => {
    const answer = await world.call('POST', '/api/v1/sessions', {
      body: { projectId: 7, prompt: ['x'], kind: 'boss', colour: 'red' },
    })
    expect(`${answer.status} ${answer.json.code}`).toBe('400 INVALID_BODY')
    expect(answer.json.details.map((fault: { path: string }) => fault.path).sort()).toEqual([
      'colour',
      'kind',
      'projectId',
      'prompt',
    ])
    const nested = await world.call('POST', '/api/v1/sessions/shop-1/answer', { body: { requestId: 'r' } })
    expect(nested.json.details).toEqual([{ path: 'decision', message: 'give either decision or text' }])
    expect(await codeOf('POST', '/api/v1/sessions', { body: { prompt: 'x' } })).toBe('400 INVALID_BODY')
    expect(await codeOf('POST', '/api/v1/sessions', { raw: '[]' })).toBe('400 INVALID_BODY')
    expect(await codeOf('POST', '/api/v1/sessions/shop-1/kill', { body: { launchId: 7 } })).toBe('400 INVALID_BODY')
    expect(await codeOf('POST', '/api/v1/sessions', { raw: '{"prompt": ' })).toBe('400 INVALID_JSON')
  })

  it('tells a bad cursor from a bad query', async () => {
    expect(await codeOf('GET', '/api/v1/sessions/shop-1/events?after=abc')).toBe('400 INVALID_CURSOR')
    expect(await codeOf('GET', '/api/v1/sessions/shop-1/events?before=-1')).toBe('400 INVALID_CURSOR')
    expect(await codeOf('GET', '/api/v1/sessions/shop-1/events?limit=ten')).toBe('400 INVALID_QUERY')
    expect(await codeOf('GET', '/api/v1/sessions/shop-1/events?after=1&before=2')).toBe('400 INVALID_QUERY')
    expect(await codeOf('GET', '/api/v1/sessions?status=sleepy')).toBe('400 INVALID_QUERY')
    expect(await codeOf('GET', '/api/v1/sessions?includeterminated=true')).toBe('400 INVALID_QUERY')
  })

  it('refuses more than 4 MB, announced or not', async () => {
    const large = Buffer.alloc(4 * 1024 * 1024 + 1, 'x')
    expect(await codeOf('POST', '/api/v1/sessions', { raw: large })).toBe('413 BODY_TOO_LARGE')
    const token = await world.token()
    const streamed = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const request = nodeRequest(`${world.url}/api/v1/sessions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'transfer-encoding': 'chunked' },
      })
      request.on('response', (response) => {
        readAll(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject)
      })
      request.on('error', reject)
      // Never ends: the answer must come as soon as the limit is passed.
      for (let i = 0; i < 5; i++) request.write(Buffer.alloc(1024 * 1024, 'x'))
    })
    expect(streamed.status).toBe(413)
    expect(JSON.parse(streamed.text).code).toBe('BODY_TOO_LARGE')
  })

  it('answers too large a body to a caller that still writes, and the connection goes on', async () => {
    const { port } = new URL(world.url)
    const size = 5 * 1024 * 1024
    const head = (line: string, ...more: string[]) =>
      [line, `host: 127.0.0.1:${port}`, `authorization: Bearer ${token}`, ...more, '', ''].join('\r\n')
    const token = await world.token()
    const socket = connect({ host: '127.0.0.1', port: Number(port) })
    let text = ''
    const said = (word: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (text.includes(word)) resolve()
        }
        socket.on('data', look).once('error', reject)
        socket.once('close', () => reject(new Error(`closed before ${word}: ${text}`)))
        look()
      })
    socket.on('data', (data: Buffer) => {
      text += data.toString()
    })
    socket.write(head('POST /api/v1/sessions HTTP/1.1', `content-length: ${size}`))
    await said('BODY_TOO_LARGE')
    text = ''
    socket.write(Buffer.alloc(size, 0x20))
    socket.write(head('GET /api/v1/nope HTTP/1.1'))
    await said('ROUTE_NOT_FOUND')
    socket.destroy()
  })

  it('takes a prompt of 1 MB as it is', async () => {
    const prompt = 'p'.repeat(1024 * 1024)
    expect((await world.call('POST', '/api/v1/sessions', { body: { projectId: 'shop', prompt } })).status).toBe(201)
    const sent = world.fleet.calls.findLast((one) => one.name === 'spawn')?.args[0] as { prompt: string }
    const digest = (text: string) => createHash('sha256').update(text).digest('hex')
    expect(digest(sent.prompt)).toBe(digest(prompt))
  })
})

describe('faults', () => {
  it('answers an unexpected throw bare and logs its cause under the request id (weak point 29)', async () => {
    const secret = 'the disk said EIO at /home/someone/secret'
    world.fleet.override('session', () => {
      throw new TypeError('outer', { cause: new Error(secret) })
    })
    const answer = await world.call('GET', '/api/v1/sessions/shop-1', { headers: { 'x-request-id': 'mine-12345678' } })
    expect(`${answer.status} ${answer.json.code} ${answer.json.error}`).toBe('500 INTERNAL_ERROR internal')
    expect(answer.json.requestId).toBe('mine-12345678')
    expect(answer.text).not.toContain('EIO')
    const line = world.log.find((one) => one.level === 'error')
    expect(line?.fields.requestId).toBe('mine-12345678')
    expect(line?.fields.cause).toMatchObject({ message: 'outer', cause: { message: secret } })
  })

  it('takes an answer of the wrong shape for a bug', async () => {
    world.fleet.override('session', () => ({ id: 'shop-1' }))
    expect(await codeOf('GET', '/api/v1/sessions/shop-1')).toBe('500 INTERNAL_ERROR')
  })

  it('is not ready before reconcile, except for health and what helps to find out', async () => {
    world.fleet.setReady(false)
    expect(await codeOf('GET', '/api/v1/sessions')).toBe('503 NOT_READY')
    expect(await codeOf('GET', '/api/v1/events')).toBe('503 NOT_READY')
    const ready = await world.call('GET', '/readyz', { token: null })
    expect(ready.status).toBe(503)
    expect(ready.json).toMatchObject({ code: 'NOT_READY', status: 'not_ready', service: 'drover', pid: process.pid })
    expect((await world.call('GET', '/healthz', { token: null })).json).toEqual({
      status: 'ok',
      service: 'drover',
      pid: process.pid,
      version: '0.0.0-test',
    })
    expect((await world.call('GET', '/api/v1/status')).json.state).toBe('not_ready')
    world.fleet.setReady(true)
    expect((await world.call('GET', '/readyz', { token: null })).json.status).toBe('ready')
  })
})

describe('places', () => {
  it('keeps the socket to its owner, replaces a dead one and respects a live one', async () => {
    const path = world.listening.socket ?? ''
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const busy = await world.http.listen({ host: '127.0.0.1', port: 0, socketPath: path }).catch((error) => error)
    expect(busy.code).toBe('EADDRINUSE')
    const plain = join(world.home, 'plain.sock')
    await writeFile(plain, 'a file, not a socket')
    const kept = await world.http.listen({ host: '127.0.0.1', port: 0, socketPath: plain }).catch((error) => error)
    expect(kept.code).toBe('EADDRINUSE')
    const dead = join(world.home, 'dead.sock')
    await leaveDeadSocket(dead)
    const again = await world.http.listen({ host: '127.0.0.1', port: 0, socketPath: dead })
    expect((await stat(dead)).mode & 0o777).toBe(0o600)
    await again.close()
  })

  it('leaves a busy port to the caller', async () => {
    const error = await world.http
      .listen({ host: '127.0.0.1', port: world.listening.port, socketPath: null })
      .catch((cause) => cause)
    expect(error.code).toBe('EADDRINUSE')
  })

  it('needs no Host on the socket', async () => {
    const answer = await world.call('GET', '/api/v1/status', { viaSocket: true, headers: { host: 'anything at all' } })
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ port: world.listening.port, socket: world.listening.socket, home: world.home })
  })
})

/** A socket file whose listener died without removing it. */
async function leaveDeadSocket(path: string): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(`${path}.live`, resolve))
  const { rename } = await import('node:fs/promises')
  // Closing removes the name it was bound to; under another name the file stays behind.
  await rename(`${path}.live`, path)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  await chmod(path, 0o644)
}
