/** One that rests costs nothing; one that may have moved is looked at, each by its own pace. */
import { describe, expect, it } from 'vitest'
import { type DueFacts, isDue, watchesChecks } from './due.ts'

const now = Date.parse('2030-01-01T12:00:00Z')
const ago = (seconds: number): string => new Date(now - seconds * 1000).toISOString()
const thread = { id: 't', path: 'a', line: 1, author: 'b', by: 'person', body: '', url: null, resolved: true } as const
const rests: DueFacts = {
  ci: 'passing',
  threads: [],
  mergeability: 'mergeable',
  updatedAt: ago(86_400),
  seenAt: ago(30),
}

describe('isDue', () => {
  it.each<[string, Partial<DueFacts>, boolean, boolean]>([
    ['rests', {}, false, false],
    ['its list moved', {}, true, true],
    ['nobody knows whether it merges', { mergeability: 'unknown' }, false, true],
    ['it has threads, seen half a minute ago', { threads: [{ ...thread, outdated: false }] }, false, false],
    ['it has threads, seen a minute ago', { threads: [{ ...thread, outdated: false }], seenAt: ago(60) }, false, true],
    ['its threads are not known', { threads: null, seenAt: ago(61) }, false, true],
    ['it was seen long ago', { seenAt: ago(301) }, false, true],
    ['the clock was set back', { seenAt: ago(-301) }, false, true],
  ])('%s', (_, more, moved, due) => expect(isDue({ ...rests, ...more }, moved, now)).toBe(due))
})

describe('watchesChecks', () => {
  it.each<[DueFacts['ci'], number, boolean]>([
    ['passing', 1, false],
    ['pending', 86_400, true],
    ['failing', 86_400, true],
    ['unknown', 86_400, true],
    ['none', 60, true],
    ['none', 3600, false],
  ])('%s, changed %d seconds ago: %s', (ci, seconds, watches) => {
    expect(watchesChecks({ ci, updatedAt: ago(seconds) }, now)).toBe(watches)
  })
})
