import { describe, expect, it } from 'vitest'
import {
  type ActivityState,
  type Phase,
  type PullRequestStatus,
  pullRequestStatuses,
  type Status,
  statuses,
} from '#contract/session'
import { fleetGroups, groupOf, hasUnlanded, type StatusFacts, statusOf } from './status.ts'

const phases: readonly Phase[] = ['starting', 'live', 'ended']
const activities: readonly ActivityState[] = ['working', 'idle', 'waiting_input', 'blocked', 'unknown']
const now = Date.parse('2026-03-01T12:00:00Z')
const yes = [true, false]

/** Every fact by itself, as the word it stands for. The status is the first of `statuses` among them. */
function words(facts: StatusFacts): readonly Status[] {
  const found: (Status | false | null | undefined)[] = [
    facts.phase === 'ended' && 'ended',
    facts.phase === 'starting' && 'starting',
    (facts.hasRequest || facts.activity === 'waiting_input') && 'needs_input',
    facts.activity === 'blocked' && 'blocked',
    facts.activity === 'working' && 'working',
    facts.activity === 'unknown' && 'unknown',
    facts.parkedUntil === '2026-03-01T12:00:01Z' && 'parked',
    facts.failed && 'failed',
    facts.waiting && 'waiting',
    facts.pullRequest,
    facts.reported && 'reported',
    'idle',
  ]
  return found.filter((word): word is Status => typeof word === 'string')
}

const pulls: readonly (PullRequestStatus | null)[] = [null, ...pullRequestStatuses]

describe('the status', () => {
  it('is the first word that holds, whatever else does', () => {
    let tried = 0
    for (const phase of phases)
      for (const activity of activities)
        for (const hasRequest of yes)
          for (const parkedUntil of [null, '2026-03-01T12:00:01Z', '2026-03-01T12:00:00Z', 'soon'])
            for (const failed of yes)
              for (const waiting of yes)
                for (const pullRequest of pulls)
                  for (const reported of yes) {
                    const facts: StatusFacts = {
                      phase,
                      activity,
                      hasRequest,
                      parkedUntil,
                      failed,
                      nowMs: now,
                      waiting,
                      pullRequest,
                      reported,
                    }
                    const first = words(facts).toSorted((a, b) => statuses.indexOf(a) - statuses.indexOf(b))[0]
                    expect(statusOf(facts), JSON.stringify(facts)).toBe(first)
                    tried += 1
                  }
    expect(tried).toBe(3 * 5 * 2 * 4 * 2 * 2 * 9 * 2)
  })

  it('needs no fact of subjects that do not exist yet', () => {
    const bare = {
      phase: 'live',
      activity: 'idle',
      hasRequest: false,
      parkedUntil: null,
      failed: false,
      nowMs: now,
    } as const
    expect(statusOf(bare)).toBe('idle')
    expect(statusOf({ ...bare, failed: true })).toBe('failed')
  })

  it('is parked up to its time, and failed from then on', () => {
    const at = (nowMs: number): Status =>
      statusOf({
        phase: 'live',
        activity: 'idle',
        hasRequest: false,
        parkedUntil: '2026-03-01T12:00:00Z',
        failed: true,
        nowMs,
      })
    expect([at(now - 1), at(now), at(now + 1)]).toEqual(['parked', 'failed', 'failed'])
  })
})

describe('the group in the fleet', () => {
  const table: Record<Status, readonly [bare: string, unlanded: string]> = {
    needs_input: ['needs_you', 'needs_you'],
    blocked: ['needs_you', 'needs_you'],
    failed: ['needs_you', 'needs_you'],
    ci_failed: ['needs_you', 'needs_you'],
    changes_requested: ['needs_you', 'needs_you'],
    idle: ['idle', 'ready'],
    reported: ['idle', 'ready'],
    mergeable: ['ready', 'ready'],
    approved: ['ready', 'ready'],
    working: ['working', 'working'],
    starting: ['working', 'working'],
    parked: ['waiting', 'waiting'],
    waiting: ['waiting', 'waiting'],
    unknown: ['waiting', 'waiting'],
    review_pending: ['waiting', 'waiting'],
    draft: ['waiting', 'waiting'],
    pr_open: ['waiting', 'waiting'],
    ended: ['done', 'done'],
    merged: ['done', 'done'],
  }
  it.each(Object.entries(table))('%s', (status, [bare, unlanded]) => {
    expect(groupOf({ status: status as Status, unlanded: false })).toBe(bare)
    expect(groupOf({ status: status as Status, unlanded: true })).toBe(unlanded)
  })

  it('has a place for every word, and a word for every place', () => {
    expect(Object.keys(table).toSorted()).toEqual(statuses.toSorted())
    expect(new Set(Object.values(table).flat())).toEqual(new Set(fleetGroups))
  })

  it('takes an unknown count for nothing changed', () => {
    const bare = { landing: null, turn: null }
    expect([null, 0, 1].map((filesChanged) => hasUnlanded({ filesChanged, ...bare }))).toEqual([false, false, true])
  })

  const landedAt = '2026-01-01T12:00:00.000Z'
  it.each([
    ['never landed', { ahead: 1, landedAt: null }, '11:00', true],
    ['landed, nothing since', { ahead: 0, landedAt }, '11:00', false],
    ['landed, and a turn began after it', { ahead: 0, landedAt }, '13:00', true],
    ['landed, and a commit is left over', { ahead: 1, landedAt }, '11:00', true],
    ['landed, and nobody counted', { ahead: null, landedAt }, '11:00', false],
  ])('%s', (_, landing, began, unlanded) => {
    const turn = { startedAt: `2026-01-01T${began}:00.000Z` }
    expect(hasUnlanded({ filesChanged: 2, landing, turn })).toBe(unlanded)
    expect(hasUnlanded({ filesChanged: 0, landing, turn })).toBe(false)
  })
})
