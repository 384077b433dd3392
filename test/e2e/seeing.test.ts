/** Seeing it from the shell: timelines of one session, of several, of the fleet, and what went wrong. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnsOf } from '#core/relay/show-words'
import { type CliWorld, createCliWorld, until } from './cli-world.ts'

let world: CliWorld
let [first, second, failed] = ['', '', '']
beforeAll(async () => {
  world = createCliWorld()
  await world.json(['project', 'add', '--path', world.repository('shop')])
  const spawn = async (prompt: string): Promise<string> => {
    const args = ['spawn', '-p', 'shop', '--harness', 'rehearsal', '--prompt', prompt, '--wait', '--json']
    return JSON.parse((await world.drover(args)).out).session.id
  }
  first = await spawn('hello from the first\n@write a.txt one')
  second = await spawn('hello from the second')
  failed = await spawn('@fail agent_error')
  await world.json(['mail', 'send', '--to', first, '--subject', 'a word to it', '--body', 'x'])
  await until('the mail was told', async () => {
    const { session } = await world.json(['session', 'get', first])
    return session.turn.n === 2 && session.status === 'idle'
  })
})
afterAll(() => world.close())

const narrow = { env: { COLUMNS: '80' } }
const fits = (out: string) => {
  for (const line of out.split('\n')) expect(columnsOf(line)).toBeLessThanOrEqual(80)
}

test('trace, replay, inspect: turns and tools in their order', async () => {
  const { trace } = await world.json(['trace', first])
  const texts = trace.map((moment: { text: string }) => moment.text)
  expect(texts[0]).toContain('begins with rehearsal in shop')
  expect(texts.findIndex((text: string) => text.startsWith('turn 1 begins'))).toBeLessThan(
    texts.indexOf('turn 1 completed'),
  )
  const shown = await world.drover(['trace', first], narrow)
  expect(shown.out).toMatch(/turn {4}turn 1 completed/)
  fits(shown.out)
  const { replay } = await world.json(['replay', second, first])
  expect(new Set(replay.map((one: { sessionId: string }) => one.sessionId))).toEqual(new Set([first, second]))
  const times = replay.map((one: { at: string }) => one.at)
  expect(times).toEqual([...times].sort())
  expect((await world.drover(['replay', first, second])).out).toMatch(/first[\s\S]*second/)
  const inspected = await world.json(['inspect', first])
  expect(inspected).toMatchObject({ session: { id: first }, merges: [], events: expect.any(Array) })
  expect((await world.drover(['inspect', first])).out).toMatch(/project +shop[\s\S]*lately[\s\S]*hello from the first/)
  const nobody = await world.drover(['trace', 'shop-999'])
  expect([nobody.code, nobody.err]).toEqual([1, expect.stringContaining('(SESSION_NOT_FOUND)')])
})

test('feed and errors: the fleet one line each, and only what went wrong', async () => {
  const shown = await world.drover(['feed'], narrow)
  expect(shown.out).toContain('[status] a word to it')
  expect(shown.out).toMatch(new RegExp(`${failed} +turn +turn 1 error`))
  fits(shown.out)
  expect((await world.json(['feed', '-n', '3'])).feed).toHaveLength(3)
  const { errors } = await world.json(['errors', '-p', 'shop'])
  expect(errors.length).toBeGreaterThan(0)
  expect(new Set(errors.map((one: { sessionId: string }) => one.sessionId))).toEqual(new Set([failed]))
  expect((await world.drover(['errors', '-p', 'shop'])).out).toMatch(/turn 1 error \(AGENT_FAILED\): ./)
  const child = world.start(['feed', '-f', '--json', '-n', '1'])
  let out = ''
  child.stdout?.on('data', (text) => {
    out += text
  })
  await until('the past is told', () => out.includes('\n'))
  await world.json(['send', second, 'again'])
  await until('what happens is told', () => out.includes('"text":"turn 2 completed"'))
  const ended = new Promise((done) => child.on('exit', done))
  child.kill('SIGINT')
  expect(await ended).toBe(0)
})

test('clean says what it would remove, removes it when told to, and leaves work alone', async () => {
  await world.json(['kill', first, second])
  const { workspace } = (await world.json(['session', 'get', first])).session
  const plan = await world.json(['clean', '--all'])
  expect(plan).toMatchObject({ dryRun: true, mail: expect.any(Number) })
  expect(plan.sessions.removed.map((one: { session: string }) => one.session)).toEqual([second])
  expect(plan.sessions.skipped).toContainEqual(expect.objectContaining({ session: first, reason: 'dirty' }))
  const log: string = plan.logs[0].path
  expect(readFileSync(log, 'utf8')).toContain(second)
  const done = await world.json(['clean', '--all', '-y'])
  expect(done).toMatchObject({ dryRun: false, mail: plan.mail, logs: [{ path: log }] })
  expect(readFileSync(log, 'utf8')).not.toContain(`"session":"${failed}"`)
  expect(gunzipSync(readFileSync(`${log}.cleaned.gz`)).toString()).toContain(`"session":"${failed}"`)
  expect(existsSync(join(workspace, 'a.txt'))).toBe(true)
  expect(await world.json(['clean', '--mail', '--sessions'])).toMatchObject({ mail: 0, logs: null })
  expect((await world.drover(['clean'])).code).toBe(2)
})
