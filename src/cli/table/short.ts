/** Short forms of what is typed most: the same commands under one word. */
import type { Command } from '../command.ts'
import { sessionCommands } from './session.ts'

const forms: Readonly<Record<string, string>> = { ls: 'ls', ps: 'ls', attach: 'attach', kill: 'kill' }

function shortForm(word: string, of: string): Command {
  const whole = sessionCommands.find(({ path }) => path.join(' ') === `session ${of}`)!
  return {
    ...whole,
    path: [word],
    summary: `${whole.summary} (short for \`session ${of}\`)`,
    examples: whole.examples.slice(0, 1).map((example) => example.replace(`drover session ${of}`, `drover ${word}`)),
  }
}

export const shortCommands: readonly Command[] = Object.entries(forms).map(([word, of]) => shortForm(word, of))
