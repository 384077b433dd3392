import { describe, expect, test } from 'vitest'
import { messageOf, nextBatch } from './batch.ts'

const ring = (id: number, more: Partial<Parameters<typeof messageOf>[0][number]> = {}) => ({
  id,
  key: `k${id}`,
  kind: 'question' as const,
  title: `agent ${id} needs you`,
  body: 'May I?',
  path: `/sessions/shop-${id}`,
  batch: null,
  ...more,
})
const many = (n: number) => Array.from({ length: n }, (_, i) => ring(i + 1))

describe('rings become messages', () => {
  test('a few go one by one, in order', () => {
    expect(nextBatch(many(3)).map(({ id }) => id)).toEqual([1])
    expect(messageOf([ring(1)])).toMatchObject({ id: 'ring-1', kind: 'question', count: 1, path: '/sessions/shop-1' })
  })

  test('a thousand are one', () => {
    const batch = nextBatch(many(1000))
    const message = messageOf(batch)
    expect(message).toMatchObject({ kind: 'several', count: 1000, title: '1000 things in Drover', path: '/needs-you' })
    expect(message.body.split('\n')).toHaveLength(6)
    expect(message.body).toContain('and 995 more')
  })

  test('what was begun is tried again as it was, whatever came since', () => {
    const begun = [ring(1, { batch: 1 }), ring(2, { batch: 1 })]
    expect(nextBatch([...begun, ...many(9).slice(2)]).map(({ id }) => id)).toEqual([1, 2])
    expect(messageOf(begun)).toMatchObject({ id: 'ring-1', count: 2 })
    expect(nextBatch([])).toEqual([])
  })

  test('the loudest of them counts, and text is cut to a line', () => {
    expect(messageOf([ring(1, { kind: 'done' })]).priority).toBe('low')
    expect(messageOf([ring(1, { kind: 'done' }), ring(2)]).priority).toBe('high')
    expect(messageOf([ring(1, { kind: 'test' })]).priority).toBe('normal')
    expect(messageOf([ring(1, { body: `a\n\n${'b'.repeat(900)}` })]).body).toHaveLength(400)
  })
})
