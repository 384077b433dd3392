/** Writes docs/user/commands.md from the command table. Run with `npm run docs`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commands } from '#cli/commands'
import { commandsPage } from '#cli/commands-page'

writeFileSync(join(import.meta.dirname, '..', 'docs', 'user', 'commands.md'), commandsPage(commands))
