/** Between processes: the lock, and what a writer killed with -9 leaves behind. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { holdLock } from './lock.ts'
import { type TempStore, tempStore } from './store-fixture.ts'

const here = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href)
let store: TempStore
const children: ChildProcess[] = []
beforeEach(() => {
  store = tempStore()
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  store.remove()
})

/** Runs a module and gives its lines. */
function start(source: string): { child: ChildProcess; lines: AsyncIterator<string>; ended: Promise<unknown> } {
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  return { child, lines, ended: once(child, 'exit') }
}

describe('daemon.lock', () => {
  it('is held by one process and falls with it', async () => {
    const path = join(store.dir, 'daemon.lock')
    const source = `
      const { holdLock } = await import(${here('./lock.ts')})
      console.log(holdLock(${JSON.stringify(path)}) === null ? 'refused' : 'held')
      setInterval(() => {}, 1000)`
    const holder = start(source)
    expect((await holder.lines.next()).value).toBe('held')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(holdLock(path)).toBeNull()
    holder.child.kill('SIGKILL')
    await holder.ended
    const mine = holdLock(path)
    expect(mine).not.toBeNull()
    expect(holdLock(path)).toBeNull()
    const second = start(source)
    expect((await second.lines.next()).value).toBe('refused')
    mine?.release()
    mine?.release()
    const third = holdLock(path)
    expect(third).not.toBeNull()
    third?.release()
  })
})

describe('kill -9 of the writer', () => {
  it('leaves whole transactions only: events, facts and offset agree, nothing told is lost', async () => {
    const source = `
      const { openJournal } = await import(${here('./journal.ts')})
      const { sessionRecord, launchRecord } = await import(${here('./store-fixture.ts')})
      const journal = openJournal({ path: ${JSON.stringify(store.path)}, now: () => new Date(), redact: (t) => t })
      if (journal.reads.session('p-1') === null) journal.command((tx) => {
        tx.insertSession(sessionRecord('p-1')); tx.insertLaunch(launchRecord('l', 'p-1'))
      })
      for (let i = journal.reads.launch('l').offset; ; i++) {
        journal.ingest((tx) => {
          tx.appendEvents('p-1', 1, [{ kind: 'text', text: 'a ' + i }])
          tx.appendEvents('p-1', 1, [{ kind: 'text', text: 'b ' + i + 'x'.repeat(70000) }])
          tx.updateLaunch('l', { offset: i + 1 })
          tx.updateSession('p-1', { lastText: String(i) })
        })
        if (i % 20 === 0) console.log(i)
      }`
    let told = 0
    for (let round = 0; round < 5; round++) {
      const writer = start(source)
      for (let n = 0; n < 2 + round; n++) told = Number((await writer.lines.next()).value)
      writer.child.kill('SIGKILL')
      await writer.ended
      const journal = store.open()
      const offset = journal.reads.launch('l')?.offset ?? -1
      expect(offset).toBeGreaterThan(told)
      expect(journal.reads.session('p-1')).toMatchObject({ lastEventId: offset * 2, lastText: String(offset - 1) })
      const rows = journal.reads.eventsAfter('p-1', 0, 1_000_000)
      expect(rows.map((row) => row.id)).toEqual(Array.from({ length: offset * 2 }, (_, i) => i + 1))
      expect(rows.at(-2)).toMatchObject({ text: `a ${offset - 1}` })
      expect(journal.reads.blob('p-1', `b${offset * 2}-0`)).toMatch(new RegExp(`^b ${offset - 1}x+$`))
      expect(journal.reads.blob('p-1', `b${offset * 2 + 2}-0`)).toBeNull()
      journal.close()
    }
  })
})
