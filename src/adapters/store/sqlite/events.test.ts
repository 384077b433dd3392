/** The event log: numbers without holes, pages, large values aside, redaction, pruning. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AgentEvent } from '#contract/agent-event'
import type { Session } from '#contract/session'
import type { Journal } from '#ports/store/journal'
import { cutBytes, splitLarge } from './large-values.ts'
import {
  launchRecord,
  mailRecord,
  sessionRecord,
  type TempStore,
  tempStore,
  time,
  turnRecord,
} from './store-fixture.ts'

let store: TempStore
let journal: Journal
const secret = 'hunter2-hunter2-"quoted"'
const redact = (text: string): string => text.replaceAll(secret, '[redacted]')
beforeEach(() => {
  store = tempStore()
  journal = store.open({ redact })
  journal.command((tx) => {
    for (const id of ['p-1', 'p-2']) tx.insertSession(sessionRecord(id))
  })
})
afterEach(() => store.remove())

const text = (n: number): AgentEvent => ({ kind: 'text', text: `line ${n}` })
const texts = (from: number, to: number): AgentEvent[] =>
  Array.from({ length: to - from + 1 }, (_, i) => text(from + i))
const ids = (rows: readonly { id: number }[]): number[] => rows.map((row) => row.id)

describe('event log', () => {
  it('numbers each session from 1 without holes and answers flat rows', () => {
    const rows = journal.ingest((tx) => {
      tx.appendEvents('p-1', 1, texts(1, 3))
      tx.appendEvents('p-2', null, texts(1, 1))
      return tx.appendEvents('p-1', 1, [
        { kind: 'turn_end', turn: 1, outcome: 'completed', exitCode: 0, durationMs: 5 },
      ]).rows
    })
    expect(rows).toEqual([
      { id: 4, at: time, turn: 1, kind: 'turn_end', outcome: 'completed', exitCode: 0, durationMs: 5 },
    ])
    expect(journal.reads.eventsAfter('p-1', 0, 10)).toEqual([
      { id: 1, at: time, turn: 1, kind: 'text', text: 'line 1' },
      { id: 2, at: time, turn: 1, kind: 'text', text: 'line 2' },
      { id: 3, at: time, turn: 1, kind: 'text', text: 'line 3' },
      ...rows,
    ])
    expect(journal.reads.eventsAfter('p-2', 0, 10)).toEqual([{ id: 1, at: time, turn: null, ...text(1) }])
    expect(journal.reads.session('p-1')?.lastEventId).toBe(4)
  })

  it('pages up and down, and treats odd cursors as the ends', () => {
    journal.ingest((tx) => tx.appendEvents('p-1', 1, texts(1, 10)))
    journal.ingest((tx) => tx.appendEvents('p-2', 1, texts(1, 2)))
    const { reads } = journal
    expect(ids(reads.eventsAfter('p-1', 7, 2))).toEqual([8, 9])
    expect(ids(reads.eventsBefore('p-1', 4, 2))).toEqual([3, 2])
    expect(ids(reads.eventsBefore('p-1', Number.MAX_SAFE_INTEGER, 3))).toEqual([10, 9, 8])
    expect(ids(reads.eventsBefore('p-1', Number.POSITIVE_INFINITY, 1))).toEqual([10])
    expect(reads.eventsAfter('p-1', 2 ** 40, 5)).toEqual([])
    expect(ids(reads.eventsAfter('p-1', -5, 1))).toEqual([1])
    expect(reads.eventsAfter('nobody', 0, 5)).toEqual([])
  })

  it('gives the same rows as the text that was stored, number, time and turn in front', () => {
    const odd: AgentEvent[] = [
      { kind: 'user', text: 'say "hi"\n', source: 'operator' },
      { kind: 'text', text: 'é € 😀 \ud800 \u2028' },
      { kind: 'thinking', text: '' },
      { kind: 'tool', callId: 'c', name: 'shell', input: { id: 1, at: 2, turn: 3 } },
      { kind: 'tool_result', callId: 'c', ok: false, output: 'x'.repeat(70_000), truncated: false },
      { kind: 'usage', input: 1, output: null, cacheRead: null, cacheWrite: null, costUsd: 0.1 },
      { kind: 'notice', code: 'x', message: 'm', id: 99, at: 'never' },
      { kind: 'turn_end', turn: 1, outcome: 'completed', exitCode: 0, durationMs: 5 },
    ]
    journal.ingest((tx) => tx.appendEvents('p-1', 1, odd))
    journal.ingest((tx) => tx.appendEvents('p-1', null, texts(1, 3)))
    const { reads } = journal
    const written = (rows: readonly { id: number }[]) => ({
      count: rows.length,
      last: rows.at(-1)?.id ?? 0,
      json: rows.map((row) => JSON.stringify(row)).join(','),
    })
    expect(reads.eventTexts('p-1', { limit: 50 })).toEqual(written(reads.eventsAfter('p-1', 0, 50)))
    expect(reads.eventTexts('p-1', { after: 2, limit: 3 })).toEqual(written(reads.eventsAfter('p-1', 2, 3)))
    expect(reads.eventTexts('p-1', { before: 9, limit: 4 })).toEqual(written(reads.eventsBefore('p-1', 9, 4)))
    expect(reads.eventTexts('p-1', { before: 99, limit: 2 })).toEqual(written(reads.eventsBefore('p-1', 99, 2)))
    expect(reads.eventTexts('p-1', { after: 99, limit: 2 })).toEqual(written([]))
    journal.ingest((tx) => tx.pruneEvents('p-1', 4))
    expect(reads.eventTexts('p-1', { after: 1, limit: 3 })).toEqual(written(reads.eventsAfter('p-1', 1, 3)))
    expect(reads.eventTexts('p-1', { before: 7, limit: 5 })).toEqual(written(reads.eventsBefore('p-1', 7, 5)))
    expect(reads.eventTexts('p-2', { limit: 5 })).toEqual(written([]))
    expect(reads.eventTexts('nobody', { limit: 5 })).toBeNull()
  })

  it('keeps every row in its place, however frequent and seldom kinds are mixed', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(120), { maxLength: 8 }), (runs) => {
        const events = runs.flatMap((n): AgentEvent[] => [...texts(1, n), { kind: 'cancelled' }])
        const before = journal.reads.session('p-1')?.lastEventId ?? 0
        const appended = journal.ingest((tx) => tx.appendEvents('p-1', 1, events))
        const stored = journal.reads.eventsAfter('p-1', before, 2_000)
        expect(stored).toEqual(events.map((event, i) => ({ id: before + 1 + i, at: time, turn: 1, ...event })))
        expect([appended.count, appended.rows]).toEqual([events.length, stored])
      }),
      { numRuns: 30 },
    )
  })

  it('finds the last of a seldom kind and of a frequent one, in its own session only', () => {
    journal.ingest((tx) => {
      tx.appendEvents('p-1', 1, [
        { kind: 'session', nativeId: 'a', model: null },
        ...texts(1, 300),
        { kind: 'cancelled' },
      ])
      tx.appendEvents('p-2', 1, [{ kind: 'session', nativeId: 'b', model: null }])
    })
    const { reads } = journal
    expect(reads.lastEventOf('p-1', 'session')).toMatchObject({ id: 1, nativeId: 'a' })
    expect(reads.lastEventOf('p-1', 'text')).toMatchObject({ id: 301 })
    expect(reads.lastEventOf('p-1', 'thinking')).toBeNull()
    expect(reads.lastEventOf('p-2', 'cancelled')).toBeNull()
  })

  it('keeps its own words when a notice carries fields of the same names', () => {
    const notice = { kind: 'notice', code: 'x', message: 'm', id: 99, at: 'never', extra: 1 } as const
    const [row] = journal.ingest((tx) => tx.appendEvents('p-1', 1, [notice]).rows)
    expect(row).toEqual({ id: 1, at: time, turn: 1, kind: 'notice', code: 'x', message: 'm', extra: 1 })
    expect(journal.reads.eventsAfter('p-1', 0, 1)).toEqual([row])
  })

  it('prunes from the front and never gives the numbers again', () => {
    journal.ingest((tx) => tx.appendEvents('p-1', 1, [...texts(1, 4), { kind: 'text', text: 'é'.repeat(40_000) }]))
    journal.command((tx) => tx.pruneEvents('p-1', 5))
    expect(journal.reads.eventsAfter('p-1', 0, 10)).toEqual([])
    expect(journal.reads.blob('p-1', 'b5-0')).toBeNull()
    expect(ids(journal.ingest((tx) => tx.appendEvents('p-1', 1, [text(6)]).rows))).toEqual([6])
  })
})

describe('large values', () => {
  it('puts a long output aside and keeps 4 KB on a character boundary', () => {
    const output = '€'.repeat(30_000)
    const [row] = journal.ingest(
      (tx) =>
        tx.appendEvents('p-1', 1, [{ kind: 'tool_result', callId: 'c', ok: true, output, truncated: false }]).rows,
    )
    expect(row).toMatchObject({ output: '€'.repeat(1365), refs: { output: { blob: 'b1-0', bytes: 90_000 } } })
    expect(journal.reads.eventsAfter('p-1', 0, 1)).toEqual([row])
    expect(journal.reads.blob('p-1', 'b1-0')).toBe(output)
    expect(journal.reads.blob('p-2', 'b1-0')).toBeNull()
    expect(journal.reads.blob('p-1', '../etc')).toBeNull()
  })

  it('puts a large tool input aside as its JSON with a text in place', () => {
    const input = { path: 'a', content: 'x'.repeat(100_000) }
    const [row] = journal.ingest(
      (tx) => tx.appendEvents('p-1', 1, [{ kind: 'tool', callId: 'c', name: 'w', input }]).rows,
    )
    const whole = JSON.stringify(input)
    expect(row).toMatchObject({ input: whole.slice(0, 4096), refs: { input: { blob: 'b1-0', bytes: whole.length } } })
    expect(JSON.parse(journal.reads.blob('p-1', 'b1-0') ?? '')).toEqual(input)
  })

  it('keeps exactly 64 KB in place and names values deep inside by their path', () => {
    expect(splitLarge({ kind: 'text', text: 'x'.repeat(65_536) }, String)).toBeNull()
    const message = 'y'.repeat(65_537)
    const split = splitLarge(
      { kind: 'error', code: 'C', category: 'unknown', message: 'm', evidence: [{ channel: 'stderr', message }] },
      (n) => `n${n}`,
    )
    expect(split?.refs).toEqual({ 'evidence.0.message': { blob: 'n0', bytes: 65_537 } })
    expect(split?.event).toMatchObject({ evidence: [{ channel: 'stderr', message: message.slice(0, 4096) }] })
  })

  it('never cuts inside a character', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'é', '€', '😀', '\0', '\u{10ffff}')),
        fc.nat(24),
        (characters, bytes) => {
          const whole = characters.join('')
          const cut = cutBytes(whole, bytes)
          expect(whole.startsWith(cut)).toBe(true)
          expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bytes)
          const next = characters[[...cut].length]
          if (next !== undefined) expect(Buffer.byteLength(cut + next)).toBeGreaterThan(bytes)
        },
      ),
    )
  })
})

describe('redaction', () => {
  const onDisk = (): string =>
    readdirSync(store.dir)
      .map((name) => readFileSync(join(store.dir, name), 'latin1'))
      .join('\n')

  it('lets no known secret reach the file or the listeners', () => {
    const heard: string[] = []
    journal.onCommit((commit) => heard.push(JSON.stringify(commit)))
    journal.command((tx) => {
      tx.insertTurn(turnRecord('p-1', 1, { prompt: `use ${secret}` }))
      tx.insertLaunch(launchRecord('l', 'p-1', { start: { prompt: secret }, dialogue: { last: [secret] } }))
      tx.updateSession('p-1', {
        lastText: secret,
        request: { requestId: 'r', type: 'question', text: secret, options: [secret] },
        trouble: { code: 'X', message: secret },
      })
      tx.updateTurn('p-1', 1, { prompt: `again ${secret}` })
      tx.updateLaunch('l', { dialogue: secret, start: [secret] })
      tx.appendEvents('p-1', 1, [
        { kind: 'user', text: secret, source: 'operator' },
        { kind: 'tool', callId: 'c', name: 'sh', input: { deep: [{ [secret]: secret }] } },
        { kind: 'tool_result', callId: 'c', ok: true, output: `${'x'.repeat(70_000)}${secret}`, truncated: false },
        {
          kind: 'error',
          code: 'E',
          category: 'auth',
          message: 'm',
          evidence: [{ channel: 'stderr', message: secret }],
        },
      ])
      tx.appendChange({
        type: 'session_updated',
        projectId: 'p',
        sessionId: 'p-1',
        payload: { lastText: secret } as Session,
      })
    })
    const stored = onDisk()
    expect(stored).toContain('[redacted]')
    for (const place of [stored, ...heard]) {
      expect(place).not.toContain('hunter2')
    }
    expect(journal.reads.session('p-1')?.lastText).toBe('[redacted]')
    expect(journal.reads.eventsAfter('p-1', 1, 1)).toMatchObject([
      { input: { deep: [{ '[redacted]': '[redacted]' }] } },
    ])
  })

  it('keeps no secret of a mail: its words are redacted before they reach the file', () => {
    journal.command((tx) =>
      tx.insertMail(
        mailRecord(tx.nextMailNumber(), {
          type: 'message',
          body: secret,
          subject: secret,
          payload: { deep: [secret] },
        }),
      ),
    )
    journal.command((tx) => tx.updateMail(1, { body: `again ${secret}`, claimed: { branch: secret } }))
    expect(journal.reads.queuedMail('p-1')).toMatchObject([
      { body: 'again [redacted]', subject: '[redacted]', payload: { deep: ['[redacted]'] } },
    ])
    expect(onDisk()).not.toContain('hunter2')
  })

  it('wipes an outbox text that was there before the store was opened', () => {
    journal.command((tx) => {
      tx.insertLaunch(launchRecord('l', 'p-1'))
      tx.putOutbox({ launchId: 'l', at: 0, text: secret })
    })
    journal.close()
    const again = store.open({ redact })
    again.ingest((tx) => tx.clearOutbox('l'))
    expect(onDisk()).not.toContain('hunter2')
  })
})
