/** Help in words, from the command table. Pure. */
import { type Command, commonFlags, type Flag } from './command.ts'
import { type Io, paint } from './print.ts'

export function usageLine(command: Command): string {
  const args = command.args.map((arg) => {
    const word = arg.choices ? arg.choices.join('|') : `<${arg.name}>${arg.many || arg.each ? '…' : ''}`
    return arg.optional ? `[${word}]` : word
  })
  const flags = command.flags.map((flag) => {
    const word = flag.short === 'y' ? '-y' : `--${flag.name}`
    if (flag.value === undefined) return `[${word}]`
    return `[${word} ${flag.looksLike ? `[${flag.value}]` : flag.value}]${flag.many ? '…' : ''}`
  })
  return ['drover', ...command.path, ...args, ...flags].join(' ')
}

export function flagWords(flag: Flag): string {
  const names = [flag.short ? `-${flag.short}` : null, `--${flag.name}`, flag.alias ? `--${flag.alias}` : null]
  const joined = names.filter((name) => name !== null).join(', ')
  if (flag.value === undefined) return joined
  return `${joined} ${flag.looksLike ? `[${flag.value}]` : flag.value}`
}

const aligned = (pairs: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...pairs.map(([left]) => left.length))
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('')
}

function one(command: Command, io: Io): string {
  const flags = [...command.flags, ...commonFlags]
  const parts = [
    `${command.summary[0]!.toUpperCase()}${command.summary.slice(1)}.\n`,
    command.detail ? `${command.detail}\n` : '',
    `\n${paint(io, 'bold', 'Usage')}\n  ${usageLine(command)}\n`,
    command.args.length > 0
      ? `\n${paint(io, 'bold', 'Arguments')}\n${aligned(command.args.map((a) => [`<${a.name}>`, a.summary]))}`
      : '',
    `\n${paint(io, 'bold', 'Flags')}\n${aligned(flags.map((f) => [flagWords(f), f.summary]))}`,
    `\n${paint(io, 'bold', 'Examples')}\n${command.examples.map((example) => `  ${example}\n`).join('')}`,
  ]
  return parts.join('')
}

function list(commands: readonly Command[]): string {
  return aligned(commands.map((c) => [c.path.join(' '), c.summary]))
}

/** Help for one command, for a group such as `session`, or for all. */
export function help(commands: readonly Command[], path: readonly string[], io: Io): string {
  const exact = commands.find((c) => c.path.join(' ') === path.join(' '))
  if (exact) return one(exact, io)
  const within = commands.filter((c) => path.every((word, i) => c.path[i] === word))
  const shown = within.length > 0 ? within : commands
  const lead =
    path.length > 0 && within.length > 0
      ? `Commands of \`drover ${path.join(' ')}\`:\n\n`
      : 'drover runs many coding agents at once, each in its own git worktree.\n\nBegin with `drover up` inside a repository.\n\n'
  return `${lead}${list(shown)}\nEvery command takes --json, --no-start and --help.\n`
}
