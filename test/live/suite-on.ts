/**
 * The conformance suite on a real CLI as its user has set it up, then what only that CLI does, on a bench of its own. Owns
 * what all these tests open with; the rows are `clis`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Harness } from '#ports/harness'
import { textOf } from '../conformance/fixtures.suite.ts'
import { type HarnessCase, harnessSuite } from '../conformance/harness.suite.ts'
import { startModelServer } from '../support/model-server/model-server.ts'
import { type Bench, openBench } from './bench.ts'
import { cachedProgram, categoryOf, onCached } from './cached.ts'
import { type Cli, settle, touched } from './clis.ts'
import { scripted } from './words.ts'

/** The suite alone, in words of the scripted model. */
export function conformance(cli: Cli, harness: Harness, bin: string, more: Partial<HarnessCase> = {}): void {
  harnessSuite(() => ({
    title: `${cli.name} ${cli.version}`,
    harness,
    words: scripted,
    timeoutMs: 60_000,
    prepare: async (root) => {
      const server = await startModelServer()
      const env = settle(cli, join(root, 'home'), server.url)
      const program = await cachedProgram(harness, bin)
      return { program, version: cli.version, env, close: () => server.close() }
    },
    ...more,
  }))
}

/** `own` declares cases on a bench that is there once they run. */
export function suiteOn(
  cli: Cli,
  harness: Harness,
  own: (bench: () => Bench, bin: string) => void,
  more: Partial<HarnessCase> = {},
): void {
  onCached(cli.name, cli.version, (bin) => {
    conformance(cli, harness, bin, more)
    describe(`${cli.name} ${cli.version}, on its own`, () => {
      let bench: Bench
      beforeAll(async () => {
        bench = await openBench(harness, bin, cli.version, ({ home, model }) => settle(cli, home, model.url))
      })
      afterAll(() => bench.close())
      own(() => bench, bin)
    })
  })
}

/** Two refused requests, then an answer: the turn is as good as any. */
export const ridesOutABlip = (bench: () => Bench): void =>
  it('rides out a blip', async () => {
    const run = await bench().turn('MODEL fail 500 times=2')
    expect(textOf(run.all)).toBe('recovered after 2')
    expect(categoryOf(run.all)).toBeNull()
  })

export const megabyte = `MODEL say long enough\n${'words of no weight. '.repeat(52_000)}`

export const takesAMegabyte = (bench: () => Bench, env: Record<string, string> = {}): void =>
  it('takes a prompt of a megabyte', async () => {
    expect(textOf((await bench().turn(megabyte, {}, env)).all)).toContain('long enough')
  })

/** `settings`: what a repository would put into its settings of this CLI to have a command run at a prompt. */
export const runsNothingOfAStranger = (
  bench: () => Bench,
  cli: Cli,
  directory: string,
  settings: (command: string) => object,
): void =>
  it("runs nothing that an untrusted repository brings, and leaves the user's settings as they are", async () => {
    const { work, home, model, turn } = bench()
    const [folder, mark] = [join(work, directory), join(work, 'hooked.txt')]
    mkdirSync(folder)
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings(`touch ${mark}`)))
    writeFileSync(join(folder, '.env'), 'NODE_OPTIONS=--title=evil\nOTHER=evil\n')
    await turn('MODEL run echo "options:$NODE_OPTIONS other:$OTHER" > shown.txt', { trusted: false })
    expect(existsSync(mark)).toBe(false)
    expect(readFileSync(join(work, 'shown.txt'), 'utf8')).toBe('options: other:\n')
    rmSync(join(folder, '.env'))
    await turn('MODEL say as a friend', { trusted: true })
    expect(existsSync(mark)).toBe(true)
    expect(touched(cli, home, model.url)).toEqual([])
    rmSync(folder, { recursive: true })
  })
