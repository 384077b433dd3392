/** Claude Code itself, in two versions, against the scripted model: the conformance suite, then what only it does. */
import { afterAll, beforeAll, describe, it } from 'vitest'
import { createClaudeCode } from '#adapters/harness/claude-code/claude-code'
import { type HarnessCase, harnessSuite } from '../conformance/harness.suite.ts'
import { startModelServer } from '../support/model-server/model-server.ts'
import { type Bench, expectFailures, openBench } from './bench.ts'
import { cachedProgram, onCached } from './cached.ts'
import { failures, scripted } from './words.ts'

const harness = createClaudeCode()

const subject = (version: string, bin: string, config: HarnessCase['config'] = {}): HarnessCase => ({
  title: `claude-code ${version}${config.lifetime === 'session' ? ', one process a session' : ''}`,
  harness,
  config,
  words: { ...scripted, lost: { stated: 'context_lost' } },
  prepare: async () => {
    const server = await startModelServer()
    return {
      program: await cachedProgram(harness, bin),
      version,
      env: { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'sk-ant-fake' },
      close: () => server.close(),
    }
  },
})

for (const version of ['2.1.325', '2.1.197']) {
  onCached('claude-code', version, (bin) => {
    harnessSuite(() => subject(version, bin))
  })
}
onCached('claude-code', '2.1.325', (bin) => harnessSuite(() => subject('2.1.325', bin, { lifetime: 'session' })))

onCached('claude-code', '2.1.325', (bin) => {
  describe('claude-code 2.1.325, on its own', () => {
    let bench: Bench
    beforeAll(async () => {
      bench = await openBench(harness, bin, '2.1.325', ({ model }) => ({
        ANTHROPIC_BASE_URL: model.url,
        ANTHROPIC_API_KEY: 'sk-ant-fake',
      }))
    })
    afterAll(() => bench.close())

    it('names every failure of the server within a minute', async () => {
      const runs = await expectFailures(bench, failures)
      for (const [name, run] of Object.entries(runs)) console.log(name, JSON.stringify(run.all.filter((e) => e.kind === 'failure')), run.all.filter((e) => e.kind === 'notice').length)
    })
  })
})
