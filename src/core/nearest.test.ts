/** A swap, a slip, a prefix; nothing for what is far. */
import { describe, expect, it } from 'vitest'
import { nearest, nearestKey } from './nearest.ts'

const harnesses = ['claude-code', 'codex', 'opencode', 'gemini', 'rehearsal', 'cc', 'cx', 'op', 'ge', 'rh']

describe('the nearest word', () => {
  it.each([
    ['stauts', ['start', 'status'], 'status'],
    ['comp', ['completion', 'cancel'], 'completion'],
    ['zzzzzz', ['start', 'status'], null],
    ['claud-code', harnesses, 'claude-code'],
    ['rehersal', harnesses, 'rehearsal'],
    ['codxe', harnesses, 'codex'],
    ['gemni', harnesses, 'gemini'],
    ['open', harnesses, 'opencode'],
    ['zebra', harnesses, null],
    ['zz', harnesses, null],
    ['', harnesses, null],
    ['same', ['some', 'same'], 'same'],
  ])('to %j of %j is %j', (word, known, near) => expect(nearest(word, known)).toBe(near))
})

describe('the nearest key', () => {
  const known = ['max_sessions', 'limits.max_turns', 'harness.codex.binary']
  it.each([
    ['max_sesions', 'max_sessions'],
    ['harness.codex.binray', 'harness.codex.binary'],
    ['server.max_turns', 'limits.max_turns'],
    ['colour', null],
  ])('to %j is %j', (key, near) => expect(nearestKey(key, known)).toBe(near))
})
