/**
 * Shell commands through unbash's grammar of bash, made small: the parser's tree is turned into the few shapes that a
 * judgement needs. A tree with an error anywhere in it, in a substitution too, is none. Judges nothing.
 */
import {
  type Assignment,
  type CommandNode,
  type CompoundList,
  forEachChild,
  type ParsedScript,
  type PipelineNode,
  parse,
  type Redirection,
  type Statement,
  type SyntaxNode,
  type Word,
} from 'unbash'
import type { ShellAssignment, ShellNode, ShellRedirect, ShellScript, ShellWord } from '#contract/shell'
import type { ShellParser } from '#ports/shell'
import { partsOf, plainWord } from './word.ts'

class Unparsable extends Error {}

const longest = 200_000

export const shellParser: ShellParser = {
  parse(command) {
    if (command.length > longest || command.includes('\0')) return 'unparsable'
    try {
      return scriptOf(parse(command))
    } catch (error) {
      if (error instanceof Unparsable || error instanceof RangeError) return 'unparsable'
      throw error
    }
  },
}

function scriptOf(script: ParsedScript | undefined): ShellScript {
  if (script === undefined || (script.errors?.length ?? 0) > 0) throw new Unparsable()
  return { body: chainOf(script.commands) }
}

function chainOf(statements: readonly Statement[]): ShellNode {
  const nodes = statements.map(statementOf)
  return { type: 'chain', nodes, operators: nodes.slice(1).map(() => ';' as const) }
}

const listOf = (list: CompoundList): ShellNode => chainOf(list.commands)

function statementOf({ command, background }: Statement): ShellNode {
  const node: ShellNode =
    command.type === 'AndOr'
      ? { type: 'chain', nodes: command.commands.map(nodeOf), operators: command.operators }
      : nodeOf(command)
  return background ? { type: 'subshell', body: node } : node
}

function nodeOf(node: PipelineNode | CompoundList): ShellNode {
  if (node.type === 'CompoundList') return listOf(node)
  if (node.type !== 'Pipeline') return commandOf(node)
  const nodes = node.commands.map(commandOf)
  return nodes.length === 1 ? nodes[0]! : { type: 'pipe', nodes }
}

function commandOf(node: CommandNode): ShellNode {
  switch (node.type) {
    case 'Command': {
      const given = node.args.map((one) => (one.type === 'Assignment' ? assignmentOf(one) : wordOf(one)))
      return {
        type: 'command',
        assignments: node.prefix.filter((one) => one.type === 'Assignment').map(assignmentOf),
        words: node.name === undefined ? given : [wordOf(node.name), ...given],
        redirects: node.redirects.map(redirectOf),
      }
    }
    case 'Redirected':
      return { type: 'redirected', body: commandOf(node.command), redirects: node.redirects.map(redirectOf) }
    case 'Function':
      return { type: 'function', name: node.name.value, body: nodeOf(node.body) }
    case 'Coproc':
      return { type: 'subshell', body: nodeOf(node.body) }
    case 'Subshell':
      return { type: 'subshell', body: listOf(node.body) }
    case 'BraceGroup':
      return listOf(node.body)
    case 'If': {
      const later = node.elif.flatMap(({ clause, then }) => [listOf(clause), listOf(then)])
      const last = node.else === undefined ? [] : [listOf(node.else)]
      return { type: 'branch', first: listOf(node.clause), bodies: [listOf(node.then), ...later, ...last] }
    }
    case 'While':
      return { type: 'loop', first: listOf(node.clause), body: listOf(node.body) }
    case 'For':
    case 'Select':
      return {
        type: 'each',
        name: node.name.value,
        words: node.type === 'For' ? (node.wordlist?.map(wordOf) ?? null) : null,
        body: chain(node.type === 'Select' ? runsIn(node.wordlist ?? []) : [], listOf(node.body)),
      }
    case 'ArithmeticFor': {
      const parts = [node.initialize, node.test, node.update].filter((one) => one !== undefined)
      return { type: 'loop', first: { type: 'test', runs: runsIn(parts) }, body: listOf(node.body) }
    }
    case 'Case': {
      const runs = runsIn([node.word, ...node.items.flatMap((item) => item.pattern)])
      return { type: 'branch', first: { type: 'test', runs }, bodies: node.items.map((item) => listOf(item.body)) }
    }
    case 'TestCommand':
      return { type: 'test', runs: runsIn([node.expression]) }
    case 'ArithmeticCommand':
      return { type: 'test', runs: runsIn(node.expression === undefined ? [] : [node.expression]) }
  }
}

const chain = (runs: readonly ShellScript[], body: ShellNode): ShellNode =>
  runs.length === 0 ? body : { type: 'chain', nodes: [{ type: 'test', runs }, body], operators: [';'] }

function assignmentOf({ name, value, append, index }: Assignment): ShellAssignment {
  const whole = value.type === 'Word' && !append && index === undefined
  const also = index === undefined ? [] : [index]
  return { name, value: whole ? wordOf(value) : null, runs: runsIn([value, ...also]) }
}

const wordOf = (word: Word): ShellWord => ({ parts: partsOf(word, scriptOf), runs: runsIn([word]) })

function redirectOf(one: Redirection): ShellRedirect {
  if (one.type === 'HereDoc') {
    const { text, parts } = one.body
    const word = { type: 'Word', text, value: text, pos: 0, end: 0, parts } as const
    const body = one.delimiter?.quoted ? plainWord(text) : partsOf(word, scriptOf, true)
    return { type: 'text', body: { parts: body, runs: one.delimiter?.quoted ? [] : runsIn([one.body]) } }
  }
  if (one.target === undefined) throw new Unparsable()
  const target = wordOf(one.target)
  if (one.type === 'HereString') return { type: 'text', body: target }
  // `2>&1` and `>&-` name a descriptor, no file.
  const descriptor = (one.operator === '>&' || one.operator === '<&') && /^(?:[0-9]+-?|-)$/.test(one.target.value)
  if (descriptor) return { type: 'read', target: { ...target, parts: plainWord('/dev/null') } }
  return { type: one.operator === '<' || one.operator === '<&' ? 'read' : 'write', target }
}

/** Every script that runs inside these nodes, at any depth but not within one another. */
function runsIn(nodes: readonly SyntaxNode[]): readonly ShellScript[] {
  const found: ShellScript[] = []
  const look = (node: SyntaxNode): void => {
    if (
      node.type === 'CommandExpansion' ||
      node.type === 'ProcessSubstitution' ||
      node.type === 'ArithmeticCommandExpansion'
    )
      found.push(scriptOf(node.script))
    else forEachChild(node, look)
  }
  nodes.forEach(look)
  return found
}
