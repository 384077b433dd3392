/** What a shell does itself: moving, variables, aliases, and texts that it runs. */
import { type Arg, type Input, type Judging, type Standing, textsOf } from './guard-facts.ts'
import { readOptions } from './guard-options.ts'
import { homePlace } from './guard-path.ts'
import { judgeVariable } from './guard-variables.ts'
import { setVariable } from './guard-words.ts'
import { moveTo } from './guard-wrappers.ts'

type Builtin = (judging: Judging, args: readonly Arg[], at: Standing, input: Input) => Standing

const lost = (at: Standing): Standing => ({ ...at, places: null })

const move: Builtin = (_, args, at) => {
  const words = textsOf(args)
  if (words === null) return lost(at)
  const { operands } = readOptions(words, [], true)
  const to = operands[0] ?? homePlace
  return to === '-' || /^[+-][0-9]+$/.test(to) || at.variables.has('CDPATH') ? lost(at) : moveTo(at, to)
}

const assignment = /^([A-Za-z_][A-Za-z0-9_]*)\+?=([\s\S]*)$/

const declare: Builtin = (judging, args, at) => {
  let now = at
  for (const { text, tail } of args) {
    const [, name, value] = assignment.exec(text ?? tail ?? '') ?? []
    if (text === null && name === undefined)
      judging.deny('A variable whose name is known only when it runs is not set: write it out.')
    // A name for another variable would change that one behind our back.
    if (text !== null && /^-[a-zA-Z]*n/.test(text))
      judging.deny('A name reference hides which variable is meant: use the variable itself.')
    if (name === undefined) continue
    const given = text === null || text.includes('+=') ? null : value!
    judgeVariable(judging, name, given, now)
    now = setVariable(now, name, given)
  }
  return now
}

/** Gives variables values that nobody knows before. */
const gives: Builtin = (_, args, at) => {
  const names = args.flatMap(({ text }) => (text !== null && /^[A-Za-z_]\w*/.test(text) ? [/^\w+/.exec(text)![0]] : []))
  const unsure = args.some(({ text }) => text === null)
  const all = unsure ? [...at.variables.keys()] : names
  return ['REPLY', 'MAPFILE', 'OPTARG', ...all].reduce((now, name) => setVariable(now, name, null), at)
}

const unset: Builtin = (judging, args, at, input) => {
  for (const { text } of args) if (text !== null) judgeVariable(judging, text, null, at)
  return gives(judging, args, at, input)
}

const withoutArguments: Builtin = (_, args, at) => {
  const variables = new Map(at.variables)
  for (const name of variables.keys()) if (/^[1-9][0-9]*$/.test(name)) variables.delete(name)
  return args.length === 0 ? at : { ...at, variables }
}

const evaluate: Builtin = (judging, args, at, input) => {
  const words = textsOf(args)
  return judging.script(words === null ? null : words.join(' '), at, input)
}

/** What a file changes is not seen: nothing that was known is known any more. */
const source: Builtin = (judging, args, at) => {
  if (args[0]?.text == null || args[0].text.startsWith('/dev/'))
    judging.deny('What would be read into the shell is known only when it runs: name a file.')
  else judging.unseen(args[0].text)
  return { ...at, places: null, variables: new Map([...at.variables.keys()].map((name) => [name, null])) }
}

const alias: Builtin = (judging, args, at) => {
  const aliases = new Map(at.aliases)
  for (const { text } of args) {
    const equals = text?.indexOf('=') ?? -1
    if (text === null) judging.deny('An alias that is known only when it runs is not set: write the command out.')
    else if (equals > 0) {
      judging.script(text.slice(equals + 1), at)
      aliases.set(text.slice(0, equals), text.slice(equals + 1))
    }
  }
  return { ...at, aliases }
}

const trap: Builtin = (judging, args, at) => {
  const inner = args.find(({ text }) => text === null || !text.startsWith('-'))
  if (args.length > 1 && inner !== undefined && inner.text !== '') judging.script(inner.text, at)
  return at
}

const printf: Builtin = (judging, args, at, input) =>
  args[0]?.text === '-v' ? gives(judging, args.slice(1, 2), at, input) : at

/** `-C` names a command that is run on the way. */
const callsBack: Builtin = (judging, args, at, input) => {
  args.forEach(({ text }, n) => {
    if (text === '-C' || text === '-F') judging.script(args[n + 1]?.text ?? null, at)
  })
  return gives(judging, args, at, input)
}

/** Nothing after it runs in this shell. With an argument that is no number it may go on. */
const exit: Builtin = (_, args, at) =>
  args.length === 0 || (args.length === 1 && /^[0-9]+$/.test(args[0]!.text ?? '')) ? { ...at, places: [] } : at

export const builtins: Readonly<Record<string, Builtin>> = {
  cd: move,
  chdir: move,
  pushd: move,
  popd: (_, __, at) => lost(at),
  export: declare,
  declare,
  typeset: declare,
  local: declare,
  readonly: declare,
  read: gives,
  mapfile: callsBack,
  readarray: callsBack,
  compgen: callsBack,
  complete: callsBack,
  exit,
  getopts: gives,
  let: gives,
  unset,
  set: withoutArguments,
  shift: (judging, _, at, input) => withoutArguments(judging, [{ text: '1', tail: null }], at, input),
  eval: evaluate,
  source,
  '.': source,
  alias,
  trap,
  printf,
}
