/** Relays from outside: mixes, the queue, commits, verification, hand-off, landing, over a crash of the daemon. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type World, world } from '../support/world.ts'
import { addTask, ended, getTask, relay, triesOf, untilRelay, whole, words } from './relay-world.ts'

let w: World
beforeEach(async () => {
  w = await world({ config: '[relay]\nbackoff = "50ms"\n' })
  await w.addProject(w.repo, 'shop')
})
afterEach(() => w.end())

const file = (name: string): string => readFileSync(join(w.repo.path, name), 'utf8')

describe('a relay on one prompt', () => {
  it('T11 runs each agent once, in order', async () => {
    const { relay, tries } = await whole(w, {
      prompt: '@append log.txt x',
      mix: ['rh:a', 'rh:b', 'rh:c'],
      iterations: 3,
    })
    expect([relay.endReason, relay.completed, relay.failed]).toEqual(['target_met', 3, 0])
    expect(words(tries)).toEqual(['rehearsal:a completed', 'rehearsal:b completed', 'rehearsal:c completed'])
    expect(tries.map((one) => one.n)).toEqual([1, 2, 3])
  })

  it('T10 gives an agent its quota in a row, in either spelling', async () => {
    const { tries } = await whole(w, { prompt: '@append log.txt x', mix: ['rh:a@2 rh:b'], iterations: 3 })
    expect(tries.map((one) => one.agent)).toEqual(['rehearsal:a', 'rehearsal:a', 'rehearsal:b'])
    const old = await whole(w, { prompt: '@append log.txt x', mix: ['rh:2', 'rh:b'], iterations: 3 })
    expect(old.tries.map((one) => one.agent)).toEqual(['rehearsal', 'rehearsal', 'rehearsal:b'])
  })

  it('T01 shows a commit for a prompt that never mentions committing, made by Drover, on its own branch', async () => {
    const { relay, tries } = await whole(w, { prompt: 'Make an empty file.\n@write made.txt here', mix: ['rh:fast'] })
    expect(words(tries)).toEqual(['rehearsal:fast completed'])
    expect(tries[0]?.commits).toMatchObject([{ subject: 'Make an empty file.', by: 'drover' }])
    expect(tries[0]).toMatchObject({ filesChanged: 1, insertions: 1, deletions: 0, exitCode: 0, role: null })
    expect(w.repo.git('show', `${relay.branch}:made.txt`).trim()).toBe('here')
    expect(w.repo.git('log', '-1', '--format=%(trailers:key=Drover-Agent,valueonly)', relay.branch!).trim()).toBe(
      'rehearsal:fast',
    )
    expect(existsSync(join(w.repo.path, 'made.txt'))).toBe(false)
  })
})

describe('a relay on the queue', () => {
  it('does tasks in order, each on top of the one before, and lands both in the clean checkout', async () => {
    await addTask(w, { title: 'First', body: '@write one.txt 1' })
    await addTask(w, { title: 'Second', body: '@sh cp one.txt two.txt' })
    const { relay, tries } = await whole(w, { mix: ['rh:fast'], land: true })
    expect(words(tries)).toEqual(['rehearsal:fast completed', 'rehearsal:fast completed'])
    expect([relay.endReason, relay.completed]).toEqual(['queue_empty', 2])
    expect([file('one.txt').trim(), file('two.txt').trim()]).toEqual(['1', '1'])
    expect((await getTask(w, 't-1')).state).toBe('done')
  })

  it('hands a task to the next agent in the same worktree when one hits its limit, and tells it what was done', async () => {
    const body =
      '@only a @write half.txt half\n@only a @say half is done\n@only a @fail usage_limit resets-in=3600\n@only b @append half.txt  whole'
    const { id } = await addTask(w, { title: 'Both halves', body })
    const { tries } = await whole(w, { mix: ['rh:a', 'rh:b'] })
    expect(words(tries)).toEqual(['rehearsal:a parked usage_limit', 'rehearsal:b completed'])
    expect(tries[1]?.handoff).toContain('half.txt')
    expect(tries[1]?.handoff).toContain('try 1 by rehearsal:a: parked')
    expect(tries[0]?.sessionId).not.toBe(tries[1]?.sessionId)
    expect((await getTask(w, id)).state).toBe('done')
    const { agents } = (await w.call('GET', '/api/v1/agents')).body
    expect(agents).toMatchObject([
      { agent: 'rehearsal:a', state: 'benched', quotaScope: 'rehearsal:a' },
      { agent: 'rehearsal:b', state: 'active', successRate: 1 },
    ])
  })

  it('A13 takes done for a claim: what does not verify is not done', async () => {
    const body = '@write a.txt 1\n@only b @write ok.txt 1'
    const { id } = await addTask(w, { title: 'Verified', body, verify: 'test -f ok.txt' })
    const { tries } = await whole(w, { mix: ['rh:a', 'rh:b'] })
    expect(words(tries)).toEqual([
      'rehearsal:a incomplete incomplete',
      'rehearsal:a incomplete incomplete',
      'rehearsal:b completed',
    ])
    expect(tries[0]?.verify).toMatchObject({ ok: false, command: 'test -f ok.txt' })
    expect(tries[0]?.sessionId).toBe(tries[1]?.sessionId)
    expect((await getTask(w, id)).attempts).toBe(3)
  })

  it('D18 lets a task that expects no change succeed without one, and calls others no_change', async () => {
    await addTask(w, { title: 'Look', body: '@say it is fine', expects: 'none' })
    const looked = await whole(w, { mix: ['rh:fast'] })
    expect(words(looked.tries)).toEqual(['rehearsal:fast completed'])
    const { id } = await addTask(w, { title: 'Change', body: '@say I did nothing' })
    const idle = await whole(w, { mix: ['rh:fast'], mode: 'new' })
    expect(new Set(words(idle.tries))).toEqual(new Set(['rehearsal:fast no_change no_change']))
    expect(idle.tries).toHaveLength(5)
    expect([idle.relay.endReason, idle.relay.failed]).toEqual(['queue_empty', 1])
    expect((await getTask(w, id)).state).toBe('failed')
  })

  it('goes on over kill -9 of the daemon: no task is lost or done twice', async () => {
    for (const n of [1, 2, 3]) await addTask(w, { title: `Task ${n}`, body: `@sleep 300\n@append log.txt ${n}` })
    const { id } = await relay(w, { mix: ['rh:fast'], land: true })
    await untilRelay(w, id, (one) => one.lanes.some((lane) => lane.tryN !== null))
    await w.crash()
    await w.start()
    await untilRelay(w, id, (one) => one.completed >= 1)
    await w.crash()
    await w.start()
    const end = await ended(w, id)
    expect([end.endReason, end.completed]).toEqual(['queue_empty', 3])
    expect(file('log.txt').replace(/\s/g, '')).toBe('123')
    expect((await triesOf(w, id)).filter((one) => one.outcome === 'completed')).toHaveLength(3)
  })
})

describe('two lanes', () => {
  it('take turns at the mix, and both bring their work to the branch of the relay', async () => {
    for (const n of [1, 2, 3, 4]) await addTask(w, { title: `Task ${n}`, body: `@sleep 400\n@write f${n}.txt ${n}` })
    const { relay, tries } = await whole(w, { mix: ['rh:a', 'rh:b'], parallel: 2, land: true })
    expect([relay.endReason, relay.completed]).toEqual(['queue_empty', 4])
    expect(new Set(tries.slice(0, 2).map((one) => one.agent))).toEqual(new Set(['rehearsal:a', 'rehearsal:b']))
    expect(new Set(tries.map((one) => one.lane))).toEqual(new Set([1, 2]))
    for (const n of [1, 2, 3, 4]) expect(file(`f${n}.txt`).trim()).toBe(String(n))
  })
})
