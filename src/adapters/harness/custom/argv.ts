/**
 * Puts values into an argv: `$PROMPT`, `$PROMPT_FILE`, `$MODEL`, `$SESSION`, as a whole argument or inside one. No shell
 * ever reads the result, and text that came in by one variable is never read for another.
 */

export interface Values {
  readonly PROMPT: string
  readonly PROMPT_FILE: string
  readonly MODEL: string | null
  readonly SESSION: string | null
}

const variable = /\$(PROMPT_FILE|PROMPT|MODEL|SESSION)\b/g

export const holds = (argv: readonly string[] | null, name: keyof Values): boolean =>
  (argv ?? []).some((argument) => [...argument.matchAll(variable)].some((match) => match[1] === name))

/**
 * An argument whose variable has no value is left out, together with the flag before it when it stands alone:
 * `--model $MODEL` without a model is nothing at all.
 */
export function fill(argv: readonly string[], values: Values): string[] {
  const filled: string[] = []
  for (const argument of argv) {
    const names = [...argument.matchAll(variable)].map((match) => match[1] as keyof Values)
    if (names.some((name) => values[name] === null)) {
      const alone = /^\$\w+$/.test(argument)
      if (alone && filled.at(-1)?.startsWith('-')) filled.pop()
      continue
    }
    const text = argument.replace(variable, (_, name: keyof Values) => values[name] ?? '')
    // A prompt that begins with a dash must not be taken for a flag.
    filled.push(argument === '$PROMPT' && text.startsWith('-') ? ` ${text}` : text)
  }
  return filled
}

/**
 * The model by its own flag, before a `--` that ends the flags. `--model=` takes it in the same argument; without a flag it
 * is the last argument of all.
 */
export function addModel(argv: readonly string[], flag: string, model: string): string[] {
  if (flag === '') return [...argv, model]
  const extra = flag.endsWith('=') ? [`${flag}${model}`] : [flag, model]
  const end = argv.indexOf('--')
  return end === -1 ? [...argv, ...extra] : [...argv.slice(0, end), ...extra, ...argv.slice(end)]
}
