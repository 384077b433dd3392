/** How agents in terminals end and change hands: kills from outside, headless and back, another agent, what is left behind. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventRow } from '#contract/agent-event'
import type { Session } from '#contract/session'
import { bin, ok } from '../support/world.ts'
import { isAlive, type TerminalWorld, terminalWorld } from './terminal-world.ts'

let w: TerminalWorld
beforeEach(async () => {
  w = await terminalWorld()
  await w.addProject()
})
afterEach(() => w.end())

const texts = (rows: readonly EventRow[]): string[] => rows.flatMap((row) => (row.kind === 'text' ? [row.text] : []))
const users = (rows: readonly EventRow[]): string[] => rows.flatMap((row) => (row.kind === 'user' ? [row.text] : []))
const post = (path: string, body: object = {}) => w.call('POST', `/api/v1${path}`, body)
const headless = (id: string, body: object = {}) => ok<{ session: Session }>(post(`/sessions/${id}/headless`, body))

/** Brings a session into a state and waits until it shows. */
const states: { readonly [name: string]: (id: string) => Promise<unknown> } = {
  idle: async () => {},
  working: async (id) => {
    await w.say(id, '@hang')
    await w.until(id, (one) => one.status === 'working')
    await w.shows(id, /esc to interrupt/)
  },
  blocked: async (id) => {
    await w.say(id, '@write a.txt x')
    await w.until(id, (one) => one.status === 'blocked')
  },
}

describe('killed from outside', () => {
  it.each(Object.keys(states))(
    '%s: pane, process and session are seen gone within 5 s, with the reason; no wrapper swallows it (must never 31)',
    async (state) => {
      const kills: readonly ((one: Session) => unknown)[] = [
        (one) => process.kill(one.launch?.pid ?? 0, 'SIGKILL'),
        (one) => w.tmux('kill-pane', '-t', `=${one.launch?.id}:`),
        (one) => w.tmux('kill-session', '-t', `=${one.launch?.id}`),
      ]
      for (const kill of kills) {
        const { id } = await w.open('@say up', { permissions: 'ask' })
        await states[state]?.(id)
        const before = await w.session(id)
        const at = performance.now()
        await kill(before)
        const ended = await w.until(id, (one) => one.phase === 'ended')
        expect(performance.now() - at).toBeLessThan(5_000)
        expect([ended.endReason, ended.endedBy]).toEqual(['agent_exit', 'reaper'])
        expect((await w.rows(id)).find((row) => row.kind === 'notice' && row.code === 'agent_exited')).toBeDefined()
      }
      expect(w.serverPid()).not.toBeNull()
    },
  )

  it('the whole tmux server: every session in it ends with its reason, and the next one has a new server', async () => {
    const ids: string[] = []
    for (const state of Object.keys(states)) {
      const { id } = await w.open('@say up', { permissions: 'ask' })
      await states[state]?.(id)
      ids.push(id)
    }
    const at = performance.now()
    process.kill(w.serverPid() ?? 0, 'SIGKILL')
    for (const id of ids) {
      const ended = await w.until(id, (one) => one.phase === 'ended')
      expect([ended.endReason, ended.endedBy]).toEqual(['agent_exit', 'reaper'])
    }
    expect(performance.now() - at).toBeLessThan(7_000)
    const { id } = await w.open('@say again')
    expect((await w.session(id)).status).toBe('idle')
  })
})

describe('changing hands', () => {
  it('a headless conversation goes on in its own interface and back, and nothing that comes meanwhile is lost', async () => {
    const { id } = await w.spawn('@remember pear')
    await w.turnEnd(id)
    await w.until(id, (one) => one.status === 'idle')
    const opening = post(`/sessions/${id}/open`)
    await w.until(id, (one) => one.mode === 'terminal')
    // Its interface is still being drawn.
    const during = w.call('POST', '/api/v1/mail', { to: id, subject: 's', body: 'during' })
    expect((await opening).status).toBe(200)
    expect((await during).status).toBeLessThan(300)
    await w.turnEnd(id, 2)
    await w.until(id, (one) => one.status === 'idle' && one.queued === 0)
    expect(await w.say(id, '@recall\n@remember plum')).toMatchObject({ state: 'started', delivery: 'confirmed' })
    await w.until(id, (one) => one.status === 'idle')
    expect(texts(await w.rows(id))).toContain('pear')
    await headless(id)
    const said = await w.say(id, '@recall')
    await w.turnEnd(id, said.state === 'started' ? said.turn : 0)
    expect(texts(await w.rows(id)).at(-1)).toBe('pear plum')
    expect((await w.session(id)).mode).toBe('headless')
    expect(users(await w.rows(id)).filter((text) => text.includes('during'))).toHaveLength(1)
  })

  it('leaving an interface that was only visited makes the session headless again', async () => {
    const { id } = await w.spawn('@remember fig')
    await w.turnEnd(id)
    await w.until(id, (one) => one.status === 'idle')
    await ok(post(`/sessions/${id}/open`))
    await w.shows(id, /Enter sends/)
    await w.type(id, '/exit')
    await w.press(id, 'Enter')
    await w.until(id, (one) => one.mode === 'headless' && one.phase === 'live')
    await w.say(id, '@recall')
    expect((await w.turnEnd(id, 2)).outcome).toBe('completed')
    expect(texts(await w.rows(id)).at(-1)).toBe('fig')
  })

  it('one writer: in a turn it is refused both ways, and told to anyway it ends the turn first', async () => {
    const { id } = await w.open('@say up')
    await states.working?.(id)
    expect((await post(`/sessions/${id}/headless`)).body.code).toBe('TURN_IN_PROGRESS')
    await headless(id, { force: true })
    expect((await w.session(id)).mode).toBe('headless')
    await w.say(id, '@say on')
    await w.row(id, (row) => row.kind === 'text' && row.text === 'on')
  })
})

describe('before anything is made', () => {
  it('a tmux that will not do: a terminal is refused with the way to get one, and nothing is left', async () => {
    await w.stop()
    const path = join(w.dir, 'bin')
    mkdirSync(path)
    writeFileSync(join(path, 'tmux'), '#!/bin/sh\necho tmux 2.9a\n', { mode: 0o755 })
    await w.start({ PATH: `${path}:${w.env.PATH}` })
    const before = readdirSync(w.home)
    const answer = await post('/sessions', { projectId: 'demo', harness: 'rehearsal', prompt: 'x', mode: 'terminal' })
    expect([answer.body.code, answer.body.hint]).toEqual([
      'RUNTIME_MISSING',
      expect.stringContaining('apt install tmux'),
    ])
    expect(readdirSync(w.home)).toEqual(before)
    expect((await w.call('GET', '/api/v1/sessions?includeTerminated=true')).body.sessions).toEqual([])
  })
})

describe('who runs in a terminal', () => {
  it('a configuration speaks for people’s own spawns alone; others stay headless, and so does who is told to', async () => {
    await w.end()
    w = await terminalWorld({ config: '[harness.rehearsal]\nmode = "terminal"\n' })
    await w.addProject()
    const own = await w.spawn('@say up')
    expect(own.mode).toBe('terminal')
    expect((await w.spawn('@say up', { mode: 'headless' })).mode).toBe('headless')
    expect((await w.spawn('@say up', { role: 'scout' })).mode).toBe('headless')
    await w.turnEnd(own.id)
    await w.until(own.id, (one) => one.status === 'idle')
    const fork = (await post(`/sessions/${own.id}/fork`, { prompt: '@say forked' })).body.session as Session
    expect((await w.turnEnd(fork.id)).outcome).toBe('completed')
    expect(texts(await w.rows(fork.id))).toContain('forked')
  })

  it('a harness without an interface of its own is refused before anything is made', async () => {
    await w.end()
    w = await terminalWorld({ config: '[harness.plain]\ncommand = ["cat"]\n' })
    await w.addProject()
    const answer = await post('/sessions', { projectId: 'demo', harness: 'plain', prompt: 'x', mode: 'terminal' })
    expect(answer.body.code).toBe('ABILITY_MISSING')
    expect((await w.call('GET', '/api/v1/sessions?includeTerminated=true')).body.sessions).toEqual([])
  })
})

describe('what is left behind', () => {
  it('killed it leaves no process and shows no way in (must never 35), others stay (must never 47), and the user’s own tmux never heard of it', async () => {
    w.outer('new-session', '-d', '-s', 'mine', 'sh')
    const mine = () =>
      [w.outer('show-options', '-g'), w.outer('list-keys'), w.outer('list-sessions', '-F', '#S')].join()
    const before = mine()
    const other = await w.open('@say up')
    const { id, launch } = await w.open('@say up')
    await ok(post(`/sessions/${id}/kill`))
    await w.until(id, (one) => one.phase === 'ended')
    expect(isAlive(launch?.pid ?? 0)).toBe(false)
    expect((await w.session(id)).launch).toBeNull()
    expect((await post(`/sessions/${id}/send`, { message: 'x' })).text).toContain('SESSION_ENDED')
    expect(isAlive(other.launch?.pid ?? 0)).toBe(true)
    expect(await w.say(other.id, '@say on')).toMatchObject({ delivery: 'confirmed' })
    expect(mine()).toBe(before)
  })

  it('a stop of the daemon leaves agents in terminals alone, and with its agents it ends them', async () => {
    const { id, launch } = await w.open('@say up')
    await w.stop('keep')
    expect(isAlive(launch?.pid ?? 0)).toBe(true)
    await w.start()
    await w.until(id, (one) => one.status === 'idle' && one.launch?.id === launch?.id)
    expect(await w.say(id, '@say still here')).toMatchObject({ delivery: 'confirmed' })
    await w.turnEnd(id, 2)
    await w.stop('stop')
    expect(isAlive(launch?.pid ?? 0)).toBe(false)
  })
})

describe('a person attaches', () => {
  it('types, leaves, comes back; a look changes nothing', async () => {
    const { id } = await w.open('@say up')
    const attach = `${process.execPath} ${bin} session attach ${id}`
    w.outer('new-session', '-d', '-x', '100', '-y', '30', '-s', 'p', attach)
    const shown = async (fits: RegExp) => {
      for (;;) {
        const screen = w.outer('capture-pane', '-p', '-t', 'p')
        if (fits.test(screen)) return screen
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    await shown(/Enter sends/)
    w.outer('send-keys', '-t', 'p', '-l', '@say typed')
    w.outer('send-keys', '-t', 'p', 'Enter')
    expect((await w.turnEnd(id, 2)).outcome).toBe('completed')
    w.outer('set-option', '-w', '-t', 'p', 'remain-on-exit', 'on')
    w.outer('send-keys', '-t', 'p', 'C-b', 'd')
    await shown(/detached|Pane is dead/)
    expect((await w.session(id)).status).toBe('idle')
    w.outer('respawn-pane', '-k', '-t', 'p', `${attach} --read-only`)
    await shown(/typed/)
    w.outer('send-keys', '-t', 'p', '-l', 'not heard')
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await w.screen(id)).not.toContain('not heard')
  })
})

it('a hook that could not be written is told by doctor, once', async () => {
  const { id, launch } = await w.open('@say up')
  const env = {
    PATH: '/usr/bin:/bin',
    DROVER_HOME_TAG: w.home,
    DROVER_SESSION_ID: id,
    DROVER_LAUNCH_ID: launch?.id ?? '',
  }
  const hook = join(w.home, 'bin', 'drover')
  const lost = { ...env, DROVER_SPOOL: join(w.home, 'no such directory', 'stdout') }
  const ran = spawnSync(hook, ['hooks', 'rehearsal', 'Stop'], { env: lost, input: '{}', encoding: 'utf8' })
  expect([ran.status, ran.stdout, ran.stderr]).toEqual([0, '', ''])
  expect((await w.cli(['doctor'])).stdout).toMatch(/WARN.*hooks.*\n?.*rehearsal Stop/)
  await w.cli(['doctor', '--fix'])
  expect((await w.cli(['doctor'])).stdout).not.toMatch(/rehearsal Stop/)
})

it('what a home shows of it: its mode in every list; a terminal is named by its launch alone (must never 3)', async () => {
  const { id, launch } = await w.open('@say up')
  expect(w.tmux('list-sessions', '-F', '#S').trim()).toBe(launch?.id)
  expect(launch?.id).toMatch(/^l_[a-z0-9]+$/)
  const { sessions } = (await w.call('GET', '/api/v1/sessions')).body
  expect(sessions).toMatchObject([{ id, mode: 'terminal' }])
  const listed = await w.cli(['session', 'ls', '--json'])
  expect(JSON.parse(listed.stdout).sessions).toMatchObject([{ id, mode: 'terminal' }])
  expect(existsSync(join(w.home, 'hooks.failed'))).toBe(false)
})
