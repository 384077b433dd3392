/** The rehearsal passes the conformance suite, as a process a turn and as one for the whole session. */
import { fileURLToPath } from 'node:url'
import { createRehearsal } from '#adapters/harness/rehearsal/rehearsal'
import { harnessSuite, type Words } from './harness.suite.ts'

const player = fileURLToPath(new URL('../../src/adapters/harness/rehearsal/player.ts', import.meta.url))

const words: Words = {
  say: (text) => `@say ${text}`,
  fail: { prompt: '@fail rate_limit retry-after=7', evidence: { stated: 'rate_limit', retryAfterSeconds: 7 } },
  endless: { prompt: '@say on my way\n@hang', after: 'on my way' },
  tool: '@tool search {"for":"geese"}\n@write notes.txt hello\n@say done',
  usage: { prompt: '@usage 120 45 0.25', each: { input: 120, output: 45, costUsd: 0.25 } },
  remember: (word) => `@remember ${word}`,
  recall: '@recall',
  ask: '@ask Which one?',
  write: (path) => `@write ${path} written\n@say tried`,
  thinking: '@think let me see',
  huge: (bytes) => `@flood 1 ${bytes}`,
  steer: { words: '@say a hint was taken', text: 'a hint was taken' },
}

for (const lifetime of ['turn', 'session'] as const)
  harnessSuite(() => ({
    title: `rehearsal, lifetime ${lifetime}`,
    harness: createRehearsal({ player, node: process.execPath }),
    config: { lifetime },
    words,
  }))
