/** The fixtures mode on recorded lines of the drover protocol, with words said in between: nothing is lost at any line. */
import { createCustom } from '#adapters/harness/custom/custom'
import { createRehearsal } from '#adapters/harness/rehearsal/rehearsal'
import type { Start } from '#ports/harness'
import { fixtureSuite } from './fixtures.suite.ts'

const start = (config: Start['config']): Start => ({
  sessionId: 's-1',
  launchId: 'l_1',
  launchDir: '/launch',
  sessionDir: '/home/sessions/s-1',
  cwd: '/work',
  program: { binary: '/agent', prefix: [] },
  version: null,
  prompt: 'go',
  source: 'operator',
  model: null,
  permissions: 'bypass',
  resume: null,
  fork: false,
  freshId: 'fresh',
  trusted: true,
  instructions: null,
  mcp: null,
  guard: null,
  pictures: [],
  config,
  hostEnv: {},
})
const line = (value: object): string => JSON.stringify(value)
const prompt = { type: 'prompt', text: 'go', source: 'operator', model: null } as const

fixtureSuite('rehearsal', createRehearsal({ player: 'player', node: 'node' }), [
  {
    name: 'a session of three turns: a question, an interrupt, a failure',
    start: start({ lifetime: 'session' }),
    steps: [
      line({ type: 'session', id: 'n1', model: null }),
      line({ type: 'request', id: 'r1', kind: 'question', text: 'Which?' }),
      { say: { type: 'answer', requestId: 'r1', decision: null, text: 'blue' } },
      line({ type: 'text', text: 'blue' }),
      line({ type: 'usage', input: 5, output: 2, costUsd: 0.5 }),
      line({ type: 'result', ok: true, text: 'blue', durationMs: 3 }),
      { say: prompt },
      { say: { type: 'interrupt' } },
      line({ type: 'result', ok: false, interrupted: true, text: 'Interrupted.' }),
      { say: prompt },
      line({ type: 'error', category: 'rate_limit', message: 'slow down', retryAfterSeconds: 4 }),
      line({ type: 'result', ok: false, text: 'slow down' }),
    ],
    expect: {
      kinds: ['session', 'request', 'text', 'usage', 'result', 'result', 'failure', 'result'],
      nativeId: 'n1',
      text: 'blue',
      result: 'error',
      failure: { stated: 'rate_limit', retryAfterSeconds: 4 },
      usage: { input: 5, output: 2, costUsd: 0.5 },
      noise: 0,
      turnsEnded: 3,
      writes: [
        prompt,
        { type: 'answer', id: 'r1', decision: null, text: 'blue' },
        prompt,
        { type: 'interrupt' },
        prompt,
      ],
    },
  },
])

const config = { command: ['agent'], output: 'ndjson', text_path: 't', usage_path: 'u', usage_totals: true }
fixtureSuite('custom, totals told again and again', createCustom('mine', config), [
  {
    name: 'are stored as steps',
    start: start(config),
    steps: [line({ t: 'a', u: { input: 10 } }), line({ t: 'b', u: { input: 10 } }), line({ u: { input: 25 } })],
    expect: { text: 'a\nb', usage: { input: 25, output: null }, result: 'ok', failure: null },
  },
])
