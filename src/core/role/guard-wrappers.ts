/** Programs that run another: what comes before its name, so that the name is found. Judges none of them. */
import { type Arg, type Judging, known, type Standing, unknown } from './guard-facts.ts'
import { readOptions } from './guard-options.ts'
import { joinPath, judgeWrite, somewhereBelow } from './guard-path.ts'
import { judgeVariable } from './guard-variables.ts'
import { setVariable } from './guard-words.ts'

interface Wrapper {
  /** Options that are followed by a value. */
  readonly takes: readonly string[]
  /** Operands that stand before the command. */
  readonly operands?: number
  /** Options whose value is a file that it writes. */
  readonly writes?: readonly string[]
  /** `NAME=value` may stand before the command. */
  readonly assigns?: boolean
}

const plain: Wrapper = { takes: [] }

export const wrappers: Readonly<Record<string, Wrapper>> = {
  builtin: plain,
  busybox: plain,
  caffeinate: { takes: ['-t', '-w'] },
  ccache: plain,
  chronic: plain,
  chrt: { takes: ['-T', '-P', '-D'], operands: 1 },
  command: plain,
  doas: { takes: ['-u', '-C'], assigns: true },
  env: { takes: ['-u', '--unset', '-C', '--chdir', '-S', '--split-string'], assigns: true },
  exec: { takes: ['-a'] },
  faketime: { takes: ['-f'], operands: 1 },
  ionice: { takes: ['-c', '-n', '-p', '--class', '--classdata'] },
  ltrace: { takes: ['-o', '-e', '-p', '-n', '-s'], writes: ['-o'] },
  nice: { takes: ['-n', '--adjustment'] },
  nocache: plain,
  nohup: plain,
  proxychains: { takes: ['-f'] },
  rlwrap: { takes: [] },
  setarch: { takes: [], operands: 1 },
  setsid: plain,
  stdbuf: { takes: ['-i', '-o', '-e', '--input', '--output', '--error'] },
  strace: { takes: ['-o', '-e', '-p', '-s', '-P', '-u', '-E'], writes: ['-o'] },
  sudo: {
    takes: ['-u', '-g', '-h', '-p', '-C', '-D', '-R', '-T', '-U', '-r', '-t', '--user', '--group', '--chdir'],
    assigns: true,
  },
  taskset: { takes: [], operands: 1 },
  time: { takes: ['-f', '-o', '--format', '--output'], writes: ['-o', '--output'] },
  timeout: { takes: ['-k', '-s', '--kill-after', '--signal'], operands: 1 },
  toybox: plain,
  unbuffer: plain,
  unshare: plain,
  'xvfb-run': { takes: ['-e', '-f', '-n', '-p', '-s', '-w'] },
}

const assignment = /^([A-Za-z_][A-Za-z0-9_]*)=([\s\S]*)$/

/** The command inside a wrapper, and where it starts; null: the wrapper runs none. */
export interface Inside {
  readonly argv: readonly Arg[]
  readonly at: Standing
}

export function unwrap(judging: Judging, name: string, args: readonly Arg[], at: Standing): Inside | null {
  const wrapper = wrappers[name]!
  // What stands before the first unknown word is read; an unknown word among the options would hide the command.
  const end = args.findIndex((arg) => arg.text === null)
  const words = (end < 0 ? args : args.slice(0, end)).map((arg) => arg.text!)
  const { options, read } = readOptions(words, wrapper.takes, false)
  let from = read + (wrapper.operands ?? 0)
  let inside = at
  for (const { name: option, value } of options) {
    if (wrapper.writes?.includes(option)) judgeWrite(judging, value, at, name)
    if (name === 'env') inside = judgeEnvOption(judging, option, value, inside)
    if (name === 'sudo' && (option === '-D' || option === '--chdir') && value !== null) inside = moveTo(inside, value)
  }
  const lookup = name === 'command' && options.some((option) => option.name === '-v' || option.name === '-V')
  if (lookup || options.some((option) => option.name === '-S' || option.name === '--split-string')) return null
  while (wrapper.assigns) {
    const [, variable, value] = assignment.exec(args[from]?.text ?? '') ?? []
    if (variable === undefined) break
    judgeVariable(judging, variable, value!, at)
    inside = setVariable(inside, variable, value!)
    from++
  }
  if (name === 'time' && from >= args.length) return null
  return from < args.length ? { argv: args.slice(from), at: inside } : null
}

function judgeEnvOption(judging: Judging, option: string, value: string | null, at: Standing): Standing {
  if (option === '-i' || option === '--ignore-environment') {
    judging.deny(
      '`env -i` drops the settings that keep pushes from leaving: unset single variables with `env -u` instead.',
    )
  }
  if ((option === '-u' || option === '--unset') && value !== null) judgeVariable(judging, value, null, at)
  if (option === '-S' || option === '--split-string') judging.script(value, at)
  return (option === '-C' || option === '--chdir') && value !== null ? moveTo(at, value) : at
}

export const moveTo = (at: Standing, path: string): Standing => ({
  ...at,
  places: path.startsWith('/') ? [joinPath('/', path)] : (at.places?.map((place) => joinPath(place, path)) ?? null),
})

const xargsTakes = [
  '-n',
  '-P',
  '-L',
  '-s',
  '-d',
  '-E',
  '-a',
  '-I',
  '-J',
  '-R',
  '--max-args',
  '--max-procs',
  '--max-lines',
  '--max-chars',
  '--delimiter',
  '--arg-file',
  '--replace',
]

/** What xargs and parallel run: their words, and what they read behind them. */
export function unwrapXargs(args: readonly Arg[]): readonly Arg[] | null {
  const end = args.findIndex((arg) => arg.text === null)
  const { options, read } = readOptions(
    (end < 0 ? args : args.slice(0, end)).map((arg) => arg.text!),
    xargsTakes,
    false,
  )
  const inner = args.slice(read)
  if (inner.length === 0) return null
  const mark = options.find(({ name }) => ['-I', '-J', '--replace', '-i'].includes(name))
  if (mark === undefined) return [...inner, unknown]
  const word = mark.value ?? '{}'
  return inner.map((arg) => (arg.text?.includes(word) ? unknown : arg))
}

const actions = new Set(['-exec', '-execdir', '-ok', '-okdir'])

/** Every command that find would run, with what it finds in place of `{}`; and the files that it writes or deletes. */
export function unwrapFind(judging: Judging, args: readonly Arg[], at: Standing): readonly (readonly Arg[])[] {
  const starts: Arg[] = []
  for (const arg of args) {
    if (arg.text !== null && /^[-(!]/.test(arg.text) && !/^-[HLPD]$/.test(arg.text)) break
    if (arg.text === null || !arg.text.startsWith('-')) starts.push(arg)
  }
  const found = (starts.length === 0 ? [known('.')] : starts).map(({ text }) =>
    text === null ? unknown : known(`${text}/${somewhereBelow}`),
  )
  const commands: Arg[][] = []
  for (let n = 0; n < args.length; n++) {
    const word = args[n]!.text
    if (word === '-delete') for (const { text } of found) judgeWrite(judging, text, at, 'find -delete')
    if (word !== null && /^-f(?:print0?|ls|printf)$/.test(word))
      judgeWrite(judging, args[n + 1]?.text ?? null, at, `find ${word}`)
    if (word === null || !actions.has(word)) continue
    const end = args.findIndex(
      (arg, m) => m > n && (arg.text === ';' || (arg.text === '+' && args[m - 1]!.text === '{}')),
    )
    const inner = args.slice(n + 1, end < 0 ? args.length : end)
    commands.push(inner.flatMap((arg) => (arg.text === '{}' ? found : [arg.text?.includes('{}') ? unknown : arg])))
    if (end >= 0) n = end
  }
  return commands
}
