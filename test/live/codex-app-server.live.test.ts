/** What only `codex app-server` does, on the real one: asking, words into a turn, threads that go either way. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCodex } from '#adapters/harness/codex/codex'
import { nativeIdOf } from '#flows/harness/check/hear'
import type { Start } from '#ports/harness'
import { textOf, usageOf } from '../conformance/fixtures.suite.ts'
import { type Bench, expectFailures, openBench } from './bench.ts'
import { categoryOf, onCached } from './cached.ts'
import { codexConfig } from './settings.ts'
import { failures } from './words.ts'

const harness = createCodex()
const version = '0.166.0'
const session = { config: { lifetime: 'session' } } as const
const ask = { permissions: 'ask' } as const
const prompt = (text: string, model: string | null = null) =>
  ({ type: 'prompt', text, source: 'operator', model }) as const
const patch = (file: string): string =>
  `MODEL tool apply_patch ${JSON.stringify(`*** Begin Patch\n*** Add File: ${file}\n+hello\n*** End Patch\n`)}`

onCached('codex', version, (bin) => {
  describe(`codex ${version} app-server, on its own`, () => {
    let bench: Bench
    let config = ''
    beforeAll(async () => {
      bench = await openBench(harness, bin, version, ({ home, model }) => {
        mkdirSync(join(home, '.codex'))
        config = join(home, '.codex', 'config.toml')
        // The question tool, which is off by default.
        writeFileSync(config, `${codexConfig(model.url)}default_mode_request_user_input = true\n`)
        return { OPENAI_API_KEY: 'fake' }
      })
      // In a home that it was never used in, several that start at once trip over each other.
      await bench.turn('MODEL say first of all', session)
    })
    afterAll(() => bench.close())
    const made = (file: string): boolean => existsSync(join(bench.work, file))
    const bodyOf = async (words: string): Promise<string> =>
      JSON.stringify((await bench.model.seen((request) => request.prompt === words)).body)

    it('names every failure of the server within a minute, and tells of its retries', async () => {
      const turn: Bench['turn'] = (text, over) => bench.turn(text, { ...session, ...over })
      const runs = await expectFailures({ ...bench, turn }, failures)
      const retries = runs['429']?.all.filter((event) => event.kind === 'notice' && event.code === 'retrying')
      expect(retries).toHaveLength(5)
      expect(retries?.[0]).toMatchObject({ attempt: 1, attempts: 5, status: 429 })
      expect(runs['429']?.turnsEnded).toBe(1)
    })

    it('rides out a blip', async () => {
      const run = await bench.turn('MODEL fail 500 times=2', session)
      expect([textOf(run.all), categoryOf(run.all)]).toEqual(['recovered after 2', null])
    })

    it("never writes into the user's configuration, and reads the repository's only once it is trusted", async () => {
      const before = readFileSync(config, 'utf8')
      mkdirSync(join(bench.work, '.codex'))
      writeFileSync(join(bench.work, '.codex', 'config.toml'), 'model = "of-the-repository"\n')
      const modelOf = async (trusted: boolean, over: Partial<Start>): Promise<string> => {
        const words = `MODEL say trusted ${trusted}, mode ${over.permissions ?? 'bypass'}`
        await bench.turn(words, { ...session, ...over, trusted })
        return (await bench.model.seen((request) => request.prompt === words)).model
      }
      for (const over of [session, ask, { ...session, permissions: 'read-only' } as const]) {
        expect(await modelOf(false, over)).toBe('gpt-5.5')
        expect(await modelOf(true, over)).toBe('of-the-repository')
      }
      writeFileSync(join(bench.work, '.codex', 'config.toml'), '')
      expect(readFileSync(config, 'utf8')).toBe(before)
    })

    it('goes on with a thread of `exec`, and `exec` with one of its own; each turn counts once', async () => {
      const exec = await bench.turn('MODEL remember dunlin')
      const resume = nativeIdOf(exec)
      const server = await bench.turn('MODEL recall', { ...session, resume, previous: exec.saved })
      const again = await bench.turn('MODEL recall', { resume, previous: server.saved })
      const forked = await bench.turn('MODEL recall', { ...session, resume, fork: true, previous: again.saved })
      for (const run of [server, again, forked]) expect(textOf(run.all)).toContain('recalled dunlin')
      expect([nativeIdOf(server), nativeIdOf(again)]).toEqual([resume, resume])
      expect(nativeIdOf(forked)).not.toBe(resume)
      const spent = [exec, server, again, forked].map((run) => usageOf(run.all).input ?? 0)
      for (const one of spent) expect(one).toBeGreaterThan(0)
      expect(Math.max(...spent)).toBeLessThan(Math.min(...spent) * 1.5)
    })

    it('takes the model of the launch, and another one with a later prompt', async () => {
      const driven = bench.open('MODEL say with the first', { ...session, model: 'gpt-5.4' })
      await driven.untilTurns(1)
      driven.say(prompt('MODEL say with the second', 'gpt-5.5'))
      await driven.untilTurns(2)
      driven.closeInput()
      await driven.done
      const used = bench.model.requests.filter((request) => /with the (first|second)/.test(request.prompt))
      expect(used.map((request) => request.model)).toEqual(['gpt-5.4', 'gpt-5.5'])
    })

    it('asks before it changes a file, once for the session where that was the answer', async () => {
      const driven = bench.open(patch('denied.txt'), ask)
      const first = await driven.until('request')
      expect(first).toMatchObject({ type: 'approval', options: ['allow', 'allow-session', 'deny'] })
      expect(first.text).toContain('denied.txt')
      driven.say({ type: 'answer', requestId: first.requestId, decision: 'deny', text: null })
      await driven.untilTurns(1)
      driven.say(prompt(patch('again.txt')))
      const second = await driven.until('request', (request) => request.requestId !== first.requestId)
      driven.say({ type: 'answer', requestId: second.requestId, decision: 'allow-session', text: null })
      await driven.untilTurns(2)
      driven.say(
        prompt(
          `MODEL tool apply_patch ${JSON.stringify('*** Begin Patch\n*** Delete File: again.txt\n*** End Patch\n')}`,
        ),
      )
      await driven.untilTurns(3)
      driven.closeInput()
      const run = await driven.done
      expect(run.all.filter((event) => event.kind === 'request')).toHaveLength(2)
      expect([made('denied.txt'), made('again.txt')]).toEqual([false, false])
      const results = run.all.flatMap((event) => (event.kind === 'tool_result' ? [event.ok] : []))
      expect(results).toEqual([false, true, true])
    })

    it('takes the words of a refusal into the turn', async () => {
      const driven = bench.open('MODEL run echo no > refused.txt', ask)
      const request = await driven.until('request')
      const words = 'MODEL say then not'
      driven.say({ type: 'answer', requestId: request.requestId, decision: null, text: words })
      await driven.untilTurns(1)
      driven.closeInput()
      const run = await driven.done
      expect([textOf(run.all), made('refused.txt')]).toEqual(['then not', false])
    })

    it('asks the operator through its question tool, where the user has it on', async () => {
      const question = {
        id: 'colour',
        header: 'Colour',
        question: 'Which colour?',
        options: [
          { label: 'red', description: 'r' },
          { label: 'blue', description: 'b' },
        ],
      }
      const words = `MODEL tool request_user_input ${JSON.stringify({ questions: [question] })}`
      const driven = bench.open(words, session)
      const request = await driven.until('request')
      expect(request).toMatchObject({ type: 'question', text: 'Which colour?', options: ['red', 'blue'] })
      driven.say({ type: 'answer', requestId: request.requestId, decision: null, text: 'blue' })
      await driven.untilTurns(1)
      driven.closeInput()
      expect(textOf((await driven.done).all)).toBe('done 1')
      const told = bench.model.requests.findLast((seen) => seen.prompt === words)
      expect(JSON.stringify(told?.body)).toContain('\\"answers\\":[\\"blue\\"]')
    })

    it('begins no turn by itself: a goal is nothing it knows', async () => {
      const words = 'MODEL tool create_goal {"objective":"count to three"}'
      await bench.turn(words, session)
      const told = bench.model.requests.findLast((seen) => seen.prompt === words)
      expect(JSON.stringify(told?.body)).toContain('unsupported call: create_goal')
    })

    it('ends the command of a turn that is interrupted', async () => {
      const driven = bench.open('MODEL run echo $$ > shell.pid; exec tail -f /dev/null', session)
      await driven.until('tool')
      await expect.poll(() => made('shell.pid'), { timeout: 20_000 }).toBe(true)
      const pid = Number(readFileSync(join(bench.work, 'shell.pid'), 'utf8'))
      driven.say({ type: 'interrupt' })
      await driven.untilTurns(1)
      await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 20_000 }).toBe(false)
      driven.say(prompt('MODEL say still here'))
      await driven.untilTurns(2)
      driven.closeInput()
      const run = await driven.done
      expect([textOf(run.all), categoryOf(run.all)]).toEqual(['still here', 'cancelled'])
    })

    it('runs a tool of the models that write code for it, and takes a prompt of a megabyte', async () => {
      const run = await bench.turn('MODEL run echo code > code.txt', { ...session, model: 'gpt-6.1-sol' })
      expect(made('code.txt')).toBe(true)
      expect(run.all.filter((event) => event.kind === 'tool')).toHaveLength(1)
      const long = await bench.turn(`MODEL say long enough\n${'words of no weight. '.repeat(52_000)}`, session)
      expect(textOf(long.all)).toContain('long enough')
    })

    it('does not claim a turn whose input was closed', async () => {
      const driven = bench.open('MODEL hang', session)
      await bodyOf('MODEL hang')
      driven.closeInput()
      const run = await driven.done
      expect(run.all.filter((event) => event.kind === 'result')).toMatchObject([{ isError: true }])
    })
  })
})
