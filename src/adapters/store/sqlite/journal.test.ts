/** Transactions: all or nothing, one at a time, told after the commit in order; a store that cannot be written says so. */
import { chmodSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DroverError } from '#contract/error'
import type { Session, TurnEnded } from '#contract/session'
import type { Journal, Tx } from '#ports/store/journal'
import { sessionRecord, type TempStore, tempStore, time, turnRecord } from './store-fixture.ts'

let store: TempStore
let journal: Journal
beforeEach(() => {
  store = tempStore()
  journal = store.open()
  journal.command((tx) => tx.insertSession(sessionRecord('p-1')))
})
afterEach(() => {
  vi.restoreAllMocks()
  store.remove()
})

/** What a change carries is nothing to the store. */
const change = (tx: Tx, payload: unknown) =>
  tx.appendChange({ type: 'session_updated', projectId: 'p', payload: payload as Session })
const caught = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

describe('transactions', () => {
  it('publishes changes and rows after the commit', () => {
    const heard: unknown[] = []
    journal.onCommit((commit) => heard.push(commit))
    journal.ingest((tx) => {
      tx.appendEvents('p-1', 1, [{ kind: 'text', text: 'a' }])
      change(tx, 1)
      expect(heard).toEqual([])
    })
    expect(heard).toEqual([
      {
        changes: [{ seq: 1, at: time, type: 'session_updated', projectId: 'p', payload: 1 }],
        rows: [{ sessionId: 'p-1', count: 1, rows: [{ id: 1, at: time, turn: 1, kind: 'text', text: 'a' }] }],
      },
    ])
    expect(journal.reads.changesAfter(0, 10)).toEqual((heard[0] as { changes: unknown }).changes)
  })

  it('keeps nothing and tells nobody when the work throws', () => {
    const heard = vi.fn()
    journal.onCommit(heard)
    const error = caught(() =>
      journal.command((tx) => {
        tx.appendEvents('p-1', 1, [{ kind: 'text', text: 'a' }])
        change(tx, 1)
        throw new Error('changed my mind')
      }),
    )
    expect(error).toEqual(new Error('changed my mind'))
    expect(heard).not.toHaveBeenCalled()
    expect(journal.reads.lastSeq()).toBe(0)
    expect(journal.reads.session('p-1')?.lastEventId).toBe(0)
    journal.command((tx) => change(tx, 2))
    expect(journal.reads.lastSeq()).toBe(1)
  })

  it('refuses nesting, use after the end, and asynchronous work', () => {
    let stale: Tx | undefined
    expect(() => journal.command(() => journal.ingest(() => 1))).toThrow('inside another')
    journal.command((tx) => {
      stale = tx
    })
    expect(() => stale?.setMeta('a', 'b')).toThrow('after its end')
    expect(() => journal.command(async (tx) => tx.setMeta('a', 'b'))).toThrow('asynchronous')
    expect(journal.reads.meta('a')).toBeNull()
    journal.command((tx) => tx.setMeta('a', 'c'))
    expect(journal.reads.meta('a')).toBe('c')
  })

  it('takes back the whole when an append failed half-way, even if the work goes on', () => {
    const error = caught(() =>
      journal.ingest((tx) => {
        try {
          tx.appendEvents('p-1', 1, [
            { kind: 'text', text: 'kept?' },
            { kind: 'tool', callId: 'c', name: 'n', input: { big: 1n } },
          ])
        } catch {
          // The work swallows it: the transaction must not.
        }
      }),
    )
    expect(String(error)).toContain('BigInt')
    expect(journal.reads.eventsAfter('p-1', 0, 5)).toEqual([])
  })

  it('commits commands at FULL and ingest at NORMAL, and changes the level only when it must', () => {
    const exec = vi.spyOn(Database.prototype, 'exec')
    const levels = () => exec.mock.calls.map(([sql]) => sql).filter((sql) => sql.includes('synchronous'))
    journal.ingest((tx) => tx.setMeta('a', '1'))
    journal.ingest((tx) => tx.setMeta('a', '2'))
    journal.command((tx) => tx.setMeta('a', '3'))
    journal.command((tx) => tx.setMeta('a', '4'))
    expect(levels()).toEqual(['PRAGMA synchronous = NORMAL', 'PRAGMA synchronous = FULL'])
  })

  it('makes a private file in WAL mode with foreign keys', () => {
    for (const suffix of ['', '-wal', '-shm']) expect(statSync(store.path + suffix).mode & 0o777).toBe(0o600)
    expect(() => journal.command((tx) => tx.insertTurn(turnRecord('none-1', 1)))).toThrow('FOREIGN KEY')
  })
})

describe('listeners', () => {
  it('hear commits in order, also those made by a listener', () => {
    const heard: string[] = []
    journal.onCommit((commit) => {
      for (const { payload } of commit.changes) {
        heard.push(`first ${payload}`)
        if (String(payload) === 'a') journal.command((tx) => change(tx, 'b'))
      }
    })
    journal.onCommit((commit) => {
      for (const { payload } of commit.changes) heard.push(`second ${payload}`)
    })
    journal.command((tx) => change(tx, 'a'))
    expect(heard).toEqual(['first a', 'second a', 'first b', 'second b'])
  })

  it('hear of a commit before what it left to do is done, and of nothing that was rolled back', () => {
    const heard: unknown[] = []
    const other = tempStore()
    const lone = other.open({ onListenerError: (error) => heard.push((error as Error).message) })
    lone.onCommit((commit) => heard.push(...commit.changes.map((one) => one.payload)))
    const acts = (tx: Tx, name: string, act = (): void => {}): void => {
      change(tx, name)
      tx.afterCommit(() => {
        heard.push(`after ${name}`)
        act()
      })
    }
    lone.command((tx) => {
      acts(tx, 'a', () => {
        lone.ingest((inner) => acts(inner, 'b'))
        throw new Error('a failed')
      })
      tx.afterCommit(() => heard.push('after a, too'))
      expect(heard).toEqual([])
    })
    caught(() =>
      lone.command((tx) => {
        acts(tx, 'never')
        throw new Error('changed my mind')
      }),
    )
    lone.command((tx) => change(tx, 'c'))
    expect(heard).toEqual(['a', 'after a', 'a failed', 'after a, too', 'b', 'after b', 'c'])
    other.remove()
  })

  it('may throw without harm, and leave at any time', () => {
    const errors: unknown[] = []
    const other = tempStore()
    const lone = other.open({ onListenerError: (error) => errors.push(error) })
    const heard = vi.fn()
    const left = vi.fn()
    lone.onCommit(() => {
      leave()
      throw new Error('mine')
    })
    const leave = lone.onCommit(left)
    lone.onCommit(heard)
    expect(lone.command((tx) => change(tx, 1).seq)).toBe(1)
    expect(errors).toEqual([new Error('mine')])
    expect(heard).toHaveBeenCalledTimes(1)
    expect(left).not.toHaveBeenCalled()
    other.remove()
  })
})

describe('change log', () => {
  it('pages by number and type and says what was pruned', () => {
    journal.command((tx) => {
      for (let i = 1; i <= 5; i++) change(tx, i)
      tx.appendChange({ type: 'turn_ended', projectId: null, sessionId: 'p-1', payload: {} as TurnEnded })
    })
    const { reads } = journal
    expect(reads.changesAfter(3, 2).map((c) => c.seq)).toEqual([4, 5])
    expect(reads.changesAfter(0, 9, ['turn_ended'])).toEqual([
      { seq: 6, at: time, type: 'turn_ended', projectId: null, sessionId: 'p-1', payload: {} },
    ])
    expect(reads.firstSeq()).toBe(0)
    journal.command((tx) => tx.pruneChanges(4))
    expect([reads.firstSeq(), reads.changesAfter(0, 9)[0]?.seq]).toEqual([4, 4])
    journal.command((tx) => tx.pruneChanges(99))
    expect([reads.firstSeq(), reads.lastSeq(), reads.changesAfter(0, 9)]).toEqual([7, 6, []])
    journal.close()
    const again = store.open()
    expect(again.command((tx) => change(tx, 'next').seq)).toBe(7)
  })
})

describe('a store that cannot be written', () => {
  it('answers STORE_UNWRITABLE when it is full, keeps nothing of it, and recovers', () => {
    journal.close()
    const prepare = vi.spyOn(Database.prototype, 'prepare')
    const full = store.open()
    const db = prepare.mock.contexts[0] as Database.Database
    const limit = (pages: number) => db.pragma(`max_page_count = ${pages}`)
    limit(db.pragma('page_count', { simple: true }) as number)
    const big = { kind: 'text', text: 'x'.repeat(60_000) } as const
    const error = caught(() =>
      full.ingest((tx) => {
        tx.setMeta('half', 'written')
        tx.appendEvents('p-1', 1, [big, big, big])
      }),
    )
    expect(error).toBeInstanceOf(DroverError)
    expect(error).toMatchObject({ code: 'STORE_UNWRITABLE', cause: { code: 'SQLITE_FULL' } })
    expect((error as DroverError).hint).toContain('disk space')
    expect(full.writable).toBe(false)
    expect(full.reads.meta('half')).toBeNull()
    expect(full.reads.eventsAfter('p-1', 0, 5)).toEqual([])

    const swallowed = caught(() =>
      full.ingest((tx) => {
        try {
          tx.appendEvents('p-1', 1, [big, big, big])
        } catch {
          // SQLite may have rolled back by itself: what follows must not commit alone.
        }
        tx.setMeta('after', 'the fall')
      }),
    )
    expect(swallowed).toMatchObject({ code: 'STORE_UNWRITABLE' })
    expect(full.reads.meta('after')).toBeNull()

    limit(1_000_000)
    full.ingest((tx) => tx.appendEvents('p-1', 1, [big]))
    expect(full.writable).toBe(true)
    expect(full.reads.eventsAfter('p-1', 0, 5).map((row) => row.id)).toEqual([1])
  })

  it('reads but refuses to write when opened read-only', () => {
    const reader = store.open({ readonly: true })
    expect(reader.reads.session('p-1')?.id).toBe('p-1')
    expect(reader.writable).toBe(false)
    expect(caught(() => reader.command((tx) => tx.setMeta('a', 'b')))).toMatchObject({ code: 'STORE_UNWRITABLE' })
  })

  it('refuses a file that is no store, and mends a loose mode', () => {
    journal.close()
    chmodSync(store.path, 0o644)
    store.open().close()
    expect(statSync(store.path).mode & 0o777).toBe(0o600)
    const other = tempStore()
    expect(caught(() => other.open({ path: `${other.dir}/missing/drover.db` }))).toMatchObject({
      code: 'STORE_UNWRITABLE',
    })
    other.remove()
  })
})
