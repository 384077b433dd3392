/** The closer looks of git's commands: what their options make of them, and the words of the refusals. */
import { type Judging, known, type Standing } from './guard-facts.ts'
import { has, type Options, readOptions, valuesOf } from './guard-options.ts'
import { judgeWrite } from './guard-path.ts'

export const pushes = 'Nothing is pushed from here: commit on your branch and report `merge_ready`; Drover lands it.'
export const rewrites = 'That rewrites history or refs that others share: work with plain commits on your own branch.'
export const trees = 'Worktrees are made and removed by Drover: stay in yours, or ask for a session of its own.'
export const config =
  "The repository's configuration is shared by all worktrees: pass `-c key=value` to the one command instead."
export const ownBranch = "Stay on your session's branch; look at another with `git show` or `git diff`."

export const deny =
  (reason: string, wrong: (options: Options) => boolean, takes: readonly string[] = []) =>
  (judging: Judging, words: readonly string[]): void => {
    if (wrong(readOptions(words, takes))) judging.deny(reason)
  }

export const paths =
  (takes: readonly string[] = []) =>
  (judging: Judging, words: readonly string[], at: Standing): void => {
    for (const path of readOptions(words, takes).operands) judgeWrite(judging, path, at, 'git')
  }

export const first =
  (...words: readonly string[]) =>
  (given: readonly string[]): boolean =>
    words.includes(given[0] ?? '')

/** Options of `git branch` and `git tag` that only list. */
export const lists = (words: readonly string[], takes: readonly string[]): boolean => {
  const options = readOptions(words, takes)
  const asks = has(
    options,
    '-l',
    '--list',
    '-a',
    '--all',
    '-r',
    '--remotes',
    '-v',
    '-vv',
    '--show-current',
    '--contains',
    '--no-contains',
    '--merged',
    '--no-merged',
    '--points-at',
    '--verify',
  )
  return asks || options.operands.length === 0
}

export const changesBranch = [
  '-d',
  '-D',
  '--delete',
  '-m',
  '-M',
  '--move',
  '-C',
  '-f',
  '--force',
  '-c',
  '--copy',
  '-u',
  '--set-upstream-to',
  '--unset-upstream',
  '--edit-description',
]

export function judgeCheckout(judging: Judging, words: readonly string[]): void {
  const dashes = words.indexOf('--')
  const options = readOptions(dashes < 0 ? words : words.slice(0, dashes), [
    '-b',
    '-B',
    '--orphan',
    '--conflict',
    '--pathspec-from-file',
  ])
  if (has(options, '-B')) judging.deny(rewrites)
  const files = dashes >= 0 && dashes < words.length - 1
  if (has(options, '-b', '--detach', '-d') || files || options.operands.length !== 1) return
  const [target] = options.operands
  if (target === '.' || target!.startsWith('./') || isOwn(judging, target!)) return
  judging.deny(`${ownBranch} For a file write \`git restore ${target}\`.`)
}

const isOwn = (judging: Judging, name: string): boolean =>
  name === judging.facts.branch || name === 'HEAD' || /^HEAD[~^@]/.test(name) || /^[0-9a-f]{7,40}$/.test(name)

/** A refspec with a destination writes that ref, whosever it is. */
export const hasDestination = ({ operands }: Options): boolean =>
  operands.slice(1).some((ref) => ref.includes(':') || ref.startsWith('+'))
export const fetchTakes = [
  '--depth',
  '--deepen',
  '--shallow-since',
  '--shallow-exclude',
  '-j',
  '--jobs',
  '-o',
  '--refmap',
  '--upload-pack',
  '-s',
  '-X',
  '--strategy',
]

export function judgeFetch(judging: Judging, words: readonly string[], at: Standing): void {
  const options = readOptions(words, fetchTakes)
  if (hasDestination(options) || has(options, '--refmap', '--mirror'))
    judging.deny(`${rewrites} Fetch without a destination.`)
  if (options.operands.some((url) => url.startsWith('ext::')))
    judging.deny('An `ext::` address runs a program: name a plain remote.')
  for (const command of valuesOf(options, '--upload-pack')) judging.script(command, at)
}

export function judgeRebase(judging: Judging, words: readonly string[], at: Standing): void {
  const options = readOptions(words, ['-x', '--exec', '--onto', '-s', '--strategy', '-X', '-C', '--whitespace'])
  for (const command of valuesOf(options, '-x', '--exec')) judging.script(command, at)
  const branch = options.operands[has(options, '--root') ? 0 : 1]
  if (branch !== undefined && branch !== judging.facts.branch && branch !== 'HEAD') judging.deny(rewrites)
  if (has(options, '--update-refs')) judging.deny(rewrites)
}

/** `foreach` and `bisect run`: the words behind are a command; a single one is a line for the shell. */
export function judgeInner(judging: Judging, words: readonly string[], at: Standing): void {
  const inner = words.filter((word, n) => !(n === 0 && ['--recursive', '--quiet'].includes(word)))
  if (inner.length === 1) judging.script(inner[0]!, at)
  else if (inner.length > 1) judging.command(inner.map(known), at, { from: 'nothing' })
}

const configReads = [
  '--get',
  '--get-all',
  '--get-regexp',
  '--get-urlmatch',
  '-l',
  '--list',
  '--get-color',
  '--get-colorbool',
]

export function readsConfig(words: readonly string[]): boolean {
  const options = readOptions(words, ['-f', '--file', '--blob', '--type', '--default'])
  const [one] = options.operands
  if (one === 'get' || one === 'list') return true
  if (has(options, ...configReads)) return true
  const writes = has(
    options,
    '--add',
    '--unset',
    '--unset-all',
    '--replace-all',
    '--remove-section',
    '--rename-section',
    '-e',
    '--edit',
  )
  return (
    !writes &&
    options.operands.length === 1 &&
    !['set', 'unset', 'edit', 'rename-section', 'remove-section'].includes(one!)
  )
}

/** Without a destination a fetch moves nothing but the names of what others have. */
export function readsOnlyRemote(words: readonly string[]): boolean {
  const options = readOptions(words, fetchTakes)
  if (hasDestination(options) || has(options, '--refmap', '--upload-pack', '--mirror')) return false
  return !options.operands.some((url) => url.startsWith('ext::'))
}

export function judgeSwitch(judging: Judging, words: readonly string[]): void {
  const options = readOptions(words, ['-c', '--create', '-C', '--force-create', '--orphan', '--conflict'])
  if (has(options, '-C', '--force-create')) judging.deny(rewrites)
  else if (!has(options, '-c', '--create', '--detach', '-d') && options.operands[0] !== judging.facts.branch)
    judging.deny(ownBranch)
}
