import { describe, expect, it } from 'vitest'
import { plainProse } from './plain-prose.ts'

describe('plain prose', () => {
  it('is a paragraph as it stands', () => {
    expect(plainProse('Line 12 of the long log, all in all.')).toBe('<p>Line 12 of the long log, all in all.</p>')
  })

  it.each([
    '<b>x</b>',
    'a & b',
    'a "b" c',
    'x`code`',
    '**bold**',
    '# head',
    '- item',
    '1. item',
    '  indented',
    'two\nlines',
    'see http://x',
    'see www.x.org',
    'me@x.org',
    '[a](b)',
    '| a | b |',
    'esc \u001b[31m',
    'turned \u202e round',
    '=== line',
    '',
  ])('leaves %j to the parser', (text) => expect(plainProse(text)).toBeNull())
})
