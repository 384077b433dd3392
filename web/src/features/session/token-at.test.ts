import { describe, expect, it } from 'vitest'
import { complete, pathWord, tokenAt } from './token-at.ts'

describe('what is completed at the caret', () => {
  it.each<[string, unknown]>([
    ['@', { sign: '@', query: '', start: 0 }],
    ['see @src/a', { sign: '@', query: 'src/a', start: 4 }],
    ['(@x', { sign: '@', query: 'x', start: 1 }],
    ['mail me@host', null],
    ['@a b', null],
    ['/', { sign: '/', query: '', start: 0 }],
    ['/sto', { sign: '/', query: 'sto', start: 0 }],
    ['a /sto', null],
    ['/a b', null],
    ['', null],
  ])('%j', (text, token) => expect(tokenAt(text, text.length)).toEqual(token))

  it('is put in the place of the letters, in the midst of words too', () => {
    const text = 'look at @ap please'
    expect(complete(text, tokenAt(text, 11)!, 11, '@src/app.ts')).toEqual({
      text: 'look at @src/app.ts please',
      caret: 20,
    })
    expect(complete('@x', tokenAt('@x', 2)!, 2, '@x.ts')).toEqual({ text: '@x.ts ', caret: 6 })
  })

  it.each([
    ['src/a.ts', '@src/a.ts'],
    ['a b.txt', '@"a b.txt"'],
    ['two\nlines.txt', '@"two\\nlines.txt"'],
    ['quote".txt', '@"quote\\".txt"'],
  ])('a path %j is written as one word', (path, word) => expect(pathWord(path)).toBe(word))
})
