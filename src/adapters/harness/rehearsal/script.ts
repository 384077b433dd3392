/**
 * Reads a prompt as a script: one directive a line, any other line is spoken. A line that begins with `> ` is quoted past, and so
 * no directive whatever it says. Pure; playing it is `acts.ts`.
 */

export type Source = 'operator' | 'session' | 'queue' | 'daemon' | 'steer'

/** Words to Drover. */
export type CoordinationStep =
  | { readonly do: 'mail'; readonly to: string; readonly type: string; readonly text: string }
  | { readonly do: 'spawn'; readonly role: string; readonly text: string }
  | { readonly do: 'wait'; readonly what: string; readonly deadline: string | null }
  | { readonly do: 'merge-ready'; readonly text: string }

export type Step =
  | CoordinationStep
  /** Says the mails of its turn, one line each. */
  | { readonly do: 'inbox' }
  | { readonly do: 'say' | 'think' | 'sh' | 'commit' | 'remember' | 'ask'; readonly text: string }
  /** Any line that is no directive. */
  | { readonly do: 'speak'; readonly text: string }
  | { readonly do: 'write' | 'append'; readonly path: string; readonly text: string }
  | { readonly do: 'sleep' | 'garbage' | 'orphan'; readonly n: number }
  | { readonly do: 'exit'; readonly n: number }
  | { readonly do: 'flood'; readonly n: number; readonly bytes: number }
  | { readonly do: 'tool'; readonly name: string; readonly input: unknown }
  | { readonly do: 'usage'; readonly input: number; readonly output: number; readonly usd: number | null }
  | { readonly do: 'fail'; readonly category: string; readonly resetsIn?: number; readonly retryAfter?: number }
  | { readonly do: 'recall' | 'instructions' }
  | { readonly do: 'hang' | 'ignore-term' }
  /** Played by that model only. */
  | { readonly do: 'only'; readonly model: string; readonly step: Step }
  /** A directive that cannot be read as one: spoken, with a notice that says why. */
  | { readonly do: 'bad'; readonly text: string; readonly why: string }

export const failCategories = [
  'usage_limit',
  'rate_limit',
  'overloaded',
  'transient',
  'auth',
  'invalid_model',
  'agent_error',
] as const

export function readScript(prompt: string): Step[] {
  return prompt
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
    .filter((line) => line.trim() !== '')
    .map(readLine)
}

/** In one line: `\\n` stands for a line break, and a doubled backslash for one, so that scripts fit into scripts. */
export const unfold = (text: string): string => text.replace(/\\([\\n])/g, (_, c: string) => (c === 'n' ? '\n' : '\\'))

export function readLine(line: string): Step {
  const match = /^\s*@([a-z-]+)(?:\s+([\s\S]*))?$/.exec(line)
  if (match === null) return { do: 'speak', text: line }
  const name = match[1] ?? ''
  const read = Object.hasOwn(readers, name) ? readers[name] : undefined
  if (read === undefined) return { do: 'speak', text: line }
  const step = read((match[2] ?? '').trimEnd())
  return typeof step === 'string' ? { do: 'bad', text: line.trim(), why: step } : step
}

/** A reader answers the step, or the reason why there is none. */
type Reader = (rest: string) => Step | string

const withText =
  (name: 'say' | 'think' | 'sh' | 'commit' | 'ask'): Reader =>
  (text) =>
    text === '' ? `@${name} needs a text` : { do: name, text }

const withPath =
  (name: 'write' | 'append'): Reader =>
  (rest) => {
    const [, path, text = ''] = /^(\S+)(?:\s([\s\S]*))?$/.exec(rest) ?? []
    return path === undefined ? `@${name} needs a path` : { do: name, path, text }
  }

const withNumber =
  (name: 'sleep' | 'garbage' | 'orphan' | 'exit', most: number): Reader =>
  (rest) => {
    const n = number(rest)
    return n === null || n > most ? `@${name} needs a number from 0 to ${most}` : { do: name, n }
  }

const readers: { readonly [name: string]: Reader } = {
  say: withText('say'),
  think: withText('think'),
  sh: withText('sh'),
  commit: withText('commit'),
  ask: withText('ask'),
  write: withPath('write'),
  append: withPath('append'),
  sleep: withNumber('sleep', 2 ** 31 - 1),
  garbage: withNumber('garbage', 10_000_000),
  orphan: withNumber('orphan', 86_400),
  exit: withNumber('exit', 255),
  remember: (text) => (text === '' ? '@remember needs a word' : { do: 'remember', text }),
  recall: () => ({ do: 'recall' }),
  inbox: () => ({ do: 'inbox' }),
  mail: (rest) => {
    const [, to, type, text = ''] = /^(\S+)\s+(\S+)(?:\s+([\s\S]*))?$/.exec(rest) ?? []
    return to === undefined || type === undefined
      ? '@mail needs TO TYPE [TEXT]'
      : { do: 'mail', to, type, text: unfold(text) }
  },
  spawn: (rest) => {
    const [, role, text] = /^(\S+)\s+([\s\S]+)$/.exec(rest) ?? []
    return role === undefined || text === undefined
      ? '@spawn needs ROLE PROMPT'
      : { do: 'spawn', role, text: unfold(text) }
  },
  wait: (rest) => {
    const [what = '', deadline = null, ...more] = rest.trim().split(/\s+/)
    return what === '' || more.length > 0 ? '@wait needs WHAT [DEADLINE]' : { do: 'wait', what, deadline }
  },
  'merge-ready': (text) => ({ do: 'merge-ready', text: unfold(text) || 'Ready to be merged' }),
  instructions: () => ({ do: 'instructions' }),
  hang: () => ({ do: 'hang' }),
  'ignore-term': () => ({ do: 'ignore-term' }),
  only: (rest) => {
    const [, model, directive = ''] = /^(\S+)\s+([\s\S]+)$/.exec(rest) ?? []
    return model === undefined ? '@only needs MODEL DIRECTIVE' : { do: 'only', model, step: readLine(directive) }
  },
  flood: (rest) => {
    const [n, bytes = 0] = rest.split(/\s+/).map(number)
    if (n === null || n === undefined || bytes === null || !Number.isInteger(n)) return '@flood needs N [BYTES]'
    return { do: 'flood', n, bytes }
  },
  tool: (rest) => {
    const [, name, input = '{}'] = /^(\S+)(?:\s+([\s\S]+))?$/.exec(rest) ?? []
    return name === undefined ? '@tool needs a name' : { do: 'tool', name, input: json(input) }
  },
  usage: (rest) => {
    const [input, output, usd] = rest.split(/\s+/).map(number)
    if (input === null || input === undefined || output === null || output === undefined || usd === null)
      return '@usage needs IN OUT [USD]'
    return { do: 'usage', input, output, usd: usd ?? null }
  },
  fail: (rest) => {
    const [category = '', ...options] = rest.split(/\s+/)
    if (category === '') return '@fail needs a category'
    const given = Object.fromEntries(options.map((option) => option.split('=')))
    const resetsIn = number(given['resets-in'] ?? '')
    const retryAfter = number(given['retry-after'] ?? '')
    return {
      do: 'fail',
      category,
      ...(resetsIn === null ? {} : { resetsIn }),
      ...(retryAfter === null ? {} : { retryAfter }),
    }
  },
}

function number(word: string): number | null {
  if (!/^\d+(\.\d+)?$/.test(word)) return null
  return Number(word)
}

/** The JSON that was written, or the words themselves where they are none. */
function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A rehearsal may show broken input as well.
    return text
  }
}
