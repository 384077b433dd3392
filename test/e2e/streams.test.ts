/** The session and fleet streams of a real daemon: a hundred clients that come and go see exactly what the store holds. */

import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { frames, ok, type World, world } from '#test/support/world'

let w: World
beforeAll(async () => {
  w = await world()
  await w.addProject()
})
afterAll(() => w.end())

interface Frame {
  readonly id?: string
  readonly event?: string
  readonly data: string
}

/** One connection; `take` answers true to hang up. Resolves when it is closed. */
function listen(path: string, take: (frame: Frame) => boolean, headers: Record<string, string> = {}): Promise<void> {
  const token = readFileSync(join(w.home, 'token'), 'utf8').trim()
  return new Promise((resolve, reject) => {
    const req = request(
      {
        socketPath: w.daemon.socket,
        path,
        agent: false,
        headers: { authorization: `Bearer ${token}`, host: 'localhost', ...headers },
      },
      (res) => {
        if (res.statusCode !== 200) reject(new Error(`${path} answered ${res.statusCode}`))
        const parse = frames((frame) => {
          if (take(frame)) req.destroy()
        })
        res.setEncoding('utf8')
        res.on('data', parse)
        res.on('close', () => resolve())
        res.on('error', () => resolve())
      },
    )
    req.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? resolve() : reject(error)))
    req.end()
  })
}

/** A small seeded generator, so that a failing run can be repeated. */
const seeded = (seed: number) => () => {
  seed = (seed * 1664525 + 1013904223) % 4294967296
  return seed / 4294967296
}

describe('the session stream', () => {
  it('100 clients with random disconnects while 20,000 events stream: each log equals the store', async () => {
    const total = 20_000
    const session = await w.spawn(Array.from({ length: 20 }, () => `@flood ${total / 20} 60\n@sleep 40`).join('\n'))
    const logs = await Promise.all(
      Array.from({ length: 100 }, async (_, client) => {
        const random = seeded(client + 1)
        const seen: string[] = []
        let last = 0
        let done = false
        const join = Math.floor(random() * 3000)
        await w.row(session.id, (row) => row.id >= join)
        while (!done) {
          let left = Math.floor(random() * 6000) + 200
          const resume = random() < 0.5
          await listen(
            `/api/v1/sessions/${session.id}/stream${resume ? '' : `?after=${last}`}`,
            (frame) => {
              if (frame.event === 'gap') throw new Error('a gap where none is')
              if (frame.id === undefined) return false
              last = Number(frame.id)
              seen.push(frame.data)
              if (frame.data.includes('"kind":"turn_end"')) done = true
              left -= 1
              return done || left === 0
            },
            resume ? { 'last-event-id': String(last) } : {},
          )
        }
        return seen
      }),
    )
    const stored = (await w.rows(session.id)).filter((row) => row.turn === 1)
    expect(stored.length).toBeGreaterThan(total)
    const ids = stored.map((row) => row.id)
    for (const seen of logs) {
      const rows = seen.map((text) => JSON.parse(text))
      expect(rows.map((row) => row.id)).toEqual(ids)
      expect(rows.at(-1)).toEqual(stored.at(-1))
      expect(rows[777]).toEqual(stored[777])
    }
  })

  it('says caught-up after the replay, and gap for a cursor it cannot know', async () => {
    const session = await w.spawn('@say one\n@say two')
    await w.turnEnd(session.id)
    const order: string[] = []
    await listen(`/api/v1/sessions/${session.id}/stream`, (frame) => {
      order.push(frame.event ?? `row ${frame.id}`)
      return frame.event === 'caught-up'
    })
    expect(order[0]).toBe('row 1')
    expect(order.at(-1)).toBe('caught-up')
    for (const cursor of ['999999', 'nonsense', '-4', '1.5', '1e99']) {
      const events: (string | undefined)[] = []
      await listen(`/api/v1/sessions/${session.id}/stream?after=${cursor}`, (frame) => {
        events.push(frame.event)
        return frame.event === 'caught-up'
      })
      const replayed = events.filter((event) => event === undefined).length
      expect(events.includes('gap') || replayed === (await w.rows(session.id)).length, cursor).toBe(true)
    }
  })

  it('a client that does not read is closed, never skipped, and the turn goes on', async () => {
    const token = readFileSync(join(w.home, 'token'), 'utf8').trim()
    const session = await w.spawn('@say begin\n@flood 4000 4000\n@say finished')
    const socket = connect({ path: w.daemon.socket })
    socket.write(
      `GET /api/v1/sessions/${session.id}/stream HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`,
    )
    socket.pause()
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => undefined)
    expect((await w.turnEnd(session.id)).outcome).toBe('completed')
    socket.resume()
    await closed
  })
})

describe('the fleet stream', () => {
  it('numbers changes, resumes after a restart, and carries one session’s rows on the same connection', async () => {
    const session = await w.spawn('@say hello')
    await w.turnEnd(session.id)
    const seqs: number[] = []
    const types = new Set<string>()
    const rows: string[] = []
    await listen(`/api/v1/events?after=0&session=${session.id}`, (frame) => {
      if (frame.event === 'row') rows.push(frame.id ?? '')
      else if (frame.id !== undefined) {
        seqs.push(Number(frame.id))
        types.add(frame.event ?? '')
      }
      return frame.event === 'caught-up'
    })
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
    expect([...types]).toEqual(
      expect.arrayContaining(['project_added', 'session_created', 'session_updated', 'turn_started', 'turn_ended']),
    )
    expect(rows.every((id) => /^\d+:\d+$/.test(id))).toBe(true)
    expect(rows).toHaveLength((await w.rows(session.id)).length)
    const last = seqs.at(-1) ?? 0
    await w.stop('keep')
    await w.start()
    await ok(w.call('PATCH', `/api/v1/sessions/${session.id}`, { name: 'renamed' }))
    const after: { seq: number; payload: { name?: string } }[] = []
    await listen(`/api/v1/events?after=${last}`, (frame) => {
      if (frame.id !== undefined && frame.event !== 'caught-up') after.push(JSON.parse(frame.data))
      return frame.event === 'caught-up'
    })
    expect(after[0]?.seq).toBeGreaterThan(last)
    expect(after.some((change) => change.payload.name === 'renamed')).toBe(true)
  })
})
