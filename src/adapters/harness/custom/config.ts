/**
 * `[harness.NAME]` of a custom harness, read strictly: a missing command or a value of the wrong shape is an error that
 * names the key. Owns the keys and their defaults; what they do is in the files beside it.
 */
import type { FailureCategory } from '#contract/agent-event'
import { DroverError } from '#contract/error'
import type { HarnessConfig, Json } from '#ports/harness'
import { isCategory } from './drover-lines.ts'
import { type Path, readPath } from './path.ts'

export interface FailRule {
  readonly match: RegExp
  readonly channel: 'stderr' | 'event' | 'exit'
  readonly category: FailureCategory
}

export interface CustomConfig {
  readonly command: readonly [string, ...string[]]
  /** The program in place of the command's first word; null: that word. */
  readonly binary: string | null
  /** Arguments added to the command, or a whole command where it begins with the same program. */
  readonly resume: readonly string[] | null
  readonly modelFlag: string | null
  readonly model: string | null
  readonly env: Readonly<Record<string, string>>
  readonly passEnv: readonly string[]
  readonly output: 'text' | 'ndjson' | 'drover'
  readonly lifetime: 'turn' | 'session'
  readonly paths: {
    readonly text: readonly Path[]
    readonly session: readonly Path[]
    readonly usage: readonly Path[]
    readonly cost: readonly Path[]
    readonly error: readonly Path[]
  }
  /** The numbers at `usage` and `cost` are totals of the process, not of the step. */
  readonly usageTotals: boolean
  readonly tailLines: number
  /** Where the lines of the result come from. */
  readonly tailStream: 'stdout' | 'stderr' | 'combined'
  readonly successExit: readonly number[]
  readonly fails: readonly FailRule[]
}

export function readCustomConfig(name: string, config: HarnessConfig): CustomConfig {
  const bad = (key: string, why: string, hint = 'See docs/harnesses.md for the keys of a custom harness.'): never => {
    throw new DroverError('INVALID_CONFIG', `[harness.${name}] ${key}: ${why}`, {
      hint,
      details: { harness: name, key },
    })
  }
  const take = takers(config, bad)
  const [program, ...rest] = take.strings('command') ?? []
  if (program === undefined || program === '')
    return bad('command', 'is missing', 'Give the argv as an array, such as command = ["my-agent", "--print"].')
  const binary = take.text('binary')
  for (const [key, path] of [
    ['command', program],
    ['binary', binary ?? ''],
  ] as const)
    if (path.includes('/') && !/^(\/|~\/)/.test(path))
      bad(key, `"${path}" depends on where it is run`, 'Give a bare name found on PATH, or an absolute path.')
  if (isInteractiveOpencode(program, rest))
    bad(
      'command',
      'opencode without "run" opens its terminal interface and never ends a turn',
      'Write command = ["opencode", "run", "$PROMPT"], or use the built-in harness opencode.',
    )
  const protocol = take.text('protocol')
  if (protocol !== null) bad('protocol', `"${protocol}" is not spoken here`, 'Leave it out and use output = "drover".')
  const output = take.oneOf('output', ['text', 'ndjson', 'drover']) ?? 'text'
  const strategy = take.oneOf('output_strategy', ['tail'])
  if (strategy !== null && output !== 'text')
    bad('output_strategy', 'is for output = "text"', 'Leave one of the two out.')
  const lifetime = take.oneOf('lifetime', ['turn', 'session']) ?? 'turn'
  if (lifetime === 'session' && (output !== 'drover' || rest.some(holdsPrompt)))
    bad('lifetime', 'a process for the whole session needs output = "drover" and its prompts by standard input')
  const paths = {
    text: take.paths('text_path'),
    session: take.paths('session_path'),
    usage: take.paths('usage_path'),
    cost: take.paths('cost_path'),
    error: take.paths('error_path'),
  }
  if (output === 'ndjson' && paths.text.length === 0)
    bad('text_path', 'is needed with output = "ndjson"', 'Say where the words are, such as text_path = "message.text".')
  return {
    command: [program, ...rest],
    binary,
    resume: take.strings('resume'),
    modelFlag: take.text('model_flag'),
    model: take.text('model'),
    env: take.table('env'),
    passEnv: take.strings('pass_env') ?? [],
    output,
    lifetime,
    paths,
    usageTotals: config.usage_totals === true,
    tailLines: take.count('tail_lines') ?? (strategy === null ? 20 : 40),
    tailStream:
      take.oneOf('tail_stream', ['stdout', 'stderr', 'combined']) ?? (strategy === null ? 'stdout' : 'combined'),
    successExit: take.counts('success_exit') ?? [0],
    fails: readRules(config.fails, bad),
  }
}

/** Its other commands end or speak by themselves; bare it waits for somebody at a keyboard. */
function isInteractiveOpencode(program: string, words: readonly string[]): boolean {
  if (program.slice(program.lastIndexOf('/') + 1) !== 'opencode') return false
  const first = words.find((word) => !word.startsWith('-'))
  return first === undefined || first.startsWith('$')
}

export const holdsPrompt = (argument: string): boolean => /\$PROMPT(_FILE)?\b/.test(argument)

type Bad = (key: string, why: string, hint?: string) => never

/** One reader a shape; each answers null where the key is absent. */
function takers(config: HarnessConfig, bad: Bad) {
  const isText = (value: Json | undefined): value is string => typeof value === 'string'
  const isCount = (value: Json | undefined): value is number => Number.isInteger(value) && (value as number) >= 0
  const strings = (key: string): readonly string[] | null => {
    const value = config[key]
    if (value === undefined || value === null) return null
    if (Array.isArray(value) && value.every(isText)) return value
    return bad(key, 'must be an array of strings')
  }
  const text = (key: string): string | null => {
    const value = config[key]
    if (value === undefined || value === null) return null
    return isText(value) ? value : bad(key, 'must be a string')
  }
  return {
    strings,
    text,
    count: (key: string): number | null => {
      const value = config[key]
      if (value === undefined) return null
      return isCount(value) ? value : bad(key, 'must be a whole number')
    },
    counts: (key: string): readonly number[] | null => {
      const value = config[key]
      if (value === undefined) return null
      const list = Array.isArray(value) ? value : [value as Json]
      return list.every(isCount) && list.length > 0 ? list : bad(key, 'must be an exit code or an array of exit codes')
    },
    oneOf: <T extends string>(key: string, words: readonly T[]): T | null => {
      const value = text(key)
      if (value === null) return null
      return words.find((word) => word === value) ?? bad(key, `must be one of ${words.join(', ')}`)
    },
    table: (key: string): Readonly<Record<string, string>> => {
      const value = config[key] ?? {}
      const fits = typeof value === 'object' && !Array.isArray(value) && Object.values(value as object).every(isText)
      return fits ? (value as Record<string, string>) : bad(key, 'must be a table of strings')
    },
    paths: (key: string): readonly Path[] => {
      const list = isText(config[key]) ? [config[key]] : (strings(key) ?? [])
      return list.map((path) => readPath(path) ?? bad(key, `"${path}" is not a path`))
    },
  }
}

function readRules(value: Json | undefined, bad: Bad): readonly FailRule[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) return bad('fails', 'must be an array of {match, channel, category}')
  return value.map((rule: Json): FailRule => {
    const { match, channel = 'stderr', category } = (rule ?? {}) as Record<string, Json>
    if (channel !== 'stderr' && channel !== 'event' && channel !== 'exit')
      return bad('fails', 'channel must be stderr, event or exit: agents write prose to their standard output')
    if (!isCategory(category)) return bad('fails', `"${String(category)}" is no failure category`)
    if (typeof match !== 'string') return bad('fails', 'match must be a regular expression')
    try {
      return { match: new RegExp(match, 'i'), channel, category }
    } catch (error) {
      return bad('fails', `match is no regular expression: ${(error as Error).message}`)
    }
  })
}
