/**
 * Processes that wait for conversations (`warm` of a persona), against the built daemon and the rehearsal agent: they answer, each
 * once; what dies is replaced; nothing of them outlives what it was started for, not even a daemon that is killed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { awaited } from '#test/support/awaited'
import { type World, world } from '#test/support/world'

const configOf = (words: string, more = ''): string => `
default_harness = "rehearsal"
[personas.conversational]
agent = "rehearsal:fast"
system = "${words}"
warm = 2
${more}
`

let w: World
let client: OpenAI

beforeAll(async () => {
  w = await world({ config: configOf('I am the first.') })
  client = clientOf()
})
afterAll(() => w.end())

const clientOf = () =>
  new OpenAI({
    apiKey: readFileSync(`${w.home}/token`, 'utf8').trim(),
    baseURL: `http://127.0.0.1:${w.daemon.port}/v1`,
    maxRetries: 0,
  })
const write = (text: string) => writeFileSync(join(w.env.HOME ?? '', '.config', 'drover', 'config.toml'), text)
const ask = async (content: string) =>
  (await client.chat.completions.create({ model: 'conversational', messages: [{ role: 'user', content }] })).choices[0]
    ?.message.content
const agents = (): readonly number[] =>
  w.processes().flatMap(({ pid, command }) => (/^\S*\/node \S*rehearsal\.mjs /.test(command) ? [pid] : []))
const hidden = async (): Promise<readonly Session[]> =>
  (await w.call('GET', '/api/v1/sessions?includePersonas=true&includeTerminated=true&limit=500')).body.sessions.filter(
    (one: Session) => one.persona !== undefined,
  )
const living = async () => (await hidden()).filter(({ phase }) => phase !== 'ended')
/** So many wait, each with a process of its own, and nothing else runs. */
async function waiting(count: number, but: readonly number[] = []): Promise<readonly number[]> {
  const look = async (): Promise<readonly number[]> => {
    for (;;) {
      const pids = agents()
      const sessions = await living()
      const fresh = pids.length === count && pids.every((pid) => !but.includes(pid))
      if (
        fresh &&
        sessions.length === count &&
        sessions.every(({ turn, launch }) => turn === null && launch?.pid != null)
      )
        return pids
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return awaited(`${count} to wait`, look(), 30_000)
}

describe('processes that wait', () => {
  it('answer by what waited already, each for one conversation, and are replaced', async () => {
    const before = await waiting(2)
    const sessions = (await living()).map(({ id }) => id)
    expect(await ask('a\n@remember a red barn\n@instructions')).toContain('I am the first.')
    const used = (await hidden()).find(({ turn }) => turn !== null)
    expect(sessions).toContain(used?.id)
    const after = await waiting(2)
    expect(after.filter((pid) => before.includes(pid))).toHaveLength(1)
    expect(await ask('@recall')).not.toContain('red barn')
    expect(await ask('@recall')).not.toContain('red barn')
    expect((await waiting(2)).filter((pid) => before.includes(pid))).toEqual([])
    expect(await hidden()).toHaveLength(3 + 2)
  })

  it('go on as a conversation: its second turn knows the first', async () => {
    const speak = async (message: string) =>
      (await w.call('POST', '/v1/conversational', { session_id: 'kitchen', message })).body.reply
    await waiting(2)
    expect(await speak('@remember oats')).toBe('I will remember that.')
    expect(await speak('@recall')).toBe('oats')
    await waiting(2)
  })

  it('more requests than wait are answered too, and whoever hangs up ends its own alone', async () => {
    await waiting(2)
    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => ask(`n${n}`)))
    expect(answers).toEqual([1, 2, 3, 4, 5].map((n) => `User: n${n}`))
    const pids = await waiting(2)
    const abort = new AbortController()
    const asked = client.chat.completions.create(
      { model: 'conversational', messages: [{ role: 'user', content: 'speak\n@ignore-term\n@hang' }] },
      { signal: abort.signal },
    )
    const running = async () => {
      while (!(await living()).some(({ turn }) => turn !== null)) await new Promise((r) => setTimeout(r, 20))
    }
    await awaited('the turn to run', running())
    abort.abort()
    await expect(asked).rejects.toThrow()
    expect((await waiting(2)).filter((pid) => pids.includes(pid))).toHaveLength(1)
  })

  it('one that is killed is replaced, and nobody is answered by it', async () => {
    const [first, second] = await waiting(2)
    process.kill(first!, 'SIGKILL')
    process.kill(second!, 'SIGKILL')
    expect(await ask('hello')).toBe('User: hello')
    await waiting(2, [first!, second!])
  })

  it('a persona that changes while one waits is never played by the one of before', async () => {
    const before = await waiting(2)
    write(configOf('I am the second.'))
    expect(await ask('x\n@instructions')).toContain('I am the second.')
    await waiting(2, before)
    expect(await ask('y\n@instructions')).toContain('I am the second.')
    const now = await waiting(2)
    write(configOf('I am the second.', '[doors]\nmax_concurrency = 1'))
    expect(now).toEqual(expect.arrayContaining([...(await waiting(1))]))
    write(configOf('I am the second.').replace('warm = 2', 'warm = 0'))
    await waiting(0)
    write(configOf('I am the second.'))
    await waiting(2, now)
  })

  it('are gone after a daemon that is killed, and others wait for the next one', async () => {
    const before = await waiting(2)
    const ids = (await living()).map(({ id }) => id)
    await w.crash()
    expect(agents()).toEqual(expect.arrayContaining([...before]))
    await w.start()
    client = clientOf()
    await waiting(2, before)
    expect((await hidden()).filter(({ id }) => ids.includes(id))).toEqual([])
    expect(await ask('hello')).toBe('User: hello')
  })

  it('are gone with the daemon', async () => {
    await waiting(2)
    await w.stop()
    expect(agents()).toEqual([])
    await w.start()
    client = clientOf()
    await waiting(2)
  })
})
