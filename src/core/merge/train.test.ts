/** Whatever does not hold, a train lands all the others, in their order, and finds exactly the guilty ones. */
import { describe, expect, it, test } from 'vitest'
import { afterTry, beginTrain, chooseRiders, goAlone, leaveTrain, nextTry, type Rider, type Train } from './train.ts'

const names = (n: number): string[] => Array.from({ length: n }, (_, at) => `m-${at + 1}`)

interface Outcome {
  readonly landed: readonly string[]
  readonly guilty: readonly string[]
  readonly tries: readonly (readonly string[])[]
}

/** Plays a train to its end: `holds` says whether a target with these on it would be green. */
function play(members: readonly string[], holds: (on: readonly string[]) => boolean): Outcome {
  const landed: string[] = []
  const guilty: string[] = []
  const tries: (readonly string[])[] = []
  let train = beginTrain(members)
  for (let tried = nextTry(train); tried !== null; tried = nextTry(train)) {
    tries.push(tried)
    if (tries.length > 100) throw new Error('it never ends')
    const held = holds([...landed, ...tried])
    if (held) landed.push(...tried)
    else if (tried.length === 1) guilty.push(...tried)
    train = afterTry(train, held)
  }
  return { landed, guilty, tries }
}

const subsets = (all: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((_, at) => (bits >> at) % 2 === 1))

describe('halving', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('%i members, every set of guilty ones: the others land in order', (n) => {
    const all = names(n)
    for (const bad of subsets(all)) {
      const { landed, guilty, tries } = play(all, (on) => on.every((one) => !bad.includes(one)))
      expect(landed).toEqual(all.filter((one) => !bad.includes(one)))
      expect(guilty).toEqual(bad)
      expect(tries.length).toBeLessThanOrEqual(2 * n)
      if (bad.length === 0) expect(tries).toEqual([all])
      // Nothing is tried that is known not to hold, except one alone.
      const red = tries.filter((tried) => tried.length > 1 && tried.some((one) => bad.includes(one)))
      expect(new Set(red.map((tried) => tried.join())).size).toBe(red.length)
    }
  })

  it.each([2, 3, 4, 5, 6])('%i members, any two that do not go together: the later one is left out', (n) => {
    const all = names(n)
    for (const one of all)
      for (const other of all.slice(all.indexOf(one) + 1)) {
        const { landed, guilty } = play(all, (on) => !(on.includes(one) && on.includes(other)))
        expect([landed, guilty]).toEqual([all.filter((id) => id !== other), [other]])
      }
  })

  test('one of four: together, half, then one by one', () => {
    const { tries } = play(names(4), (on) => !on.includes('m-4'))
    expect(tries).toEqual([['m-1', 'm-2', 'm-3', 'm-4'], ['m-1', 'm-2'], ['m-3'], ['m-4']])
    expect(play(names(4), (on) => !on.includes('m-1')).tries).toEqual([
      ['m-1', 'm-2', 'm-3', 'm-4'],
      ['m-1', 'm-2'],
      ['m-1'],
      ['m-2'],
      ['m-3', 'm-4'],
    ])
  })
})

describe('one that leaves', () => {
  const all = names(4)
  it.each(all)('%s: the others stay in their order, nobody is suspected', (id) => {
    const red = afterTry(beginTrain(all), false)
    for (const train of [beginTrain(all), red]) {
      const { parts } = leaveTrain(train, id)
      expect(parts.flatMap(({ members }) => members)).toEqual(all.filter((one) => one !== id))
      expect(parts.every(({ members, suspect }) => members.length > 0 && !suspect)).toBe(true)
    }
  })

  it.each(all)('%s does not fit: it is tried last, by itself, once', (id) => {
    const { parts } = goAlone(beginTrain(all), id)
    expect(parts.map(({ members }) => members)).toEqual([all.filter((one) => one !== id), [id]])
  })

  test('nobody fits: each is tried alone, in order', () => {
    const { parts } = all.reduce<Train>(goAlone, beginTrain(all))
    expect(parts.map(({ members }) => members)).toEqual(all.map((id) => [id]))
  })

  test('all of them: nothing is left to try', () => {
    expect(nextTry(all.reduce<Train>(leaveTrain, beginTrain(all)))).toBeNull()
  })

  test('one that is not in it changes nothing', () => {
    const train = afterTry(beginTrain(all), false)
    expect(leaveTrain(train, 'm-9')).toEqual(train)
  })
})

describe('riders', () => {
  const now = Date.parse('2026-01-01T00:00:00.000Z')
  const rider = (n: number, more: Partial<Rider> = {}): Rider => ({
    id: `m-${n}`,
    priority: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    fresh: true,
    push: false,
    consented: true,
    ground: 'same',
    ...more,
  })
  const chosen = (riders: readonly Rider[], most = 4) => chooseRiders(riders, most, now)

  test.each<[string, readonly Rider[], readonly string[]]>([
    ['none', [], []],
    ['one is no train', [rider(1)], []],
    ['two', [rider(2), rider(1)], ['m-1', 'm-2']],
    ['no more than four', [1, 2, 3, 4, 5, 6].map((n) => rider(n)), ['m-1', 'm-2', 'm-3', 'm-4']],
    ['the urgent one first', [rider(1), rider(2), rider(3, { priority: 1 })], ['m-3', 'm-1', 'm-2']],
    ['nobody overtakes one that pushes', [rider(1), rider(2, { push: true }), rider(3)], []],
    ['nor one that waits for a word', [rider(1), rider(2), rider(3, { consented: false }), rider(4)], ['m-1', 'm-2']],
    ['nor one that is under way', [rider(1, { fresh: false }), rider(2), rider(3)], []],
    ['nor one that is verified otherwise', [rider(1), rider(2, { ground: 'other' }), rider(3)], []],
  ])('%s', (_, riders, expected) => expect(chosen(riders)).toEqual(expected))

  test('1 is off', () => expect(chosen([rider(1), rider(2)], 1)).toEqual([]))
})
