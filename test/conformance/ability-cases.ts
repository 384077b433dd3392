/** What a harness declares, proven: tools, usage, memory, permissions, questions, long-lived processes. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import type { Abilities, Start } from '#ports/harness'
import { type Bench, begun, finished, goodResults, kinds, nativeIdOf, need, type When } from './bench.ts'
import type { Run } from './drive.ts'
import { evidenceOf, textOf, usageOf } from './fixtures.suite.ts'
import type { HarnessCase, Words } from './harness.suite.ts'

export async function toolCase(bench: Bench, prompt: string): Promise<void> {
  const run = await bench.turn(prompt)
  const calls = run.all.flatMap((event) => (event.kind === 'tool' ? [event.callId] : []))
  const results = run.all.flatMap((event) => (event.kind === 'tool_result' ? [event.callId] : []))
  expect(calls.length).toBeGreaterThan(0)
  expect(new Set(calls).size).toBe(calls.length)
  expect([...results].sort()).toEqual([...calls].sort())
  for (const id of calls) {
    const order = run.all.map((event) => ('callId' in event && event.callId === id ? event.kind : null))
    expect(order.indexOf('tool')).toBeLessThan(order.indexOf('tool_result'))
  }
  expect(goodResults(run)).toBe(1)
}

export async function usageCase(bench: Bench, can: Abilities, words: Words): Promise<void> {
  const { prompt, each } = need(words.usage, 'usage')
  const first = await bench.turn(prompt)
  // `previous`: what the last launch's dialogue saved, for tools that report totals of the whole conversation.
  const next = { previous: first.saved, ...(can.resume ? { resume: nativeIdOf(first) } : {}) }
  const second = await bench.turn(prompt, next)
  const [one, two] = [usageOf(first.all), usageOf(second.all)]
  expect(one.output).toBeGreaterThan(0)
  if (can.usage === 'tokens+cost') expect(one.costUsd).toBeGreaterThan(0)
  if (each) {
    expect(one).toMatchObject(each)
    expect(two).toMatchObject(each)
  } else {
    // Totals would at least double; a delta of the same work does not.
    expect(two.output).toBeGreaterThan(0)
    expect(two.output!).toBeLessThan(one.output! * 1.9)
    if (one.costUsd !== null) expect(two.costUsd!).toBeLessThan(one.costUsd * 1.9)
  }
}

export function remembering({ harness, words }: HarnessCase, at: () => Bench, when: When): void {
  const { can } = harness
  const tell = (word: string): Promise<Run> => at().turn(need(words.remember, 'remember')(word))
  const recall = (over: Partial<Start>): Promise<Run> => at().turn(need(words.recall, 'recall'), over)
  describe('memory', () => {
    when(can.resume, 'resume')('comes back through a resume, and only so', async () => {
      const word = `heron${Date.now() % 100_000}`
      const told = await tell(word)
      const resumed = await recall({ resume: nativeIdOf(told) })
      expect(textOf(resumed.all)).toContain(word)
      expect(nativeIdOf(resumed)).toBe(nativeIdOf(told))
      expect(textOf((await recall({})).all)).not.toContain(word)
    })
    when(can.resume, 'resume')('of an unknown conversation is context lost, not a fresh start', async () => {
      const run = await recall({ resume: crypto.randomUUID() })
      expect(goodResults(run)).toBe(0)
      expect(evidenceOf(run.all)).toContainEqual(expect.objectContaining(words.lost ?? { stated: 'context_lost' }))
    })
    when(can.fork, 'fork')('goes along into a fork and leaves the original as it was', async () => {
      const told = await tell('stork')
      const forked = await recall({ resume: nativeIdOf(told), fork: true })
      expect(textOf(forked.all)).toContain('stork')
      expect(nativeIdOf(forked)).not.toBe(nativeIdOf(told))
      await at().turn(need(words.remember, 'remember')('ibis'), { resume: nativeIdOf(forked) })
      const original = textOf((await recall({ resume: nativeIdOf(told) })).all)
      expect(original).toContain('stork')
      expect(original).not.toContain('ibis')
    })
  })
}

export function asking({ harness, words }: HarnessCase, at: () => Bench, when: When): void {
  const { can } = harness
  const answered = async (prompt: string, over: Partial<Start>, decision: string | null, text: string | null) => {
    const driven = at().open(prompt, over, true)
    const request = await driven.until('request')
    driven.say({ type: 'answer', requestId: request.requestId, decision, text })
    const run = await finished(driven)
    return { request, run }
  }
  describe('permissions and questions', () => {
    when(can.questions, 'questions')('asks, waits, and takes the answer in', async () => {
      const { request, run } = await answered(need(words.ask, 'ask'), {}, null, 'the blue one')
      expect(request.type).toBe('question')
      expect(textOf(run.all)).toContain('the blue one')
      expect(goodResults(run)).toBe(1)
    })
    when(can.permissions.includes('ask'), 'ask mode')('acts only once allowed, and not when denied', async () => {
      const write = need(words.write, 'write')
      const file = (run: Run, name: string): boolean => existsSync(join(at().root, 'work', name)) && run.exit !== null
      const yes = await answered(write('allowed.txt'), { permissions: 'ask' }, 'allow', null)
      expect(yes.request).toMatchObject({ type: 'approval' })
      expect(yes.request.options).toEqual(expect.arrayContaining(['allow', 'deny']))
      expect(file(yes.run, 'allowed.txt')).toBe(true)
      const no = await answered(write('denied.txt'), { permissions: 'ask' }, 'deny', null)
      expect(file(no.run, 'denied.txt')).toBe(false)
    })
    when(can.permissions.includes('read-only'), 'read-only mode')('writes nothing in read-only mode', async () => {
      const run = await at().turn(need(words.write, 'write')('forbidden.txt'), { permissions: 'read-only' })
      expect(existsSync(join(at().root, 'work', 'forbidden.txt'))).toBe(false)
      expect(run.turnsEnded + goodResults(run)).toBeGreaterThan(0)
    })
    when(words.write !== undefined, 'writing')('writes in bypass mode without asking', async () => {
      const run = await at().turn(need(words.write, 'write')('plain.txt'))
      expect(kinds(run.all)).not.toContain('request')
      expect(existsSync(join(at().root, 'work', 'plain.txt'))).toBe(true)
    })
  })
}

export function longLived(
  { harness, words, config = {} }: HarnessCase,
  at: () => Bench,
  when: When,
  steers: boolean,
): void {
  const session = config.lifetime === 'session'
  const { can } = harness
  const prompt = (text: string) => ({ type: 'prompt', text, source: 'operator', model: null }) as const
  describe('a running turn', () => {
    when(session, 'a process for the whole session')('takes a second prompt in the same process', async () => {
      const driven = at().open(words.say('first'), {}, true)
      await driven.untilTurns(1)
      driven.say(prompt(words.say('second')))
      await driven.untilTurns(2)
      driven.closeInput()
      const run = await driven.done
      expect(textOf(run.all)).toMatch(/first[\s\S]*second/)
      expect(goodResults(run)).toBe(2)
      expect(evidenceOf(run.all)).toEqual([])
    })
    when(can.interrupt && session, 'interrupt within a long-lived process')('ends at an interrupt', async () => {
      const endless = need(words.endless, 'endless')
      const driven = await begun(at().open(endless.prompt, {}, true), endless)
      driven.say({ type: 'interrupt' })
      await driven.untilTurns(1)
      driven.say(prompt(words.say('still here')))
      await driven.untilTurns(2)
      driven.closeInput()
      const run = await driven.done
      expect(textOf(run.all)).toContain('still here')
      expect(goodResults(run)).toBe(1)
    })
    when(steers, 'steer here')('takes words in', async () => {
      const steer = need(words.steer, 'steer')
      const endless = need(words.endless, 'endless')
      const driven = at().open(steer.during ?? endless.prompt, {}, true)
      if (steer.during === undefined) await begun(driven, endless)
      else await driven.until('tool')
      driven.say({ type: 'steer', text: steer.words })
      await driven.until('text', (event) => event.text.includes(steer.text))
      driven.kill('SIGKILL')
      await driven.done
    })
  })
}
