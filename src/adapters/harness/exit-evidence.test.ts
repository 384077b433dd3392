/** The reason that a process gave on standard error, in the message of its failure. */
import { expect, it } from 'vitest'
import type { Exit } from '#ports/harness'
import { howItEnded } from './exit-evidence.ts'

const exit = (stderrTail: string, over: Partial<Exit> = {}): Exit => ({
  code: 1,
  signal: null,
  how: 'exited',
  stderrTail,
  ...over,
})
const begun = 'X ended with exit code 1 without a final result'

it.each([
  ['', `${begun}.`],
  [
    "error: unexpected argument '--bad' found\n\n  tip: a similar argument exists\n",
    `${begun}: error: unexpected argument '--bad' found.`,
  ],
  ['WARNING: proceeding, even though x\nError: no access\n', `${begun}: Error: no access.`],
  ['\u001b[91mError: \u001b[0mSession not found\n', `${begun}: Error: Session not found.`],
  ['TypeError: x is undefined\n    at f (/a.js:1:2)\n\nNode.js v24.1.0\n', `${begun}: TypeError: x is undefined.`],
  ['only a warning comes\nbye now!\n', `${begun}: bye now!`],
  ['npm warn config\n', `${begun}.`],
])('%j', (stderr, message) => expect(howItEnded('X', exit(stderr))).toBe(message))

it('is short, and not told of a process that was ended by a signal', () => {
  expect(howItEnded('X', exit(`Error: ${'x'.repeat(1000)}`)).length).toBeLessThan(400)
  expect(howItEnded('X', exit('Error: no', { code: null, signal: 'SIGKILL' }))).toBe(
    'X ended by signal SIGKILL without a final result.',
  )
})
