/**
 * The words of a check: plain requests that a model understands, the script of the rehearsal, and what the user's own
 * `[harness.NAME.check]` says instead. `$TEXT`, `$WORD` and `$PATH` are filled in.
 */
import type { Harness, HarnessConfig, Json } from '#ports/harness'
import type { Words } from './subject.ts'

export const rehearsalWords: Words = {
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
  instructed: '@instructions',
}

/** For whatever has a model behind it. What no request surely brings about (a question, a thought) has no words here. */
export const plainWords = (harness: Harness): Words => ({
  say: (text) => `Reply with exactly this text and nothing else: ${text}`,
  ...(harness.can.models ? { fail: { prompt: 'Reply with: hello', model: 'no-such-model-drover-check' } } : {}),
  endless: { prompt: 'Count from 1 to 100000, one number a line, without leaving any out.' },
  tool: 'Run the shell command `echo made` with your tool, then reply with what it printed.',
  usage: { prompt: 'Reply with exactly this text and nothing else: just the same words' },
  remember: (word) => `The codeword is ${word}. Keep it in mind. Reply with exactly: ok`,
  recall: 'Which codeword did I tell you before? Reply with the codeword alone, or with: nothing',
  write: (path) =>
    `Create the file ${path} in the current directory with the text: written. If you may not, do nothing and say so.`,
  instructed: 'Which codeword do your instructions name for your role? Reply with the codeword alone, or with: nothing',
})

/** Keys of `[harness.NAME.check]`, as they are written. */
export interface CheckTable {
  readonly say?: string
  readonly fail?: string
  readonly fail_model?: string
  readonly endless?: string
  readonly endless_says?: string
  readonly tool?: string
  readonly usage?: string
  readonly remember?: string
  readonly recall?: string
  readonly write?: string
  readonly thinking?: string
  readonly ask?: string
  readonly instructed?: string
  readonly steer?: string
  readonly steer_says?: string
}

const isTable = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `[harness.NAME]` without its `check`: what the harness itself is given. */
export function splitConfig(config: HarnessConfig): { readonly own: HarnessConfig; readonly table: CheckTable } {
  const { check, ...own } = config
  return { own, table: isTable(check) ? (check as CheckTable) : {} }
}

export function wordsFor(harness: Harness, table: CheckTable): Words {
  const base = harness.id === 'rehearsal' ? rehearsalWords : plainWords(harness)
  const { say, remember, write } = table
  return {
    ...base,
    ...(say === undefined ? {} : { say: (text: string) => fill(say, '$TEXT', text) }),
    ...(table.fail === undefined && table.fail_model === undefined ? {} : { fail: failOf(base, table) }),
    ...(table.endless === undefined
      ? {}
      : {
          endless: {
            prompt: table.endless,
            ...(table.endless_says === undefined ? {} : { after: table.endless_says }),
          },
        }),
    ...(table.tool === undefined ? {} : { tool: table.tool }),
    ...(table.usage === undefined ? {} : { usage: { prompt: table.usage } }),
    ...(remember === undefined ? {} : { remember: (word: string) => fill(remember, '$WORD', word) }),
    ...(table.recall === undefined ? {} : { recall: table.recall }),
    ...(write === undefined ? {} : { write: (path: string) => fill(write, '$PATH', path) }),
    ...(table.thinking === undefined ? {} : { thinking: table.thinking }),
    ...(table.ask === undefined ? {} : { ask: table.ask }),
    ...(table.instructed === undefined ? {} : { instructed: table.instructed }),
    ...(table.steer === undefined ? {} : { steer: { words: table.steer, text: table.steer_says ?? table.steer } }),
  }
}

const failOf = (base: Words, table: CheckTable): NonNullable<Words['fail']> => ({
  prompt: table.fail ?? base.fail?.prompt ?? base.say('hello'),
  ...(table.fail_model === undefined ? {} : { model: table.fail_model }),
})

/** Where the place is not named, the words come at the end. */
const fill = (template: string, place: string, words: string): string =>
  template.includes(place) ? template.replaceAll(place, () => words) : `${template} ${words}`
