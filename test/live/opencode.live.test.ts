/** opencode itself against the scripted model: the conformance suite, then what only it does. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpencode } from '#adapters/harness/opencode/opencode'
import { resultOf, textOf } from '../conformance/fixtures.suite.ts'
import { harnessSuite } from '../conformance/harness.suite.ts'
import { startModelServer } from '../support/model-server/model-server.ts'
import { type Bench, expectFailures, openBench } from './bench.ts'
import { cachedProgram, categoryOf, onCached } from './cached.ts'
import { opencodeEnv } from './settings.ts'
import { failures, scripted } from './words.ts'

const harness = createOpencode()
const version = '1.18.33'

onCached('opencode', version, (bin) => {
  harnessSuite(() => ({
    title: `opencode ${version}`,
    harness,
    words: scripted,
    timeoutMs: 60_000,
    prepare: async () => {
      const server = await startModelServer()
      return {
        program: await cachedProgram(harness, bin),
        version,
        env: opencodeEnv(server.url),
        close: () => server.close(),
      }
    },
  }))

  describe(`opencode ${version}, on its own`, () => {
    let bench: Bench
    beforeAll(async () => {
      bench = await openBench(harness, bin, version, ({ model }) => opencodeEnv(model.url))
    })
    afterAll(() => bench.close())

    it('asks no model for a title', async () => {
      await bench.turn('MODEL say untitled')
      expect(bench.model.requests.filter((request) => request.helper)).toEqual([])
    })

    // Half a gigabyte each: two halves, so that a small machine bears it. Without a retry-after it waits 2, 4, 8, 16 and
    // 30 s by itself and offers no knob for that: a minute and its start are the bound.
    it.each([0, 1])('names every failure of the server (%i)', async (half) => {
      await expectFailures(
        bench,
        failures.filter((_, at) => at % 2 === half),
        110,
      )
    })

    it('names a model that no provider has', async () => {
      const run = await bench.turn('MODEL say hi', { model: 'scripted/nope' })
      expect(categoryOf(run.all)).toBe('invalid_model')
      expect(run.all.find((event) => event.kind === 'failure')?.message).toContain('scripted/nope')
    })

    it("holds read-only against the user's own allowance, and a refused permission is no success", async () => {
      mkdirSync(join(bench.home, '.config', 'opencode'), { recursive: true })
      const config = join(bench.home, '.config', 'opencode', 'opencode.json')
      writeFileSync(config, JSON.stringify({ permission: { '*': 'allow', bash: { '*': 'allow' }, edit: 'allow' } }))
      await bench.turn('MODEL run echo no > no.txt', { permissions: 'read-only' })
      expect(existsSync(join(bench.work, 'no.txt'))).toBe(false)
      writeFileSync(config, JSON.stringify({ permission: { bash: 'deny' } }))
      await bench.turn('MODEL run echo no > no.txt')
      expect(existsSync(join(bench.work, 'no.txt'))).toBe(false)
      writeFileSync(config, JSON.stringify({ permission: { bash: 'ask' } }))
      const run = await bench.turn('MODEL run echo yes > yes.txt')
      expect([existsSync(join(bench.work, 'yes.txt')), resultOf(run.all)]).toEqual([true, 'ok'])
      writeFileSync(config, '{}')
    })

    it("leaves an untrusted repository's .opencode alone", async () => {
      const folder = join(bench.work, '.opencode')
      mkdirSync(folder)
      writeFileSync(join(folder, 'opencode.json'), '{"model":"scripted/of-the-repository"}')
      const run = await bench.turn('MODEL say hi', { trusted: false })
      expect(textOf(run.all)).toBe('hi')
      expect(readdirSync(folder)).toEqual(['opencode.json'])
      expect(readFileSync(join(folder, 'opencode.json'), 'utf8')).toBe('{"model":"scripted/of-the-repository"}')
    })
  })
})
