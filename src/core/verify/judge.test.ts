/** Only a plain exit with 0 counts as verified. */
import { expect, test } from 'vitest'
import { type CommandEnd, whyNotVerified } from './judge.ts'

const good: CommandEnd = { code: 0, signal: null, timedOut: false, overflowed: false, called: 'on' }

test('every combination of facts: it holds only for a plain exit with 0', () => {
  for (const code of [0, 1, 127, null])
    for (const signal of [null, 'SIGKILL'])
      for (const timedOut of [false, true])
        for (const overflowed of [false, true])
          for (const called of ['on', 'off'] as const) {
            const holds = code === 0 && signal === null && !timedOut && !overflowed && called === 'on'
            expect(whyNotVerified({ code, signal, timedOut, overflowed, called }) === null).toBe(holds)
          }
})

test.each([
  [{ code: 1 }, 'exit code 1'],
  [{ code: null, timedOut: true }, 'verify_timeout'],
  [{ code: null, overflowed: true }, 'printed more'],
  [{ code: null, signal: 'SIGSEGV' }, 'SIGSEGV'],
  [{ code: null, called: 'off' as const }, 'called off'],
  [{ code: null }, 'not known'],
])('%j is told as "%s"', (facts, words) => {
  expect(whyNotVerified({ ...good, ...facts })).toContain(words)
})
