/** Every test of the loop's predecessor that docs/trip-tests.md names is in the name of a test of the files it names. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const [here = '', notHere = ''] = readFileSync(join(root, 'docs', 'trip-tests.md'), 'utf8').split('## Not here')
const rows = here.split('\n').flatMap((line) => {
  const [, name, where = ''] = /^\| `(\w+)` \| (.*) \|$/.exec(line) ?? []
  return name === undefined ? [] : [{ name, files: [...where.matchAll(/`([^`]+)`/g)].map(([, file]) => file!) }]
})
/** What stands between quotes. */
const namesOf = (file: string): string =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(['"`])((?:(?!\1).)*)\1/g)].map((found) => found[2]).join('\n')

test('every name is in the name of a test of each file that the page names', () => {
  expect(rows.length).toBeGreaterThan(140)
  const missing = rows.flatMap(({ name, files }) =>
    files.length === 0
      ? [`${name}: no file`]
      : files.flatMap((file) =>
          existsSync(join(root, file)) && new RegExp(`\\b${name}\\b`).test(namesOf(file)) ? [] : [`${name}: ${file}`],
        ),
  )
  expect(missing).toEqual([])
})

test('what is exempt says why', () => {
  const exempt = notHere.split('\n').filter((line) => line.startsWith('| `'))
  expect(exempt.length).toBeGreaterThanOrEqual(4)
  for (const line of exempt) expect(line).toMatch(/^\| `\w+` \| .{10,} \|$/)
})
