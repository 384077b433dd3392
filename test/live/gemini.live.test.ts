/** Gemini CLI itself against the scripted model: the conformance suite, then what only it does. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createGemini } from '#adapters/harness/gemini/gemini'
import { makeStart } from '#adapters/runtime/trial/drive'
import { replay, textOf } from '../conformance/fixtures.suite.ts'
import { cachedProgram } from './cached.ts'
import { cliNamed } from './clis.ts'
import { megabyte, ridesOutABlip, runsNothingOfAStranger, suiteOn } from './suite-on.ts'

const harness = createGemini()
const cli = cliNamed('gemini')

suiteOn(cli, harness, (bench, bin) => {
  ridesOutABlip(bench)

  runsNothingOfAStranger(bench, cli, '.gemini', (command) => ({
    hooks: { BeforeAgent: [{ hooks: [{ type: 'command', command }] }] },
  }))

  // To a file, as the runtime does it: it exits without waiting for a pipe to be read.
  it('takes a prompt of a megabyte', async () => {
    const { root, work, home, model } = bench()
    const program = await cachedProgram(harness, bin)
    const start = makeStart(root, { program, prompt: megabyte, version: cli.version, cwd: work })
    const { argv, env, files } = harness.plan(start)
    for (const file of files) writeFileSync(join(start.launchDir, file.path), file.content)
    const [command = '', ...args] = argv
    const spool = join(start.launchDir, 'stdout')
    const own = { PATH: process.env.PATH ?? '', HOME: home, ...cli.env(model.url), ...env }
    const out = openSync(spool, 'w')
    const child = spawn(command, args, { cwd: work, env: own, stdio: ['pipe', out, 'inherit'] })
    child.stdin?.end(megabyte)
    await once(child, 'exit')
    closeSync(out)
    const { events } = replay(harness, start, readFileSync(spool, 'utf8').trimEnd().split('\n'))
    expect(textOf(events)).toBe('long enough')
  })
})
