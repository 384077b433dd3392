import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { backoffMs, createLive, type LinkState, type Live, streamPath } from './connection.ts'

/** A server of streams that the test opens, feeds and breaks by hand. */
function server() {
  const asked: string[] = []
  const lines: ReadableStreamDefaultController<Uint8Array>[] = []
  let status = 200
  let down = false
  return {
    asked,
    answer: (code: number) => {
      status = code
    },
    goDown: () => {
      down = true
    },
    comeUp: () => {
      down = false
    },
    say: (text: string) => lines.at(-1)?.enqueue(new TextEncoder().encode(text)),
    breakLine: () => lines.at(-1)?.close(),
    fetch: (async (path: string, init: RequestInit) => {
      asked.push(path)
      if (down) throw new TypeError('failed to fetch')
      const body = new ReadableStream<Uint8Array>({
        start(line) {
          lines.push(line)
          init.signal?.addEventListener('abort', () => line.error(new Error('aborted')))
        },
      })
      return new Response(status === 200 ? body : 'no', { status })
    }) as unknown as typeof fetch,
  }
}

describe('the link', () => {
  let live: Live | null = null
  let s: ReturnType<typeof server>
  let states: LinkState[]
  let frames: string[]
  let seq: number
  let out: boolean
  let gone: number

  const open = (silenceMs = 1_000): void => {
    live = createLive({
      fetch: s.fetch,
      bearer: () => 'b',
      cursors: () => ({ seq, session: 'a-1', sessionAfter: 4 }),
      onFrame: (frame) => {
        frames.push(frame.data)
        if (frame.event === 'change') seq = Number(frame.id)
      },
      onState: (state) => states.push(state),
      onUnauthorized: () => {
        out = true
      },
      onSessionGone: () => {
        gone += 1
      },
      silenceMs,
    })
    live.reopen()
  }
  const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
  const caughtUp = async (): Promise<void> => {
    await pass(0)
    s.say('event: caught-up\ndata: {}\n\n')
    await pass(0)
  }

  beforeEach(() => {
    vi.useFakeTimers()
    s = server()
    states = []
    frames = []
    seq = 7
    out = false
    gone = 0
  })
  afterEach(() => {
    live?.close()
    live = null
    vi.useRealTimers()
  })

  it('asks from where the page stands', () => {
    expect(streamPath({ seq: 3, session: null, sessionAfter: 0 })).toBe('/api/v1/events?after=3')
    expect(streamPath({ seq: 3, session: 'a-1', sessionAfter: 9 })).toBe(
      '/api/v1/events?after=3&session=a-1&sessionAfter=9',
    )
  })

  it('is live once caught up, and comes back from the newest number after a break', async () => {
    open()
    await caughtUp()
    expect(states).toEqual(['live'])
    s.say('id: 9\nevent: change\ndata: x\n\n')
    await pass(0)
    s.breakLine()
    await pass(0)
    expect(states).toEqual(['live', 'connecting'])
    await pass(backoffMs(0))
    expect(s.asked).toEqual([
      '/api/v1/events?after=7&session=a-1&sessionAfter=4',
      '/api/v1/events?after=9&session=a-1&sessionAfter=4',
    ])
  })

  it('is down after three failures, tries on, and is live again by itself', async () => {
    s.goDown()
    open(60_000)
    await pass(250 + 500 + 1_000)
    expect(states.at(-1)).toBe('down')
    s.comeUp()
    await pass(5_000)
    await caughtUp()
    expect(states.at(-1)).toBe('live')
  })

  it('takes silence for a dead line', async () => {
    open(8_000)
    await caughtUp()
    await pass(9_000)
    s.say(': beat\n\n')
    await pass(0)
    expect(s.asked).toHaveLength(1)
    await pass(15_500)
    expect(s.asked.length).toBeGreaterThan(1)
  })

  it('drops the old connection when it is opened anew, and takes nothing from it', async () => {
    open()
    await caughtUp()
    live?.reopen()
    await caughtUp()
    expect(s.asked).toHaveLength(2)
    expect(states).toEqual(['live', 'live'])
    await pass(2_000)
    expect(states).toEqual(['live', 'live'])
  })

  it('stops for good when it is no longer welcome', async () => {
    s.answer(401)
    open()
    await pass(60_000)
    expect(out).toBe(true)
    expect(s.asked).toHaveLength(1)
  })

  it('tells when the session it should carry is gone', async () => {
    s.answer(404)
    open()
    await pass(0)
    expect(gone).toBe(1)
  })

  it('does not open by itself before the page knows where it stands', async () => {
    open()
    live?.close()
    s.asked.length = 0
    const early = createLive({
      fetch: s.fetch,
      bearer: () => 'b',
      cursors: () => ({ seq: 0, session: null, sessionAfter: 0 }),
      onFrame: () => {},
      onState: () => {},
      onUnauthorized: () => {},
      onSessionGone: () => {},
    })
    early.poke()
    await pass(0)
    early.close()
    expect(s.asked).toEqual([])
  })

  it('tries at once when it is poked while it waits', async () => {
    s.goDown()
    open()
    await pass(0)
    s.comeUp()
    live?.poke()
    await pass(0)
    expect(s.asked).toHaveLength(2)
  })
})
