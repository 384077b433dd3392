/** Keys as bytes, the second press, answers as people type them, and lines that are rewritten on a screen that is folded. */
import { afterEach, describe, expect, test } from 'vitest'
import type { Io } from '../print.ts'
import { meantBy } from './choose.ts'
import { readKeys } from './keys.ts'
import { createScreen } from './screen.ts'
import { press } from './steer.ts'

test.each([
  ['\u0013', ['skip']],
  ['\u0010', ['pause']],
  ['\u0018', ['stop']],
  ['\u0003', ['quit']],
  ['\u0003\u0003', ['quit', 'quit']],
  ['d', ['detach']],
  ['xyz\r', []],
  ['\u001b[D', []],
  ['\u001b[200~d\u001b[201~', []],
])('the bytes %j are the keys %j', (text, keys) => expect(readKeys(Buffer.from(text))).toEqual(keys))

test('only the same key within four seconds does it', () => {
  const first = press(null, 'skip', 1_000)
  expect(first).toEqual({ go: false, armed: { key: 'skip', until: 5_000 } })
  expect(press(first.armed, 'skip', 4_999)).toEqual({ go: true, armed: null })
  expect(press(first.armed, 'skip', 5_000).go).toBe(false)
  expect(press(first.armed, 'quit', 2_000)).toEqual({ go: false, armed: { key: 'quit', until: 6_000 } })
})

test.each([
  ['resume', 'resume'],
  [' R\n', 'resume'],
  ['new', 'new'],
  ['n', 'new'],
  ['', null],
  ['other', null],
])('%j means %s', (text, choice) => expect(meantBy(text, ['resume', 'new'])).toBe(choice))

describe('the screen', () => {
  const before = Object.getOwnPropertyDescriptor(process.stdout, 'columns')
  const columns = (value: number) => Object.defineProperty(process.stdout, 'columns', { value, configurable: true })
  afterEach(() => {
    if (before === undefined) Reflect.deleteProperty(process.stdout, 'columns')
    else Object.defineProperty(process.stdout, 'columns', before)
  })
  const made = () => {
    let text = ''
    const out = (piece: string) => {
      text += piece
    }
    const io: Io = { out, err() {}, outTty: true, errTty: true, inTty: true, colour: false, columns: 80 }
    const screen = createScreen(io)
    return {
      screen,
      take: () => {
        const taken = text
        text = ''
        return taken
      },
    }
  }
  const line = (text: string) => ({ text, tone: 'plain' as const })

  test('each row is written over, what remains below is emptied, and the cursor is where the last line ends', () => {
    columns(40)
    const { screen, take } = made()
    screen.draw([line('one'), line('two')])
    expect(take()).toBe('\r\u001b[2Kone\n\u001b[2Ktwo')
    screen.draw([line('three')])
    expect(take()).toBe('\r\u001b[1A\u001b[2Kthree\n\u001b[2K\u001b[1A\r\u001b[5C')
    screen.keep([line('stays')])
    expect(take()).toBe('\r\u001b[2Kstays\n\u001b[2Kthree')
    screen.clear()
    expect(take()).toBe('\r\u001b[2K')
  })
  test('lines that a narrower terminal has folded are counted as it shows them', () => {
    columns(40)
    const { screen, take } = made()
    screen.draw([line('x'.repeat(39)), line('y'.repeat(20))])
    take()
    columns(20)
    screen.draw([line('z')])
    expect(take()).toBe('\r\u001b[2A\u001b[2Kz\n\u001b[2K\n\u001b[2K\u001b[2A\r\u001b[1C')
  })
})
