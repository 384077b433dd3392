/** Screens that are taken away, and those that stay. */
import { expect, it } from 'vitest'
import { type KeptScreen, mostKept, screensToDrop } from './keep.ts'

const screen = (launchId: string, more: Partial<KeptScreen['session'] & object> | null, dead = true): KeptScreen => ({
  launchId,
  dead,
  session: more === null ? null : { newest: true, ended: true, done: false, ...more },
})

it('a program that runs keeps its screen, whoever it belongs to', () => {
  expect(screensToDrop([screen('a', null, false), screen('b', { done: true }, false)])).toEqual([])
})

it('what nobody will look at goes; the last screen of a session stays', () => {
  const kept = [
    screen('unknown', null),
    screen('older', { newest: false }),
    screen('archived', { done: true }),
    screen('ended', {}),
    screen('live', { ended: false }),
  ]
  expect(screensToDrop(kept)).toEqual(['unknown', 'older', 'archived'])
})

it('of many ended sessions the oldest screens go', () => {
  const kept = Array.from({ length: mostKept + 2 }, (_, n) => screen(`l${n}`, {}))
  expect(screensToDrop(kept)).toEqual(['l0', 'l1'])
})
