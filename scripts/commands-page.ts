/** Writes docs/user/commands.md from the command table, and the table of routes in docs/protocol.md. Run with `npm run docs`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commands } from '#cli/commands'
import { commandsPage } from '#cli/commands-page'
import { routes } from '#http/routes'
import { withRoutes } from '#http/routes-page'

const docs = join(import.meta.dirname, '..', 'docs')
const protocol = join(docs, 'protocol.md')
writeFileSync(join(docs, 'user', 'commands.md'), commandsPage(commands))
writeFileSync(protocol, withRoutes(readFileSync(protocol, 'utf8'), routes))
