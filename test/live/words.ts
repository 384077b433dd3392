/** The prompts of the conformance suite in the words of the scripted model, and the failures every CLI is shown. */
import type { FailureCategory } from '#contract/agent-event'
import type { Words } from '../conformance/harness.suite.ts'

export const scripted: Words = {
  say: (text) => `MODEL say ${text}`,
  fail: { prompt: 'MODEL fail 400' },
  endless: { prompt: 'MODEL hang' },
  tool: 'MODEL run echo made > made.txt && cat made.txt',
  usage: { prompt: 'MODEL say just the same words' },
  remember: (word) => `MODEL remember ${word}`,
  recall: 'MODEL recall',
  write: (path) => `MODEL run echo written > ${path}`,
  thinking: 'MODEL think deep water',
  instructed: 'MODEL role',
}

/** For a process that hears words while a turn runs: the answer has begun when they come. */
export const spokenTo: Pick<Words, 'endless' | 'steer'> = {
  endless: { prompt: 'MODEL stall', afterPart: 'partial' },
  steer: { words: 'MODEL say a hint was taken', text: 'a hint was taken' },
}

/** What the server does, and the category that must come of it. */
export const failures: readonly (readonly [string, string, FailureCategory])[] = [
  ['401', 'MODEL fail 401', 'auth'],
  ['404 of the model', 'MODEL fail 404', 'invalid_model'],
  ['429', 'MODEL fail 429 after=1', 'rate_limit'],
  ['429 without retry-after', 'MODEL fail 429', 'rate_limit'],
  ['a spent quota', 'MODEL limit reset=7200', 'usage_limit'],
  ['500', 'MODEL fail 500', 'transient'],
  ['529', 'MODEL fail 529', 'overloaded'],
  ['a cut connection', 'MODEL cut', 'transient'],
]
