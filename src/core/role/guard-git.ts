/**
 * Git's own words: which of them a role may say. Pushes in every spelling, force, other people's branches, worktrees and the
 * shared configuration are refused; what works on the session's own branch is not. A word that git itself does not have may
 * be an alias for any of them.
 */
import { type Arg, type Judging, known, type Standing, textsOf } from './guard-facts.ts'
import { judgeSetting } from './guard-git-settings.ts'
import { gitWords, reading } from './guard-git-words.ts'
import { isInside, joinPath } from './guard-path.ts'
import { moveTo } from './guard-wrappers.ts'

interface Called {
  readonly word: Arg | undefined
  readonly args: readonly Arg[]
  readonly at: Standing
}

const otherPlace = 'leads git to another repository: work in the worktree as it is, or leave that repository alone.'

/** Options before the word itself: `-C`, `-c`, `--git-dir` and their kind. */
function readBefore(judging: Judging, args: readonly Arg[], at: Standing): Called {
  let place = at
  let n = 0
  for (; n < args.length; n++) {
    const { text } = args[n]!
    if (text === null || !text.startsWith('-')) break
    const [name, inline] = splitAt(text)
    const takes = [
      '-C',
      '-c',
      '--git-dir',
      '--work-tree',
      '--namespace',
      '--config-env',
      '--exec-path',
      '--super-prefix',
      '--attr-source',
    ]
    const value = inline ?? (takes.includes(name) && name !== '--exec-path' ? (args[++n]?.text ?? null) : null)
    if (name === '-C') place = value === null ? { ...place, places: null } : moveTo(place, value)
    else if (name === '-c') judgeSetting(judging, value, place)
    else if (name === '--config-env')
      judging.deny('`--config-env` hides a setting of git: pass it with `-c key=value`.')
    else if (name === '--exec-path' && inline !== null)
      judging.deny('`--exec-path` gives git other programs: leave it out.')
    else if (name === '--git-dir' || name === '--work-tree') {
      const moved = value === null ? null : moveTo(place, value).places
      if (!moved?.every((one) => isInside(judging.facts.worktree, one))) judging.deny(`${name} ${otherPlace}`)
    }
  }
  return { word: args[n], args: args.slice(n + 1), at: place }
}

function splitAt(word: string): readonly [string, string | null] {
  const equals = word.startsWith('--') ? word.indexOf('=') : -1
  return equals < 0 ? [word, null] : [word.slice(0, equals), word.slice(equals + 1)]
}

export function judgeGit(judging: Judging, args: readonly Arg[], at: Standing): void {
  const called = readBefore(judging, args, at)
  if (called.word === undefined) return
  const word = called.word.text
  if (word === null) {
    judging.deny('Which git command that is, is known only when it runs: write it out.')
    return
  }
  const rule = Object.hasOwn(gitWords, word) ? gitWords[word] : undefined
  if (rule === undefined) {
    if (word === 'help' || word === 'version' || reading.has(word)) judgeReading(judging, word, called)
    else
      judging.deny(`\`git ${word}\` is none of git's own commands and may be an alias: write out what it stands for.`)
    return
  }
  judgeWord(judging, word, rule, called)
}

type Rule = (typeof gitWords)[string]

function judgeWord(judging: Judging, word: string, rule: Rule, { args, at }: Called): void {
  if (rule.never !== undefined) {
    judging.deny(rule.never)
    return
  }
  const words = textsOf(args)
  if (words === null && rule.plain === true) {
    judging.deny(`What \`git ${word}\` would do is known only when it runs: write its arguments out.`)
    return
  }
  const given = words ?? args.map((arg) => arg.text ?? '')
  if (rule.reads?.(given)) return
  if (!judging.facts.mayWriteFiles) {
    judging.deny(`This role reads and changes nothing, and \`git ${word}\` would: report what should change instead.`)
    return
  }
  const inside = at.places?.every((place) => isInside(judging.facts.worktree, joinPath('/', place))) === true
  if (!inside) {
    judging.deny(
      `\`git ${word}\` would change another repository than your worktree's: run it inside ${judging.facts.worktree}.`,
    )
    return
  }
  rule.judge?.(judging, given, at)
}

/** What only reads may still run a program or write its output somewhere. */
function judgeReading(judging: Judging, word: string, { args, at }: Called): void {
  args.forEach(({ text }, n) => {
    if (text === null) return
    const [name, inline] = splitAt(text)
    const value = inline ?? args[n + 1]?.text ?? null
    if (name === '--output')
      judging.command([known('tee'), value === null ? { text: null, tail: null } : known(value)], at, {
        from: 'nothing',
      })
    if (word === 'grep' && (name === '--open-files-in-pager' || text.startsWith('-O')))
      judging.script(inline ?? (text.slice(2) || 'less'), at)
    if (word === 'difftool' && (name === '--extcmd' || name === '-x')) judging.script(value, at)
    if (word === 'ls-remote' && (name === '--upload-pack' || name === '--exec')) judging.script(value, at)
  })
}
