/**
 * The one live connection of a tab: opens it, hands frames on, opens it again from the last number after any loss, and says
 * how it stands. It keeps the cursors; what frames mean is the reducers' business.
 */
import { createFrameParser, type Frame } from '#core/frames'

/** `down` after several failures in a row; it goes on trying all the same. */
export type LinkState = 'connecting' | 'live' | 'down'

export interface Cursors {
  readonly seq: number
  readonly session: string | null
  readonly sessionAfter: number
}

export interface LiveDeps {
  readonly fetch: typeof fetch
  bearer(): string | null
  /** Read again before each try, so that a reconnect starts where the page stands. */
  cursors(): Cursors
  onFrame(frame: Frame): void
  onState(state: LinkState, failures: number): void
  /** The bearer is no longer accepted. */
  onUnauthorized(): void
  /** The session this connection was to carry is not there (any more). */
  onSessionGone(): void
  /** Milliseconds of silence after which the line counts as dead (the server speaks every 15 s). */
  readonly silenceMs?: number
}

export interface Live {
  /** Closes the present connection, if any, and opens one with the cursors of now. */
  reopen(): void
  /** After sleep, a network change or a click: try at once instead of waiting. Nothing before it was opened. */
  poke(): void
  close(): void
}

export const backoffMs = (failures: number): number => Math.min(5_000, 250 * 2 ** Math.min(failures, 5))

export function streamPath({ seq, session, sessionAfter }: Cursors): string {
  const query = new URLSearchParams({ after: String(seq) })
  if (session !== null) {
    query.set('session', session)
    query.set('sessionAfter', String(sessionAfter))
  }
  return `/api/v1/events?${query}`
}

export function createLive(deps: LiveDeps): Live {
  const silenceMs = deps.silenceMs ?? 35_000
  let round = 0
  let failures = 0
  let abort: AbortController | null = null
  let retry: ReturnType<typeof setTimeout> | null = null
  let heardAt = 0
  let watch: ReturnType<typeof setInterval> | null = null
  let closed = false
  let settled = false

  const lost = (mine: number): void => {
    if (mine !== round || closed) return
    abort?.abort()
    abort = null
    failures += 1
    deps.onState(failures >= 3 ? 'down' : 'connecting', failures)
    retry = setTimeout(() => void connect(), backoffMs(failures - 1))
  }

  const take = (frame: Frame): void => {
    if (frame.event === 'caught-up') {
      settled = true
      failures = 0
      deps.onState('live', 0)
    }
    deps.onFrame(frame)
  }

  async function read(mine: number, body: ReadableStream<Uint8Array>): Promise<void> {
    const parser = createFrameParser()
    const decoder = new TextDecoder()
    const reader = body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (mine !== round) return
      if (done) return
      heardAt = Date.now()
      for (const frame of parser.feed(decoder.decode(value, { stream: true }))) take(frame)
    }
  }

  async function connect(): Promise<void> {
    const mine = ++round
    if (retry) clearTimeout(retry)
    retry = null
    abort?.abort()
    const control = new AbortController()
    abort = control
    heardAt = Date.now()
    try {
      const answer = await deps.fetch(streamPath(deps.cursors()), {
        headers: { accept: 'text/event-stream', authorization: `Bearer ${deps.bearer() ?? ''}` },
        cache: 'no-store',
        signal: control.signal,
      })
      if (mine !== round) return
      if (answer.status === 401) {
        closed = true
        deps.onUnauthorized()
        return
      }
      if (answer.status === 404) deps.onSessionGone()
      if (!answer.ok || !answer.body) throw new Error(`stream answered ${answer.status}`)
      await read(mine, answer.body)
    } catch {
      // Whatever broke the line, the cure is the same: open it again from the last number.
    }
    lost(mine)
  }

  watch = setInterval(() => {
    if (abort && Date.now() - heardAt > silenceMs) lost(round)
  }, 5_000)

  return {
    reopen() {
      if (closed) return
      failures = 0
      settled = false
      void connect()
      const mine = round
      // A planned change of connection is not worth a word unless it takes long.
      setTimeout(() => {
        if (mine === round && !settled) deps.onState('connecting', 0)
      }, 1_500)
    },
    poke() {
      if (closed || round === 0) return
      if (retry || Date.now() - heardAt > silenceMs) void connect()
    },
    close() {
      closed = true
      round += 1
      abort?.abort()
      if (retry) clearTimeout(retry)
      if (watch) clearInterval(watch)
    },
  }
}
