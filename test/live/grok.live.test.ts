/** grok itself against the scripted model: the conformance suite and the failures it words as answers. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createGrok } from '#adapters/harness/grok/grok'
import { evidenceOf } from '../conformance/fixtures.suite.ts'
import { expectFailures } from './bench.ts'
import { cliNamed } from './clis.ts'
import { suiteOn } from './suite-on.ts'
import { failures } from './words.ts'

suiteOn(
  cliNamed('grok'),
  createGrok(),
  (bench) => {
    it('names every failure of the server within a minute, although it exits with 0', async () => {
      await expectFailures(
        bench(),
        failures.filter(([name]) => name !== 'a cut connection'),
      )
    })

    it('starts no server of an untrusted repository, and writes nothing into it', async () => {
      // In a trusted repository, such as the other cases', it makes a file of its own.
      rmSync(join(bench().work, '.grok'), { recursive: true, force: true })
      await bench().turn('MODEL say hi', { trusted: false })
      expect(existsSync(join(bench().work, '.grok', 'settings.json'))).toBe(false)
      const mark = join(bench().root, 'server.txt')
      const server = { name: 'own', transport: { type: 'stdio', command: 'sh', args: ['-c', `touch ${mark}`] } }
      mkdirSync(join(bench().work, '.grok'), { recursive: true })
      writeFileSync(join(bench().work, '.grok', 'settings.json'), JSON.stringify({ mcpServers: { own: server } }))
      await bench().turn('MODEL say hi', { trusted: false })
      expect(existsSync(mark)).toBe(false)
      await bench().turn('MODEL say hi', { trusted: true })
      expect(existsSync(mark)).toBe(true)
      rmSync(join(bench().work, '.grok'), { recursive: true })
    })

    it('takes an answer that broke off for a failure, although it words it as an answer', async () => {
      const run = await bench().turn('MODEL cut')
      expect(evidenceOf(run.all)).toContainEqual(expect.objectContaining({ type: 'empty_response' }))
    })
  },
  { promptByStdin: false },
)
