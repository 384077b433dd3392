/** Keys of the phone row, and what counts as a link. */
import { describe, expect, it } from 'vitest'
import { bytesOfKey, isPage, phoneKeys, spoken, withCtrl } from './keys.ts'

describe('the keys that a phone has not', () => {
  it('send what a terminal sends', () => {
    expect(bytesOfKey('Esc', false, false)).toBe('\x1b')
    expect(bytesOfKey('Tab', false, false)).toBe('\t')
    expect(bytesOfKey('Enter', false, false)).toBe('\r')
    expect(['↑', '↓', '→', '←'].map((key) => bytesOfKey(key as '↑', false, false))).toEqual([
      '\x1b[A',
      '\x1b[B',
      '\x1b[C',
      '\x1b[D',
    ])
    expect(bytesOfKey('↑', false, true)).toBe('\x1bOA')
    expect(bytesOfKey('←', true, true)).toBe('\x1b[1;5D')
    for (const key of phoneKeys) expect(spoken[key]).not.toBe('')
  })

  it('make controls of letters', () => {
    expect(withCtrl('c')).toBe('\x03')
    expect(withCtrl('C')).toBe('\x03')
    expect(withCtrl('[')).toBe('\x1b')
    expect(withCtrl(' ')).toBe('\0')
    expect(withCtrl('dx')).toBe('\x04x')
    expect(withCtrl('é')).toBe('é')
    expect(withCtrl('')).toBe('')
  })
})

it('opens pages only', () => {
  expect(isPage('https://example.org/a')).toBe(true)
  for (const uri of ['javascript:alert(1)', 'file:///etc', 'data:text/html,x', 'https://', ' https://a']) {
    expect(isPage(uri)).toBe(false)
  }
})
