import { describe, expect, it } from 'vitest'
import { routeOf } from './router.ts'
import { pageTitle } from './title.ts'

describe('the title of the tab', () => {
  it.each<[string, number, string | null, string]>([
    ['/', 0, null, 'Fleet · Drover'],
    ['/', 2, null, '(2) Fleet · Drover'],
    ['/sessions/shop-1', 1, 'Fix the till', '(1) Fix the till · Drover'],
    ['/sessions/shop-1', 0, null, 'shop-1 · Drover'],
    ['/projects/shop', 0, 'The shop', 'The shop · Drover'],
    ['/merges/m-1', 0, null, 'm-1 · Drover'],
    ['/nowhere', 0, null, 'Drover'],
  ])('%s', (path, waiting, named, expected) => expect(pageTitle(routeOf(path), waiting, named)).toBe(expected))
})
