/** Every test that docs/coordination-tests.md names is there, under that name. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const promises = readFileSync(join(root, 'docs', 'coordination-tests.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise |'))
  .map((line) => ({
    line,
    named: [...line.matchAll(/`([^`]+\.ts)` "([^"]+)"/g)].map(([, file, name]) => ({ file: file!, name: name! })),
  }))

test('every promise of coordination names tests, and each of them is there', () => {
  expect(promises.length).toBeGreaterThan(20)
  const missing = promises.flatMap(({ line, named }) =>
    named.length === 0
      ? [`no test: ${line}`]
      : named.flatMap(({ file, name }) =>
          existsSync(join(root, file)) && readFileSync(join(root, file), 'utf8').includes(name)
            ? []
            : [`${file} has no "${name}"`],
        ),
  )
  expect(missing).toEqual([])
})
