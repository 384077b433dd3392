import { describe, expect, it } from 'vitest'
import { type CleanupFacts, decideCleanup, decideExternal, decideHeld, decideUnsaved, keptBy } from './cleanup.ts'

const clean: CleanupFacts = { children: [], locked: null, nested: [], changed: [], scratch: false }

describe('what keeps a worktree', () => {
  const marks: [keyof CleanupFacts, Partial<CleanupFacts>, string][] = [
    ['children', { children: [7] }, 'live_children'],
    ['locked', { locked: '' }, 'locked'],
    ['nested', { nested: ['lib'] }, 'nested_repository'],
    ['changed', { changed: ['a'] }, 'dirty'],
  ]
  it('nothing, when there is nothing in it', () => expect(decideCleanup(clean)).toBeNull())

  it('another session that holds it (must never 2)', () => {
    expect(decideHeld(null)).toBeNull()
    expect(decideHeld('shop-2')).toMatchObject({ reason: 'held' })
  })

  it("that it is the user's own checkout", () => {
    expect(decideExternal(false)).toBeNull()
    expect(decideExternal(true)).toMatchObject({ reason: 'external' })
  })

  it('every combination: the first of its reasons is told', () => {
    for (let bits = 1; bits < 2 ** marks.length; bits++)
      for (const scratch of [true, false]) {
        const found = marks.filter((_, n) => (bits >> n) & 1)
        const facts = found.reduce((sum, [, more]) => Object.assign(sum, more), { ...clean, scratch })
        expect(decideCleanup(facts)?.reason).toBe(found[0]?.[2])
      }
  })

  it.each([
    [['a'], false, '1 path with uncommitted work: a.'],
    [['a', 'b', 'c', 'd', 'e', 'f'], false, '6 paths with uncommitted work: a, b, c, d, e, ….'],
    [['a'], true, 'The scratch workspace holds files; remove them or copy them out first.'],
  ])('%j, scratch %s: %s', (changed, scratch, message) =>
    expect(decideCleanup({ ...clean, changed, scratch })?.message).toBe(message),
  )

  it('files that no snapshot holds, but not sockets and the like', () => {
    expect(decideUnsaved([])).toBeNull()
    expect(decideUnsaved([{ path: 'a.sock', why: 'not_a_file' }])).toBeNull()
    expect(decideUnsaved([{ path: 'core', why: 'too_large' }])).toMatchObject({ reason: 'unsaved_file' })
  })

  it.each([
    ['WORKSPACE_DIRTY', 'dirty'],
    ['SNAPSHOT_FAILED', 'snapshot_failed'],
    ['GIT_FAILED', 'failed'],
    [null, 'failed'],
  ])('a removal that failed with %s: %s', (code, reason) => expect(keptBy(code)).toBe(reason))
})
