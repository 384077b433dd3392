/**
 * Time and number: events that flow for long leave memory and file descriptors as they were, and many sessions live at
 * once. Short here; `npm run test:crash` takes the long form (DROVER_FULL=1, DROVER_SOAK_SECONDS for the hour).
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ok, type World, world } from '#test/support/world'
import { growth, inWords, type Sample } from './flat.ts'

const full = process.env.DROVER_FULL === '1'
const seconds = Number(process.env.DROVER_SOAK_SECONDS ?? (full ? 120 : 16))

const agent = join(import.meta.dirname, 'metronome-agent.sh')
const metronome = `[harness.metronome]
command = ["sh", "${agent}", "$PROMPT_FILE"]
output = "drover"
`
/** Ten events a second until the file is there; or one, and then silence. */
const beating = (stop: string): string => `${stop} 0.1 1000000000`
const waiting = (stop: string): string => `${stop} 2 1`

async function sampleOf(w: World, begun: number): Promise<Sample> {
  const { pid } = w.daemon
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  const { sessions } = await ok<{ sessions: { lastEventId: number }[] }>(w.call('GET', '/api/v1/sessions'))
  return {
    at: (performance.now() - begun) / 1000,
    rssMb: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    processes: w.processes().length,
    events: sessions.reduce((sum, one) => sum + one.lastEventId, 0),
  }
}

/** Resolves when the client's stream has begun; it reads until it is destroyed, as a page does. */
async function watcher(w: World, path: string): Promise<AbortController> {
  const leave = new AbortController()
  const token = readFileSync(join(w.home, 'token'), 'utf8').trim()
  const answer = await fetch(`http://127.0.0.1:${w.daemon.port}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leave.signal,
  })
  void (async () => {
    for await (const _ of answer.body ?? []) if (leave.signal.aborted) return
  })().catch(() => undefined)
  return leave
}

describe('the judge of a soak', () => {
  const sample = (n: number, over: Partial<Sample>): Sample => ({
    ...{ at: n, rssMb: 150, descriptors: 60, processes: 30, events: n * 100 },
    ...over,
  })
  const of = (over: (n: number) => Partial<Sample>) =>
    growth(
      Array.from({ length: 60 }, (_, n) => sample(n, over(n))),
      { rssMb: 24, descriptors: 4, processes: 12 },
    )

  it('takes a warm-up, a saw and noise for flat', () => {
    expect(of((n) => ({ rssMb: n < 20 ? 80 + n * 5 : 180 }))).toEqual([])
    expect(of((n) => ({ rssMb: 150 + (n % 7) * 6, descriptors: 60 + (n % 3) }))).toEqual([])
  })

  it('sees memory, descriptors and processes that grow', () => {
    expect(of((n) => ({ rssMb: 100 + n * 2 }))).toEqual([expect.stringContaining('rssMb grew from')])
    expect(of((n) => ({ descriptors: 60 + Math.floor(n / 3) }))).toEqual([expect.stringContaining('descriptors grew')])
    expect(of((n) => ({ processes: 30 + n }))).toEqual([expect.stringContaining('processes grew')])
  })
})

describe('a soak', () => {
  it(`of ${seconds} s at a hundred events a second: memory and descriptors stay flat`, {
    timeout: (seconds * 2 + 300) * 1000,
  }, async () => {
    const w = await world({ config: metronome })
    try {
      await w.addProject()
      const stop = join(w.dir, 'enough')
      const sessions = await Promise.all(
        Array.from({ length: 10 }, () => w.spawn(beating(stop), { harness: 'metronome', model: undefined })),
      )
      await w.row(sessions[9]?.id ?? '', (row) => row.kind === 'text')
      const samples: Sample[] = []
      const begun = performance.now()
      const until = begun + seconds * 1000
      const say = (text: string): void => void (full && process.stderr.write(`  ${text}\n`))
      while (performance.now() < until || samples.length < 12) {
        // Pages come and go meanwhile: each must leave nothing behind.
        const pages = [
          await watcher(w, '/api/v1/events'),
          await watcher(w, `/api/v1/sessions/${sessions[0]?.id}/stream`),
        ]
        await pause(Math.max(250, (seconds * 1000) / 60))
        for (const page of pages) page.abort()
        const sample = await sampleOf(w, begun)
        samples.push(sample)
        say(inWords(sample))
      }
      writeFileSync(stop, '')
      const told = samples.map(inWords).join('\n')
      // The agents themselves fork a `sleep` for each beat, so that their number sways.
      expect(growth(samples, { rssMb: full ? 24 : 40, descriptors: 4, processes: 12 }), told).toEqual([])
      const last = samples.at(-1)
      const each = (last?.events ?? 0) / (last?.at ?? 1)
      say(`${Math.round(each)} events a second over ${Math.round(last?.at ?? 0)} s`)
      expect(each, told).toBeGreaterThan(full ? 50 : 0)
      for (const { id } of sessions) {
        expect((await w.turnEnd(id)).outcome).toBe('completed')
        const beats = (await w.rows(id)).flatMap((row) => (row.kind === 'text' ? [row.text] : []))
        expect(beats).toEqual(beats.map((_, n) => `beat ${n + 1}`))
      }
    } finally {
      await w.end()
    }
  })
})

describe.skipIf(!full)('many (only in the full form: npm run test:crash)', () => {
  it('five hundred sessions at once with tiny agents', { timeout: 900_000 }, async () => {
    const w = await world({ config: metronome })
    try {
      await w.addProject()
      const stop = join(w.dir, 'enough')
      const ids: string[] = []
      const spawnSome = async (): Promise<void> => {
        while (ids.length < 500) {
          const at = ids.push('') - 1
          ids[at] = (await w.spawn(waiting(stop), { harness: 'metronome', model: undefined })).id
        }
      }
      await Promise.all(Array.from({ length: 10 }, spawnSome))
      const { sessions } = await ok<{ sessions: { status: string; launch: { pid: number } | null }[] }>(
        w.call('GET', '/api/v1/sessions?limit=1000'),
      )
      expect(sessions).toHaveLength(500)
      expect(new Set(sessions.map((one) => one.status))).toEqual(new Set(['working']))
      expect(new Set(sessions.map((one) => one.launch?.pid)).size).toBe(500)
      await w.crash()
      await w.start()
      writeFileSync(stop, '')
      for (const id of ids) expect((await w.turnEnd(id)).outcome).toBe('completed')
      await w.stop()
      expect(w.processes()).toEqual([])
    } finally {
      await w.end()
    }
  })
})
