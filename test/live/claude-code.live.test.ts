/** Claude Code itself, in two versions, against the scripted model: the conformance suite, then what only it does. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClaudeCode } from '#adapters/harness/claude-code/claude-code'
import type { Spoken } from '#ports/harness'
import type { Driven } from '#ports/trial'
import { evidenceOf, textOf, usageOf } from '../conformance/fixtures.suite.ts'
import { type HarnessCase, harnessSuite, type Words } from '../conformance/harness.suite.ts'
import { startModelServer } from '../support/model-server/model-server.ts'
import { type Bench, expectFailures, openBench } from './bench.ts'
import { cachedProgram, categoryOf, onCached } from './cached.ts'
import { failures, scripted } from './words.ts'

const harness = createClaudeCode()

/** It takes words in between two steps, so that there must be a second one. */
const heard: Pick<Words, 'endless' | 'steer'> = {
  endless: { prompt: 'MODEL stall', afterPart: 'partial' },
  steer: {
    during: 'MODEL run timeout 2 tail -f /dev/null; true\nMODEL say not steered',
    words: 'MODEL say a hint was taken',
    text: 'a hint was taken',
  },
}

const subject = (version: string, bin: string, config: HarnessCase['config'] = {}): HarnessCase => ({
  title: `claude-code ${version}${config.lifetime === 'session' ? ', one process a session' : ''}`,
  harness,
  config,
  words: {
    ...scripted,
    lost: { stated: 'context_lost' },
    ...(config.lifetime === 'session' ? heard : {}),
  },
  sessionOnly: ['steer'],
  prepare: async () => {
    const server = await startModelServer()
    return {
      program: await cachedProgram(harness, bin),
      version,
      env: { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'sk-ant-fake' },
      close: () => server.close(),
    }
  },
})

for (const version of ['2.1.325', '2.1.197']) {
  onCached('claude-code', version, (bin) => {
    harnessSuite(() => subject(version, bin))
    harnessSuite(() => subject(version, bin, { lifetime: 'session' }))
    describe(`claude-code ${version}, words into a turn`, () => wordsIntoATurn(version, bin))
  })
}

function wordsIntoATurn(version: string, bin: string): void {
  const long = { config: { lifetime: 'session' } } as const
  let bench: Bench
  beforeAll(async () => {
    bench = await openBench(harness, bin, version, ({ model }) => ({
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'sk-ant-fake',
    }))
  })
  afterAll(() => bench.close())
  const results = (run: { all: readonly Spoken[] }) => run.all.filter((event) => event.kind === 'result')
  const end = async (driven: Driven, turns: number) => {
    await driven.untilTurns(turns)
    driven.closeInput()
    return driven.done
  }

  it('are in its next request, and the turn ends once', async () => {
    const wait = 'touch began; until [ -e go ]; do timeout 0.2 tail -f /dev/null; done'
    const driven = bench.open(`MODEL run ${wait}\nMODEL say not steered`, long)
    await expect.poll(() => existsSync(join(bench.work, 'began')), { timeout: 60_000 }).toBe(true)
    driven.say({ type: 'steer', text: 'MODEL say steered in time' })
    writeFileSync(join(bench.work, 'go'), '')
    const run = await end(driven, 1)
    expect(textOf(run.all)).toContain('steered in time')
    expect(results(run)).toHaveLength(1)
    expect(run.turnsEnded).toBe(1)
  })

  it('are answered before the turn ends where no further request was due', async () => {
    const driven = bench.open('MODEL slow 4 300', long)
    await driven.untilPart('piece1')
    driven.say({ type: 'steer', text: 'MODEL say and steered' })
    const run = await end(driven, 1)
    expect(textOf(run.all)).toMatch(/piece4[\s\S]*and steered/)
    expect(results(run)).toMatchObject([{ isError: false, text: 'and steered' }])
  })

  it('that still wait are dropped by an interrupt, and the process goes on', async () => {
    const driven = bench.open('MODEL stall', long)
    await driven.untilPart('partial')
    driven.say({ type: 'steer', text: 'MODEL say too late' })
    driven.say({ type: 'interrupt' })
    await driven.untilTurns(1)
    driven.say({ type: 'prompt', text: 'MODEL say after the break', source: 'operator', model: null })
    const run = await end(driven, 2)
    expect(textOf(run.all)).not.toContain('too late')
    expect(textOf(run.all)).toContain('after the break')
  })
}

onCached('claude-code', '2.1.325', (bin) => {
  describe('claude-code 2.1.325, on its own', () => {
    let bench: Bench
    beforeAll(async () => {
      bench = await openBench(harness, bin, '2.1.325', ({ model }) => ({
        ANTHROPIC_BASE_URL: model.url,
        ANTHROPIC_API_KEY: 'sk-ant-fake',
      }))
    })
    afterAll(() => bench.close())

    it('names every failure of the server within a minute, and tells of its retries', async () => {
      const runs = await expectFailures(
        bench,
        failures.filter(([name]) => name !== 'a spent quota'),
      )
      const retries = runs['500']?.all.filter((event) => event.kind === 'notice' && event.code === 'retrying')
      expect(retries).toHaveLength(5)
      expect(retries?.[0]).toMatchObject({ attempt: 1, attempts: 5, status: 500 })
    })

    it('rides out a blip', async () => {
      const run = await bench.turn('MODEL fail 529 times=2')
      expect(textOf(run.all)).toBe('recovered after 2')
      expect(categoryOf(run.all)).toBeNull()
    })

    it('names a spent subscription and when it comes back', async () => {
      const run = await bench.turn(
        'MODEL limit reset=7200',
        {},
        { ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-fake' },
      )
      expect(categoryOf(run.all)).toBe('usage_limit')
      const resets = evidenceOf(run.all).flatMap((one) => one.resetsAt ?? [])
      expect(Math.abs(Date.parse(resets[0] ?? '') - Date.now() - 7_200_000)).toBeLessThan(60_000)
    })

    it('gives up on a server that never answers, by its own time limit', async () => {
      const run = await bench.turn('MODEL hang', {}, { API_TIMEOUT_MS: '1500', CLAUDE_CODE_MAX_RETRIES: '1' })
      expect(categoryOf(run.all)).toBe('transient')
    })

    it('does not cut a slow answer that has begun', async () => {
      const run = await bench.turn('MODEL slow 6 700', {}, { API_TIMEOUT_MS: '1500', CLAUDE_CODE_MAX_RETRIES: '0' })
      expect(textOf(run.all)).toContain('piece6')
    })

    it('ends one turn for a prompt whose background agent brings a second result', async () => {
      const agent = {
        description: 'sub',
        prompt: 'MODEL say from the sub agent',
        subagent_type: 'general-purpose',
        run_in_background: true,
      }
      const run = await bench.turn(`MODEL tool Agent ${JSON.stringify(agent)}`)
      expect(run.lines.filter((line) => line.includes('"type":"result"')).length).toBeGreaterThan(1)
      expect(run.all.filter((event) => event.kind === 'result')).toHaveLength(1)
      expect(usageOf(run.all).costUsd).toBeGreaterThan(0)
    })

    it("runs a repository's own hooks and servers only once it is trusted", async () => {
      const mark = (name: string): string => join(bench.root, name)
      const hook = { hooks: [{ type: 'command', command: `touch ${mark('hook')}` }] }
      mkdirSync(join(bench.work, '.claude'))
      writeFileSync(
        join(bench.work, '.claude/settings.json'),
        JSON.stringify({ hooks: { UserPromptSubmit: [hook] }, enableAllProjectMcpServers: true }),
      )
      const server = { command: 'sh', args: ['-c', `touch ${mark('server')}`] }
      writeFileSync(join(bench.work, '.mcp.json'), JSON.stringify({ mcpServers: { own: server } }))
      await bench.turn('MODEL say hi', { trusted: false })
      expect([existsSync(mark('hook')), existsSync(mark('server'))]).toEqual([false, false])
      await bench.turn('MODEL say hi', { trusted: true })
      expect([existsSync(mark('hook')), existsSync(mark('server'))]).toEqual([true, true])
    })

    it('asks the operator through its question tool in a long-lived process', async () => {
      const question = {
        question: 'Which colour?',
        header: 'Colour',
        multiSelect: false,
        options: [
          { label: 'red', description: 'r' },
          { label: 'blue', description: 'b' },
        ],
      }
      const driven = bench.open(`MODEL tool AskUserQuestion ${JSON.stringify({ questions: [question] })}`, {
        permissions: 'ask',
      })
      const request = await driven.until('request')
      expect(request).toMatchObject({ type: 'question', text: 'Which colour?', options: ['red', 'blue'] })
      driven.say({ type: 'answer', requestId: request.requestId, decision: null, text: 'blue' })
      await driven.untilTurns(1)
      driven.closeInput()
      const run = await driven.done
      expect(run.all.find((event) => event.kind === 'tool_result')).toMatchObject({
        ok: true,
        output: expect.stringContaining('blue'),
      })
    })

    it('takes a prompt of a megabyte', async () => {
      const run = await bench.turn(`MODEL say long enough\n${'words of no weight. '.repeat(52_000)}`)
      expect(textOf(run.all)).toContain('long enough')
    })
  })
})
