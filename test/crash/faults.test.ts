/** What a machine does to a daemon: a full disk, a store that cannot be written, a clock that jumps, a pid used again. */
import { execFileSync, spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { killHard } from '#test/support/kill-hard'
import { ok, root, type World, world } from '#test/support/world'
import { buildWithDefects } from './build-copy.ts'

const asRoot = process.getuid?.() === 0 && process.platform === 'linux'
const post = (w: World, path: string, body: unknown = {}) => w.call('POST', `/api/v1/sessions/${path}`, body)
const floods = async (w: World, id: string): Promise<string[]> =>
  (await w.rows(id)).flatMap((row) =>
    row.kind === 'text' && row.text.startsWith('flood ') ? [row.text.split(' ')[1] ?? ''] : [],
  )
const numbered = (lines: number): string[] => Array.from({ length: lines }, (_, n) => `${n + 1}/${lines}`)

describe.skipIf(!asRoot)('a disk that fills up (needs root to mount a small one)', () => {
  let w: World
  beforeEach(async () => {
    // The store on a small disk, spools and worktrees on another: what agents write has room to wait.
    w = await world({ start: false, config: '[limits]\nmin_free_disk = "0"\n' })
    mkdirSync(w.home, { mode: 0o700 })
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=700', 'tmpfs', w.home])
    for (const name of ['sessions', 'worktrees']) {
      mkdirSync(join(w.dir, 'roomy', name), { recursive: true })
      symlinkSync(join(w.dir, 'roomy', name), join(w.home, name))
    }
    await w.start()
    await w.addProject()
  })
  afterEach(async () => {
    await w.stop().catch(() => w.crash())
    execFileSync('umount', ['-l', w.home])
    await w.end()
  })

  /** Until nothing more goes in. */
  const fill = (): void => {
    for (const size of [1024 * 1024, 64 * 1024, 4096, 512]) {
      for (let n = 0; ; n++) {
        try {
          writeFileSync(join(w.home, `ballast-${size}-${n}`), Buffer.alloc(size, 1))
        } catch {
          break
        }
      }
    }
  }
  const free = (): void => {
    execFileSync('sh', ['-c', `rm -f ${w.home}/ballast-*`])
  }
  const doctorOn = async (name: string) => {
    const { checks } = await ok<{ checks: { name: string; level: string }[] }>(w.call('GET', '/api/v1/doctor'))
    return checks.find((check) => check.name === name)?.level
  }

  it('lines wait in the spool, the session and doctor say so, and all are stored once when there is room', async () => {
    const gate = join(w.dir, 'go')
    const { id } = await w.spawn(`@say up\n@sh while [ ! -e ${gate} ]; do sleep 0.05; done\n@flood 4000 400\n@say end`)
    await w.row(id, (row) => row.kind === 'text')
    fill()
    writeFileSync(gate, '')
    const troubled = await untilSession(w, id, (one) => one.trouble !== null)
    expect(troubled.trouble).toMatchObject({ code: 'STORE_UNWRITABLE' })
    expect(troubled.status).toBe('working')
    expect(await doctorOn('sqlite')).toBe('FAIL')
    const refused = await post(w, `${id}/send`, { message: 'not now' })
    expect([refused.status, refused.body.code]).toEqual([503, 'STORE_UNWRITABLE'])
    free()
    expect((await w.turnEnd(id)).outcome).toBe('completed')
    expect(await floods(w, id)).toEqual(numbered(4000))
    expect((await w.session(id)).trouble).toBeNull()
    expect(await doctorOn('sqlite')).toBe('PASS')
    await ok(post(w, `${id}/turns`, { prompt: '@say on' }))
    expect((await w.turnEnd(id, 2)).outcome).toBe('completed')
  })

  it('a store that is read-only: the daemon says so and ends, the agent goes on, and nothing is lost', async () => {
    const gate = join(w.dir, 'go')
    const { id } = await w.spawn(`@say up\n@sh while [ ! -e ${gate} ]; do sleep 0.05; done\n@flood 500\n@say end`)
    await w.row(id, (row) => row.kind === 'text')
    const pid = (await w.session(id)).launch?.pid
    await w.stop('keep')
    execFileSync('mount', ['-o', 'remount,ro', w.home])
    await expect(w.start()).rejects.toThrow(/read-only|readonly|EROFS|cannot be (used|created|written)/i)
    execFileSync('mount', ['-o', 'remount,rw', w.home])
    expect(w.processes().some((one) => one.pid === pid)).toBe(true)
    writeFileSync(gate, '')
    await w.start()
    expect((await w.turnEnd(id)).outcome).toBe('completed')
    expect(await floods(w, id)).toEqual(numbered(500))
  })

  it('a floor of free space stops a launch before the disk is full, and says so', async () => {
    await w.stop('keep')
    // Below what is free without the ballast, above what is free with it, however large an empty store is by now.
    const { bavail, bsize } = statfsSync(w.home)
    const floor = Math.floor((bavail * bsize) / 1024) - 3 * 1024
    expect(floor).toBeGreaterThan(1024)
    writeFileSync(
      join(w.env.HOME ?? '', '.config', 'drover', 'config.toml'),
      `[limits]\nmin_free_disk = "${floor}KB"\n`,
    )
    await w.start()
    writeFileSync(join(w.home, 'ballast'), Buffer.alloc(4 * 1024 * 1024, 1))
    const spawning = w.spawn('@say at last')
    const waiting = await untilSession(w, 'demo-1', (one) => one.trouble?.code === 'RESOURCE_FLOOR')
    expect(waiting.trouble?.message).toContain('min_free_disk')
    rmSync(join(w.home, 'ballast'))
    const { id } = await spawning
    expect((await w.turnEnd(id)).outcome).toBe('completed')
  })
})

describe('a store that fails at the worst moment', () => {
  it('between an accepted turn and its launch: the turn is launched once when it can be written again (must never 33)', async () => {
    const w = await world({ start: false })
    try {
      await w.start({ DROVER_DEFECT: 'store-fails-at-launch' }, buildWithDefects(join(w.dir, 'build')))
      await w.addProject()
      const { id } = await w.spawn('@say one')
      await w.turnEnd(id)
      await ok(post(w, `${id}/turns`, { prompt: '@say two' }))
      expect((await w.turnEnd(id, 2)).outcome).toBe('completed')
      const texts = (await w.rows(id)).flatMap((row) => (row.kind === 'text' ? [row.text] : []))
      expect(texts).toEqual(['one', 'two'])
    } finally {
      await w.end()
    }
  })
})

describe('a clock that jumps', () => {
  it('back and forward: turns, durations and sparklines survive, and nobody is ended for it', async () => {
    const w = await world({ start: false, config: 'turn_timeout = "1h"\n' })
    try {
      const clock = join(w.dir, 'clock')
      const preload = join(import.meta.dirname, 'shift-clock.mjs')
      await w.start({ NODE_OPTIONS: `--import=${preload}`, DROVER_TEST_CLOCK: clock })
      await w.addProject()
      /** Back once the daemon lives in the new time: a link tells until when it is good. */
      const jump = async (hours: number): Promise<void> => {
        writeFileSync(clock, String(hours))
        process.kill(w.daemon.pid, 'SIGUSR2')
        for (;;) {
          const { expiresAt } = await ok<{ expiresAt: string }>(w.call('POST', '/api/v1/auth/link', {}))
          if (Math.abs(Date.parse(expiresAt) - Date.now() - hours * 3_600_000) < 3_600_000) return
        }
      }
      const gate = (word: string): string => join(w.dir, word)
      const wait = (word: string): string => `@sh until [ -f ${gate(word)} ]; do sleep 0.05; done`
      const { id } = await w.spawn(`@say one\n${wait('back')}\n@say two\n${wait('forward')}\n@sleep 1500\n@say three`)
      await w.row(id, (row) => row.kind === 'text' && row.text === 'one')
      await jump(-48)
      writeFileSync(gate('back'), '')
      const two = await w.row(id, (row) => row.kind === 'text' && row.text === 'two')
      expect(Date.parse(two.at)).toBeLessThan(Date.now() - 40 * 3_600_000)
      await jump(72)
      // Time enough for the clockwork to look at the turn with the new clock.
      writeFileSync(gate('forward'), '')
      expect((await w.turnEnd(id)).outcome).toBe('completed')
      const { turn } = await ok<{ turn: { durationMs: number } }>(w.call('GET', `/api/v1/sessions/${id}/turns/1`))
      expect(turn.durationMs).toBeGreaterThanOrEqual(0)
      const texts = (await w.rows(id)).flatMap((row) => (row.kind === 'text' ? [row.text] : []))
      expect(texts).toEqual(['one', 'two', 'three'])
      const now = await w.session(id)
      expect([now.status, now.activitySpark.length <= 30]).toEqual(['idle', true])
      expect(now.activitySpark.every((count) => Number.isInteger(count) && count >= 0)).toBe(true)
      await jump(-1000)
      await ok(post(w, `${id}/turns`, { prompt: '@say back again' }))
      expect((await w.turnEnd(id, 2)).outcome).toBe('completed')
      await w.stop('keep')
      await w.start()
      expect((await w.session(id)).turn).toMatchObject({ n: 2, state: 'completed' })
    } finally {
      await w.end()
    }
  })
})

describe('a store that is copied while agents write', () => {
  it('opens, is whole, and serves a daemon of its own', async () => {
    const w = await world()
    const other = await world({ start: false })
    try {
      await w.addProject()
      const { id } = await w.spawn(Array.from({ length: 40 }, () => '@flood 100 200\n@sleep 20').join('\n'))
      await w.row(id, (row) => row.id > 300)
      mkdirSync(other.home, { mode: 0o700 })
      const copies = [join(w.dir, 'one.db'), join(w.dir, 'two.db')]
      const source = new Database(join(w.home, 'drover.db'), { readonly: true })
      source.prepare('VACUUM INTO ?').run(copies[0])
      source.close()
      for (const end of ['', '-wal'])
        if (existsSync(join(w.home, `drover.db${end}`)))
          copyFileSync(join(w.home, `drover.db${end}`), `${copies[1]}${end}`)
      for (const path of copies) {
        const copy = new Database(path)
        expect(copy.pragma('integrity_check', { simple: true }), path).toBe('ok')
        expect(copy.prepare('SELECT count(*) FROM event').pluck().get()).toBeGreaterThan(200)
        copy.close()
      }
      expect((await w.turnEnd(id)).outcome).toBe('completed')
      expect(await floods(w, id)).toHaveLength(4000)
      copyFileSync(copies[0] ?? '', join(other.home, 'drover.db'))
      await other.start()
      // Its own launch is over by now: what the copy had not read yet, it reads from the spool that the row names.
      expect((await other.session(id)).status).toBe('idle')
      expect(await floods(other, id)).toHaveLength(4000)
    } finally {
      await other.end()
      await w.end()
    }
  })
})

describe('processes that are not ours', () => {
  it('a daemon on a copy of the store leaves the agents of the original alone', async () => {
    const w = await world()
    const other = await world({ start: false, config: 'cancel_grace = 0\n' })
    try {
      await w.addProject()
      const session = await w.spawn('@say up\n@sh until [ -e go ]; do sleep 0.1; done\n@say through')
      await w.row(session.id, (row) => row.kind === 'tool')
      mkdirSync(other.home, { mode: 0o700 })
      const source = new Database(join(w.home, 'drover.db'), { readonly: true })
      source.prepare('VACUUM INTO ?').run(join(other.home, 'drover.db'))
      source.close()
      await other.start()
      expect((await other.session(session.id)).status).toBe('unknown')
      await other.call('POST', `/api/v1/sessions/${session.id}/cancel`)
      await other.call('POST', `/api/v1/sessions/${session.id}/kill`)
      await other.stop('stop')
      expect(await w.session(session.id)).toMatchObject({ status: 'working', launch: { pid: session.launch?.pid } })
      writeFileSync(join(session.workspace ?? '', 'go'), '')
      expect(await w.turnEnd(session.id)).toMatchObject({ outcome: 'completed' })
    } finally {
      await other.end()
      await w.end()
    }
  })

  it('a pid that was used again is never taken for the agent, nor ended (weak point 6)', async () => {
    const w = await world()
    const stranger = spawn('sleep', ['300'], { stdio: 'ignore' })
    try {
      await w.addProject()
      const { id } = await w.spawn('@say up\n@hang')
      await w.row(id, (row) => row.kind === 'text')
      const live = await w.session(id)
      const dir = join(w.home, 'sessions', id, 'launches', '1')
      const [wrapper, agent] = readFileSync(join(dir, 'pid'), 'utf8').split('\n').map(Number)
      expect(live.launch?.pid).toBe(agent)
      await w.crash()
      for (const pid of [wrapper, agent]) killHard(pid)
      // What the kernel would do after enough processes: both numbers now mean somebody else.
      writeFileSync(join(dir, 'pid'), `${stranger.pid}\n${stranger.pid}\n\n`)
      const store = new Database(join(w.home, 'drover.db'))
      store.prepare('UPDATE launch SET pid = ? WHERE sessionId = ?').run(stranger.pid, id)
      store.close()
      await w.start()
      expect(await w.session(id)).toMatchObject({ status: 'failed', launch: null, turn: { state: 'lost' } })
      await ok(post(w, `${id}/kill`))
      await ok(w.call('POST', '/api/v1/sessions/cleanup', {}))
      expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null])
      process.kill(stranger.pid ?? 0, 0)
    } finally {
      stranger.kill('SIGKILL')
      await w.end()
    }
  })

  it('of many daemons that start at once on one home, one serves and the others report it (must never 18)', async () => {
    const w = await world({ start: false })
    const daemons = Array.from({ length: 5 }, () =>
      spawn(process.execPath, [join(root, 'dist', 'daemon.mjs')], { env: w.env, stdio: ['ignore', 'pipe', 'ignore'] }),
    )
    try {
      const said = await new Promise<string[]>((resolve) => {
        const losers: string[] = []
        for (const daemon of daemons) {
          let text = ''
          daemon.stdout.on('data', (chunk: Buffer) => {
            text += chunk.toString()
          })
          daemon.once('close', (code) => {
            losers.push(`${code} ${text}`)
            if (losers.length === daemons.length - 1) resolve(losers)
          })
        }
      })
      for (const line of said) expect(line).toMatch(/^0 already running/)
      const winner = daemons.find((daemon) => daemon.exitCode === null && daemon.signalCode === null)
      const running = join(w.home, 'running.json')
      while (!existsSync(running)) await new Promise((resolve) => setTimeout(resolve, 20))
      expect(JSON.parse(readFileSync(running, 'utf8')).pid).toBe(winner?.pid)
      // One more, later: the same answer, and the first is not disturbed.
      const late = await w.cli(['start', '--json'])
      expect([late.code, JSON.parse(late.stdout).pid]).toEqual([0, winner?.pid])
    } finally {
      const gone = daemons.map((daemon) =>
        daemon.exitCode === null && daemon.signalCode === null
          ? new Promise((resolve) => daemon.once('close', resolve))
          : null,
      )
      for (const daemon of daemons) daemon.kill('SIGTERM')
      await Promise.all(gone)
      await w.end()
    }
  })
})

/** By asking: while the store cannot be written nobody is told anything. A session may not be there yet. */
async function untilSession(w: World, id: string, fits: (one: Session) => boolean): Promise<Session> {
  for (;;) {
    const { status, body } = await w.call('GET', `/api/v1/sessions/${id}`)
    if (status === 200 && fits(body.session)) return body.session
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
