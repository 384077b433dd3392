import { describe, expect, it } from 'vitest'
import { mergeabilities, type PrThread, reviewStates } from '#contract/pr'
import { inOrder, placeOfThread, standing, threadWord } from './words.ts'

describe('words of a pull request', () => {
  it('say each review and each mergeability differently, and only that it is over when it is', () => {
    const open = { state: 'open', draft: false } as const
    const all = reviewStates.flatMap((review) =>
      mergeabilities.map((mergeability) => standing({ ...open, review, mergeability })),
    )
    expect(new Set(all).size).toBe(all.length)
    expect(standing({ ...open, draft: true, review: 'none', mergeability: 'blocked' })).toMatch(/^draft · /)
    expect(standing({ state: 'merged', draft: false, review: 'approved', mergeability: 'unknown' })).toBe('merged')
  })

  it('name the place of a thread by what is known of it', () => {
    expect(placeOfThread({ path: 'a.ts', line: 3 })).toBe('a.ts:3')
    expect(placeOfThread({ path: 'a.ts', line: null })).toBe('a.ts')
    expect(placeOfThread({ path: null, line: null })).toBe('the whole')
  })

  it('put open threads first and keep their order', () => {
    const thread = (id: string, resolved: boolean) => ({ id, resolved, outdated: false }) as PrThread
    const threads = [thread('a', true), thread('b', false), thread('c', true), thread('d', false)]
    expect(inOrder(threads).map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c'])
    expect(threadWord({ resolved: false, outdated: true }).word).not.toBe(
      threadWord({ resolved: false, outdated: false }).word,
    )
  })
})
