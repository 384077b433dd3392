/** Gemini CLI itself against the scripted model: the conformance suite, then what only it does. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGemini } from '#adapters/harness/gemini/gemini'
import { makeStart } from '#adapters/runtime/trial/drive'
import { replay, textOf } from '../conformance/fixtures.suite.ts'
import { harnessSuite } from '../conformance/harness.suite.ts'
import { startModelServer } from '../support/model-server/model-server.ts'
import { type Bench, expectFailures, openBench } from './bench.ts'
import { cachedProgram, categoryOf, onCached } from './cached.ts'
import { geminiEnv, placeGemini } from './settings.ts'
import { failures, scripted } from './words.ts'

const harness = createGemini()
const version = '0.61.0'

onCached('gemini', version, (bin) => {
  harnessSuite(() => ({
    title: `gemini ${version}`,
    harness,
    words: scripted,
    timeoutMs: 60_000,
    prepare: async (root) => {
      const server = await startModelServer()
      placeGemini(join(root, 'home'))
      return {
        program: await cachedProgram(harness, bin),
        version,
        env: geminiEnv(server.url),
        close: () => server.close(),
      }
    },
  }))

  describe(`gemini ${version}, on its own`, () => {
    let bench: Bench
    let settings = ''
    beforeAll(async () => {
      bench = await openBench(harness, bin, version, ({ home, model: server }) => {
        settings = placeGemini(home)
        return geminiEnv(server.url)
      })
    })
    afterAll(() => bench.close())

    // Four hundred megabytes each: two halves, so that a small machine bears it.
    it.each([0, 1])('names every failure of the server within a minute (%i)', async (half) => {
      const runs = await expectFailures(
        bench,
        failures.filter((_, at) => at % 2 === half),
      )
      const retries = runs['500']?.all.filter((event) => event.kind === 'notice' && event.code === 'retrying')
      if (retries !== undefined) expect(retries).toHaveLength(3)
    })

    it('rides out a blip', async () => {
      const run = await bench.turn('MODEL fail 500 times=2')
      expect(textOf(run.all)).toBe('recovered after 2')
      expect(categoryOf(run.all)).toBeNull()
    })

    it("runs nothing that an untrusted repository brings, and leaves the user's settings as they are", async () => {
      const before = readFileSync(settings, 'utf8')
      const folder = join(bench.work, '.gemini')
      mkdirSync(folder)
      const hook = (file: string) => [{ hooks: [{ type: 'command', command: `touch ${join(bench.work, file)}` }] }]
      writeFileSync(join(folder, 'settings.json'), JSON.stringify({ hooks: { BeforeAgent: hook('hooked.txt') } }))
      writeFileSync(join(folder, '.env'), 'NODE_OPTIONS=--title=evil\n')
      const shown = 'MODEL run echo "options:$NODE_OPTIONS" > shown.txt'
      await bench.turn(shown, { trusted: false })
      expect(existsSync(join(bench.work, 'hooked.txt'))).toBe(false)
      expect(readFileSync(join(bench.work, 'shown.txt'), 'utf8')).toBe('options:\n')
      rmSync(join(folder, '.env'))
      await bench.turn('MODEL say as a friend', { trusted: true })
      expect(existsSync(join(bench.work, 'hooked.txt'))).toBe(true)
      expect(readFileSync(settings, 'utf8')).toBe(before)
      rmSync(folder, { recursive: true })
    })

    // To a file, as the runtime does it: it exits without waiting for a pipe to be read.
    it('takes a prompt of a megabyte', async () => {
      const prompt = `MODEL say long enough\n${'words of no weight. '.repeat(52_000)}`
      const program = await cachedProgram(harness, bin)
      const start = makeStart(bench.root, { program, prompt, version, cwd: bench.work })
      const { argv, env } = harness.plan(start)
      const [command = '', ...args] = argv
      const spool = join(start.launchDir, 'stdout')
      const own = { PATH: process.env.PATH ?? '', HOME: bench.home, ...geminiEnv(bench.model.url), ...env }
      const out = openSync(spool, 'w')
      const child = spawn(command, args, { cwd: bench.work, env: own, stdio: ['pipe', out, 'inherit'] })
      child.stdin?.end(prompt)
      await once(child, 'exit')
      closeSync(out)
      const { events } = replay(harness, start, readFileSync(spool, 'utf8').trimEnd().split('\n'))
      expect(textOf(events)).toBe('long enough')
    })
  })
})
