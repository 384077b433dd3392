/**
 * The executor T3 in the whole loop: an issue at a GitHub on this machine, a thread at a T3 on this machine whose agent is the test's
 * hand with a clone of its own, commits that it pushes, checks that turn red and green, and what becomes of a thread that does not work.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { git } from '#test/support/github/git'
import { type FakeT3, type FakeThread, startT3 } from '#test/support/t3/t3'
import { ok } from '#test/support/world'
import { type TripWorld, tripWorld } from './trip-world.ts'

const key = 't3-canary-0123456789'

describe.each(['0.0.27', '0.0.33'] as const)('trips at a T3 of %s', (version) => {
  let world: TripWorld
  let t3: FakeT3
  beforeAll(async () => {
    t3 = await startT3(version)
    t3.tokens.set(key, ['orchestration:read', 'orchestration:operate'])
    world = await tripWorld({
      afk: `executor = "t3"\n[afk.t3]\nurl = "${t3.url}/"\n`,
      env: { DROVER_T3_TOKEN: key },
      mend: ['unit failed: there is no ok'],
    })
  })
  afterAll(async () => {
    await world?.end()
    await t3?.close()
  })

  /** Its thread once it was told so many times; looked at whenever T3 is asked anything. */
  const told = (name: string, times: number): Promise<FakeThread> =>
    new Promise((resolve) => {
      t3.instead = () => {
        const found = [...t3.threads.values()].find(({ title }) => title.includes(`For ${name}`))
        if (found !== undefined && found.messages.length >= times) resolve(found)
        return null
      }
    })
  /** What the agent of the thread does in a clone of its own. */
  const pushes = (name: string, file: string, message: string): void => {
    const [dir, bare] = [join(world.w.dir, `clone-${name}`), join(world.w.dir, 'forge', 'ada', `${name}.git`)]
    const run = (...args: string[]): void =>
      void execFileSync('git', ['-c', 'user.name=T3', '-c', 'user.email=t3@localhost', ...args], { cwd: world.w.dir })
    if (!existsSync(dir)) run('clone', '-q', bare, dir)
    writeFileSync(join(dir, file), 'by T3\n')
    run('-C', dir, 'add', '-A')
    run('-C', dir, 'commit', '-qm', message)
    run('-C', dir, 'push', '-q', 'origin', 'main')
  }

  it('goes all the way: a thread, its push, red checks on the same thread, its second push, closed', async () => {
    const { repo } = await world.repo('whole')
    const issue = world.issue('whole', 'Please add ok.')
    const thread = await told('whole', 1)
    t3.turn(thread.id, 'running')
    // The daemon dies while the agent works: the thread and its words are there once.
    await world.w.crash()
    pushes('whole', 'half', 'Begin\n\nCloses #1001')
    await world.w.start()
    t3.turn(thread.id, 'completed')
    await told('whole', 2)
    t3.turn(thread.id, 'running')
    pushes('whole', 'ok', 'Mend it\n\nFixes #1001')
    t3.turn(thread.id, 'completed')

    const done = await world.ended('whole')
    expect(done).toMatchObject({ state: 'done', executor: 't3', landing: 'agent', attempts: 1, ci: 'green' })
    expect([done.thread, done.sessionId]).toEqual([thread.id, null])
    expect(done.commit).toBe(git(repo.dir, ['rev-parse', 'main']))
    expect([issue.state, issue.labels.includes('agent-in-progress')]).toEqual(['closed', false])
    const [opening = '', again = ''] = thread.messages.map(({ text }) => text)
    expect(thread.messages).toHaveLength(2)
    expect(opening).toContain('You work alone on issue #1001 of ada/whole. (Preamble 1)')
    expect(opening).toContain('Land your work yourself')
    expect(again).toContain('are red (attempt 1 of 5)')
    expect(again).toContain('unit failed: there is no ok')
    expect(again).not.toContain('Preamble')
    // One comment, edited in place, that leads to the thread.
    expect(issue.comments.map(({ body }) => body.includes('AFK run progress'))).toEqual([true])
    expect(issue.comments[0]!.body).toContain(`(thread ${thread.id})`)
    const { sessions } = await ok<{ sessions: unknown[] }>(world.w.call('GET', '/api/v1/sessions'))
    expect(sessions).toEqual([])
  })

  it('a provider that does not start is given to a person with its own words', async () => {
    await world.repo('dead')
    world.issue('dead', 'Please.')
    const dead = await told('dead', 1)
    dead.session = { status: 'error', lastError: 'no such binary', updatedAt: '2100-01-01T00:00:00.000Z' }
    const reason = expect.stringContaining('no such binary')
    expect(await world.ended('dead')).toMatchObject({ state: 'escalated', reason })
  })

  // The older one tells nobody that its agent asks: there the deadline decides.
  if (version === '0.0.33')
    it('an agent that asks is given to a person, with the way to its thread (base_url_trailing_slash_is_normalised)', async () => {
      await world.repo('asks')
      const issue = world.issue('asks', 'Please.')
      const asks = await told('asks', 1)
      t3.turn(asks.id, 'running')
      asks.asks = 'approval'
      expect(await world.ended('asks')).toMatchObject({ state: 'escalated', reason: expect.stringContaining('asks') })
      const given = issue.comments.find(({ body }) => body.includes('### This needs a person'))
      expect(given?.body).toContain(`${t3.url}/?thread=${asks.id}`)
    })

  it('one that is away holds nothing up: the trip waits, says so, and goes on', async () => {
    await world.repo('away')
    world.issue('away', 'Please.')
    const thread = await told('away', 1)
    t3.turn(thread.id, 'running')
    t3.instead = () => ({ status: 503, body: '' })
    await world.trip('away', ({ reason }) => reason.startsWith('it waits: '))
    t3.instead = null
    pushes('away', 'ok', 'Do it. Closes #1001')
    t3.turn(thread.id, 'completed')
    expect(await world.ended('away')).toMatchObject({ state: 'done', attempts: 0 })
  })

  it('its token goes to T3 alone, and is in no log', () => {
    expect(new Set(t3.requests.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${key}`]))
    expect(readFileSync(join(world.w.home, 'daemon.log'), 'utf8')).not.toContain(key)
    expect(JSON.stringify(world.github.requests)).not.toContain(key)
    expect(world.github.faults).toEqual([])
  })
})
