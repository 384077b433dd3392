/** An escalated trip waits until somebody dealt with it, and no longer: every way of that, and what is no way of it. */
import { describe, expect, it } from 'vitest'
import { tripStates } from '#contract/trip'
import { type WaitFacts, waitsForPerson } from './waits.ts'

const endedAt = '2030-01-01T12:00:00.000Z'
const facts: WaitFacts = { isNewest: true, session: 'shown', listedAt: null, isListed: false }
const later = '2030-01-01T12:00:01.000Z'

describe('waitsForPerson', () => {
  it('is about escalated and frozen ones alone', () => {
    expect(tripStates.filter((state) => waitsForPerson({ state, endedAt }, facts))).toEqual(['escalated', 'frozen'])
  })

  it.each<[Partial<WaitFacts>, boolean]>([
    [{}, true],
    [{ session: 'none' }, true],
    [{ isNewest: false }, false],
    [{ session: 'archived' }, false],
    [{ session: 'gone' }, false],
    [{ listedAt: later, isListed: true }, true],
    [{ listedAt: later, isListed: false }, false],
    // A look from before its end says nothing of it.
    [{ listedAt: endedAt, isListed: false }, true],
    [{ listedAt: '2030-01-01T11:00:00.000Z', isListed: false }, true],
  ])('%j: %s', (patch, waits) =>
    expect(waitsForPerson({ state: 'frozen', endedAt }, { ...facts, ...patch })).toBe(waits),
  )
})
