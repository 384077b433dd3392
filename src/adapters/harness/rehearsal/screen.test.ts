/** The rehearsal's screen: what is drawn is read back by Drover's look at it, and bytes become keys in any portions. */
import { describe, expect, it } from 'vitest'
import { cleanMessage } from '#core/session/message'
import { lookOf, pastedMark, withoutLast, withPasted, withTyped, wordsOf } from './draft.ts'
import { type Key, readKeys } from './keys.ts'
import { type Picture, paint } from './paint.ts'
import { lookAtRehearsal } from './terminal.ts'

const rest: Picture = {
  said: ['hello', '─'.repeat(300), '> not a box'],
  doing: null,
  waiting: 0,
  draft: '',
  dialog: null,
  hint: 'hint',
}
const look = (picture: Partial<Picture>, cols = 120, rows = 40) =>
  lookAtRehearsal(paint({ ...rest, ...picture }, cols, rows).rows.map((row) => row.trimEnd()))

describe('a look at what was drawn', () => {
  it.each([
    ['at rest', {}, { ready: true, working: false, dialog: null, draft: '' }],
    ['at work', { doing: 'working' }, { ready: true, working: true, dialog: null, draft: '' }],
    ['words that say so are no work', { said: ['* working (esc to interrupt)'] }, { working: false }],
    ['a draft', { draft: 'some words' }, { draft: 'some words' }],
    ['words queued', { doing: 'working', waiting: 2 }, { ready: true, working: true }],
    [
      'words that look like a dialog are none',
      { said: ['Esc to cancel · Enter to confirm'] },
      { dialog: null, ready: true },
    ],
  ] as const)('%s', (_, picture, seen) => {
    expect(look(picture)).toMatchObject(seen)
    expect(look(picture, 80, 24)).toMatchObject(seen)
  })

  it('a dialog stands in the place of the box', () => {
    const dialog = { text: 'Do you want to run ls?', options: ['allow', 'deny'], marked: 0 }
    expect(look({ dialog })).toMatchObject({ ready: false, working: false, draft: null })
    expect(look({ dialog }).dialog).toContain('Do you want to run ls?')
  })

  it('a long draft is seen whole over its rows', () => {
    const words = 'abc defg '.repeat(40).trim()
    expect(look({ draft: words }, 80, 24).draft?.replaceAll(' ', '')).toBe(words.replaceAll(' ', ''))
  })

  it('no row is wider than its screen, whatever signs it holds', () => {
    const { rows } = paint({ ...rest, said: ['漢'.repeat(200), '👩‍👩‍👧‍👦'.repeat(50)] }, 40, 20)
    expect(Math.max(...rows.map((row) => [...row].length))).toBeLessThan(40)
  })
})

describe('keys', () => {
  const whole = Buffer.from('ab\u001b[200~one\r\ntwo é 👩‍👦\u001b[201~\r\u001b[A\u001bOB\u007f\u0015\u0003\u0004')
  const wanted: readonly Key[] = [
    { key: 'text', text: 'a' },
    { key: 'text', text: 'b' },
    { key: 'paste', text: 'one\ntwo é 👩‍👦' },
    ...(['enter', 'up', 'down', 'backspace', 'clear', 'break', 'end'] as const).map((key) => ({ key })),
  ]

  it.each([1, 2, 3, 5, 7, 1000])('read the same in portions of %i bytes', (size) => {
    const keys = readKeys()
    const read: Key[] = []
    for (let at = 0; at < whole.length; at += size) read.push(...keys.take(whole.subarray(at, at + size)))
    expect(read).toEqual(wanted)
  })

  it('an escape that nothing follows is the key, and nothing else', () => {
    const keys = readKeys()
    expect(keys.take(Buffer.from('\u001b'))).toEqual([])
    expect(keys.waits).toBe(true)
    expect(keys.settle()).toEqual([{ key: 'escape' }])
    expect(keys.take(Buffer.from('x'))).toEqual([{ key: 'text', text: 'x' }])
  })
})

it('a long paste shows as a mark and is sent whole; one key takes it away', () => {
  const text = 'line\n'.repeat(100)
  const draft = withPasted(withTyped([], 'a'), text)
  expect([lookOf(draft), wordsOf(draft)]).toEqual([`a${pastedMark(text)}`, `a${text}`])
  expect(lookOf(withoutLast(draft))).toBe('a')
})

it('a message holds no sign that steers a terminal', () => {
  const all = String.fromCharCode(...Array.from({ length: 0xa1 }, (_, n) => n))
  const kept = [...cleanMessage(all)].filter((sign) => sign < ' ' || (sign >= '\u007f' && sign < '\u00a0'))
  expect(kept).toEqual(['\t', '\n', '\n'])
})
