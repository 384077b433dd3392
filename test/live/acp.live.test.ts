/** The generic adapter for the Agent Client Protocol with real agents in that mode, against the scripted model. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAcp } from '#adapters/harness/acp/acp'
import type { Harness, HarnessConfig } from '#ports/harness'
import { evidenceOf, resultOf, textOf, usageOf } from '../conformance/fixtures.suite.ts'
import { harnessSuite } from '../conformance/harness.suite.ts'
import { startModelServer } from '../support/model-server/model-server.ts'
import { type Bench, openBench } from './bench.ts'
import { cachedProgram, categoryOf, onCached } from './cached.ts'
import { scripted } from './words.ts'

const prompt = (text: string) => ({ type: 'prompt', text, source: 'operator', model: null }) as const

interface Agent {
  readonly name: string
  readonly version: string
  readonly config: HarnessConfig
  /** Writes the user's settings into the test's home and answers the environment. */
  setUp(home: string, url: string): Record<string, string>
  /** Its `session/load` finds no session that it made in this mode: a new process begins anew. */
  readonly forgets?: boolean
}

const settings = (home: string, folder: string, value: object): void => {
  mkdirSync(join(home, folder), { recursive: true })
  writeFileSync(join(home, folder, 'settings.json'), JSON.stringify(value))
}

const agents: readonly Agent[] = [
  {
    name: 'gemini',
    version: '0.61.0',
    forgets: true,
    config: {
      protocol: 'acp',
      lifetime: 'session',
      command: ['gemini', '--acp'],
      model: 'gemini-2.5-pro',
      model_flag: '-m',
    },
    setUp: (home, url) => {
      settings(home, '.gemini', {
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
      })
      return { GEMINI_API_KEY: 'fake', GOOGLE_GEMINI_BASE_URL: url }
    },
  },
  {
    name: 'qwen',
    version: '0.24.4',
    config: { protocol: 'acp', lifetime: 'session', command: ['qwen', '--acp'] },
    setUp: (home, url) => {
      settings(home, '.qwen', {
        $version: 4,
        security: { auth: { selectedType: 'openai' } },
        privacy: { usageStatisticsEnabled: false },
      })
      return { OPENAI_API_KEY: 'fake', OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'qwen3-coder' }
    },
  },
  {
    name: 'opencode',
    version: '1.18.33',
    config: { protocol: 'acp', lifetime: 'session', command: ['opencode', 'acp'] },
    setUp: (_home, url) => {
      const model = {
        name: 'm',
        reasoning: true,
        limit: { context: 200_000, output: 8000 },
        cost: { input: 1, output: 2 },
      }
      const options = { baseURL: `${url}/v1`, apiKey: 'fake' }
      const provider = {
        scripted: { npm: '@ai-sdk/openai-compatible', name: 'scripted', options, models: { m: model } },
      }
      const own = { provider, model: 'scripted/m', small_model: 'scripted/m', permission: { bash: 'ask', edit: 'ask' } }
      return {
        OPENCODE_CONFIG_CONTENT: JSON.stringify(own),
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      }
    },
  },
  {
    name: 'copilot',
    version: '1.0.102',
    config: { protocol: 'acp', lifetime: 'session', command: ['copilot', '--acp'] },
    setUp: (_home, url) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: 'fake',
      COPILOT_MODEL: 'gpt-4.1',
    }),
  },
]

for (const agent of agents) {
  const harness: Harness = createAcp(`${agent.name}-acp`, agent.config)
  onCached(agent.name, agent.version, (bin) => {
    // The whole suite on one agent, the turns that matter on all of them.
    if (agent.name === 'copilot') whole(agent, harness, bin)
    turns(agent, harness, bin)
  })
}

function whole(agent: Agent, harness: Harness, bin: string): void {
  harnessSuite(() => ({
    title: `${agent.name} ${agent.version} by ACP`,
    harness,
    config: agent.config,
    handshake: true,
    modelInSession: true,
    words: { ...scripted, steer: { words: 'MODEL say another way', text: 'another way' } },
    timeoutMs: 60_000,
    prepare: async (root) => {
      const server = await startModelServer()
      return {
        program: await cachedProgram(harness, bin),
        version: agent.version,
        env: agent.setUp(join(root, 'home'), server.url),
        close: () => server.close(),
      }
    },
  }))
}

function turns(agent: Agent, harness: Harness, bin: string): void {
  describe(`${agent.name} ${agent.version} by ACP, turn by turn`, () => {
    let bench: Bench
    const over = { config: agent.config }
    beforeAll(async () => {
      bench = await openBench(harness, bin, agent.version, ({ home, model }) => agent.setUp(home, model.url))
    })
    afterAll(() => bench.close())

    it('takes two turns, an approval, a refusal and an interrupt in one process', async () => {
      const driven = bench.open('MODEL remember osprey', { ...over, permissions: 'ask' })
      await driven.untilTurns(1)
      driven.say(prompt('MODEL recall'))
      await driven.untilTurns(2)
      driven.say(prompt('MODEL run echo allowed > allowed.txt'))
      const asked = await driven.until('request')
      driven.say({ type: 'answer', requestId: asked.requestId, decision: 'allow', text: null })
      await driven.untilTurns(3)
      expect(readFileSync(join(bench.work, 'allowed.txt'), 'utf8')).toBe('allowed\n')
      driven.say(prompt('MODEL run echo denied > denied.txt'))
      const again = await driven.until('request', (one) => one.requestId !== asked.requestId)
      driven.say({ type: 'answer', requestId: again.requestId, decision: 'deny', text: null })
      await driven.untilTurns(4)
      expect(existsSync(join(bench.work, 'denied.txt'))).toBe(false)
      driven.say(prompt('MODEL hang'))
      await bench.model.seen((request) => request.prompt.endsWith('MODEL hang'))
      driven.say({ type: 'interrupt' })
      await driven.untilTurns(5)
      driven.say(prompt('MODEL say still here'))
      await driven.untilTurns(6)
      driven.closeInput()
      const run = await driven.done
      expect(textOf(run.all)).toContain('recalled osprey')
      expect(textOf(run.all)).toContain('still here')
      expect(resultOf(run.all)).toBe('ok')
      expect(run.all.filter((event) => event.kind === 'tool_result' && event.ok).length).toBe(1)
      const calls = run.all.filter((event) => event.kind === 'tool').length
      expect(run.all.filter((event) => event.kind === 'tool_result')).toHaveLength(calls)
      expect(evidenceOf(run.all)).toContainEqual(expect.objectContaining({ stated: 'cancelled' }))
      expect(usageOf(run.all).input).toBeGreaterThan(0)
    })

    it('comes back to a session in a new process, and says when there is none', async () => {
      const told = await bench.turn('MODEL remember bittern', over)
      const session = told.all.find((event) => event.kind === 'session')
      const resume = session?.kind === 'session' ? session.nativeId : ''
      const back = bench.open('MODEL recall', { ...over, resume, previous: told.saved })
      if (agent.forgets === true) {
        expect(categoryOf((await back.done).all)).toBe('context_lost')
        return
      }
      await back.untilTurns(1)
      back.closeInput()
      const { all } = await back.done
      expect(textOf(all)).toBe('recalled bittern')
      expect(usageOf(all).output).toBeLessThan(50)
      const lost = await bench.open('MODEL recall', { ...over, resume: crypto.randomUUID() }).done
      expect(categoryOf(lost.all)).toBe('context_lost')
    })

    it('fails by name and goes on', async () => {
      const driven = bench.open('MODEL fail 401', over)
      await driven.untilTurns(1)
      driven.say(prompt('MODEL say all is well'))
      await driven.untilTurns(2)
      driven.closeInput()
      const run = await driven.done
      expect(categoryOf(run.all)).toBe('auth')
      expect(resultOf(run.all)).toBe('ok')
    })
  })
}
