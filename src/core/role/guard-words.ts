/**
 * Words to arguments, as a shell would expand them: from what the script itself says, never from what it does. What cannot be
 * known is said to be unknown.
 */
import type { ShellNode, ShellPart, ShellWord } from '#contract/shell'
import { type Arg, type GuardFacts, type Standing, unknown } from './guard-facts.ts'
import { homePlace, someName } from './guard-path.ts'
import { expandBraces } from './scope.ts'

/** One way a word may turn out; `split`: its text falls apart at blanks. */
interface Piece {
  readonly text: string | null
  readonly splits: boolean
}

const numbers = ['?', '#', '$', '!', 'RANDOM', 'SECONDS', 'LINENO', 'PPID', 'UID', 'EUID']

/** A variable's value; null: known only when it runs. */
function variableOf(name: string, at: Standing, facts: GuardFacts): string | null {
  const given = at.variables.get(name)
  if (given !== undefined) return given
  if (numbers.includes(name)) return '0'
  if (name === 'HOME') return homePlace
  if (name === 'PWD') return onlyPlace(at)
  return name === 'DROVER_WORKSPACE' ? facts.worktree : null
}

const onlyPlace = (at: Standing): string | null => (at.places?.length === 1 ? at.places[0]! : null)

/** `$(pwd)` and `$(git rev-parse --show-toplevel)` are known without running them. */
function printed(node: ShellNode, at: Standing, facts: GuardFacts): string | null {
  if (node.type === 'chain' && node.nodes.length === 1) return printed(node.nodes[0]!, at, facts)
  if (node.type !== 'command' || node.assignments.length + node.redirects.length > 0) return null
  const words = node.words.map((word) => ('parts' in word ? literal(word.parts) : null))
  const here = onlyPlace(at)
  if (words.join(' ') === 'pwd') return here
  const top = words.join(' ') === 'git rev-parse --show-toplevel'
  return top && here !== null && `${here}/`.startsWith(`${facts.worktree}/`) ? facts.worktree : null
}

/** Text and nothing else; null: more than that. */
export const literal = (parts: readonly ShellPart[]): string | null =>
  parts.every((part) => part.type === 'text') ? parts.map((part) => part.value).join('') : null

function pieceOf(part: ShellPart, at: Standing, facts: GuardFacts): Piece {
  switch (part.type) {
    case 'text':
      return { text: part.value, splits: false }
    case 'home':
      return { text: homePlace, splits: false }
    case 'glob':
      return { text: someName, splits: false }
    case 'number':
      return { text: '0', splits: false }
    case 'variable':
      return { text: variableOf(part.name, at, facts), splits: !part.quoted }
    case 'output':
      return { text: printed(part.script.body, at, facts), splits: !part.quoted }
    default:
      return { text: null, splits: part.type === 'brace' || !part.quoted }
  }
}

const plainBrace = /^[^$`'"\\]*$/

/** Braces come first, before anything else is expanded. */
function spread(parts: readonly ShellPart[]): readonly (readonly ShellPart[])[] {
  const at = parts.findIndex((part) => part.type === 'brace' && plainBrace.test(part.text))
  const brace = parts[at]
  if (brace?.type !== 'brace') return [parts]
  const choices = expandBraces(brace.text)
  if (choices.length < 2) {
    const rest = { type: 'unknown', quoted: false, assigns: null } as const
    return spread(parts.with(at, rest))
  }
  return choices.flatMap((value) => spread(parts.with(at, { type: 'text', value })))
}

/** The arguments that a word becomes: none, one or several. */
export function expand(word: ShellWord, at: Standing, facts: GuardFacts): readonly Arg[] {
  return spread(word.parts).flatMap((parts) => expandPlain(parts, at, facts))
}

function expandPlain(parts: readonly ShellPart[], at: Standing, facts: GuardFacts): readonly Arg[] {
  const pieces = parts.map((part) => pieceOf(part, at, facts))
  if (pieces.some((piece) => piece.text === null)) return [{ text: null, tail: tailOf(pieces) }]
  const splits = pieces.some((piece) => piece.splits && /\s|^$/.test(piece.text!))
  // Where the shell was told to split elsewhere, what falls apart is anybody's guess.
  if (pieces.some((piece) => piece.splits) && at.variables.has('IFS')) return [unknown]
  const text = pieces.map((piece) => piece.text).join('')
  if (!splits) return [{ text, tail: null }]
  return text.split(/\s+/).flatMap((one) => (one === '' ? [] : [{ text: one, tail: null }]))
}

/** The name at the end of `"$(npm bin)/eslint"`. An unquoted beginning could be a whole command of its own. */
function tailOf(pieces: readonly Piece[]): string | null {
  if (pieces.some((piece) => piece.text === null && piece.splits)) return null
  const last = pieces.at(-1)?.text ?? null
  return last?.includes('/') ? last.slice(last.lastIndexOf('/') + 1) : null
}

/** One text, as in an assignment or a here-document, where nothing falls apart. */
export function expandText(parts: readonly ShellPart[], at: Standing, facts: GuardFacts): string | null {
  let text = ''
  for (const part of parts) {
    const piece = part.type === 'brace' || part.type === 'glob' ? part.text : pieceOf(part, at, facts).text
    if (piece === null) return null
    text += piece
  }
  return text
}

export const setVariable = (at: Standing, name: string, value: string | null): Standing => ({
  ...at,
  variables: new Map([...at.variables, [name, value]]),
})

/** Either of two ways to get here. */
export function either(one: Standing, other: Standing): Standing {
  if (one === other) return one
  const places = one.places === null || other.places === null ? null : [...new Set([...one.places, ...other.places])]
  const variables = new Map<string, string | null>()
  for (const name of new Set([...one.variables.keys(), ...other.variables.keys()])) {
    const [a, b] = [one.variables.get(name), other.variables.get(name)]
    variables.set(name, a !== undefined && a === b ? a : null)
  }
  return {
    places,
    variables,
    functions: new Map([...one.functions, ...other.functions]),
    aliases: new Map([...one.aliases, ...other.aliases]),
  }
}
