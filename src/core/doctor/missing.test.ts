import { expect, test } from 'vitest'
import { judgeMissing } from './checks.ts'

const two = [
  { id: 'codex', install: 'npm i -g codex' },
  { id: 'pi', install: 'npm i -g pi' },
]

test.each([
  ['none is missing', [], true, null],
  ['another is ready', two, true, { level: 'PASS', name: 'not installed', message: 'codex, pi' }],
  [
    'no agent is ready',
    two,
    false,
    { level: 'WARN', hint: expect.stringContaining('codex: npm i -g codex · pi: npm i -g pi') },
  ],
])('agents that are not installed are one line: %s', (_, missing, ready, expected) => {
  const found = judgeMissing(missing, ready)
  if (expected === null) expect(found).toBeNull()
  else expect(found).toMatchObject(expected)
})
