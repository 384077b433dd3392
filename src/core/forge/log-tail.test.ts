/** What a job printed reaches nobody's terminal as it was: cleaned, cut, and its end only. */
import { describe, expect, it } from 'vitest'
import { logTail } from './log-tail.ts'

describe('logTail', () => {
  it('keeps the last twenty lines, without the times that GitHub puts before them', () => {
    const log = Array.from({ length: 50 }, (_, n) => `2030-01-01T00:00:00.1234567Z line ${n}`).join('\r\n')
    expect(logTail(`${log}\n\n`).split('\n')).toEqual(Array.from({ length: 20 }, (_, n) => `line ${n + 30}`))
  })

  it.each([
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]0;title\u0007words', 'words'],
    ['\u001b]52;c;aGk=\u001b\\words', 'words'],
    ['\u001bPq#0\u001b\\words', 'words'],
    ['10%\r50%\rdone', 'done'],
    ['a\u0000b\u0008c', 'abc'],
    ['\u001b[2J\u001b[Hgone', 'gone'],
    ['tab\there', 'tab\there'],
    ['', ''],
  ])('%j is %j', (text, shown) => expect(logTail(text)).toBe(shown))

  it('cuts a line that has no end', () => {
    expect(logTail('x'.repeat(1_000_000)).length).toBeLessThan(500)
  })
})
