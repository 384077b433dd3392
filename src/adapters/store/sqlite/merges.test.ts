/** Merges come back as they were put, page by page; lanes and landings are one row a thing; secrets stay out. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Journal } from '#ports/store/journal'
import { mergeRecord, sessionRecord, type TempStore, tempStore, time } from './store-fixture.ts'

let store: TempStore
let journal: Journal
beforeEach(() => {
  store = tempStore()
  journal = store.open({ redact: (text) => text.replaceAll('hunter2hunter2', '[redacted]') })
})
afterEach(() => store.remove())

describe('merges', () => {
  it('come back as they were put, every field', () => {
    const whole = mergeRecord('m-1', {
      sessionId: 'p-1',
      state: 'needs_human',
      step: 'wait',
      reason: { code: 'conflict', message: 'why', paths: ['a'] },
      next: 'drover merge retry m-1',
      tier: 'human',
      baseCommit: 'b',
      mergeBase: 'mb',
      result: 'r',
      resolved: 'r',
      proof: { dropped: [{ file: 'a', line: 1, text: 't', input: 'branch' }], more: 0, markers: [], ok: false },
      push: { remote: 'origin', ref: 'refs/heads/main', state: 'wanted' },
      approval: { by: 'operator', at: time },
      approved: { reasons: ['agent'], dropped: [] },
      needsApproval: ['agent'],
      files: 1,
      insertions: 2,
      deletions: 3,
      attempts: 2,
      priority: -5,
      worktree: '/t',
      saved: 'refs/x',
      message: 'm',
      taskId: 't-1',
      merger: 'p-2',
      agentTries: 1,
      train: ['m-1', 'm-2'],
    })
    journal.command((tx) => tx.insertMerge(whole))
    expect(journal.reads.merge('m-1')).toEqual(whole)
    expect(journal.reads.merge('m-2')).toBeNull()
  })

  it('are updated in part, with the time', () => {
    journal.command((tx) => tx.insertMerge(mergeRecord('m-1', { updatedAt: '2000-01-01T00:00:00.000Z' })))
    const after = journal.command((tx) => tx.updateMerge('m-1', { state: 'landed', step: 'end', landedCommit: 'r' }))
    expect(after).toEqual(mergeRecord('m-1', { state: 'landed', step: 'end', landedCommit: 'r' }))
    expect(() => journal.command((tx) => tx.updateMerge('m-9', { state: 'landed' }))).toThrow('m-9')
  })

  it('keep no secret that a verification printed or a line held', () => {
    const secret = 'key hunter2hunter2'
    const proof = {
      dropped: [{ file: 'a', line: 1, text: secret, input: 'branch' as const }],
      more: 0,
      markers: [],
      ok: false,
    }
    journal.command((tx) => {
      tx.insertMerge(mergeRecord('m-1'))
      tx.updateMerge('m-1', { proof, reason: { code: 'failed', message: secret } })
    })
    expect(JSON.stringify(journal.reads.merge('m-1'))).not.toContain('hunter2')
  })

  it('are numbered for ever, paged newest first, and open until they ended', () => {
    journal.command((tx) => {
      for (let n = 1; n <= 12; n++) {
        expect(tx.nextMergeNumber()).toBe(n)
        tx.insertMerge(
          mergeRecord(`m-${n}`, {
            projectId: n % 2 === 0 ? 'even' : 'odd',
            state: n < 5 ? 'landed' : 'queued',
            sessionId: n === 7 ? 'p-7' : null,
          }),
        )
      }
    })
    const first = journal.reads.merges({ limit: 5 })
    expect(first.merges.map(({ id }) => id)).toEqual(['m-12', 'm-11', 'm-10', 'm-9', 'm-8'])
    const second = journal.reads.merges({ limit: 7, cursor: first.next ?? 0 })
    expect([second.merges.length, second.merges.at(-1)?.id, second.next]).toEqual([7, 'm-1', null])
    const ids = (query: object) => journal.reads.merges({ limit: 50, ...query }).merges.map(({ id }) => id)
    expect(ids({ projectId: 'even', state: 'landed' })).toEqual(['m-4', 'm-2'])
    expect(ids({ sessionId: 'p-7' })).toEqual(['m-7'])
    expect(journal.reads.openMerges().map(({ id }) => id)).toEqual([
      'm-5',
      'm-6',
      'm-7',
      'm-8',
      'm-9',
      'm-10',
      'm-11',
      'm-12',
    ])
    journal.close()
    journal = store.open()
    expect(journal.command((tx) => tx.nextMergeNumber())).toBe(13)
  })
})

it('a lane is one row for a target of a project', () => {
  const lane = { projectId: 'p', target: 'main', mergeId: 'm-1', worktree: null, train: null, usedAt: time }
  const train = { parts: [{ members: ['m-1', 'm-2'], suspect: true }] }
  journal.command((tx) => {
    tx.putLane(lane)
    tx.putLane({ ...lane, target: 'next', mergeId: null })
    tx.putLane({ ...lane, worktree: '/t', train })
  })
  expect(journal.reads.lanes()).toEqual([
    { ...lane, worktree: '/t', train },
    { ...lane, target: 'next', mergeId: null },
  ])
  journal.command((tx) => tx.deleteLane('p', 'main'))
  expect([journal.reads.lane('p', 'main'), journal.reads.lane('p', 'next')?.mergeId]).toEqual([null, null])
})

it('a landing goes with its session', () => {
  const landing = {
    sessionId: 'p-1',
    ahead: 2,
    behind: null,
    merge: 'm-1',
    state: 'queued' as const,
    landedCommit: null,
  }
  journal.command((tx) => {
    tx.insertSession(sessionRecord('p-1'))
    tx.putLanding(landing)
  })
  expect(journal.reads.landing('p-1')).toEqual(landing)
  journal.command((tx) => tx.deleteSession('p-1'))
  expect(journal.reads.landing('p-1')).toBeNull()
})
