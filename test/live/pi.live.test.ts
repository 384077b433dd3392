/** pi itself against the scripted model: the conformance suite, then what only it does. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPi } from '#adapters/harness/pi/pi'
import { textOf } from '../conformance/fixtures.suite.ts'
import { harnessSuite } from '../conformance/harness.suite.ts'
import { startModelServer } from '../support/model-server/model-server.ts'
import { type Bench, expectFailures, openBench } from './bench.ts'
import { cachedProgram, categoryOf, onCached } from './cached.ts'
import { placePi } from './settings.ts'
import { failures, scripted } from './words.ts'

const harness = createPi()
const version = '0.73.1'

onCached('pi', version, (bin) => {
  harnessSuite(() => ({
    title: `pi ${version}`,
    harness,
    words: scripted,
    timeoutMs: 60_000,
    prepare: async (root) => {
      const server = await startModelServer()
      placePi(join(root, 'home'), server.url)
      return { program: await cachedProgram(harness, bin), version, close: () => server.close() }
    },
  }))

  describe(`pi ${version}, on its own`, () => {
    let bench: Bench
    let settings = ''
    beforeAll(async () => {
      bench = await openBench(harness, bin, version, ({ home, model }) => {
        settings = placePi(home, model.url)
        return {}
      })
    })
    afterAll(() => bench.close())

    it('names every failure of the server within a minute, although it exits with 0', async () => {
      const runs = await expectFailures(bench, failures)
      expect(Object.values(runs).map((run) => run.exit.code)).toContain(0)
      const retries = runs['500']?.all.filter((event) => event.kind === 'notice' && event.code === 'retrying')
      expect(retries).toHaveLength(3)
    })

    it('rides out a blip', async () => {
      const run = await bench.turn('MODEL fail 500 times=2')
      expect(textOf(run.all)).toBe('recovered after 2')
      expect(categoryOf(run.all)).toBeNull()
    })

    it("runs no extension of an untrusted repository, and leaves the user's settings as they are", async () => {
      const before = readFileSync(settings, 'utf8')
      const folder = join(bench.work, '.pi', 'extensions')
      mkdirSync(folder, { recursive: true })
      const mark = join(bench.work, 'extended.txt')
      const code = `import { writeFileSync } from 'node:fs'\nexport default () => writeFileSync(${JSON.stringify(mark)}, 'x')\n`
      writeFileSync(join(folder, 'own.ts'), code)
      await bench.turn('MODEL say as a stranger', { trusted: false })
      expect(existsSync(mark)).toBe(false)
      await bench.turn('MODEL say as a friend', { trusted: true })
      expect(existsSync(mark)).toBe(true)
      expect(readFileSync(settings, 'utf8')).toBe(before)
      rmSync(join(bench.work, '.pi'), { recursive: true })
    })

    it('starts no shell that an untrusted repository names', async () => {
      const folder = join(bench.work, '.pi')
      mkdirSync(folder)
      const mark = join(bench.root, 'shelled.txt')
      const shell = join(bench.root, 'shell')
      writeFileSync(shell, `#!/bin/sh\ntouch ${mark}\nexec /bin/bash "$@"\n`, { mode: 0o755 })
      writeFileSync(join(folder, 'settings.json'), JSON.stringify({ shellPath: shell }))
      await bench.turn('MODEL run echo hi', { trusted: false })
      expect(existsSync(mark)).toBe(false)
      await bench.turn('MODEL run echo hi', { trusted: true })
      expect(existsSync(mark)).toBe(true)
      rmSync(folder, { recursive: true })
    })

    it('takes a prompt of a megabyte', async () => {
      const run = await bench.turn(`MODEL say long enough\n${'words of no weight. '.repeat(52_000)}`)
      expect(textOf(run.all)).toContain('long enough')
    })
  })
})
