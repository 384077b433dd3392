/**
 * Follows a session's stream or the fleet's through restarts of the daemon: the number of the last frame is remembered and
 * asked for again, so that nothing is missed or shown twice.
 */

import type { Delta, EventRow } from '#contract/agent-event'
import type { Change } from '#contract/change'
import { DroverError } from '#contract/error'
import type { Frame } from '#core/frames'
import type { Client } from './client.ts'
import { fill } from './client.ts'

export interface Follower {
  row(row: EventRow): void
  delta?(delta: Delta): void
  caughtUp?(): void
}

const patienceMs = 30_000

/** Frames without end: reconnects by `resume` until the signal, or until nobody has answered for a while. */
async function* endless(
  connect: (signal: AbortSignal) => AsyncGenerator<Frame>,
  signal: AbortSignal,
  tell: (lost: boolean) => void = () => undefined,
): AsyncGenerator<Frame> {
  let lost: number | null = null
  while (!signal.aborted) {
    try {
      for await (const frame of connect(signal)) {
        if (lost !== null) tell(false)
        lost = null
        yield frame
      }
    } catch (error) {
      if (signal.aborted) return
      const passing =
        !(error instanceof DroverError) || ['DAEMON_NOT_RUNNING', 'NOT_READY', 'INTERNAL_ERROR'].includes(error.code)
      if (!passing || (lost !== null && Date.now() - lost > patienceMs)) throw error
    }
    if (signal.aborted) return
    if (lost === null) tell(true)
    lost ??= Date.now()
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

/** Ends when `until` is satisfied by a row, or by the signal. */
export async function followSession(
  client: Client,
  id: string,
  options: { readonly after: number; readonly signal: AbortSignal; readonly until?: (row: EventRow) => boolean },
  follower: Follower,
): Promise<void> {
  let last = options.after
  const connect = (signal: AbortSignal) =>
    client.stream(fill('/api/v1/sessions/{id}/stream', { id }, { after: last }), { signal })
  for await (const frame of endless(connect, options.signal)) {
    if (frame.event === 'caught-up') follower.caughtUp?.()
    else if (frame.event === 'delta') follower.delta?.(JSON.parse(frame.data) as Delta)
    else if (frame.event === 'message') {
      const row = JSON.parse(frame.data) as EventRow
      if (row.id <= last) continue
      last = row.id
      follower.row(row)
      if (options.until?.(row)) return
    }
  }
}

/** The fleet's changes; with `follow` false it ends where the present is reached. */
export async function* fleet(
  client: Client,
  options: {
    readonly after: number
    readonly type?: string
    readonly follow: boolean
    readonly signal: AbortSignal
    /** Changes are missing: look anew. */
    readonly gap?: () => void
    /** Nobody answers, or somebody does again. */
    readonly lost?: (lost: boolean) => void
  },
): AsyncGenerator<Change> {
  let last = options.after
  const wanted = options.type?.split(',').map((word) => word.trim())
  const connect = (signal: AbortSignal) =>
    client.stream(fill('/api/v1/events', {}, { after: last, type: options.type }), { signal })
  const source = options.follow ? endless(connect, options.signal, options.lost) : connect(options.signal)
  for await (const frame of source) {
    if (frame.event === 'caught-up') {
      if (!options.follow) return
      continue
    }
    if (frame.event === 'gap') options.gap?.()
    if (frame.event === 'gap' || frame.event === 'delta' || frame.event === 'row') continue
    const change = JSON.parse(frame.data) as Change
    if (change.seq <= last) continue
    last = change.seq
    if (!wanted || wanted.includes(change.type)) yield change
  }
}
