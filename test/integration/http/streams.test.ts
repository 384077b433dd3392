/** The streams: every row once and in order, whoever comes when and however often the line breaks. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DoorWorld, openDoor } from './door-world.ts'
import { sessionOf } from './fake-flows.ts'
import { type Frame, openSse, type SseClient } from './sse-client.ts'

let world: DoorWorld
let token: string
beforeEach(async () => {
  world = await openDoor({ config: { checkAnswers: false, beatMs: 50 } })
  token = await world.token()
})
afterEach(() => world.close())

const open = (path: string, headers: Record<string, string> = {}): Promise<SseClient> =>
  openSse(world.url + path, token, headers)
const caughtUp = (client: SseClient): Promise<Frame> => client.until((frame) => frame.event === 'caught-up')
const stream = '/api/v1/sessions/shop-1/stream'
const rowIds = (client: SseClient): number[] =>
  client.frames.filter((frame) => frame.event === null).map((frame) => Number(frame.id))
const upTo = (n: number, from = 1): number[] => Array.from({ length: n - from + 1 }, (_, i) => from + i)

describe('a session’s stream', () => {
  it('replays, says caught-up, then lives; a row is a frame without a name, a delta has no number', async () => {
    world.fleet.say('shop-1', 3, (n) => `line ${n}\nwith "breaks" and ünïcode`)
    const client = await open(stream)
    expect(client.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    })
    expect(JSON.parse((await caughtUp(client)).data)).toEqual({ lastEventId: 3 })
    world.fleet.delta('shop-1', 'li')
    world.fleet.say('shop-1', 1)
    await client.until((frame) => frame.id === '4')
    expect(client.frames.map((frame) => [frame.id, frame.event])).toEqual([
      ['1', null],
      ['2', null],
      ['3', null],
      [null, 'caught-up'],
      [null, 'delta'],
      ['4', null],
    ])
    expect(JSON.parse(client.frames[0]?.data ?? '')).toEqual(world.fleet.rows('shop-1')[0])
    expect(JSON.parse(client.frames[4]?.data ?? '')).toEqual({ kind: 'text', text: 'li' })
    client.close()
  })

  it('resumes exactly by Last-Event-ID or ?after; the header is newer (weak point 22)', async () => {
    world.fleet.say('shop-1', 1_200)
    for (const [path, headers, from] of [
      [`${stream}?after=700`, {}, 701],
      [stream, { 'last-event-id': '1199' }, 1_200],
      [`${stream}?after=5`, { 'last-event-id': '1000' }, 1_001],
      [`${stream}?after=1200`, {}, 1_201],
      [stream, {}, 1],
    ] as const) {
      const client = await open(path, headers)
      await caughtUp(client)
      expect(rowIds(client)).toEqual(upTo(1_200, from))
      expect(client.frames.some((frame) => frame.event === 'gap')).toBe(false)
      client.close()
    }
  })

  it('answers a cursor that it cannot know with a gap and the whole past, never with a refusal', async () => {
    world.fleet.say('shop-1', 10)
    for (const cursor of ['abc', '-1', '11', '99999999999999999999', '1.5', '3:4']) {
      const client = await open(`${stream}?after=${cursor}`)
      await caughtUp(client)
      expect(client.frames[0]?.event, cursor).toBe('gap')
      expect(JSON.parse(client.frames[0]?.data ?? '')).toMatchObject({ lastEventId: 10, session: { id: 'shop-1' } })
      expect(rowIds(client)).toEqual(upTo(10))
      client.close()
    }
    world.fleet.prune('shop-1', 4)
    const behind = await open(`${stream}?after=2`)
    await caughtUp(behind)
    expect(behind.frames[0]?.event).toBe('gap')
    expect(rowIds(behind)).toEqual(upTo(10, 5))
    behind.close()
    const fresh = await open(stream)
    await caughtUp(fresh)
    expect(fresh.frames[0]?.id).toBe('5')
    fresh.close()
  })

  it('comments while nothing happens', async () => {
    const client = await open(stream)
    await caughtUp(client)
    while (client.comments.length < 2) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(client.comments[0]).toBe(': beat')
    client.close()
  })

  it('shares one subscription and drops it with the last reader', async () => {
    const clients = await Promise.all([open(stream), open(stream), open('/api/v1/events')])
    await Promise.all(clients.map(caughtUp))
    expect(world.http.openStreams()).toBe(3)
    for (const client of clients) client.close()
    while (world.http.openStreams() > 0) await new Promise((resolve) => setImmediate(resolve))
    world.fleet.say('shop-1', 1)
  })

  it('ends streams when the door closes, so that pages come back by themselves', async () => {
    const client = await open(stream)
    await caughtUp(client)
    await world.listening.close()
    await client.ended
  })
})

describe('the fleet’s stream', () => {
  it('names each change by its type and resumes by seq', async () => {
    world.fleet.change(3, 'session_created')
    world.fleet.change(1, 'turn_started')
    const client = await open('/api/v1/events?after=1')
    expect(JSON.parse((await caughtUp(client)).data)).toEqual({ seq: 4 })
    world.fleet.change(1, 'turn_ended')
    await client.until((frame) => frame.id === '5')
    expect(client.frames.map((frame) => [frame.id, frame.event])).toEqual([
      ['2', 'session_created'],
      ['3', 'session_created'],
      ['4', 'turn_started'],
      [null, 'caught-up'],
      ['5', 'turn_ended'],
    ])
    expect(JSON.parse(client.frames[0]?.data ?? '')).toEqual({
      seq: 2,
      at: expect.any(String),
      type: 'session_created',
      projectId: 'shop',
      sessionId: 'shop-1',
      payload: { seq: 2 },
    })
    client.close()
  })

  it('selects types in the past and live', async () => {
    world.fleet.change(2, 'session_updated')
    world.fleet.change(1, 'turn_started')
    const client = await open('/api/v1/events?type=turn_started,turn_ended')
    await caughtUp(client)
    world.fleet.change(1, 'session_updated')
    world.fleet.change(1, 'turn_ended')
    await client.until((frame) => frame.event === 'turn_ended')
    expect(client.frames.map((frame) => frame.id)).toEqual(['3', null, '5'])
    client.close()
  })

  it('gives who lost its place a snapshot, then only what comes after', async () => {
    world.fleet.change(10)
    world.fleet.pruneChanges(6)
    for (const cursor of ['2', '11', 'x']) {
      const client = await open(`/api/v1/events?after=${cursor}`)
      await caughtUp(client)
      expect(client.frames.map((frame) => frame.event)).toEqual(['gap', 'caught-up'])
      const snapshot = JSON.parse(client.frames[0]?.data ?? '')
      expect(snapshot.seq).toBe(10)
      expect(snapshot.sessions).toHaveLength(3)
      expect(snapshot.projects).toHaveLength(2)
      client.close()
    }
  })

  it('carries one session’s rows too, on the one connection that a page holds', async () => {
    world.fleet.change(2)
    world.fleet.say('shop-1', 3)
    const path = '/api/v1/events?after=1&session=shop-1&sessionAfter=1'
    const client = await open(path)
    expect(JSON.parse((await caughtUp(client)).data)).toEqual({ seq: 2, lastEventId: 3 })
    world.fleet.say('shop-1', 1)
    world.fleet.change(1)
    world.fleet.say('shop-1', 1)
    world.fleet.say('blog-1', 1)
    world.fleet.delta('shop-1', 'x')
    await client.until((frame) => frame.event === 'delta')
    expect(client.frames.map((frame) => [frame.id, frame.event])).toEqual([
      ['2', 'session_updated'],
      ['2:2', 'row'],
      ['2:3', 'row'],
      [null, 'caught-up'],
      ['2:4', 'row'],
      ['3', 'session_updated'],
      ['3:5', 'row'],
      [null, 'delta'],
    ])
    client.close()
    const again = await open(path, { 'last-event-id': '2:4' })
    await caughtUp(again)
    expect(again.frames.map((frame) => frame.id)).toEqual(['3', '3:5', null])
    again.close()
  })
})

describe('the seam between past and present', () => {
  it('loses nothing that is committed right after the last empty page', async () => {
    world.fleet.say('shop-1', 2)
    world.fleet.change(1)
    for (const path of [stream, '/api/v1/events?session=shop-1']) {
      let armed = true
      const last = world.fleet.rows('shop-1').length
      world.fleet.override('events', (id: string, page: { after?: number; limit: number }) => {
        const rows = world.fleet.rows(id).slice(page.after ?? 0)
        if (rows.length === 0 && armed) {
          armed = false
          // The first thing to run after the reader's tick; nothing comes later to mend what it missed.
          queueMicrotask(() => world.fleet.say('shop-1', 1))
        }
        return rows
      })
      const client = await open(path)
      await client.until((frame) => frame.data.includes(`"id":${last + 1},`))
      client.close()
    }
  })

  it('fills a hole in what it is told from the store', async () => {
    const client = await open(stream)
    await caughtUp(client)
    world.fleet.saySilently('shop-1', 3)
    world.fleet.say('shop-1', 1)
    await client.until((frame) => frame.id === '4')
    expect(rowIds(client)).toEqual([1, 2, 3, 4])
    client.close()
  })

  it('does not repeat what was read before it was told', async () => {
    world.fleet.saySilently('shop-1', 3)
    const client = await open(stream)
    await caughtUp(client)
    world.fleet.publishAgain('shop-1', 1, 2)
    world.fleet.saySilently('shop-1', 1)
    world.fleet.publishAgain('shop-1', 2, 4)
    world.fleet.say('shop-1', 1)
    await client.until((frame) => frame.id === '5')
    expect(rowIds(client)).toEqual([1, 2, 3, 4, 5])
    client.close()
  })
})

describe('slow clients', () => {
  it('closes a live client that lets more than 1 MB pile up, and no other; nothing is skipped', async () => {
    const slow = await open(stream)
    const quick = await open(stream)
    await Promise.all([slow, quick].map(caughtUp))
    slow.pause()
    const text = 'x'.repeat(60_000)
    let said = 0
    while (world.http.openStreams() === 2 && said < 2_000) {
      world.fleet.say('shop-1', 1, () => text)
      said++
      await quick.until((frame) => frame.id === String(said))
    }
    expect(world.http.openStreams()).toBe(1)
    slow.resume()
    await slow.ended
    const seen = rowIds(slow)
    expect(seen).toEqual(upTo(seen.length))
    expect(seen.length).toBeLessThan(said)
    expect(rowIds(quick)).toEqual(upTo(said))
    const back = await open(stream, { 'last-event-id': String(seen.at(-1)) })
    await caughtUp(back)
    expect([...seen, ...rowIds(back)]).toEqual(upTo(said))
    back.close()
    quick.close()
  })

  it('lets a slow reader take a long past at its own pace', async () => {
    world.fleet.say('shop-1', 1_000, () => 'y'.repeat(20_000))
    const client = await open(stream)
    client.pause()
    // Many beats long: whoever judged the past by the limit of the present would have closed it by now.
    await new Promise((resolve) => setTimeout(resolve, 300))
    world.fleet.say('shop-1', 5)
    client.resume()
    await client.until((frame) => frame.id === '1005')
    expect(rowIds(client)).toEqual(upTo(1_005))
    client.close()
  })
})

describe('a large snapshot', () => {
  it('reaches a page that reads slowly, however large it is', async () => {
    world.fleet.change(1)
    const wide = Array.from({ length: 3_000 }, (_, i) => sessionOf(`shop-${i + 1}`, { lastText: 'z'.repeat(8_000) }))
    world.fleet.override('sessions', () => ({ sessions: wide }))
    const client = await open('/api/v1/events?after=99')
    client.pause()
    // Several beats, each of which looks at what is unsent.
    await new Promise((resolve) => setTimeout(resolve, 300))
    client.resume()
    await caughtUp(client)
    expect(JSON.parse(client.frames[0]?.data ?? '').sessions).toHaveLength(3_000)
    client.close()
  })
})

/** Reads until the last row, breaking its own connection at random and coming back from the last number it saw. */
async function wander(last: number, random: () => number): Promise<{ seen: string[]; breaks: number }> {
  const seen: string[] = []
  let cursor = 0
  let breaks = -1
  while (cursor < last) {
    breaks++
    const client = await open(stream, cursor === 0 ? {} : { 'last-event-id': String(cursor) })
    const leaveAfter = cursor + 1 + Math.floor(random() * last * 0.4)
    await client
      .until((frame) => frame.event === null && Number(frame.id) >= Math.min(leaveAfter, last))
      .catch(() => {
        // Closed by the daemon as too slow: what arrived counts, the rest is fetched by the next connection.
      })
    client.close()
    for (const frame of client.frames) {
      if (frame.event === 'gap') throw new Error('a gap for a good cursor')
      if (frame.event !== null) continue
      seen.push(frame.data)
      cursor = Number(frame.id)
    }
  }
  return { seen, breaks }
}

/** A small seeded generator, so that a failure can be run again. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

describe('a crowd', () => {
  it('gives 100 wandering clients the same 20,000 rows that were stored', async () => {
    const total = 20_000
    const random = seeded(42)
    const writer = (async () => {
      for (let said = 0; said < total; ) {
        const count = Math.min(total - said, 1 + Math.floor(random() * 100))
        world.fleet.say('shop-1', count)
        said += count
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    const clients = Array.from({ length: 100 }, async (_, i) => {
      const mine = seeded(i + 1)
      // Some come before the first row, some in the middle, some when all is over.
      for (let wait = Math.floor(mine() * 300); wait > 0; wait--) await new Promise((resolve) => setImmediate(resolve))
      return wander(total, mine)
    })
    const logs = await Promise.all(clients)
    await writer
    const source = world.fleet.rows('shop-1').map((row) => JSON.stringify(row))
    expect(source).toHaveLength(total)
    for (const { seen } of logs) expect(seen.length === total && seen.every((data, i) => data === source[i])).toBe(true)
    expect(logs.reduce((sum, one) => sum + one.breaks, 0)).toBeGreaterThan(100)
  }, 120_000)
})
