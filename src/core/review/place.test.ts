import { describe, expect, it } from 'vitest'
import { placeOf, quoteOf } from './place.ts'

const spot = (line: number, quote: string) => ({ line, endLine: line + quote.split('\n').length - 1, quote })

describe('where quoted code is now', () => {
  it.each([
    ['untouched', spot(2, 'beta'), 'alpha\nbeta\ngamma\n', 'same', null],
    ['pushed down', spot(2, 'beta'), 'new\nnew\nalpha\nbeta\n', 'moved', 4],
    ['moved up', spot(3, 'gamma'), 'gamma\n', 'moved', 1],
    ['the nearest of two', spot(4, 'twin'), 'twin\na\nb\nc\ntwin\n', 'moved', 5],
    ['rewritten', spot(2, 'beta'), 'alpha\nBETA\n', 'changed', null],
    ['a range that moved whole', spot(1, 'alpha\nbeta'), 'x\nalpha\nbeta\n', 'moved', 2],
    ['a range of which only a part is left', spot(1, 'alpha\nbeta'), 'x\nalpha\ny\n', 'changed', null],
    ['a lone brace is not looked for elsewhere', spot(2, '}'), '}\nx\n}\n', 'changed', null],
    ['the file is gone', spot(1, 'alpha'), null, 'gone', null],
    ['the file is empty', spot(1, 'alpha'), '', 'changed', null],
    ['other line ends are the same code', spot(2, 'beta\r'), 'alpha\r\nbeta\r\n', 'same', null],
    ['the last line without an end', spot(2, 'beta'), 'alpha\nbeta', 'same', null],
  ] as const)('%s', (_, at, text, place, nowLine) => expect(placeOf(at, text)).toEqual({ place, nowLine }))
})

it('a quote is the lines that were named, or nothing past the end', () => {
  expect(quoteOf('a\r\nb\nc\n', 1, 2)).toBe('a\nb')
  expect(quoteOf('a\nb', 2, 2)).toBe('b')
  expect(quoteOf('a\nb\n', 3, 3)).toBeNull()
})
