/** The command lines of forges: they may read; what merges, publishes or changes is Drover's and the operator's. */
import { type Arg, type Judging, type Standing, textsOf } from './guard-facts.ts'
import { has, readOptions, valuesOf } from './guard-options.ts'

const forges = new Set(['gh', 'glab', 'tea', 'fj', 'berg'])
const readingVerbs = new Set([
  'view',
  'list',
  'ls',
  'diff',
  'checks',
  'status',
  'watch',
  'show',
  'search',
  'get',
  'download',
  'version',
  'help',
  'token',
])
const readingGroups = new Set(['search', 'status', 'version', 'help', 'browse', '--version', '--help', 'completion'])

const reason = 'Nothing is merged, published or changed at the forge from here: commit on your branch; Drover lands it.'

/** false: no forge's program. */
export function judgeForge(judging: Judging, name: string, args: readonly Arg[], _at: Standing): boolean {
  if (!forges.has(name)) return false
  const words = textsOf(args.slice(0, 2))
  if (words === null) judging.deny(`What \`${name}\` would do is known only when it runs: write it out.`)
  else if (words[0] === 'api') judgeApi(judging, args.slice(1))
  else {
    const [group, verb] = words.filter((word, n) => n === 0 || !word.startsWith('-'))
    if (group !== undefined && !readingGroups.has(group) && !(verb !== undefined && readingVerbs.has(verb)))
      judging.deny(reason)
  }
  return true
}

function judgeApi(judging: Judging, args: readonly Arg[]): void {
  const words = textsOf(args)
  const takes = [
    '-X',
    '--method',
    '-f',
    '-F',
    '--field',
    '--raw-field',
    '--input',
    '-H',
    '--header',
    '-q',
    '--jq',
    '-t',
    '--template',
  ]
  const options = readOptions(words ?? args.map((arg) => arg.text ?? '--input'), takes)
  const methods = valuesOf(options, '-X', '--method').map((method) => method.toUpperCase())
  const sends = has(options, '-f', '-F', '--field', '--raw-field', '--input') && methods.length === 0
  if (sends || methods.some((method) => method !== 'GET' && method !== 'HEAD')) judging.deny(reason)
}
