/**
 * What holds for every harness, whatever it can: a simple prompt, a daemon that restarts, strange output, failures.
 */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Bench, begun, finished, goodResults, kinds, nativeIdOf, need } from './bench.ts'
import { evidenceOf, replay, resultOf, sameWhereverSplit, textOf } from './fixtures.suite.ts'
import type { HarnessCase } from './harness.suite.ts'

export function speaking(subject: HarnessCase, at: () => Bench): void {
  const { harness, words, promptByStdin = true, handshake = false } = subject
  describe('a simple prompt', () => {
    it('is answered, with the native id before any text and exactly one good result', async () => {
      const run = await at().turn(words.say('pelican harbour'))
      expect(textOf(run.all)).toContain('pelican harbour')
      expect(goodResults(run)).toBe(1)
      expect(evidenceOf(run.all)).toEqual([])
      const order = kinds(run.all)
      if (harness.can.resume || order.includes('session')) {
        expect(nativeIdOf(run)).not.toBe('')
        expect(order.indexOf('session')).toBeLessThan(order.indexOf('text'))
      }
      expect(order.lastIndexOf('text')).toBeLessThan(order.lastIndexOf('result'))
    })
    const mayEnd = handshake ? it.skip : it
    mayEnd(`ends by itself once its input ends${handshake ? ' (it answers before it is prompted)' : ''}`, async () => {
      const driven = at().open(words.say('last words'))
      if (driven.plan.stdin.mode === 'followed') driven.closeInput()
      const run = await driven.done
      expect(textOf(run.all)).toContain('last words')
      expect(goodResults(run)).toBe(1)
    })
    const mayShow = promptByStdin ? it : it.skip
    mayShow(`never shows the prompt in the process list${promptByStdin ? '' : ' (it travels by argv)'}`, async () => {
      const secret = `quiet-${crypto.randomUUID()}`
      const driven = at().open(words.say(secret))
      expect(driven.plan.argv.join('\0')).not.toContain(secret)
      expect(JSON.stringify(driven.plan.env)).not.toContain(secret)
      const shown = `/proc/${driven.pid}/cmdline`
      if (existsSync(shown)) expect(readFileSync(shown, 'utf8')).not.toContain(secret)
      expect(textOf((await finished(driven)).all)).toContain(secret)
    })
  })
}

export function surviving({ harness, words, prose }: HarnessCase, at: () => Bench): void {
  describe('a daemon that restarts', () => {
    it('live, between any two lines, loses and repeats nothing', async () => {
      const run = await at().turn(words.tool ?? words.say('over the break'), {}, true)
      expect(goodResults(run)).toBe(1)
      expect(kinds(run.all).filter((kind) => kind === 'session').length).toBeLessThanOrEqual(1)
    })
    it('gives the same events wherever recorded lines are split', async () => {
      for (const prompt of [words.tool, words.usage?.prompt, words.say('again'), words.fail.prompt]) {
        if (prompt === undefined) continue
        const start = at().start(prompt)
        const run = await at().turn(prompt)
        sameWhereverSplit(harness, start, run.lines, run.exit)
      }
    })
  })
  describe('strange output', () => {
    const noisy = prose ? it.skip : it
    noisy(`is counted and changes nothing${prose ? ' (every line is text here)' : ''}`, async () => {
      const run = await at().turn(words.say('through the noise'))
      const start = at().start('x')
      const clean = replay(harness, start, run.lines, run.exit)
      const strange = ['', 'plain words', '{"cut', '[]', '42', 'null', '{}', '{"type":"no-such-type"}', '\u0000\ufffd']
      const mixed = run.lines.flatMap((line) => [...strange, line])
      const got = replay(harness, start, mixed, run.exit)
      expect(got.events).toEqual(clean.events)
      expect(got.noise).toBeGreaterThanOrEqual(run.lines.length * 2)
    })
    it('may hold a line of 5 MB', async () => {
      const long = 'x'.repeat(5_000_000)
      const dialogue = harness.open(at().start('x'), null)
      dialogue.begin()
      for (const line of [long, `{"type":"${long}"}`, `{"type":"text","text":"${long}`])
        expect(() => dialogue.hear(line)).not.toThrow()
      if (!words.huge) return
      const run = await at().turn(words.huge(5_000_000))
      expect(Math.max(...run.lines.map((line) => line.length))).toBeGreaterThanOrEqual(5_000_000)
      expect(textOf(run.all).length).toBeGreaterThanOrEqual(5_000_000)
      expect(goodResults(run)).toBe(1)
    })
  })
}

export function failing({ harness, words }: HarnessCase, at: () => Bench): void {
  describe('a failure', () => {
    it('gives evidence and no good result', async () => {
      const { prompt, model, evidence = {} } = words.fail
      const run = await at().turn(prompt, model === undefined ? {} : { model })
      expect(goodResults(run)).toBe(0)
      expect(evidenceOf(run.all)).toContainEqual(expect.objectContaining(evidence))
    })
    it('of a process killed in the middle gives evidence and no good result', async () => {
      const endless = need(words.endless, 'endless')
      const driven = await begun(at().open(endless.prompt), endless)
      driven.kill('SIGKILL')
      const run = await driven.done
      expect(resultOf(run.all)).not.toBe('ok')
      expect(evidenceOf(run.all)).toContainEqual(expect.objectContaining({ channel: 'exit', signal: 'SIGKILL' }))
    })
    it('of a process that vanished is a failure too', () => {
      const dialogue = harness.open(at().start(words.say('x')), null)
      dialogue.begin()
      const closing = dialogue.end({ code: null, signal: null, stderrTail: '', how: 'vanished' })
      expect(resultOf(closing)).not.toBe('ok')
      expect(evidenceOf(closing).length).toBeGreaterThan(0)
    })
  })
}
