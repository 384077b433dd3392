/** Where an item leads: to the session, or to its terminal where a dialog of the interface waits. */
import { expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { attentionOf } from './queue.ts'

const session = (fields: Partial<Session>): Session =>
  ({
    id: 'shop-1',
    title: 'Round prices',
    phase: 'live',
    mode: 'headless',
    activity: { state: 'blocked', since: '2025-01-02T03:04:05.000Z' },
    request: null,
    trouble: null,
    health: null,
    failure: null,
    branch: null,
    queued: 0,
    ...fields,
  }) as Session

it.each([
  ['terminal', 'blocked', '/sessions/shop-1/terminal'],
  ['terminal', 'needs_input', '/sessions/shop-1/terminal'],
  ['headless', 'blocked', '/sessions/shop-1'],
  ['headless', 'needs_input', '/sessions/shop-1'],
  ['terminal', 'unknown', '/sessions/shop-1'],
] as const)('a session in mode %s that is %s leads to %s', (mode, status, path) => {
  expect(attentionOf(session({ mode, status }))?.path).toBe(path)
})
