import { describe, expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { type BulkWord, forEach, meantBy, planOf } from './bulk.ts'

const session = (id: string, phase: Session['phase'], archivedAt: string | null = null): Session =>
  ({ id, phase, archivedAt }) as Session
const all = [session('a', 'live'), session('b', 'ended'), session('c', 'ended', '2026-01-01'), session('d', 'starting')]
const plan = planOf(new Map(all.map((one) => [one.id, one])), new Set(['a', 'b', 'c', 'd', 'gone']))

describe('what several sessions can be told', () => {
  it.each<[BulkWord, string]>([
    ['send', 'ad'],
    ['end', 'ad'],
    ['archive', 'b'],
    ['unarchive', 'c'],
    ['clean', 'bc'],
    ['put-away', 'adb'],
  ])('%s means %s', (word, ids) =>
    expect(
      meantBy(word, plan)
        .map(({ id }) => id)
        .join(''),
    ).toBe(ids),
  )

  it('one that fails spoils none of the others', async () => {
    const told: number[] = []
    const outcome = await forEach(
      all,
      async ({ id }) => {
        if (id === 'b') throw new Error('no')
      },
      (n) => told.push(n),
    )
    expect(outcome).toEqual({ done: 3, failed: [{ session: all[1], message: 'no' }] })
    expect(told).toEqual([1, 2, 3, 4])
  })
})
