/**
 * What of a configuration holds by itself and would still be refused when a session is spawned with it: a default harness
 * that does not exist, a table that no program could be started from. Reads only; the harnesses themselves refuse the same.
 */

import { nearest } from '#core/nearest'
import { opensTerminal } from '#core/relay/opens-terminal'
import type { Effective } from './effective.ts'
import { aliases, builtIn, expected } from './harness-names.ts'
import type { HarnessTable } from './schema.ts'

export interface Unspawnable {
  readonly message: string
  readonly hint: string
}

export function unspawnable(effective: Effective): readonly Unspawnable[] {
  return [
    ...wrongDefault(effective),
    ...effective.customHarnesses.flatMap((name) => wrongTable(name, effective.values.harness[name] ?? {})),
  ]
}

function wrongDefault({ values, customHarnesses, sources }: Effective): readonly Unspawnable[] {
  const name = values.default_harness
  const known = [...builtIn, ...expected, ...customHarnesses]
  if (name === null || known.includes(name) || aliases.includes(name)) return []
  const near = nearest(name, known)
  const file = sources.find((entry) => entry.key === 'default_harness')?.file
  return [
    {
      message: `${file === undefined ? '' : `${file}: `}default_harness: there is no harness "${name}"`,
      hint: near === null ? 'List harnesses with: drover harness ls' : `Did you mean "${near}"?`,
    },
  ]
}

function wrongTable(name: string, table: HarnessTable): readonly Unspawnable[] {
  const at = `[harness.${name}]`
  const { command = [], protocol, binary, lifetime = 'turn', output = 'text' } = table
  if (protocol !== undefined && protocol !== 'acp') {
    const hint = 'Write protocol = "acp", or leave it out and use output = "drover".'
    return [{ message: `${at} protocol: "${protocol}" is not spoken here`, hint }]
  }
  if (command[0] === undefined || command[0] === '')
    return [
      { message: `${at} command: is missing`, hint: 'Give the argv as an array: command = ["my-agent", "--print"].' },
    ]
  const found: Unspawnable[] = []
  for (const [key, path] of Object.entries({ command: command[0], binary: binary ?? '' })) {
    if (!path.includes('/') || /^(\/|~\/)/.test(path)) continue
    const hint = 'Give a bare name found on PATH, or an absolute path.'
    found.push({ message: `${at} ${key}: "${path}" depends on where it is run`, hint })
  }
  if (protocol !== undefined) return found
  if (opensTerminal(command))
    found.push({
      message: `${at} command: opencode without "run" opens its terminal interface and never ends a turn`,
      hint: 'Write command = ["opencode", "run", "$PROMPT"], or use the built-in harness opencode.',
    })
  if (table.output_strategy !== undefined && output !== 'text')
    found.push({
      message: `${at} output_strategy: is for output = "text"`,
      hint: 'Leave one of the two out.',
    })
  if (lifetime === 'session' && (output !== 'drover' || command.some((word) => /\$PROMPT(_FILE)?\b/.test(word))))
    found.push({
      message: `${at} lifetime: a process for the whole session needs output = "drover" and its prompts by standard input`,
      hint: 'See docs/harnesses.md for the keys of a custom harness.',
    })
  if (output === 'ndjson' && table.text_path === undefined)
    found.push({
      message: `${at} text_path: is needed with output = "ndjson"`,
      hint: 'Say where the words are, such as text_path = "message.text".',
    })
  return found
}
