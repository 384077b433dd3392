/** The pieces of one word of unbash's tree, as the contract names them. */
import type { ParsedScript, Word, WordPart } from 'unbash'
import type { ShellPart, ShellScript } from '#contract/shell'

type Read = (script: ParsedScript | undefined) => ShellScript

export const plainWord = (value: string): readonly ShellPart[] => [{ type: 'text', value }]

const homeAt = /^~[\w.-]*(?=\/|$)/

/** `raw`: of a here-document, where a tilde and a star are only characters. */
export function partsOf(word: Word, read: Read, raw = false): readonly ShellPart[] {
  const tilde = raw ? null : homeAt.exec(word.text)
  if (word.parts === undefined) {
    if (tilde === null) return plainWord(word.value)
    return [{ type: 'home' }, { type: 'text', value: word.value.slice(tilde[0].length) }]
  }
  const parts = word.parts.flatMap((part) => partOf(part, raw, read))
  const first = parts[0]
  if (tilde === null || first?.type !== 'text') return parts
  return [{ type: 'home' }, { type: 'text', value: first.value.slice(tilde[0].length) }, ...parts.slice(1)]
}

function partOf(part: WordPart, quoted: boolean, read: Read): readonly ShellPart[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return plainWord(part.value)
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.flatMap((inner) => partOf(inner, true, read))
    case 'SimpleExpansion':
      return [{ type: 'variable', name: part.text.slice(1), quoted }]
    case 'ParameterExpansion': {
      const plain = part.prefix === undefined && part.index === undefined && part.operation === undefined
      if (plain) return [{ type: 'variable', name: part.parameter, quoted }]
      const sets = part.operation?.type === 'Default' && part.operation.operator.endsWith('=')
      return [{ type: 'unknown', quoted, assigns: sets ? part.parameter : null }]
    }
    case 'CommandExpansion':
      return [{ type: 'output', script: read(part.script), quoted }]
    case 'ArithmeticExpansion':
      return [{ type: 'number' }]
    case 'Glob':
      return quoted ? plainWord(part.text) : [{ type: 'glob', text: part.text }]
    case 'ExtendedGlob':
      return [{ type: 'glob', text: part.text }]
    case 'BraceExpansion':
      return [{ type: 'brace', text: part.text }]
    case 'ProcessSubstitution':
      return [{ type: 'unknown', quoted: true, assigns: null }]
  }
}
