/**
 * Between the feed and the clients: one subscription per session however many watch it, and each commit's rows turned into
 * bytes once for all of them.
 */
import type { EventRow } from '#contract/agent-event'
import type { Change } from '#contract/change'
import type { Feed } from '#flows/engine/flows'
import { changeFrame, deltaFrame, pageRowFrame, rowFrame } from './frame.ts'

/** What one commit brought, with its bytes made at most once per form. */
export interface Batch<T> {
  readonly items: readonly T[]
  bytes(form: string, frame: (item: T) => string): Buffer
}

const batchOf = <T>(items: readonly T[]): Batch<T> => {
  const made = new Map<string, Buffer>()
  return {
    items,
    bytes(form, frame) {
      const known = made.get(form)
      if (known !== undefined) return known
      const bytes = Buffer.from(items.map(frame).join(''))
      made.set(form, bytes)
      return bytes
    },
  }
}

export interface RowListener {
  rows(batch: Batch<EventRow>): void
  delta(frame: Buffer): void
}

export interface Hub {
  session(sessionId: string, listener: RowListener): () => void
  fleet(listener: (batch: Batch<Change>) => void): () => void
}

export function createHub(feed: Feed): Hub {
  const sessions = new Map<string, { listeners: Set<RowListener>; stop: () => void }>()
  const fleet = new Set<(batch: Batch<Change>) => void>()
  let stopFleet: (() => void) | null = null

  const follow = (sessionId: string) => {
    const listeners = new Set<RowListener>()
    const stop = feed.session(sessionId, {
      rows(rows) {
        const batch = batchOf(rows)
        for (const listener of listeners) listener.rows(batch)
      },
      delta(delta) {
        const frame = Buffer.from(deltaFrame(delta))
        for (const listener of listeners) listener.delta(frame)
      },
    })
    const entry = { listeners, stop }
    sessions.set(sessionId, entry)
    return entry
  }

  return {
    session(sessionId, listener) {
      const entry = sessions.get(sessionId) ?? follow(sessionId)
      entry.listeners.add(listener)
      return () => {
        entry.listeners.delete(listener)
        if (entry.listeners.size > 0 || sessions.get(sessionId) !== entry) return
        sessions.delete(sessionId)
        entry.stop()
      }
    },
    fleet(listener) {
      fleet.add(listener)
      stopFleet ??= feed.fleet((changes) => {
        const batch = batchOf(changes)
        for (const each of fleet) each(batch)
      })
      return () => {
        fleet.delete(listener)
        if (fleet.size > 0 || stopFleet === null) return
        stopFleet()
        stopFleet = null
      }
    },
  }
}

export const plainRows = (batch: Batch<EventRow>): Buffer => batch.bytes('plain', rowFrame)
export const pageRows = (batch: Batch<EventRow>, seq: number): Buffer =>
  batch.bytes(String(seq), (row) => pageRowFrame(seq, row))
export const changesOf = (batch: Batch<Change>): Buffer => batch.bytes('change', changeFrame)
