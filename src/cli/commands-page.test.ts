/** The page of commands holds every command and is the one in the repository. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from './commands.ts'
import { commandsPage } from './commands-page.ts'

test('A09: docs/user/commands.md is what the table says (mend it with `npm run docs`) (weak point 30)', () => {
  const page = commandsPage(commands)
  for (const command of commands) expect(page).toContain(`### drover ${command.path.join(' ')}\n`)
  expect(readFileSync(join(import.meta.dirname, '../../docs/user/commands.md'), 'utf8')).toBe(page)
})
