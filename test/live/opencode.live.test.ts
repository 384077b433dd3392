/** opencode itself against the scripted model: the conformance suite, then what only it does. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createOpencode } from '#adapters/harness/opencode/opencode'
import { resultOf, textOf } from '../conformance/fixtures.suite.ts'
import { categoryOf } from './cached.ts'
import { cliNamed } from './clis.ts'
import { suiteOn } from './suite-on.ts'

suiteOn(cliNamed('opencode'), createOpencode(), (bench) => {
  it('asks no model for a title', async () => {
    await bench().turn('MODEL say untitled')
    expect(bench().model.requests.filter((request) => request.helper)).toEqual([])
  })

  it('names a model that no provider has', async () => {
    const run = await bench().turn('MODEL say hi', { model: 'scripted/nope' })
    expect(categoryOf(run.all)).toBe('invalid_model')
    expect(run.all.find((event) => event.kind === 'failure')?.message).toContain('scripted/nope')
  })

  it("holds read-only against the user's own allowance, and a refused permission is no success", async () => {
    const config = join(bench().home, '.config', 'opencode', 'opencode.json')
    const before = readFileSync(config, 'utf8')
    const allow = (permission: object): void =>
      writeFileSync(config, JSON.stringify({ ...JSON.parse(before), permission }))
    allow({ '*': 'allow', bash: { '*': 'allow' }, edit: 'allow' })
    await bench().turn('MODEL run echo no > no.txt', { permissions: 'read-only' })
    expect(existsSync(join(bench().work, 'no.txt'))).toBe(false)
    allow({ bash: 'deny' })
    await bench().turn('MODEL run echo no > no.txt')
    expect(existsSync(join(bench().work, 'no.txt'))).toBe(false)
    allow({ bash: 'ask' })
    const run = await bench().turn('MODEL run echo yes > yes.txt')
    expect([existsSync(join(bench().work, 'yes.txt')), resultOf(run.all)]).toEqual([true, 'ok'])
    writeFileSync(config, before)
  })

  it("keeps the user's own plugins beside the one that tells of retries", async () => {
    const config = join(bench().home, '.config', 'opencode', 'opencode.json')
    const before = readFileSync(config, 'utf8')
    const mark = join(bench().root, 'plugged')
    const plugin = join(bench().root, 'mine.mjs')
    writeFileSync(
      plugin,
      `import { writeFileSync } from 'node:fs'\nexport const mine = async () => (writeFileSync('${mark}', ''), {})\n`,
    )
    writeFileSync(config, JSON.stringify({ ...JSON.parse(before), plugin: [`file://${plugin}`] }))
    const run = await bench().turn('MODEL fail 500 times=1 after=1')
    writeFileSync(config, before)
    expect([textOf(run.all), existsSync(mark)]).toEqual(['recovered after 1', true])
    const told = run.all.filter((event) => event.kind === 'notice' && event.code === 'retrying')
    expect(told).toMatchObject([{ attempt: 1, delayMs: expect.any(Number) }])
  })

  it("leaves an untrusted repository's .opencode alone", async () => {
    const folder = join(bench().work, '.opencode')
    mkdirSync(folder)
    writeFileSync(join(folder, 'opencode.json'), '{"model":"scripted/of-the-repository"}')
    const run = await bench().turn('MODEL say hi', { trusted: false })
    expect(textOf(run.all)).toBe('hi')
    expect(readdirSync(folder)).toEqual(['opencode.json'])
    expect(readFileSync(join(folder, 'opencode.json'), 'utf8')).toBe('{"model":"scripted/of-the-repository"}')
  })
})
