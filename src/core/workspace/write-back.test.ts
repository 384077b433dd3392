import { describe, expect, it } from 'vitest'
import { decideWriteBack, forkBehindNotice, keptNotice } from './write-back.ts'

const a = 'a'.repeat(40)
const b = 'b'.repeat(40)

describe('writing a snapshot over a tree', () => {
  it.each([
    ['no snapshot', a, null, 'nothing'],
    ['no snapshot, no commit', null, null, 'nothing'],
    ['the branch stands where it was taken', a, a, 'write'],
    ['an unborn branch, as when it was taken', null, null, 'write'],
    ['the branch moved: on, back, or was rewritten', b, a, 'keep'],
    ['taken before the first commit', b, null, 'keep'],
    ['taken on a commit, the branch has none now', null, a, 'keep'],
  ] as const)('%s', (name, head, parent, wanted) => {
    const snapshot = name.startsWith('no snapshot') ? null : { n: 3, parent }
    expect(decideWriteBack(head, snapshot)).toBe(wanted)
  })

  it('a kept snapshot is told with both commits and the command that brings it', () => {
    const notice = keptNotice({ sessionId: 'x-1', branch: 'drover/x-1/root', head: b, snapshot: { n: 3, parent: a } })
    expect(notice).toMatchObject({ kind: 'notice', code: 'snapshot_kept', snapshot: 3, takenAt: a, head: b })
    expect(notice.message).toContain('drover/x-1/root stands at bbbbbbbbbbbb now')
    expect(notice.message).toContain('taken at aaaaaaaaaaaa')
    expect(notice.message).toContain('drover session recover x-1 --snapshot 3 --to DIR')
  })

  it('says it in words where there is no branch or no commit', () => {
    const notice = keptNotice({ sessionId: 'x-1', branch: null, head: null, snapshot: { n: 1, parent: null } })
    expect(notice.message).toContain('HEAD stands at no commit now, and snapshot 1 was taken at no commit')
  })

  it('a fork behind its source says what to merge', () => {
    const fork = forkBehindNotice({ sessionId: 'x-1', branch: 'topic', head: b, snapshot: { n: 2, parent: a } })
    expect(fork).toMatchObject({ code: 'fork_behind', snapshot: 2, head: b })
    expect(fork.message).toContain('Merge topic to have what came later.')
  })
})
