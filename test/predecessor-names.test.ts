/** Every test of the predecessor that docs/trip-tests.md and docs/doors-tests.md name is in the name of a test of the files they name. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
/** What stands between quotes. */
const namesOf = (file: string): string =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(['"`])((?:(?!\1).)*)\1/g)].map((found) => found[2]).join('\n')

describe.each([
  ['trip-tests.md', 141],
  ['doors-tests.md', 32],
])('docs/%s', (page, atLeast) => {
  const [here = '', notHere = ''] = readFileSync(join(root, 'docs', page), 'utf8').split('## Not here')
  const rows = here.split('\n').flatMap((line) => {
    const [, name, where = ''] = /^\| `(\w+)` \| (.*) \|$/.exec(line) ?? []
    return name === undefined ? [] : [{ name, files: [...where.matchAll(/`([^`]+)`/g)].map(([, file]) => file!) }]
  })

  test('every name is in the name of a test of each file that the page names', () => {
    expect(rows.length).toBeGreaterThanOrEqual(atLeast)
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
})
