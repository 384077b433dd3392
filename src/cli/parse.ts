/**
 * From words typed to one command with its values, or a refusal that says what was meant. Pure: reads the command table,
 * loads no command.
 */
import { DroverError } from '#contract/error'
import { nearest } from '#core/nearest'
import { type Command, commonFlags, type Flag, type Values } from './command.ts'

export type Parsed =
  | { readonly type: 'run'; readonly command: Command; readonly args: readonly string[]; readonly values: Values }
  | { readonly type: 'help'; readonly path: readonly string[] }
  | { readonly type: 'version'; readonly json: boolean }

const usage = (message: string, hint: string) => new DroverError('USAGE', message, { hint })
const words = (command: Command) => command.path.join(' ')

/** The words that may follow a prefix: `session` -> ls, get … */
export function following(commands: readonly Command[], prefix: readonly string[]): readonly string[] {
  const next = commands
    .filter((c) => c.path.length > prefix.length && prefix.every((word, i) => c.path[i] === word))
    .map((c) => c.path[prefix.length]!)
  return [...new Set(next)]
}

function unknownWord(commands: readonly Command[], prefix: readonly string[], word: string): DroverError {
  const known = following(commands, prefix)
  const near = nearest(word, known)
  const lead = ['drover', ...prefix].join(' ')
  const hint = near === null ? `See \`${lead} --help\`.` : `Did you mean \`${lead} ${near}\`?`
  return usage(`unknown command \`${lead} ${word}\``, hint)
}

/** Takes the command's own words off the front; flags may stand before and between them. */
function resolve(commands: readonly Command[], argv: readonly string[]): { command: Command | null; rest: string[] } {
  const path: string[] = []
  const rest = [...argv]
  let at = 0
  while (at < rest.length) {
    const word = rest[at]!
    if (word === '--') break
    if (word.startsWith('-')) {
      at++
      continue
    }
    const known = following(commands, path)
    if (known.length === 0) break
    if (!known.includes(word)) {
      if (commands.some((c) => c.path.length === path.length && c.path.every((w, i) => w === path[i]))) break
      throw unknownWord(commands, path, word)
    }
    path.push(word)
    rest.splice(at, 1)
  }
  const command = commands.find((c) => c.path.length === path.length && c.path.every((w, i) => w === path[i])) ?? null
  return { command, rest: command ? rest : [...path, ...rest] }
}

function findFlag(flags: readonly Flag[], word: string): Flag | undefined {
  if (word.startsWith('--')) {
    const name = word.slice(2)
    return flags.find((f) => f.name === name || f.alias === name)
  }
  return flags.find((f) => f.short === word.slice(1))
}

function unknownFlag(command: Command, flags: readonly Flag[], word: string): DroverError {
  const known = flags.flatMap((f) => [`--${f.name}`, ...(f.alias ? [`--${f.alias}`] : [])])
  const near = nearest(word, known)
  const hint = near === null ? `See \`drover ${words(command)} --help\`.` : `Did you mean \`${near}\`?`
  return usage(`unknown flag \`${word}\` for \`drover ${words(command)}\``, hint)
}

/** Reads the flags and arguments of a known command. */
function readWords(
  command: Command,
  rest: readonly string[],
): { args: string[]; values: Record<string, string | boolean | readonly string[]> } {
  const flags = [...command.flags, ...commonFlags]
  const args: string[] = []
  const values: Record<string, string | boolean | readonly string[]> = {}
  for (let i = 0; i < rest.length; i++) {
    const word = rest[i]!
    if (word === '--') {
      args.push(...rest.slice(i + 1))
      break
    }
    if (!word.startsWith('-') || word === '-') {
      args.push(word)
      continue
    }
    const cut = word.startsWith('--') ? word.indexOf('=') : -1
    const name = cut < 0 ? word : word.slice(0, cut)
    const flag = findFlag(flags, name)
    if (!flag) throw unknownFlag(command, flags, name)
    if (flag.value === undefined) {
      if (cut >= 0) throw usage(`\`${name}\` takes no value`, `Write \`${name}\` alone.`)
      values[flag.name] = true
      continue
    }
    if (flag.looksLike !== undefined && cut < 0 && !flag.looksLike.test(rest[i + 1] ?? '')) {
      values[flag.name] = true
      continue
    }
    const given = cut >= 0 ? word.slice(cut + 1) : rest[++i]
    if (given === undefined) throw usage(`\`${name}\` needs a value`, `Write \`${name} ${flag.value}\`.`)
    checkChoice(name, given, flag.choices)
    const before = values[flag.name]
    values[flag.name] = flag.many ? [...(Array.isArray(before) ? before : []), given] : given
  }
  return { args, values }
}

function checkChoice(name: string, given: string, choices: readonly string[] | undefined): void {
  if (choices === undefined || choices.includes(given)) return
  const near = nearest(given, choices)
  const hint =
    near === null ? `Choose one of ${choices.join(', ')}.` : `Did you mean \`${near}\`? Known: ${choices.join(', ')}.`
  throw usage(`\`${given}\` is no value of ${name}`, hint)
}

/** `drover relay stop the leak`: words that were meant for the command above. */
function meantAbove(commands: readonly Command[], command: Command): string | null {
  const above = commands.find((c) => c.path.join(' ') === command.path.slice(0, -1).join(' '))
  const word = command.path.at(-1)
  return above?.args.at(-1)?.many
    ? `To begin a ${above.args.at(-1)!.name} with \`${word}\`, write \`drover ${words(above)} -- ${word} …\`.`
    : null
}

function checkArgs(commands: readonly Command[], command: Command, args: readonly string[]): void {
  command.args.forEach((arg, i) => {
    const given = args[i]
    if (given === undefined && !arg.optional) {
      throw usage(`\`drover ${words(command)}\` needs <${arg.name}>`, `See \`drover ${words(command)} --help\`.`)
    }
    if (given !== undefined) checkChoice(`<${arg.name}>`, given, arg.choices)
  })
  const last = command.args.at(-1)
  const several = last?.each && (last.like === undefined || args.every((one) => last.like?.test(one)))
  if (args.length > command.args.length && !last?.many && !several) {
    const extra = args[command.args.length]!
    const hint = meantAbove(commands, command) ?? `See \`drover ${words(command)} --help\`.`
    throw usage(`\`drover ${words(command)}\` does not take \`${extra}\``, hint)
  }
}

export function parse(commands: readonly Command[], argv: readonly string[]): Parsed {
  const first = argv[0]
  if (first === undefined) return { type: 'help', path: [] }
  if (first === 'help') return { type: 'help', path: argv.slice(1).filter((word) => !word.startsWith('-')) }
  if (first === '--version' || first === '-V') return { type: 'version', json: argv.includes('--json') }
  const { command, rest } = resolve(commands, argv)
  const stop = rest.indexOf('--')
  const before = stop < 0 ? rest : rest.slice(0, stop)
  const helpAsked = before.includes('--help') || before.includes('-h')
  if (command === null) {
    const path = rest.filter((word) => !word.startsWith('-'))
    if (helpAsked || path.length === 0) return helpOrFlag(rest, path)
    const choices = following(commands, path).join(', ')
    throw usage(`\`drover ${path.join(' ')}\` needs a command`, `Choose one of ${choices}.`)
  }
  if (helpAsked) return { type: 'help', path: command.path }
  const { args, values } = readWords(command, rest)
  checkArgs(commands, command, args)
  return { type: 'run', command, args, values }
}

function helpOrFlag(rest: readonly string[], path: readonly string[]): Parsed {
  const odd = rest.find((word) => word.startsWith('-') && !['--help', '-h', '--json', '--no-start'].includes(word))
  if (odd === undefined) return { type: 'help', path }
  const near = nearest(odd, ['--help', '--version', '--json', '--no-start'])
  throw usage(`unknown flag \`${odd}\``, near === null ? 'See `drover --help`.' : `Did you mean \`${near}\`?`)
}
