/** Order, quotas and rotation of a mix, played as sequences. */
import { describe, expect, test } from 'vitest'
import { type MixEntry, parseMix } from './agent-spec.ts'
import { afterRun, freshMix, type MixState, pickNext } from './mix.ts'

const known = { harnesses: ['rehearsal'], models: {}, nearest: () => null }
const mixOf = (...values: string[]): readonly MixEntry[] => parseMix(values, known).entries

/** Who runs, one letter a run; `fail` names runs (from 0) that fail; `usable` says who is free at which run. */
function play(
  mix: readonly MixEntry[],
  runs: number,
  { fail = [] as number[], usable = (_model: string, _run: number): boolean => true } = {},
): string {
  let state: MixState = freshMix
  let said = ''
  for (let run = 0; run < runs; run++) {
    const pick = pickNext(mix, state, (entry) => usable(entry.spec.model!, run))
    said += pick === null ? '-' : mix[pick.index]!.spec.model
    if (pick !== null) state = afterRun(pick.state, fail.includes(run) ? 'failed' : 'passed')
  }
  return said
}

describe('a mix', () => {
  test('T11: bare entries take turns, each once in order', () => {
    expect(play(mixOf('rh:a rh:b rh:c'), 7)).toBe('abcabca')
  })
  test('T10: @2 is two in a row', () => {
    expect(play(mixOf('rh:a@2 rh:b'), 7)).toBe('aabaaba')
  })
  test('@* stays until it fails', () => {
    expect(play(mixOf('rh:a@* rh:b'), 5)).toBe('aaaaa')
    expect(play(mixOf('rh:a@* rh:b'), 5, { fail: [1] })).toBe('aabaa')
  })
  test('@2-4: two while others are free, up to four while nobody is', () => {
    expect(play(mixOf('rh:a@2-4 rh:b'), 6)).toBe('aabaab')
    expect(play(mixOf('rh:a@2-4 rh:b'), 8, { usable: (model, run) => model !== 'b' || run >= 4 })).toBe('aaaabaab')
  })
  test('D04: one entry alone goes on whatever its quota says', () => {
    expect(play(mixOf('rh:a@2-4'), 9)).toBe('aaaaaaaaa')
    expect(play(mixOf('rh:a'), 3, { fail: [0, 1] })).toBe('aaa')
  })
  test('a failed run gives the next one its turn', () => {
    expect(play(mixOf('rh:a@3 rh:b'), 5, { fail: [0] })).toBe('abaaa')
  })
  test('who is not free is passed over and comes back', () => {
    expect(play(mixOf('rh:a rh:b rh:c'), 6, { usable: (model, run) => model !== 'b' || run >= 3 })).toBe('acabca')
    expect(play(mixOf('rh:a rh:b'), 3, { usable: (_, run) => run !== 1 })).toBe('a-b')
  })
  test('nobody in it, nobody free', () => {
    expect(pickNext([], freshMix, () => true)).toBeNull()
    expect(pickNext(mixOf('rh:a rh:b'), freshMix, () => false)).toBeNull()
  })
  test('a mix that became shorter under its cursor begins inside it', () => {
    expect(pickNext(mixOf('rh:a rh:b'), { at: 7, row: 1, spent: false }, () => true)?.index).toBe(0)
  })
})
