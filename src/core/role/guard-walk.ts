/**
 * Walks a script as a shell would run it: every branch, every substitution, with where the shell stands and what the script
 * gave its variables. Commands themselves are judged through `Judging`.
 */
import type { ShellAssignment, ShellNode, ShellRedirect, ShellScript, ShellWord } from '#contract/shell'
import { type Arg, type Input, type Judging, known, type Standing, unknown } from './guard-facts.ts'
import { judgeWrite } from './guard-path.ts'
import { judgeVariable } from './guard-variables.ts'
import { either, expand, expandText, setVariable } from './guard-words.ts'

/** How a shell stands after something that went well, and after something that did not. */
interface After {
  readonly good: Standing
  readonly bad: Standing
}

const both = (at: Standing): After => ({ good: at, bad: at })
const nothing: Input = { from: 'nothing' }

/** `input`: what the script's commands read, unless they say otherwise. */
export function walk(judging: Judging, node: ShellNode, at: Standing, input: Input = nothing): Standing {
  const after = walkNode(judging, node, at, input)
  return either(after.good, after.bad)
}

function walkNode(judging: Judging, node: ShellNode, at: Standing, input: Input): After {
  switch (node.type) {
    case 'command':
      return walkCommand(judging, node, at, input)
    case 'chain':
      return walkChain(judging, node, at, input)
    case 'pipe': {
      let from = input
      for (const one of node.nodes) {
        walk(judging, one, at, from)
        from = outputOf(judging, one, at)
      }
      return both(at)
    }
    case 'subshell':
      walk(judging, node.body, at, input)
      return both(at)
    case 'branch': {
      const first = walkNode(judging, node.first, at, input)
      const before = either(first.good, first.bad)
      const ends = node.bodies.map((body) => walk(judging, body, before, input))
      return both(ends.reduce(either, before))
    }
    case 'loop': {
      const once = either(at, walk(judging, node.body, walk(judging, node.first, at, input), input))
      return both(either(once, walk(judging, node.body, walk(judging, node.first, once, input), input)))
    }
    case 'each':
      return walkEach(judging, node, at, input)
    case 'function': {
      // Whoever calls it later, from wherever: judged as it stands, with arguments that nobody knows.
      walk(judging, node.body, withoutArguments({ ...at, functions: new Map([...at.functions, [node.name, null]]) }))
      return both({ ...at, functions: new Map([...at.functions, [node.name, node.body]]) })
    }
    case 'redirected':
      return walkNode(judging, node.body, at, redirect(judging, node.redirects, at, input, 'a redirection'))
    case 'test':
      runAll(judging, node.runs, at)
      return both(at)
  }
}

function withoutArguments(at: Standing): Standing {
  const variables = new Map(at.variables)
  for (const name of variables.keys()) if (/^[0-9]+$/.test(name)) variables.delete(name)
  return { ...at, variables }
}

function walkChain(
  judging: Judging,
  { nodes, operators }: Extract<ShellNode, { type: 'chain' }>,
  at: Standing,
  input: Input,
): After {
  let after = both(at)
  nodes.forEach((node, n) => {
    const operator = operators[n - 1] ?? ';'
    if (operator === ';') after = walkNode(judging, node, either(after.good, after.bad), input)
    else if (operator === '&&') {
      const next = walkNode(judging, node, after.good, input)
      after = { good: next.good, bad: either(after.bad, next.bad) }
    } else {
      const next = walkNode(judging, node, after.bad, input)
      after = { good: either(after.good, next.good), bad: next.bad }
    }
  })
  return after
}

const mostValues = 64

function walkEach(
  judging: Judging,
  { name, words, body }: Extract<ShellNode, { type: 'each' }>,
  at: Standing,
  input: Input,
): After {
  for (const word of words ?? []) runAll(judging, word.runs, at)
  const args = words?.flatMap((word) => expand(word, at, judging.facts)) ?? [unknown]
  const values = args.length > mostValues ? [unknown] : args
  let before = at
  // Twice: what the last round left is what the first of the next finds.
  for (let round = 0; round < 2; round++) {
    for (const { text } of values) before = either(before, walk(judging, body, setVariable(before, name, text), input))
  }
  return both(before)
}

function runAll(judging: Judging, runs: readonly ShellScript[], at: Standing): void {
  // What they read comes from wherever the command they stand in reads, or is handed to them by it.
  for (const { body } of runs) walk(judging, body, at, { from: 'unknown' })
}

function walkCommand(
  judging: Judging,
  { assignments, words, redirects }: Extract<ShellNode, { type: 'command' }>,
  at: Standing,
  input: Input,
): After {
  let before = at
  for (const word of [...assignments, ...words]) {
    runAll(judging, word.runs, before)
    for (const part of 'parts' in word ? word.parts : [])
      if (part.type === 'unknown' && part.assigns !== null) before = setVariable(before, part.assigns, null)
  }
  const argv = words.flatMap((word) => argsOf(judging, word, before))
  const name = argv[0]?.text ?? 'a redirection'
  const reads = redirect(judging, redirects, before, input, name)
  const given = assignments.reduce((now, one) => assign(judging, one, now), before)
  if (argv.length === 0) return both(given)
  judgeExec(judging, argv, redirects)
  const { places, functions, aliases, variables } = judging.command(argv, given, reads)
  // What stands before a command is given to that command alone.
  const kept = assignments.length === 0 ? variables : new Map(variables)
  if (assignments.length > 0 && kept instanceof Map)
    for (const one of assignments) {
      const old = before.variables.get(one.name)
      if (old === undefined) kept.delete(one.name)
      else kept.set(one.name, old)
    }
  const good = { places, functions, aliases, variables: kept }
  // Nowhere: the shell has ended.
  return { good, bad: places?.length === 0 ? good : before }
}

/** `exec < file` gives the shell itself, and every shell it starts, something else to read. */
function judgeExec(judging: Judging, argv: readonly Arg[], redirects: readonly ShellRedirect[]): void {
  if (argv.length === 1 && argv[0]!.text === 'exec' && redirects.some((one) => one.type === 'text'))
    judging.deny('What later commands would read is hidden by `exec`: give it to the one command that reads it.')
}

function argsOf(judging: Judging, word: ShellWord | ShellAssignment, at: Standing): readonly Arg[] {
  if ('parts' in word) return expand(word, at, judging.facts)
  const value = word.value === null ? null : expandText(word.value.parts, at, judging.facts)
  return value === null ? [{ text: null, tail: `${word.name}=` }] : [known(`${word.name}=${value}`)]
}

function assign(judging: Judging, { name, value }: ShellAssignment, at: Standing): Standing {
  const text = value === null ? null : expandText(value.parts, at, judging.facts)
  judgeVariable(judging, name, text, at)
  return setVariable(at, name, text)
}

function redirect(
  judging: Judging,
  redirects: readonly ShellRedirect[],
  at: Standing,
  input: Input,
  by: string,
): Input {
  let reads = input
  for (const one of redirects) {
    const word = one.type === 'text' ? one.body : one.target
    runAll(judging, word.runs, at)
    const text = expandText(word.parts, at, judging.facts)
    if (one.type === 'text') reads = text === null ? { from: 'unknown' } : { from: 'text', text }
    else if (one.type === 'write') judgeWrite(judging, expandPath(word, at, judging), at, by)
    else reads = text === null ? { from: 'unknown' } : { from: 'file' }
  }
  return reads
}

/** A redirection goes to one file: what becomes several words is an error of its own. */
function expandPath(word: ShellWord, at: Standing, judging: Judging): string | null {
  const args = expand(word, at, judging.facts)
  return args.length === 1 ? args[0]!.text : null
}

/** What the next command of a pipe reads, where that is plain to see. */
function outputOf(judging: Judging, node: ShellNode, at: Standing): Input {
  if (node.type === 'chain' && node.nodes.length === 1) return outputOf(judging, node.nodes[0]!, at)
  if (node.type !== 'command') return { from: 'unknown' }
  const [name, ...rest] = node.words.flatMap((word) => argsOf(judging, word, at)).map((arg) => arg.text)
  const read = node.redirects.findLast((one) => one.type === 'text')
  if (name === 'cat' && rest.length === 0 && read?.type === 'text') {
    const text = expandText(read.body.parts, at, judging.facts)
    return text === null ? { from: 'unknown' } : { from: 'text', text }
  }
  const says = name === 'echo' || name === 'printf'
  const options = rest.some((text) => text === null || text.startsWith('-') || /[%\\]/.test(text))
  return says && !options ? { from: 'text', text: rest.join(' ') } : { from: 'unknown' }
}
