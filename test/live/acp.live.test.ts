/** The generic adapter for the Agent Client Protocol with real agents in that mode, against the scripted model. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAcp } from '#adapters/harness/acp/acp'
import type { Harness, HarnessConfig } from '#ports/harness'
import { evidenceOf, resultOf, textOf, usageOf } from '../conformance/fixtures.suite.ts'
import { type Bench, openBench } from './bench.ts'
import { categoryOf, onCached } from './cached.ts'
import { type Cli, cliNamed, settle } from './clis.ts'
import { conformance } from './suite-on.ts'
import { scripted } from './words.ts'

const prompt = (text: string) => ({ type: 'prompt', text, source: 'operator', model: null }) as const

interface Agent {
  readonly cli: Cli
  readonly config: HarnessConfig
  readonly env?: Readonly<Record<string, string>>
  /** Its `session/load` finds no session that it made in this mode: a new process begins anew. */
  readonly forgets?: boolean
}

const speaks = (...command: readonly string[]): HarnessConfig => ({ protocol: 'acp', lifetime: 'session', command })

const agents: readonly Agent[] = [
  {
    cli: cliNamed('gemini'),
    config: { ...speaks('gemini', '--acp'), model: 'gemini-2.5-pro', model_flag: '-m' },
    forgets: true,
  },
  { cli: cliNamed('qwen'), config: speaks('qwen', '--acp') },
  {
    cli: cliNamed('opencode'),
    config: speaks('opencode', 'acp'),
    // It asks nobody by default.
    env: { OPENCODE_CONFIG_CONTENT: JSON.stringify({ permission: { bash: 'ask', edit: 'ask' } }) },
  },
  { cli: cliNamed('copilot'), config: speaks('copilot', '--acp') },
]

for (const agent of agents) {
  const harness: Harness = createAcp(`${agent.cli.name}-acp`, agent.config)
  onCached(agent.cli.name, agent.cli.version, (bin) => {
    // The whole suite on one agent, the turns that matter on all of them.
    if (agent.cli.name === 'copilot') {
      conformance(agent.cli, harness, bin, {
        title: `${agent.cli.name} ${agent.cli.version} by ACP`,
        config: agent.config,
        handshake: true,
        modelInSession: true,
        words: { ...scripted, steer: { words: 'MODEL say another way', text: 'another way' } },
      })
    }
    turns(agent, harness, bin)
  })
}

function turns(agent: Agent, harness: Harness, bin: string): void {
  describe(`${agent.cli.name} ${agent.cli.version} by ACP, turn by turn`, () => {
    let bench: Bench
    const over = { config: agent.config }
    beforeAll(async () => {
      bench = await openBench(harness, bin, agent.cli.version, ({ home, model }) => ({
        ...settle(agent.cli, home, model.url),
        ...agent.env,
      }))
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
