/** Nothing that a side added may be missing, and no marker may come in. */
import { describe, expect, test } from 'vitest'
import { type AddedLine, missing, mostDropped, newMarkers, type ProofEvidence, prove, rightParents } from './proof.ts'

const lines = (...texts: string[]): AddedLine[] => texts.map((text, at) => ({ line: at + 1, text }))
const none: ProofEvidence = { parents: ['t', 'b'], sides: [], wholes: [], merged: [] }

describe('lines', () => {
  test.each([
    ['all there', ['a', 'b'], ['x', 'b', 'a'], []],
    ['one gone', ['a', 'b'], ['a'], ['b']],
    ['added twice, there once', ['a', 'a'], ['a'], ['a']],
    ['added once, there twice', ['a'], ['a', 'a'], []],
    ['the whole file gone', ['a', 'b'], [], ['a', 'b']],
    ['empty lines are nobody’s work', ['', '  ', '\t'], [], []],
    ['another line end is the same line', ['a\r'], ['a'], []],
    ['and the other way round', ['a'], ['a\r'], []],
    ['space within a line is not', ['a b'], ['ab'], ['a b']],
    ['nothing added', [], [], []],
  ])('%s', (_, added, kept, expected) => {
    expect(missing(lines(...added), kept).map(({ text }) => text)).toEqual(expected)
  })

  test('a dropped line is told with its number in the side that had it', () => {
    expect(missing([{ line: 7, text: 'a' }], ['b'])).toEqual([{ line: 7, text: 'a' }])
  })
})

describe('markers', () => {
  test.each([
    ['none', ['a', '=======', 'b'], [], []],
    ['a whole conflict', ['<<<<<<< HEAD', 'a', '=======', 'b', '>>>>>>> x'], [], [1, 5]],
    ['the base of diff3', ['||||||| base'], [], [1]],
    ['known from a side', ['<<<<<<< HEAD'], [['<<<<<<< HEAD']], []],
    ['one more than a side had', ['<<<<<<< HEAD', '<<<<<<< HEAD'], [['<<<<<<< HEAD']], [2]],
    ['known from both sides counts once', ['<<<<<<< HEAD', '<<<<<<< HEAD'], [['<<<<<<< HEAD'], ['<<<<<<< HEAD']], [2]],
    ['longer runs are drawings', ['<<<<<<<<<<', '>>>>>>>>'], [], []],
    ['not at the start', ['  <<<<<<< HEAD'], [], []],
    ['bare, with another line end', ['>>>>>>>\r'], [], [1]],
  ])('%s', (_, result, before, expected) => {
    expect(newMarkers(result, before)).toEqual(expected)
  })
})

test.each([
  [['t', 'b'], true],
  [['b', 't'], false],
  [['t'], false],
  [['t', 'b', 'c'], false],
  [[], false],
])('parents %j: %s', (parents, right) => {
  expect(rightParents(parents, ['t', 'b'])).toBe(right)
  expect(prove({ ...none, parents }, ['t', 'b']).ok).toBe(right)
})

test('what is dropped is listed by file, line and side; a whole file stands at line 0', () => {
  const proof = prove(
    {
      ...none,
      sides: [
        { input: 'target', file: 'a.ts', added: lines('one', 'two'), kept: ['two'] },
        { input: 'branch', file: 'a.ts', added: lines('three'), kept: ['two', 'three'] },
      ],
      wholes: [{ input: 'branch', file: 'logo.png', what: 'binary content' }],
    },
    ['t', 'b'],
  )
  expect(proof).toEqual({
    dropped: [
      { file: 'logo.png', line: 0, text: 'binary content', input: 'branch' },
      { file: 'a.ts', line: 1, text: 'one', input: 'target' },
    ],
    more: 0,
    markers: [],
    ok: false,
  })
})

test('a marker spoils the proof even where every line is kept', () => {
  const merged = [{ file: 'a.ts', lines: ['a', '<<<<<<< HEAD'], before: [['a']] }]
  expect(prove({ ...none, merged }, ['t', 'b'])).toMatchObject({ markers: [{ file: 'a.ts', line: 2 }], ok: false })
})

test('a list without end is counted, and long lines are cut', () => {
  const added = Array.from({ length: mostDropped + 20 }, (_, at) => ({
    line: at + 1,
    text: `${at} ${'x'.repeat(1000)}`,
  }))
  const proof = prove({ ...none, sides: [{ input: 'branch', file: 'a', added, kept: [] }] }, ['t', 'b'])
  expect([proof.dropped.length, proof.more, proof.ok]).toEqual([mostDropped, 20, false])
  expect(proof.dropped[0]?.text.length).toBeLessThan(500)
})
