/** Kill -9 of the daemon while agents write: nobody notices, nothing is lost, nothing is stored twice. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventRow } from '#contract/agent-event'
import type { Session } from '#contract/session'
import { killHard } from '#test/support/kill-hard'
import { ok, type World, world } from '#test/support/world'

let w: World
beforeEach(async () => {
  w = await world()
  await w.addProject()
})
afterEach(() => w.end())

/** `@flood` lines in the order they were stored. */
const floods = (rows: readonly EventRow[]): string[] =>
  rows.flatMap((row) => (row.kind === 'text' && row.text.startsWith('flood ') ? [row.text.split(' ')[1] ?? ''] : []))

const numbered = (lines: number): string[] => Array.from({ length: lines }, (_, index) => `${index + 1}/${lines}`)

describe('kill -9 of the daemon', () => {
  it('while ten agents write numbered lines: every line stored once, in order, no agent noticed', async () => {
    const lines = 3000
    const script = Array.from({ length: 6 }, () => `@flood ${lines / 6} 120\n@sleep 60`).join('\n')
    const expected = Array.from({ length: 6 }, () => numbered(lines / 6)).flat()
    const sessions = await Promise.all(Array.from({ length: 10 }, () => w.spawn(script)))
    const pids = new Map<string, number | null>()
    for (const { id } of sessions) pids.set(id, (await w.session(id)).launch?.pid ?? null)
    for (let round = 0; round < 3; round++) {
      const first = sessions[round]
      if (first === undefined) throw new Error('no session')
      await w.row(first.id, (row) => row.kind === 'text' && row.id > 150 * (round + 1))
      await w.crash()
      await w.start()
      for (const { id } of sessions) {
        const now = await w.session(id)
        if (now.launch !== null) expect(now.launch.pid).toBe(pids.get(id))
        if (now.status === 'working') expect(now.launch).not.toBeNull()
      }
    }
    for (const { id } of sessions) {
      expect((await w.turnEnd(id)).outcome).toBe('completed')
      const rows = await w.rows(id)
      expect(floods(rows)).toEqual(expected)
      expect(rows.map((row) => row.id)).toEqual(rows.map((_, index) => index + 1))
      expect(rows.filter((row) => row.kind === 'turn_end')).toHaveLength(1)
    }
    const { sessions: listed } = await ok<{ sessions: Session[] }>(w.call('GET', '/api/v1/sessions'))
    expect(listed.map((one) => one.status)).toEqual(sessions.map(() => 'idle'))
  })

  it('after the agent finished while nobody watched: the rest is read and the exit recorded (must never 14, must never 34)', async () => {
    const session = await w.spawn('@say before\n@sleep 600\n@flood 500\n@say after')
    await w.row(session.id, (row) => row.kind === 'text' && row.text === 'before')
    await w.crash()
    const exit = join(w.home, 'sessions', session.id, 'launches', '1', 'exit')
    await waitForFile(exit)
    await w.start()
    const now = await w.session(session.id)
    expect([now.status, now.turn?.state]).toEqual(['idle', 'completed'])
    expect(floods(await w.rows(session.id))).toEqual(numbered(500))
  })

  it('and of the agent too: the turn is lost, the session idle and usable (must never 14)', async () => {
    const session = await w.spawn('@say here\n@hang')
    await w.row(session.id, (row) => row.kind === 'text')
    const live = await w.session(session.id)
    const wrapper = Number(
      readFileSync(join(w.home, 'sessions', session.id, 'launches', '1', 'pid'), 'utf8').split('\n')[0],
    )
    await w.crash()
    killHard(wrapper)
    killHard(live.launch?.pid)
    await w.start()
    const now = await w.session(session.id)
    expect([now.status, now.turn?.state, now.launch]).toEqual(['failed', 'lost', null])
    const turn = await w.call('GET', `/api/v1/sessions/${session.id}/turns/1`)
    expect(turn.body.turn.endedBy).toBe('reaper')
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: '@say again' }))
    expect((await w.turnEnd(session.id, 2)).outcome).toBe('completed')
  })

  it('an open question survives it and is answered once', async () => {
    const session = await w.spawn('@ask Go on?')
    const asking = await w.until(session.id, (one) => one.status === 'needs_input')
    await w.crash()
    await w.start()
    expect((await w.session(session.id)).status).toBe('needs_input')
    await ok(
      w.call('POST', `/api/v1/sessions/${session.id}/answer`, {
        requestId: asking.request?.requestId,
        text: 'certainly',
      }),
    )
    expect((await w.turnEnd(session.id)).outcome).toBe('completed')
    const said = (await w.rows(session.id)).filter((row) => row.kind === 'text' && row.text.includes('certainly'))
    expect(said).toHaveLength(1)
  })

  it('queued messages survive it and are delivered once (must never 12)', async () => {
    const session = await w.spawn('@say busy\n@sleep 1500')
    await w.row(session.id, (row) => row.kind === 'text')
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/send`, { message: '@say first' }))
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/send`, { message: '@say second' }))
    await w.crash()
    await w.start()
    await w.turnEnd(session.id, 3)
    const said = (await w.rows(session.id)).flatMap((row) => (row.kind === 'text' ? [row.text] : []))
    expect(said).toEqual(['busy', 'first', 'second'])
  })
})

describe('restart', () => {
  it('during a running turn: the same process, no gap (weak point 5)', async () => {
    const session = await w.spawn('@flood 400 50\n@sh until [ -f go ]; do sleep 0.05; done; rm go\n@flood 400 50')
    await w.row(session.id, (row) => row.kind === 'text' && row.id > 100)
    const pid = (await w.session(session.id)).launch?.pid
    await w.stop('keep')
    expect(w.processes().some((one) => one.pid === pid)).toBe(true)
    await w.start()
    expect((await w.session(session.id)).launch?.pid).toBe(pid)
    writeFileSync(join(session.workspace ?? '', 'go'), '')
    expect((await w.turnEnd(session.id)).outcome).toBe('completed')
    expect(floods(await w.rows(session.id))).toEqual([...numbered(400), ...numbered(400)])
  })

  it('stop ends every process and keeps the session resumable', async () => {
    const session = await w.spawn('@remember heron\n@say ready\n@orphan 300\n@hang')
    await w.row(session.id, (row) => row.kind === 'text')
    await w.stop('stop')
    expect(w.processes()).toEqual([])
    await w.start()
    const now = await w.session(session.id)
    expect([now.phase, now.status, now.turn?.state]).toEqual(['live', 'idle', 'cancelled'])
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: '@recall' }))
    await w.turnEnd(session.id, 2)
    expect((await w.rows(session.id)).some((row) => row.kind === 'text' && row.text.includes('heron'))).toBe(true)
  })
})

describe('one daemon per home', () => {
  it('a second one reports the first and exits 0; a stale running.json heals', async () => {
    const second = await w.cli(['start', '--json'])
    expect(second.code).toBe(0)
    expect(JSON.parse(second.stdout)).toMatchObject({ state: 'ready', pid: w.daemon.pid })
    const stale = readFileSync(join(w.home, 'running.json'), 'utf8')
    await w.stop()
    writeFileSync(join(w.home, 'running.json'), stale)
    expect(JSON.parse((await w.cli(['status', '--json'])).stdout).state).toBe('stale')
    await w.start()
    expect((await w.call('GET', '/healthz', undefined, { token: null })).body.pid).toBe(w.daemon.pid)
  })
})

async function waitForFile(path: string): Promise<void> {
  const { existsSync, watch } = await import('node:fs')
  const { dirname } = await import('node:path')
  if (existsSync(path)) return
  await new Promise<void>((resolve) => {
    const watcher = watch(dirname(path), () => {
      if (!existsSync(path)) return
      watcher.close()
      resolve()
    })
    if (existsSync(path)) {
      watcher.close()
      resolve()
    }
  })
}
