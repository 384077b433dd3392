import { expect, it } from 'vitest'
import { parseSpot } from './review.ts'

it.each([
  ['a.ts:3', 'a.ts', 3, 3],
  ['src/a.ts:3-9', 'src/a.ts', 3, 9],
  ['odd:name:7', 'odd:name', 7, 7],
  ['new\nline:1', 'new\nline', 1, 1],
])('%j names lines', (text, path, line, endLine) => expect(parseSpot(text)).toEqual({ path, line, endLine }))

it.each(['a.ts', 'a.ts:', 'a.ts:0', ':3', 'a.ts:9-3', 'a.ts:x'])('%j names none', (text) =>
  expect(() => parseSpot(text)).toThrow(/names no line/),
)
