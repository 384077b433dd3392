/**
 * One command and its arguments: which program it is, through every wrapper, and who judges it. Grammar is `guard-walk`'s,
 * git is `guard-git`'s, writers are `guard-writers`'.
 */
import { builtins } from './guard-builtins.ts'
import { type Arg, type Input, type Judging, known, type Standing, textsOf } from './guard-facts.ts'
import { judgeForge } from './guard-forge.ts'
import { judgeGit } from './guard-git.ts'
import { judgeWrite, someName } from './guard-path.ts'
import { carriers, deferring, foreignShells, harmless, interpreters, shells, worthALook } from './guard-programs.ts'
import { walk } from './guard-walk.ts'
import { setVariable } from './guard-words.ts'
import { unwrap, unwrapFind, unwrapXargs, wrappers } from './guard-wrappers.ts'
import { judgeWriter } from './guard-writers.ts'

const runsUnknown = 'Which program that would run is known only when it runs: write the command out.'

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The program that an argument names; null: known only when it runs. */
function programOf({ text, tail }: Arg): string | null {
  const name = text === null ? tail : baseName(text)
  return name === null || name.includes(someName) || name.endsWith('=') ? null : name
}

export function judgeCommand(judging: Judging, argv: readonly Arg[], at: Standing, input: Input): Standing {
  const [first, ...args] = argv
  if (first === undefined) return at
  const name = programOf(first)
  if (name === null) {
    judging.deny(runsUnknown)
    return at
  }
  const called = callOwn(judging, first.text ?? '', args, at, input)
  if (called !== null) return called
  if (Object.hasOwn(builtins, name) && first.text === name) return builtins[name]!(judging, args, at, input)
  if (Object.hasOwn(wrappers, name)) return judgeWrapped(judging, name, args, at, input)
  judgeProgram(judging, first.text ?? name, name, args, at, input)
  return at
}

/** Functions and aliases of the script itself. */
function callOwn(judging: Judging, name: string, args: readonly Arg[], at: Standing, input: Input): Standing | null {
  const body = at.functions.get(name)
  if (body === null) return { ...at, places: null }
  if (body !== undefined) {
    const inside = { ...at, functions: new Map([...at.functions, [name, null]]) }
    const given = args.reduce((now, arg, n) => setVariable(now, String(n + 1), arg.text), inside as Standing)
    return { ...walk(judging, body, given, input), functions: at.functions }
  }
  const alias = at.aliases.get(name)
  if (alias === undefined) return null
  const words = textsOf(args)
  const aliases = new Map(at.aliases)
  aliases.delete(name)
  const text = words === null ? null : [alias, ...words.map(quote)].join(' ')
  const after = judging.script(text, { ...at, aliases }, input)
  return { ...after, aliases: at.aliases }
}

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

function judgeWrapped(judging: Judging, name: string, args: readonly Arg[], at: Standing, input: Input): Standing {
  const inside = unwrap(judging, name, args, at)
  if (inside === null) return at
  const after = judging.command(inside.argv, programsOnly(inside.at), input)
  const { functions, aliases } = at
  return name === 'command' || name === 'builtin' ? { ...after, functions, aliases } : at
}

/** Behind a wrapper a name is a program's, whatever the script calls by it. */
const programsOnly = (at: Standing): Standing => ({ ...at, functions: new Map(), aliases: new Map() })

function judgeProgram(
  judging: Judging,
  path: string,
  name: string,
  args: readonly Arg[],
  at: Standing,
  input: Input,
): void {
  if (shells.has(name)) judgeShell(judging, name, args, at, input)
  else if (foreignShells.has(name))
    judging.deny(`${name} has a grammar of its own that no guard reads: use sh or bash.`)
  else if (deferring.has(name))
    judging.deny(`${name} would run things later, when nobody watches: run them now, or leave them.`)
  else if (name.toLowerCase() === 'git' || name === 'hub') judgeGit(judging, args, at)
  else if (name.startsWith('git-')) judgeGit(judging, [known(name.slice(4)), ...args], at)
  else if (judgeForge(judging, name, args, at)) return
  else if (name === 'xargs' || name === 'parallel') judgeXargs(judging, name, args, at)
  else if (name === 'find')
    for (const inner of unwrapFind(judging, args, at)) judging.command(inner, programsOnly(at), { from: 'unknown' })
  else if (judgeWriter(judging, name, args, at)) return
  else if (harmless.has(name)) judgeHarmless(judging, name, args, at)
  else judgeOther(judging, path, name, args, at)
}

function judgeHarmless(judging: Judging, name: string, args: readonly Arg[], at: Standing): void {
  const exec =
    name === 'fd' ? args.findIndex(({ text }) => ['-x', '-X', '--exec', '--exec-batch'].includes(text ?? '')) : -1
  if (exec >= 0) judging.command([...args.slice(exec + 1), { text: null, tail: null }], at, { from: 'nothing' })
  if (name === 'rg' && args.some(({ text }) => text?.startsWith('--pre'))) judging.unseen('rg --pre')
}

function judgeXargs(judging: Judging, name: string, args: readonly Arg[], at: Standing): void {
  const end = args.findIndex(({ text }) => text?.startsWith(':::'))
  const inner = unwrapXargs(end < 0 ? args : args.slice(0, end))
  if (inner !== null) judging.command(inner, programsOnly(at), { from: 'unknown' })
  else if (name === 'parallel') judging.deny(runsUnknown)
}

/** `sh -c TEXT`, a script file, or whatever comes by standard input. */
function judgeShell(judging: Judging, name: string, args: readonly Arg[], at: Standing, input: Input): void {
  let n = 0
  let text = false
  for (; n < args.length; n++) {
    const word = args[n]!.text
    if (word === null || !/^[-+]./.test(word)) break
    if (word === '--') {
      n++
      break
    }
    if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(word)) text = true
    // `-euo pipefail`: each o takes a word of its own.
    if (/^[-+][a-zA-Z]+$/.test(word)) n += word.replaceAll(/[^oO]/g, '').length
    else if (word === '--rcfile' || word === '--init-file') n++
    else if (!word.startsWith('--'))
      judging.deny(`No shell takes the option ${word}: write \`${name} -c\` and the commands as a word of their own.`)
    if (word === '-s') {
      judgeRead(judging, name, input, at)
      return
    } else if (word === '--version' || word === '--help') return
  }
  const first = args[n]
  if (text) {
    const given = args.slice(n + 1).reduce((now, arg, m) => setVariable(now, String(m), arg.text), at)
    judging.script(first?.text ?? null, programsOnly(given), input)
  } else if (first === undefined || first.text === '-') judgeRead(judging, name, input, at)
  else if (first.text === null || first.text.startsWith('/dev/')) judging.deny(runsUnknown)
  else judging.unseen(first.text)
}

function judgeRead(judging: Judging, name: string, input: Input, at: Standing): void {
  if (input.from === 'text') judging.script(input.text, at)
  else if (input.from === 'unknown')
    judging.deny(
      `What ${name} would read and run is known only when it runs: run the file itself, or write the commands out.`,
    )
  else if (input.from === 'file') judging.unseen(`${name} < file`)
}

/** A program that a guard knows nothing of: what it hides is listed, what it plainly carries is judged. */
function judgeOther(judging: Judging, path: string, name: string, args: readonly Arg[], at: Standing): void {
  judging.unseen(interpreters.has(name) || path.length > 100 ? name : path)
  if (name === 'patch') judgePatch(judging, args, at)
  if (interpreters.has(name)) {
    if (args.some(({ text }) => text === 'inplace')) judgeAwk(judging, args, at)
    if (name === 'perl' && args.some(({ text }) => /^-[a-zA-Z0-9]*i/.test(text ?? ''))) judgePerl(judging, args, at)
    return
  }
  args.forEach(({ text }, n) => {
    if (text !== null && worthALook.has(baseName(text)) && n < args.length - 1)
      judging.command(args.slice(n), at, { from: 'nothing' })
    const option = args[n - 1]?.text
    const carried = carriers.has(name) && /\s/.test(text ?? '')
    const carries = option != null && ['-c', '--command', '--run', '--exec', '-x', '-e', '--call'].includes(option)
    if (text !== null && (carries || carried) && judging.wouldDeny(text, at)) judging.script(text, at)
  })
}

function judgePatch(judging: Judging, args: readonly Arg[], at: Standing): void {
  if (!judging.facts.mayWriteFiles && !args.some(({ text }) => text === '--dry-run'))
    judgeWrite(judging, null, at, 'patch')
  args.forEach(({ text }, n) => {
    if (['-d', '--directory', '-o', '--output'].includes(text ?? ''))
      judgeWrite(judging, args[n + 1]?.text ?? null, at, 'patch')
  })
}

/** `perl -pi -e CODE FILE…`: the files are plain to see. */
function judgePerl(judging: Judging, args: readonly Arg[], at: Standing): void {
  let code = false
  for (const { text } of args) {
    if (text === null) judgeWrite(judging, null, at, 'perl -i')
    else if (code) code = false
    else if (text.startsWith('-')) code = /^-[a-zA-Z0-9.]*[eE]$/.test(text)
    else judgeWrite(judging, text, at, 'perl -i')
  }
}

/** `awk -i inplace PROGRAM FILE…`. */
function judgeAwk(judging: Judging, args: readonly Arg[], at: Standing): void {
  const operands = args.filter(({ text }) => text === null || (text !== 'inplace' && !text.startsWith('-')))
  for (const { text } of operands.slice(1)) judgeWrite(judging, text, at, 'awk -i inplace')
}
