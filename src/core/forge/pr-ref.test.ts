/** Every way to name a pull request, and what names none. */
import { describe, expect, it } from 'vitest'
import { isOf, readPrRef } from './pr-ref.ts'

const place = { host: 'github.com', owner: 'Ada', name: 'shop' }
const meant = (text: string) => {
  const found = readPrRef(text)
  if ('refused' in found) return found.refused
  return isOf(found, place) ? found.number : 'another repository'
}

describe('readPrRef', () => {
  it.each([
    ['17', 17],
    [' #17 ', 17],
    ['ada/shop#17', 17],
    ['eve/shop#17', 'another repository'],
    ['https://github.com/ada/shop/pull/17', 17],
    ['https://github.com/Ada/Shop/pull/17/files#diff', 17],
    ['https://github.com/ada/shop/pulls/17', 17],
    ['https://evil.example/ada/shop/pull/17', 'another repository'],
    ['https://github.com/ada/other/pull/17', 'another repository'],
    ['https://github.com/ada/shop/issues/17', 'INVALID_PR_REF'],
    ['https://github.com/ada/shop/pull/0', 'INVALID_PR_REF'],
    ['ftp://github.com/ada/shop/pull/17', 'INVALID_PR_REF'],
    ['', 'PR_REQUIRED'],
    ['#', 'INVALID_PR_REF'],
    ['-17', 'INVALID_PR_REF'],
    ['feature/dark', 'INVALID_PR_REF'],
    ['#99999999999', 'INVALID_PR_REF'],
  ])('%s: %s', (text, what) => expect(meant(text)).toBe(what))
})
