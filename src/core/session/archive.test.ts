import { describe, expect, it } from 'vitest'
import { type ArchiveFacts, decideArchive, decideUnarchive } from './archive.ts'

const refused = expect.objectContaining({
  refused: 'SESSION_NOT_ENDED',
  hint: expect.stringContaining('drover session kill shop-1'),
})

describe('archive', () => {
  it.each<[ArchiveFacts['phase'], boolean, unknown]>([
    ['ended', false, 'archive'],
    ['ended', true, 'already'],
    ['live', false, refused],
    ['starting', false, refused],
  ])('%s, archived %s', (phase, archived, expected) =>
    expect(decideArchive({ id: 'shop-1', phase, archived })).toEqual(expected),
  )
})

describe('unarchive', () => {
  it('brings back what was put away, and says so when nothing was', () => {
    expect(decideUnarchive({ archived: true })).toBe('unarchive')
    expect(decideUnarchive({ archived: false })).toBe('already')
  })
})
