/** `drover harness check` from outside: a sound agent, a defective one, what it asks before, and what it leaves behind. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { agentTable } from '../conformance/agents/agent-table.ts'
import { processesWith } from '../smoke/processes.ts'
import { type CliWorld, createCliWorld, root, until } from './cli-world.ts'

let world: CliWorld
let env: Record<string, string>
beforeEach(() => {
  world = createCliWorld()
  env = { TMPDIR: join(world.dir, 'tmp') }
  mkdirSync(env.TMPDIR ?? '')
  const agent = join(root, 'test', 'conformance', 'agents', 'drover-agent.mjs')
  const harness = (name: string, ...flags: string[]): string => {
    const command = [process.execPath, agent, '--once', ...flags]
    const table = Object.entries(agentTable).map(([key, words]) => `${key} = ${JSON.stringify(words)}\n`)
    const head = `[harness.${name}]\ncommand = ${JSON.stringify(command)}\noutput = "drover"\nresume = ["--resume", "$SESSION"]\n`
    return `${head}[harness.${name}.check]\n${table.join('')}\n`
  }
  mkdirSync(join(world.dir, 'config', 'drover'), { recursive: true })
  writeFileSync(
    join(world.dir, 'config', 'drover', 'config.toml'),
    `${harness('sound')}${harness('broken', '--defect', 'no-tool-result')}[harness.absent]\ncommand = ["no-such-program-here"]\n`,
  )
})
afterEach(() => world.close())

const check = (...args: string[]) => world.drover(['harness', 'check', ...args], { env })
const nothingLeft = () => expect(readdirSync(env.TMPDIR ?? '')).toEqual([])

test('a sound agent passes, with a line a case and the reason of each that is skipped', async () => {
  const ran = await check('sound', '--yes')
  expect(ran.code, ran.out + ran.err).toBe(0)
  expect(ran.out).toMatch(/^ok {5} +answers: a simple prompt: is answered/m)
  expect(ran.out).toMatch(/^skipped fork: .*\(sound does not declare fork\)$/m)
  expect(ran.out).toMatch(/^sound: \d+ ok, 0 failed, \d+ skipped$/m)
  // It needs no daemon, and its own directory is gone.
  expect(await world.json(['status'])).toMatchObject({ state: 'not_running' })
  nothingLeft()
})

test('a defect is found by name, with what was expected and what was seen', async () => {
  const ran = await check('broken', '--yes', '--only', 'tools')
  expect(ran.code).toBe(1)
  expect(ran.out).toMatch(
    /^FAILED {2}tools: .*\n +expected {2}one result for each tool call\n +seen {6}\{"calls":\["t1"\],"results":\[\]\}$/m,
  )
  const shape = await check('broken', '--yes', '--only', 'tools', '--json')
  expect(shape.code).toBe(1)
  expect(JSON.parse(shape.out)).toMatchObject({
    harness: 'broken',
    ok: false,
    passed: 0,
    failed: 1,
    cases: [{ id: 'tools', state: 'failed', expected: 'one result for each tool call' }],
  })
  nothingLeft()
})

test('the rehearsal needs no yes; anything with a model does, and says what it would cost', async () => {
  expect((await check('rehearsal', '--only', 'answers')).code).toBe(0)
  expect((await check('rh', '--only', 'answers')).out).toContain('rehearsal: 1 ok, 0 failed, 0 skipped')
  const asked = await check('sound')
  expect(asked.code).toBe(2)
  expect(asked.err).toMatch(/\d+ cases make about \d+ turns of sound, .*\(USAGE\)\n.*--yes/)
  nothingLeft()
})

test('what is not there is refused by name', async () => {
  const unknown = await check('rehersal')
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('(UNKNOWN_HARNESS)')])
  expect(unknown.err).toContain('Did you mean "rehearsal"?')
  const absent = await check('absent', '--yes')
  expect([absent.code, absent.err]).toEqual([1, expect.stringContaining('(HARNESS_BINARY_NOT_FOUND)')])
  nothingLeft()
})

test('a check that is interrupted leaves no process and no directory', async () => {
  const child = world.start(['harness', 'check', 'sound', '--yes'], { env })
  let out = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  await until('the first case is over', () => out.includes('answers:'))
  const ended = new Promise((done) => child.on('close', done))
  child.kill('SIGINT')
  expect(await ended).toBe(1)
  nothingLeft()
  await until('no process is left', () => processesWith(`${world.dir}/`).length === 0)
})
