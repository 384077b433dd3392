/** Three custom configurations pass the conformance suite with tiny agents: plain text, JSON lines, the drover protocol. */
import { fileURLToPath } from 'node:url'
import { createCustom } from '#adapters/harness/custom/custom'
import type { HarnessConfig } from '#ports/harness'
import { harnessSuite, type Words } from './harness.suite.ts'

const agent = (file: string): string => fileURLToPath(new URL(`./agents/${file}`, import.meta.url))

const common = {
  say: (text) => text,
  endless: { prompt: 'ENDLESS on my way', after: 'on my way' },
  remember: (word) => `REMEMBER ${word}`,
  recall: 'RECALL',
  write: (path) => `WRITE ${path}`,
  huge: () => 'HUGE',
  instructed: 'which codeword?',
} satisfies Partial<Words>

function suite(title: string, config: HarnessConfig, words: Words, prose = false): void {
  harnessSuite(() => ({ title, harness: createCustom('mine', config), config, words, prose }))
}

suite(
  'custom, text',
  {
    command: ['/bin/sh', agent('text-agent.sh')],
    output: 'text',
    fails: [{ match: 'quota exceeded', category: 'usage_limit' }],
  },
  { ...common, fail: { prompt: 'FAIL', evidence: { channel: 'stderr', stated: 'usage_limit' } } },
  true,
)

suite(
  'custom, ndjson',
  {
    command: [process.execPath, agent('ndjson-agent.mjs'), '--file', '$PROMPT_FILE'],
    resume: ['--continue', '$SESSION'],
    model_flag: '--model',
    output: 'ndjson',
    text_path: 'body.parts[*][kind=text].text',
    session_path: 'meta.session',
    usage_path: 'tokens',
    cost_path: 'spent',
    usage_totals: true,
    error_path: '[event=failed].error',
    fails: [{ match: '^no such session', category: 'context_lost' }],
  },
  {
    ...common,
    fail: { prompt: 'hello', model: 'no-such-model', evidence: { type: 'overloaded_error', status: 529 } },
    usage: { prompt: 'count', each: { input: 25, output: 9, costUsd: 0.02 } },
  },
)

for (const lifetime of ['turn', 'session'] as const)
  suite(
    `custom, drover, lifetime ${lifetime}`,
    {
      command: [process.execPath, agent('drover-agent.mjs'), ...(lifetime === 'turn' ? ['--once'] : [])],
      resume: ['--resume', '$SESSION'],
      output: 'drover',
      lifetime,
    },
    {
      ...common,
      fail: { prompt: 'FAIL', evidence: { stated: 'usage_limit', resetsAt: '2030-01-01T00:00:00Z' } },
      usage: { prompt: 'USAGE', each: { input: 7, output: 3, costUsd: 0.5 } },
      tool: 'TOOL',
      thinking: 'THINK',
      ask: 'ASK',
    },
  )
