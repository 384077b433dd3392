/** Moments that the simulation found, driven against a real daemon: commands that meet while another one is at work. */
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ok, type World, world } from '#test/support/world'

let w: World
beforeAll(async () => {
  w = await world({ start: false, config: 'cancel_grace = 1\n' })
  // A git that waits while it is held: the snapshot after a turn lasts until the test has met it.
  const bin = join(w.dir, 'bin')
  mkdirSync(bin)
  writeFileSync(
    join(bin, 'git'),
    `#!/bin/sh\nwhile [ -e '${held()}' ]; do sleep 0.02; done\nPATH=\${PATH#*:} exec git "$@"\n`,
  )
  chmodSync(join(bin, 'git'), 0o755)
  await w.start({ PATH: `${bin}:${w.env.PATH}` })
  await w.addProject()
})
afterEach(() => release())
afterAll(() => w.end())

const post = (id: string, what: string, body: unknown = {}) => w.call('POST', `/api/v1/sessions/${id}/${what}`, body)
const texts = async (id: string): Promise<string[]> =>
  (await w.rows(id)).flatMap((row) => (row.kind === 'text' ? [row.text] : []))

const held = (): string => join(w.dir, 'held')
const release = (): void => rmSync(held(), { force: true })

/** A session whose turn has just ended and whose snapshot is being made until `release`, with one message in its queue. */
async function midSnapshot(): Promise<string> {
  const { id, workspace } = await w.spawn('@say one\n@sh until [ -f go ]; do sleep 0.05; done\n@write more.txt more')
  await w.row(id, (row) => row.kind === 'text')
  await ok(post(id, 'send', { message: '@say queued first' }))
  writeFileSync(held(), '')
  writeFileSync(join(workspace ?? '', 'go'), '')
  await w.turnEnd(id)
  return id
}

/** Read from the store: the answer to a cancel comes only when the turn is over. */
async function untilStopping(id: string, turn: number): Promise<void> {
  const store = new Database(join(w.home, 'drover.db'), { readonly: true })
  const look = store.prepare('SELECT stopping FROM turn WHERE sessionId = ? AND n = ?').pluck()
  while (look.get(id, turn) == null) await pause(20)
  store.close()
}

describe('while the snapshot after a turn is made', () => {
  it('a message and a turn that come together start one process a turn (must never 19)', async () => {
    const id = await midSnapshot()
    const [sent, turn] = await Promise.all([
      ok<{ delivery: { state: string } }>(post(id, 'send', { message: '@say queued second' })),
      post(id, 'turns', { prompt: '@say by name' }),
    ])
    release()
    expect(sent.delivery.state).toBe('queued')
    expect([202, 409]).toContain(turn.status)
    const turns = turn.status === 202 ? 4 : 3
    await w.turnEnd(id, turns)
    const said = await texts(id)
    expect(said.toSorted()).toEqual(
      ['one', 'queued first', 'queued second', ...(turn.status === 202 ? ['by name'] : [])].toSorted(),
    )
    expect(readdirSync(join(w.home, 'sessions', id, 'launches'))).toHaveLength(turns)
    expect((await w.rows(id)).filter((row) => row.kind === 'turn_end')).toHaveLength(turns)
  })

  it('a cancel ends the turn it named and not the one that follows', async () => {
    const id = await midSnapshot()
    const turn = await post(id, 'turns', { prompt: '@say must not be said' })
    expect(turn.status).toBe(202)
    // Behind the turn in the session's line, before its launch: the message is taken up by the same line of work.
    await ok(post(id, 'send', { message: '@say afterwards' }))
    const cancelling = post(id, 'cancel')
    await untilStopping(id, 2)
    release()
    expect((await cancelling).status).toBe(200)
    await w.turnEnd(id, 4)
    const rows = await w.rows(id)
    const outcomes = rows.flatMap((row) => (row.kind === 'turn_end' ? [row.outcome] : []))
    expect(outcomes).toEqual(['completed', 'cancelled', 'completed', 'completed'])
    expect(await texts(id)).toEqual(['one', 'queued first', 'afterwards'])
  })
})

describe('while a session is starting', () => {
  it('a kill meets messages: they are reported, and nothing runs afterwards (must never 24)', async () => {
    w.repo.write('.drover/config.toml', '[setup]\nrun = ["touch .started; sleep 603"]\n')
    await ok(w.call('POST', '/api/v1/projects/demo/trust', {}))
    const spawning = w.call('POST', '/api/v1/sessions', {
      projectId: 'demo',
      harness: 'rehearsal',
      model: 'fast',
      prompt: '@say never',
    })
    const sessions = await untilStarting()
    const id = sessions.find((one) => one.phase === 'starting')?.id ?? ''
    const sent = await ok<{ delivery: { state: string } }>(post(id, 'send', { message: '@say nor this' }))
    expect(sent.delivery.state).toBe('queued')
    await ok(post(id, 'kill'))
    expect((await spawning).status).toBeGreaterThanOrEqual(400)
    const ended = await w.session(id)
    expect([ended.phase, ended.queued, ended.turn]).toEqual(['ended', 0, null])
    const notices = (await w.rows(id)).filter((row) => row.kind === 'notice' && row.code === 'input_lost')
    expect(notices).toHaveLength(1)
    expect(w.processes().filter((one) => one.command.includes('sleep 603'))).toEqual([])
  })
})

async function untilStarting(): Promise<readonly { readonly id: string; readonly phase: string }[]> {
  for (;;) {
    const { sessions } = (await w.call('GET', '/api/v1/sessions')).body
    if (sessions.some((one: { phase: string }) => one.phase === 'starting')) return sessions
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
