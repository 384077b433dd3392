/** Gemini CLI itself against the scripted model: the conformance suite, then what only it does. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createGemini } from '#adapters/harness/gemini/gemini'
import { makeStart } from '#adapters/runtime/trial/drive'
import { replay, textOf } from '../conformance/fixtures.suite.ts'
import { cachedProgram } from './cached.ts'
import { cliNamed, touched } from './clis.ts'
import { megabyte, ridesOutABlip, suiteOn } from './suite-on.ts'

const harness = createGemini()
const cli = cliNamed('gemini')

suiteOn(cli, harness, (bench, bin) => {
  ridesOutABlip(bench)

  it("runs nothing that an untrusted repository brings, and leaves the user's settings as they are", async () => {
    const { work, home, model, turn } = bench()
    const folder = join(work, '.gemini')
    mkdirSync(folder)
    const hook = [{ hooks: [{ type: 'command', command: `touch ${join(work, 'hooked.txt')}` }] }]
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ hooks: { BeforeAgent: hook } }))
    writeFileSync(join(folder, '.env'), 'NODE_OPTIONS=--title=evil\nOTHER=evil\n')
    await turn('MODEL run echo "options:$NODE_OPTIONS other:$OTHER" > shown.txt', { trusted: false })
    expect(existsSync(join(work, 'hooked.txt'))).toBe(false)
    expect(readFileSync(join(work, 'shown.txt'), 'utf8')).toBe('options: other:\n')
    rmSync(join(folder, '.env'))
    await turn('MODEL say as a friend', { trusted: true })
    expect(existsSync(join(work, 'hooked.txt'))).toBe(true)
    expect(touched(cli, home, model.url)).toEqual([])
    rmSync(folder, { recursive: true })
  })

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
