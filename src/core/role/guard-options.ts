/** Options and operands of a command line, read as getopt reads them. */

export interface Option {
  /** `-x` or `--long`. */
  readonly name: string
  readonly value: string | null
}

export interface Options {
  readonly options: readonly Option[]
  readonly operands: readonly string[]
  /** How many words were read; less than all only where operands end it. */
  readonly read: number
}

/**
 * `takes`: the options that are followed by a value. `permute`: options may stand behind operands; without it the first
 * operand ends the reading.
 */
export function readOptions(words: readonly string[], takes: readonly string[], permute = true): Options {
  const options: Option[] = []
  const operands: string[] = []
  let at = 0
  for (; at < words.length; at++) {
    const word = words[at]!
    if (word === '--') {
      at++
      if (permute) operands.push(...words.slice(at))
      break
    }
    if (!word.startsWith('-') || word === '-') {
      if (!permute) break
      operands.push(word)
    } else if (word.startsWith('--')) {
      const equals = word.indexOf('=')
      const name = equals < 0 ? word : word.slice(0, equals)
      if (equals >= 0) options.push({ name, value: word.slice(equals + 1) })
      else options.push({ name, value: takes.includes(name) ? (words[++at] ?? null) : null })
    } else at += readShort(word, words[at + 1], takes, options)
  }
  return { options, operands, read: permute ? words.length : at }
}

/** `-rf`, `-n5`, `-n 5`; answers how many words it took beyond its own. A whole word that takes a value, as `-name`, is one. */
function readShort(word: string, next: string | undefined, takes: readonly string[], options: Option[]): number {
  if (word.length > 2 && takes.includes(word)) {
    options.push({ name: word, value: next ?? null })
    return 1
  }
  for (let n = 1; n < word.length; n++) {
    const name = `-${word[n]}`
    if (!takes.includes(name)) {
      options.push({ name, value: null })
      continue
    }
    const rest = word.slice(n + 1)
    options.push({ name, value: rest === '' ? (next ?? null) : rest })
    return rest === '' ? 1 : 0
  }
  return 0
}

export const has = ({ options }: Options, ...names: readonly string[]): boolean =>
  options.some((option) => names.includes(option.name))

/** Every value of these options, in order. */
export const valuesOf = ({ options }: Options, ...names: readonly string[]): readonly string[] =>
  options.flatMap(({ name, value }) => (names.includes(name) && value !== null ? [value] : []))
