/** Codex itself against the scripted model: the conformance suite, then what only it does. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCodex } from '#adapters/harness/codex/codex'
import type { HarnessConfig } from '#ports/harness'
import { textOf } from '../conformance/fixtures.suite.ts'
import { type HarnessCase, harnessSuite, type Words } from '../conformance/harness.suite.ts'
import { startModelServer } from '../support/model-server/model-server.ts'
import { type Bench, expectFailures, openBench } from './bench.ts'
import { cachedProgram, categoryOf, onCached } from './cached.ts'
import { codexConfig } from './settings.ts'
import { failures, scripted, spokenTo } from './words.ts'

const harness = createCodex()
const version = '0.166.0'

/** The user's own configuration, in the test's own home. */
function configure(home: string, url: string): string {
  mkdirSync(join(home, '.codex'), { recursive: true })
  const file = join(home, '.codex', 'config.toml')
  writeFileSync(file, codexConfig(url))
  return file
}

const subject = (bin: string, config: HarnessConfig, words: Words): HarnessCase => ({
  title: `codex ${version}${config.lifetime === 'session' ? ', one process a session' : ''}`,
  harness,
  config,
  words,
  sessionOnly: ['steer', 'deltas'],
  prepare: async (root) => {
    const server = await startModelServer()
    configure(join(root, 'home'), server.url)
    return {
      program: await cachedProgram(harness, bin),
      version,
      env: { OPENAI_API_KEY: 'fake' },
      close: () => server.close(),
    }
  },
})

onCached('codex', version, (bin) => {
  harnessSuite(() => subject(bin, {}, scripted))
  harnessSuite(() => ({
    ...subject(bin, { lifetime: 'session' }, { ...scripted, ...spokenTo }),
    handshake: true,
    modelInSession: true,
  }))

  describe(`codex ${version}, on its own`, () => {
    let bench: Bench
    let config = ''
    beforeAll(async () => {
      bench = await openBench(harness, bin, version, ({ home, model }) => {
        config = configure(home, model.url)
        return { OPENAI_API_KEY: 'fake' }
      })
    })
    afterAll(() => bench.close())

    it('names every failure of the server within a minute', async () => {
      const runs = await expectFailures(bench, failures)
      const retries = runs['429']?.all.filter((event) => event.kind === 'notice' && event.code === 'retrying')
      expect(retries).toHaveLength(5)
    })

    it('rides out a blip', async () => {
      const run = await bench.turn('MODEL fail 500 times=2')
      expect(textOf(run.all)).toBe('recovered after 2')
      expect(categoryOf(run.all)).toBeNull()
    })

    it("never writes into the user's configuration", async () => {
      const before = readFileSync(config, 'utf8')
      for (const trusted of [true, false]) await bench.turn('MODEL run echo hi > hi.txt', { trusted })
      expect(existsSync(join(bench.work, 'hi.txt'))).toBe(true)
      expect(readFileSync(config, 'utf8')).toBe(before)
    })

    it("reads a repository's own settings only once it is trusted", async () => {
      mkdirSync(join(bench.work, '.codex'))
      writeFileSync(join(bench.work, '.codex', 'config.toml'), 'model = "of-the-repository"\n')
      const modelOf = async (trusted: boolean, say: string): Promise<string> => {
        await bench.turn(`MODEL say ${say}`, { trusted })
        return (await bench.model.seen((request) => request.prompt === `MODEL say ${say}`)).model
      }
      expect(await modelOf(false, 'as a stranger')).toBe('gpt-5.5')
      expect(await modelOf(true, 'as a friend')).toBe('of-the-repository')
    })

    it('runs a tool of the models that write code for it', async () => {
      const run = await bench.turn('MODEL run echo code > code.txt', { model: 'gpt-6.1-sol' })
      expect(existsSync(join(bench.work, 'code.txt'))).toBe(true)
      expect(run.all.filter((event) => event.kind === 'tool')).toHaveLength(1)
    })

    it('takes a prompt of a megabyte', async () => {
      const run = await bench.turn(`MODEL say long enough\n${'words of no weight. '.repeat(52_000)}`)
      expect(textOf(run.all)).toContain('long enough')
    })

    it('leaves a hung server to the watchdog: nothing is said and nothing is claimed', async () => {
      const driven = bench.open('MODEL hang')
      await bench.model.seen((request) => request.prompt === 'MODEL hang')
      driven.kill('SIGTERM')
      const run = await driven.done
      expect(run.all.filter((event) => event.kind === 'result' && !event.isError)).toEqual([])
      expect(categoryOf(run.all)).toBe('agent_error')
    })
  })
})
