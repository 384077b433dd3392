/**
 * The daemon dies while it types, while a terminal starts, and in each state of an agent in a terminal: every message arrives
 * once or is refused, no turn is doubled, nothing is shown at work without a process.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { EventRow } from '#contract/agent-event'
import { type TerminalWorld, terminalWorld } from '../e2e/terminal-world.ts'
import { dieAt, revive } from './die-at.ts'

let w: TerminalWorld
beforeAll(async () => {
  w = await terminalWorld()
  await w.addProject()
})
afterAll(() => w.end())
afterEach(() => revive(w))

const texts = (rows: readonly EventRow[]): string[] => rows.flatMap((row) => (row.kind === 'text' ? [row.text] : []))
const ends = (rows: readonly EventRow[]): number => rows.filter((row) => row.kind === 'turn_end').length

describe('while it types', () => {
  it.each(['send:committed', 'terminal:pasted', 'terminal:marked', 'terminal:entered'])(
    '%s: the words arrive once',
    async (point) => {
      const { id } = await w.open('@say one')
      await dieAt(w, point, () => w.say(id, '@append seen.txt x\n@say two'))
      expect((await w.turnEnd(id, 2)).outcome).toBe('completed')
      await w.until(id, (one) => one.status === 'idle' && one.queued === 0)
      expect(await w.say(id, '@sh wc -l < seen.txt\n@say three')).toMatchObject({ delivery: 'confirmed' })
      await w.turnEnd(id, 3)
      const rows = await w.rows(id)
      expect(texts(rows)).toEqual(['one', 'two', 'three'])
      expect(rows.find((row) => row.kind === 'tool_result' && row.output.trim() === '1')).toBeDefined()
      expect(ends(rows)).toBe(3)
      expect(rows.filter((row) => row.kind === 'user')).toHaveLength(3)
    },
  )

  it.each(['terminal:pasted', 'terminal:entered'])('%s: steered words are taken at most once', async (point) => {
    const { id } = await w.open('@say one')
    await w.say(id, '@sleep 6000\n@say two')
    await w.shows(id, /esc to interrupt/)
    await dieAt(w, point, () => w.say(id, '@say aside', { steer: true }))
    await w.press(id, 'C-u')
    expect((await w.turnEnd(id, 2)).outcome).toBe('completed')
    const said = texts(await w.rows(id))
    expect(said.filter((text) => text === 'aside').length).toBeLessThanOrEqual(1)
    expect(said.filter((text) => text === 'two')).toHaveLength(1)
  })
})

describe('while a terminal starts', () => {
  it.each(['launch:recorded', 'launch:started'])('%s: its first words are given once', async (point) => {
    const before = (await w.call('GET', '/api/v1/sessions?includeTerminated=true&limit=1000')).body.sessions.length
    await dieAt(w, point, () => w.spawn('@append seen.txt x\n@say one', { mode: 'terminal' }))
    const { sessions } = (await w.call('GET', '/api/v1/sessions?includeTerminated=true&limit=1000')).body
    expect(sessions.length - before).toBeLessThanOrEqual(1)
    if (sessions.length === before) return
    const id = sessions
      .map((one: { id: string }) => one.id)
      .sort((a: string, b: string) => Number(b.split('-')[1]) - Number(a.split('-')[1]))[0]
    await w.turnEnd(id)
    expect(texts(await w.rows(id)).filter((text) => text === 'one').length).toBeLessThanOrEqual(1)
    const one = await w.session(id)
    expect(one.status === 'working' && one.launch === null).toBe(false)
  })

  it.each(['launch:recorded', 'launch:started'])(
    '%s: opened from headless it is one or the other, and goes on',
    async (point) => {
      const { id } = await w.spawn('@remember pear')
      await w.turnEnd(id)
      await w.until(id, (one) => one.status === 'idle')
      await dieAt(w, point, () => w.call('POST', `/api/v1/sessions/${id}/open`, {}))
      await w.until(id, (one) => one.phase === 'live')
      const told = await w.call('POST', `/api/v1/sessions/${id}/headless`, { force: true })
      expect([told.status, told.text]).toEqual([200, expect.any(String)])
      const said = await w.say(id, '@recall')
      await w.turnEnd(id, said.state === 'started' ? said.turn : 0)
      expect(texts(await w.rows(id)).at(-1)).toBe('pear')
    },
  )
})

describe('in each state', () => {
  it.each([
    ['idle', '', 'SIGKILL'],
    ['working', '@sleep 3000\n@say done', 'none'],
    ['blocked', '@write a.txt x\n@say done', 'none'],
  ])('%s: the next daemon finds it as it is', async (state, words, _) => {
    const { id } = await w.open('@say one', { permissions: 'ask' })
    if (words !== '') await w.say(id, words)
    await w.until(id, (one) => one.status === state)
    await w.crash()
    await w.start()
    await w.until(id, (one) => one.status === state)
    if (state === 'blocked') await w.press(id, 'Enter')
    if (words === '') await w.say(id, '@say done')
    expect((await w.turnEnd(id, 2)).outcome).toBe('completed')
    expect(texts(await w.rows(id))).toEqual(['one', 'done'])
  })

  it.each(['idle', 'working', 'blocked'])('%s: the agent is killed while no daemon is there', async (state) => {
    const { id } = await w.open('@say one', { permissions: 'ask' })
    if (state !== 'idle') await w.say(id, state === 'working' ? '@hang' : '@write a.txt x')
    const { launch } = await w.until(id, (one) => one.status === state)
    await w.crash()
    process.kill(launch?.pid ?? 0, 'SIGKILL')
    await w.start()
    const ended = await w.until(id, (one) => one.phase === 'ended')
    expect([ended.endReason, ended.endedBy]).toEqual(['agent_exit', 'reaper'])
    expect(ended.turn?.state === 'running').toBe(false)
  })

  it('the tmux server is killed while no daemon is there: all its sessions end, none is shown at work', async () => {
    const idle = await w.open('@say one')
    const busy = await w.open('@say one')
    await w.say(busy.id, '@hang')
    await w.until(busy.id, (one) => one.status === 'working')
    await w.crash()
    process.kill(w.serverPid() ?? 0, 'SIGKILL')
    await w.start()
    for (const { id } of [idle, busy]) {
      const ended = await w.until(id, (one) => one.phase === 'ended')
      expect([ended.endReason, ended.endedBy]).toEqual(['agent_exit', 'reaper'])
    }
    const next = await w.open('@say new')
    expect(texts(await w.rows(next.id))).toEqual(['new'])
  })
})
