/** Completion scripts for bash, zsh and fish, written from the command table. Static: completing asks no daemon. */
import { commonFlags, type Flag, type Run } from './command.ts'
import { commands } from './commands.ts'
import { following } from './parse.ts'

interface Place {
  readonly path: string
  readonly words: readonly string[]
  readonly flags: readonly Flag[]
}

/** Every prefix of the tree with the words and flags that may follow it. */
function places(): readonly Place[] {
  const prefixes = new Map<string, readonly string[]>([['', []]])
  for (const command of commands) {
    for (let i = 1; i <= command.path.length; i++)
      prefixes.set(command.path.slice(0, i).join(' '), command.path.slice(0, i))
  }
  return [...prefixes].map(([path, words]) => {
    const command = commands.find((c) => c.path.join(' ') === path)
    const choices = command?.args[0]?.choices ?? []
    return {
      path,
      words: [...following(commands, words), ...choices, ...(path === '' ? ['help'] : [])],
      flags: [...(command?.flags ?? []), ...commonFlags],
    }
  })
}

const flagNames = (flags: readonly Flag[]) =>
  flags.flatMap((f) => [`--${f.name}`, ...(f.alias ? [`--${f.alias}`] : []), ...(f.short ? [`-${f.short}`] : [])])

function bash(): string {
  const cases = places().map(
    (place) => `    "${place.path}") words="${[...place.words, ...flagNames(place.flags)].join(' ')}" ;;`,
  )
  const choices = commands
    .flatMap((c) => c.flags)
    .filter((f) => f.choices)
    .map((f) => `    --${f.name}) COMPREPLY=($(compgen -W "${f.choices!.join(' ')}" -- "$cur")); return ;;`)
  return `# bash completion for drover
_drover() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" i word
  case "$prev" in
${[...new Set(choices)].join('\n')}
    --path|--from-file|--log-file|--to) COMPREPLY=($(compgen -f -- "$cur")); return ;;
  esac
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case " $(_drover_words "$path") " in
      *" $word "*) case "$word" in -*) ;; *) path="\${path:+$path }$word" ;; esac ;;
    esac
  done
  COMPREPLY=($(compgen -W "$(_drover_words "$path")" -- "$cur"))
}
_drover_words() {
  local words=""
  case "$1" in
${cases.join('\n')}
  esac
  printf '%s' "$words"
}
complete -o default -F _drover drover
`
}

/** zsh runs the bash function through its own bridge. */
const zsh = (): string => `#compdef drover
autoload -U +X bashcompinit && bashcompinit
autoload -U +X compinit && { (( \${+functions[compdef]} )) || compinit }
${bash()}`

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function fish(): string {
  const lines = ['# fish completion for drover', 'complete -c drover -f']
  const seen = (path: readonly string[]) => path.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
  for (const word of following(commands, [])) {
    const summary = commands.find((c) => c.path.length === 1 && c.path[0] === word)?.summary ?? `commands of ${word}`
    lines.push(`complete -c drover -n __fish_use_subcommand -a ${word} -d ${quoted(summary)}`)
  }
  for (const command of commands) {
    const last = command.path.at(-1)!
    if (command.path.length > 1) {
      const when = `${seen(command.path.slice(0, -1))}; and not ${seen([last])}`
      lines.push(`complete -c drover -n ${quoted(when)} -a ${last} -d ${quoted(command.summary)}`)
    }
    const when = quoted(seen(command.path))
    for (const choice of command.args[0]?.choices ?? []) lines.push(`complete -c drover -n ${when} -a ${choice}`)
    for (const flag of command.flags) {
      const short = flag.short ? ` -s ${flag.short}` : ''
      const value = flag.value === undefined ? '' : flag.choices ? ` -x -a ${quoted(flag.choices.join(' '))}` : ' -r'
      lines.push(`complete -c drover -n ${when} -l ${flag.name}${short}${value} -d ${quoted(flag.summary)}`)
    }
  }
  for (const flag of commonFlags) lines.push(`complete -c drover -l ${flag.name} -d ${quoted(flag.summary)}`)
  return `${lines.join('\n')}\n`
}

export const completion: Run = async (context) => {
  const shell = context.args[0]!
  const script = shell === 'bash' ? bash() : shell === 'zsh' ? zsh() : fish()
  context.answer({ shell, script }, () => script)
  return 0
}
