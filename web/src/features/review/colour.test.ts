import { describe, expect, it } from 'vitest'
import { coloured, drawn, languageOf, tokensOf, withRanges, wordsThatDiffer } from './colour.ts'

const textOf = (tokens: readonly (readonly [string, ...unknown[]])[]) => tokens.map(([text]) => text).join('')

it.each([
  ['src/a.ts', 'ts'],
  ['A.PY', 'py'],
  ['Makefile', 'makefile'],
  ['LICENSE', null],
  ['odd.zzz', null],
])('%s is written in %s', (path, language) => expect(languageOf(path)).toBe(language))

describe('colours', () => {
  it('keep every character, over lines too', () => {
    const lines = ['/* a <b> &amp;', '   "c" */ const x = `</span>`', '', "let y = '\\''"]
    const found = coloured(lines, 'ts')
    expect(found.map(textOf)).toEqual(lines)
    expect(found[0]![0]![1]).toBe('comment')
    expect(found[1]![0]![1]).toBe('comment')
  })
  it('are left out where they are not worth it', () => {
    expect(coloured(['x'.repeat(3000)], 'ts')).toEqual([[['x'.repeat(3000), null, false]]])
    expect(coloured(['a'], null)).toEqual([[['a', null, false]]])
  })
  it('come from spans only', () =>
    expect(tokensOf('a<span class="hljs-x y">&lt;img&gt;</span>')).toEqual([
      [
        ['a', null, false],
        ['<img>', 'x', false],
      ],
    ]))
})

describe('words that differ', () => {
  it('are found on both sides', () => {
    const found = wordsThatDiffer('const a = 1', 'const b = 1')!
    expect([found.old, found.new]).toEqual([[[6, 7]], [[6, 7]]])
  })
  it('say nothing of lines that have nothing in common', () =>
    expect(wordsThatDiffer('import foo', '} else {')).toBeNull())
  it('cut tokens at their edges and keep the text', () => {
    const cut = withRanges(
      [
        ['const a', 'keyword', false],
        [' = 1', null, false],
      ],
      [[6, 9]],
    )
    expect(cut).toEqual([
      ['const ', 'keyword', false],
      ['a', 'keyword', true],
      [' =', null, true],
      [' 1', null, false],
    ])
  })
})

it('what is drawn shows control characters and ends', () => {
  expect(textOf(drawn([['a\u001b[31m', null, false]]))).not.toContain('\u001b')
  expect(textOf(drawn([['x'.repeat(9000), null, false]])).length).toBeLessThan(5100)
})
