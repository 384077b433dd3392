import { describe, expect, it } from 'vitest'
import { parseView, rangeOfTurn, type SavedState, viewWord } from './view.ts'

describe('the word for what is looked at', () => {
  it.each(['all', 'committed', 'staged', 'uncommitted', 'turn:1', 'turn:12', `commit:${'a1'.repeat(20)}`])(
    '%s is read and said the same',
    (word) => expect(viewWord(parseView(word)!)).toBe(word),
  )
  it.each(['', 'ALL', 'turn:0', 'turn:-1', 'turn:1x', 'commit:', 'commit:HEAD', 'commit:--all', 'commit:abc'])(
    '%j means nothing',
    (word) => expect(parseView(word)).toBeNull(),
  )
})

const state = (n: number, turn: number | null, more: Partial<SavedState> = {}): SavedState => ({
  n,
  turn,
  reason: 'turn',
  lost: false,
  ...more,
})

describe("a turn's own changes", () => {
  it.each([
    ['the first turn begins at the base', [state(1, 1)], 1, 1, { from: 'base', to: 1 }],
    ['the second begins where the first ended', [state(1, 1), state(2, 2)], 2, 2, { from: 1, to: 2 }],
    ['a running turn ends now', [state(1, 1)], 2, 2, { from: 1, to: 'now' }],
    ['a turn before it that changed nothing is passed over', [state(1, 1), state(2, 3)], 3, 3, { from: 1, to: 2 }],
    ['a past turn that changed nothing', [state(1, 1), state(2, 3)], 2, 3, 'nothing'],
    ['nothing was ever saved', [], 1, 2, 'nothing'],
    [
      'what was saved after its end for another reason is not its own',
      [state(1, 1), state(2, 1, { reason: 'recover' })],
      1,
      1,
      { from: 'base', to: 1 },
    ],
    [
      'the next turn begins after what was put back between',
      [state(1, 1), state(2, 1, { reason: 'recover' }), state(3, 2)],
      2,
      2,
      { from: 2, to: 3 },
    ],
    ['a killed turn was saved by the kill', [state(1, 1, { reason: 'kill' })], 1, 1, { from: 'base', to: 1 }],
    ['a lost state is none', [state(1, 1, { lost: true }), state(2, 2)], 2, 2, { from: 'base', to: 2 }],
  ] as const)('%s', (_, states, turn, newest, range) => expect(rangeOfTurn(states, turn, newest)).toEqual(range))
})
