/** The protocol's page says for every route which token may call it, and is the one in the repository. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routes } from './routes.ts'
import { withRoutes } from './routes-page.ts'

test('docs/protocol.md is what the routes say (mend it with `npm run docs`)', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/protocol.md'), 'utf8')
  expect(withRoutes(page, routes)).toBe(page)
  expect(page).toContain('| `POST /api/v1/mail` | operator; a session for itself |')
})
