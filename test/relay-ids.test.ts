/** Every id of docs/relay-tests.md stands in the name of a test, in each of the files that the page names for it; every test that it names is there. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const rows = readFileSync(join(root, 'docs', 'relay-tests.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, id, , where = ''] = /^\| ([TAD]\d\d) \| ([^|]*) \| ([^|]*) \|$/.exec(line) ?? []
    const files = [...where.matchAll(/`((?:src|test)\/[^`]+\.ts)`/g)].map((found) => found[1]!)
    return id === undefined ? [] : [{ id, files }]
  })

/** The names of a file's tests and tables: what stands between quotes. */
const namesOf = (file: string): string =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(['"`])((?:(?!\1).)*)\1/g)].map((found) => found[2]).join('\n')

test('A01: the page has every id once', () => {
  const numbers = (letter: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${letter}${String(n + 1).padStart(2, '0')}`)
  expect(rows.map(({ id }) => id)).toEqual([...numbers('T', 21), ...numbers('A', 18), ...numbers('D', 20)])
})

test('A01: every id is in the name of a test of each file that the page names', () => {
  const missing = rows.flatMap(({ id, files }) => {
    if (files.length === 0) return [`${id}: no file`]
    return files.flatMap((file) => {
      if (!existsSync(join(root, file))) return [`${id}: ${file} is gone`]
      return new RegExp(`\\b${id}\\b`).test(namesOf(file)) ? [] : [`${id}: no test of ${file} has it in its name`]
    })
  })
  expect(missing).toEqual([])
})

const page = readFileSync(join(root, 'docs', 'relay-tests.md'), 'utf8')
const promises = page
  .slice(page.indexOf('## What relays must show'))
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise |'))
  .map((line) => ({
    line,
    named: [...line.matchAll(/`([^`]+\.ts)` "([^"]+)"/g)].map(([, file, name]) => ({ file: file!, name: name! })),
  }))

test('A01: every promise of relays names tests, and each of them is there', () => {
  expect(promises.length).toBeGreaterThan(25)
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
