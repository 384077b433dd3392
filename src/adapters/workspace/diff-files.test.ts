/** What git tells of changed files, taken apart: each file once, with its counts. */
import { describe, expect, it } from 'vitest'
import { parseFiles } from './diff.ts'

const output = (...parts: readonly string[]): Buffer => Buffer.from(parts.map((part) => `${part}\0`).join(''))
const [some, none] = ['1'.repeat(40), '0'.repeat(40)]

describe('changed files', () => {
  it('a file that clashes is told twice by git, and counted once', () => {
    const found = parseFiles(
      output(
        `:000000 000000 ${none} ${none} U`,
        'till.txt',
        `:100644 100644 ${some} ${none} M`,
        'till.txt',
        '0\t0\ttill.txt',
        '4\t0\ttill.txt',
      ),
    )
    expect(found).toEqual([{ path: 'till.txt', status: 'modified', additions: 4, deletions: 0, binary: false }])
  })

  it('one that only clashes is there all the same', () => {
    const found = parseFiles(output(`:000000 000000 ${none} ${none} U`, 'till.txt', '0\t0\ttill.txt'))
    expect(found).toEqual([{ path: 'till.txt', status: 'modified', additions: 0, deletions: 0, binary: false }])
  })

  it('a rename has two names, a picture no counts', () => {
    const found = parseFiles(
      output(
        `:100644 100644 ${some} ${some} R100`,
        'a',
        'b',
        `:000000 100644 ${none} ${some} A`,
        'c.png',
        '0\t0\t',
        'a',
        'b',
        '-\t-\tc.png',
      ),
    )
    expect(found).toEqual([
      { path: 'b', oldPath: 'a', status: 'renamed', additions: 0, deletions: 0, binary: false },
      { path: 'c.png', status: 'added', additions: null, deletions: null, binary: true },
    ])
  })
})
