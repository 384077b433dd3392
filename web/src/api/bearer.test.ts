import { describe, expect, it } from 'vitest'
import { codeOf } from './bearer.ts'

describe('a link', () => {
  it.each([
    ['#code=abc-DEF_123', 'abc-DEF_123'],
    ['http://127.0.0.1:4180/#code=abc', 'abc'],
    ['  http://127.0.0.1:4180/#code=abc  ', 'abc'],
    ['#x=1&code=abc', 'abc'],
    ['aVeryLongBareCode-1234', 'aVeryLongBareCode-1234'],
    ['hello', null],
    ['', null],
    ['#barcode=abc', null],
    ['<script>', null],
  ])('%j holds %j', (text, code) => expect(codeOf(text)).toBe(code))
})
