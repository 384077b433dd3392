import { describe, expect, test } from 'vitest'
import { type Entry, ranked } from './rank.ts'

const entry = (id: string, title: string, detail = ''): Entry => ({ id, kind: 'session', title, detail, path: '/' })
const all = [
  entry('shop-1', 'Mend the login', 'shop'),
  entry('shop-2', 'Relogin page', 'shop'),
  entry('/settings', 'Settings', 'page'),
  entry('blog-1', 'Write about logging', 'blog'),
]
const found = (typed: string) => ranked(typed, all).map(({ id }) => id)

describe('what fits the words', () => {
  test.each([
    ['', ['shop-1', 'shop-2', '/settings', 'blog-1']],
    ['login', ['shop-1', 'shop-2']],
    ['log', ['shop-1', 'blog-1', 'shop-2']],
    ['shop login', ['shop-1', 'shop-2']],
    ['LOGIN mend', ['shop-1']],
    ['blog-1', ['blog-1']],
    ['nothing of the kind', []],
    ['set', ['/settings']],
  ])('%j', (typed, ids) => expect(found(typed)).toEqual(ids))

  test('a thousand are a screenful', () => {
    const many = Array.from({ length: 1000 }, (_, i) => entry(`s-${i}`, `Session ${i}`))
    expect(ranked('session', many)).toHaveLength(50)
    expect(ranked('', many)).toHaveLength(50)
  })
})
