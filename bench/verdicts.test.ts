/** What counts as holding a target, and how it is said: one line a rule. */
import { describe, expect, it } from 'vitest'
import { type Figure, judge, type Rule, type Runs, targetOf } from './measure.ts'
import { judgeGrowth } from './scale.ts'
import { growthTable, number, resultTable } from './table.ts'

const figure = (rule: Rule): Figure => ({ id: 'f', unit: 'ms', what: 'a thing', floor: 'the least', rule })
const holds = (rule: Rule, floor: number, subject: number, more: Partial<Runs> = {}): boolean =>
  judge(figure(rule), { floor: [floor], subject: [subject], ...more }, false).ok

describe('a verdict', () => {
  it.each([
    [{ type: 'ratio-at-least', limit: 0.6 }, 100, 60, true],
    [{ type: 'ratio-at-least', limit: 0.6 }, 100, 59.9, false],
    [{ type: 'ratio-at-most', limit: 3 }, 10, 30, true],
    [{ type: 'ratio-at-most', limit: 3 }, 10, 30.1, false],
    [{ type: 'above-at-most', limit: 15 }, 7, 22, true],
    [{ type: 'above-at-most', limit: 15 }, 7, 22.1, false],
    [{ type: 'value-at-most', limit: 4 }, 100, 4, true],
    [{ type: 'value-at-most', limit: 4 }, 0, 4.1, false],
  ] as const)('%o with floor %d and value %d is %s', (rule, floor, subject, ok) => {
    expect(holds(rule, floor, subject)).toBe(ok)
  })

  it('is taken from the whole numbers, not from those that are shown', () => {
    const result = judge(figure({ type: 'ratio-at-least', limit: 0.6 }), { floor: [1], subject: [0.59999] }, false)
    expect([result.ratio, result.ok]).toEqual([0.6, false])
  })

  it('asks a flat figure for its flatness alone, and fails without one', () => {
    const flat: Rule = { type: 'flat', limit: 1.1 }
    expect(holds(flat, 67, 500, { flatness: 1.1 })).toBe(true)
    expect(holds(flat, 67, 60, { flatness: 1.11 })).toBe(false)
    expect(holds(flat, 67, 60)).toBe(false)
  })

  it('fails when something beside the number does not hold', () => {
    const rule: Rule = { type: 'value-at-most', limit: 4 }
    expect([holds(rule, 1, 1, { alsoOk: true }), holds(rule, 1, 1, { alsoOk: false })]).toEqual([true, false])
  })

  it('compares medians and shows how far the runs lie apart', () => {
    const runs = { floor: [1, 100, 2], subject: [9, 3, 6] }
    expect(judge(figure({ type: 'ratio-at-most', limit: 3 }), runs, true)).toMatchObject({
      ...{ value: 6, floor: 2, ratio: 3, above: 4, ok: true, quick: true },
      spread: { floor: 100, subject: 3 },
    })
  })

  it('says its target in words', () => {
    const rules: Rule[] = [
      { type: 'ratio-at-least', limit: 0.7, more: 'no client behind' },
      { type: 'ratio-at-most', limit: 3 },
      { type: 'above-at-most', limit: 15 },
      { type: 'value-at-most', limit: 4 },
      { type: 'flat', limit: 1.1 },
    ]
    expect(rules.map((rule) => targetOf(figure(rule)))).toEqual([
      'ratio >= 0.7, no client behind',
      'ratio <= 3',
      'value <= floor + 15 ms',
      'value <= 4 ms',
      'flat: end <= 1.1 x beginning',
    ])
  })
})

describe('tables', () => {
  it('show three digits, thousands with commas', () => {
    expect([number(0.12345), number(12.345), number(123_456.7), number(-2_000)]).toEqual([
      '0.123',
      '12.3',
      '123,457',
      '-2,000',
    ])
  })

  it('say pass or FALLS SHORT at the end of each line, with its note', () => {
    const rule: Rule = { type: 'ratio-at-most', limit: 3 }
    const good = judge(figure(rule), { floor: [1], subject: [2], note: 'quietly' }, false)
    const bad = judge(figure(rule), { floor: [1], subject: [4] }, false)
    const [head, first, second] = resultTable([good, bad]).split('\n')
    expect(head).toMatch(/^figure +value +floor +unit +ratio +spread +target$/)
    expect(first).toMatch(/^f +2 +1 +ms +2 +1\/1 +ratio <= 3 +pass {2}\(quietly\)$/)
    expect(second).toMatch(/FALLS SHORT$/)
  })

  it('judge a growth by its exponent', () => {
    const grow = (...costs: number[]) =>
      judgeGrowth(
        'list-page',
        costs.map((cost, i) => [10 ** i, cost] as const),
      )
    const flat = grow(1, 1.1, 0.9, 1)
    const steep = grow(1, 2, 4, 8)
    expect([flat.ok, steep.ok, steep.exponent]).toEqual([true, false, 0.301])
    expect(growthTable([flat, steep])).toMatch(/1: 1 ms, 10: 1.1 ms, .*pass\n.*0\.30 +0\.15 +FALLS SHORT\n$/)
  })
})
