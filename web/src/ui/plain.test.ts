import { describe, expect, it } from 'vitest'
import { plainLine } from './plain.ts'

describe('a line without Markdown', () => {
  it.each<[string, string, string]>([
    ['plain words', 'The till rounds.', 'The till rounds.'],
    ['a heading', '## Done\nThe till rounds.', 'Done The till rounds.'],
    ['a list', '- one\n- two', 'one two'],
    ['a checklist', '- [x] one\n- [ ] two', 'one two'],
    ['stars and lines', '**Bold**, *soft*, __both__ and ~~gone~~', 'Bold, soft, both and gone'],
    ['code', 'Run `npm test` now', 'Run npm test now'],
    ['a block of code', '```ts\nconst a = 1\n```', 'const a = 1'],
    ['a link', 'See [the page](https://example.org/x "t").', 'See the page.'],
    ['a table', '| a | b |\n|---|---|\n| 1 | 2 |', 'a · b 1 · 2'],
    ['a quote', '> said', 'said'],
    ['names with lines in them', 'snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['a rule alone', '---', ''],
  ])('%s', (_name, text, expected) => expect(plainLine(text)).toBe(expected))
  it('is cut', () => expect(plainLine('word '.repeat(100), 20)).toMatch(/^.{19}…$/))
})
