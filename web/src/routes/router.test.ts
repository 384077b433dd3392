import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { routeOf, sessionPath } from './router.ts'

const src = resolve(import.meta.dirname, '..')
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|routes\/router\.ts$/.test(file),
)

describe('addresses', () => {
  it.each([
    ['/', { page: 'fleet' }],
    ['/needs-you', { page: 'needs-you' }],
    ['/sessions/shop-1', { page: 'session', id: 'shop-1', tab: 'transcript' }],
    ['/sessions/shop-1/changes', { page: 'session', id: 'shop-1', tab: 'changes' }],
    ['/sessions/shop-1/nowhere', { page: 'unknown', path: '/sessions/shop-1/nowhere' }],
    ['/sessions/%E0%A4%A', { page: 'session', id: '%E0%A4%A', tab: 'transcript' }],
    ['/projects/shop', { page: 'project', id: 'shop' }],
    ['/projects/shop/board', { page: 'board', id: 'shop' }],
    ['/projects/shop/nowhere', { page: 'unknown', path: '/projects/shop/nowhere' }],
    ['/trips/trip-1', { page: 'trip', id: 'trip-1' }],
    ['/trips', { page: 'unknown', path: '/trips' }],
    ['/efforts', { page: 'efforts' }],
    ['/efforts/e-1', { page: 'effort', id: 'e-1' }],
    ['/efforts/e-1/x', { page: 'unknown', path: '/efforts/e-1/x' }],
    ['/inbox', { page: 'inbox', thread: null }],
    ['/inbox/mail-3', { page: 'inbox', thread: 'mail-3' }],
    ['/relay', { page: 'relay', part: 'now' }],
    ['/relay/queue', { page: 'relay', part: 'queue' }],
    ['/relay/r-2', { page: 'one-relay', id: 'r-2' }],
    ['/relay/r-2/x', { page: 'unknown', path: '/relay/r-2/x' }],
    ['/settings/x', { page: 'unknown', path: '/settings/x' }],
  ])('%s', (path, route) => expect(routeOf(path)).toEqual(route))

  it('lead back to the session they were made for', () => {
    expect(routeOf(sessionPath('a-1', 'log'))).toEqual({ page: 'session', id: 'a-1', tab: 'log' })
  })

  it('that the cockpit links to are pages of it (must never 10)', () => {
    const links = sources.flatMap((file) =>
      [...readFileSync(join(src, file), 'utf8').matchAll(/(["'`])(\/[^"'`\n]*)\1/g)].map(([, , path = '']) => path),
    )
    // What is no page: requests, files, and examples in words.
    const pages = links.filter((path) => !/^\/(?:api|auth|dev|home)\/|\.(?:js|png)$/.test(path))
    const lost = pages.filter((path) => {
      const address = path.replace(/\$\{[^}]*\}/g, 'x').replace(/\?.*$/, '')
      return routeOf(address).page === 'unknown'
    })
    expect(lost).toEqual([])
    expect(pages.length).toBeGreaterThan(30)
  })
})
