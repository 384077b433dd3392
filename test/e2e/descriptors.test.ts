/** A daemon that may open few files, and somebody who only knocks: agents go on, their ends are seen, those with a token get in. */
import { writeFileSync } from 'node:fs'
import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { awaited } from '#test/support/awaited'
import { type World, world } from '#test/support/world'

let w: World
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await w.end()
})

/** Connects and says nothing, or half of a request. Resolves once it is connected or refused. */
function knock(to: NetConnectOpts, words: string): Promise<Socket> {
  const socket = connect(to)
  sockets.push(socket)
  // An end is noticed by those who read.
  socket.resume()
  return new Promise((done) => {
    socket.once('connect', () => {
      socket.write(words)
      done(socket)
    })
    socket.on('error', () => done(socket))
  })
}

const closed = (socket: Socket): Promise<void> =>
  socket.destroyed ? Promise.resolve() : new Promise((done) => socket.once('close', () => done()))

describe.each([128, 256])('with %i descriptors and 300 half-open connections', (descriptors) => {
  it('nothing ends: not the daemon, not an agent, not the way in', async () => {
    w = await world({ descriptors })
    await w.addProject()
    const { id } = await w.spawn(
      '@say up\n@sh until [ -e go ]; do sleep 0.05; done\n@write made.txt made\n@say through',
    )
    const { workspace } = await w.until(id, (one) => one.lastText === 'up')
    const { port, socket, pid } = w.daemon
    const where: NetConnectOpts[] = [{ host: '127.0.0.1', port }, { path: socket }]
    const all = await Promise.all(
      Array.from({ length: 300 }, (_, i) =>
        knock(where[i % 2]!, i % 3 === 0 ? '' : 'POST /api/v1/sessions HTTP/1.1\r\nHost: localhost\r\nX-Slow: '),
      ),
    )
    // The oldest go first, without anybody waiting for a time.
    await awaited('the oldest connection to be dropped', closed(all[0]!))
    // An agent ends, another begins, and both doors answer to a token.
    writeFileSync(`${workspace}/go`, '')
    expect((await w.turnEnd(id)).outcome).toBe('completed')
    const second = await w.spawn('@say second')
    expect((await w.turnEnd(second.id)).outcome).toBe('completed')
    expect((await w.call('GET', '/api/v1/sessions', undefined, { tcp: true })).status).toBe(200)
    expect((await w.call('GET', '/api/v1/sessions')).status).toBe(200)
    expect(w.daemon.pid).toBe(pid)
    expect((await w.session(id)).lastText).toBe('through')
  })
})

it('a connection that says nothing, or half of a request, is dropped after a while', async () => {
  w = await world()
  const silent = await knock({ host: '127.0.0.1', port: w.daemon.port }, '')
  const half = await knock(
    { host: '127.0.0.1', port: w.daemon.port },
    'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  )
  await awaited('the silent connection to be dropped', closed(silent), 60_000)
  await awaited('the half request to be dropped', closed(half), 60_000)
  expect((await w.call('GET', '/healthz', undefined, { token: null })).status).toBe(200)
})
