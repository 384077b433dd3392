/** GitHub Copilot CLI itself against the scripted model: the conformance suite, then what only it does. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCopilot } from '#adapters/harness/copilot/copilot'
import { textOf } from '../conformance/fixtures.suite.ts'
import { harnessSuite } from '../conformance/harness.suite.ts'
import { startModelServer } from '../support/model-server/model-server.ts'
import { type Bench, expectFailures, openBench } from './bench.ts'
import { cachedProgram, categoryOf, onCached } from './cached.ts'
import { copilotEnv } from './settings.ts'
import { failures, scripted } from './words.ts'

const harness = createCopilot()
const version = '1.0.102'

onCached('copilot', version, (bin) => {
  harnessSuite(() => ({
    title: `copilot ${version}`,
    harness,
    words: scripted,
    timeoutMs: 60_000,
    prepare: async () => {
      const server = await startModelServer()
      return {
        program: await cachedProgram(harness, bin),
        version,
        env: copilotEnv(server.url),
        close: () => server.close(),
      }
    },
  }))

  describe(`copilot ${version}, on its own`, () => {
    let bench: Bench
    beforeAll(async () => {
      bench = await openBench(harness, bin, version, ({ model }) => copilotEnv(model.url))
    })
    afterAll(() => bench.close())

    it('names every failure of the server within a minute', async () => {
      const runs = await expectFailures(bench, failures)
      const retries = runs['429']?.all.filter((event) => event.kind === 'notice' && event.code === 'retrying')
      expect(retries?.length).toBeGreaterThan(1)
    })

    it('rides out a blip', async () => {
      const run = await bench.turn('MODEL fail 500 times=2')
      expect(textOf(run.all)).toBe('recovered after 2')
      expect(categoryOf(run.all)).toBeNull()
    })

    it("runs nothing that an untrusted repository brings, and leaves the user's settings as they are", async () => {
      const settings = join(bench.home, '.copilot', 'settings.json')
      mkdirSync(join(bench.home, '.copilot'), { recursive: true })
      writeFileSync(settings, '{ "banner": "never" }')
      const folder = join(bench.work, '.github', 'hooks')
      mkdirSync(folder, { recursive: true })
      const command = { type: 'command', bash: `touch ${join(bench.work, 'hooked.txt')}`, timeoutSec: 10 }
      writeFileSync(join(folder, 'own.json'), JSON.stringify({ version: 1, hooks: { userPromptSubmitted: [command] } }))
      await bench.turn('MODEL say as a stranger', { trusted: false })
      expect(existsSync(join(bench.work, 'hooked.txt'))).toBe(false)
      await bench.turn('MODEL say as a friend', { trusted: true })
      expect(existsSync(join(bench.work, 'hooked.txt'))).toBe(true)
      expect(readFileSync(settings, 'utf8')).toBe('{ "banner": "never" }')
      rmSync(join(bench.work, '.github'), { recursive: true })
    })

    it('takes a prompt of a megabyte', async () => {
      const large = { COPILOT_MODEL: 'm', COPILOT_PROVIDER_MAX_PROMPT_TOKENS: '1000000' }
      const run = await bench.turn(`MODEL say long enough\n${'words of no weight. '.repeat(52_000)}`, {}, large)
      expect(textOf(run.all)).toContain('long enough')
    })
  })
})
