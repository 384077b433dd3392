/** Every state of a trip, every status of a session, and that nothing has two cards. */
import { describe, expect, it } from 'vitest'
import { type Session, statuses } from '#contract/session'
import { type SeenIssue, type Trip, tripPhases, tripStates } from '#contract/trip'
import { type BoardColumn, boardColumns, boardOf, columnOfSession, columnOfTrip } from './columns.ts'

const session = (more: Partial<Session> = {}): Session =>
  ({
    ...{ id: 's-1', projectId: 'shop', status: 'idle', phase: 'running', prs: [], landing: null, filesChanged: 0 },
    ...{
      archivedAt: null,
      request: null,
      trouble: null,
      health: null,
      failure: null,
      queued: 0,
      turn: null,
      title: 'S',
    },
    ...{ activity: { state: 'idle', since: '2030-01-01T00:00:00Z' }, branch: null, createdAt: '2030-01-01T00:00:00Z' },
    ...{ updatedAt: '2030-01-01T00:00:00Z' },
    ...more,
  }) as Session
const trip = (more: Partial<Trip> = {}): Trip =>
  ({
    ...{ id: 'trip-1', projectId: 'shop', repo: 'ada/shop', issue: 7, state: 'running', phase: 'worktree', prId: null },
    ...{ sessionId: null, createdAt: '2030-01-01T00:00:00Z', updatedAt: '2030-01-01T00:00:00Z', endedAt: null },
    ...more,
  }) as Trip
const issue = (more: Partial<SeenIssue> = {}): SeenIssue =>
  ({
    ...{ projectId: 'shop', repo: 'ada/shop', number: 7, priority: 0, decision: 'repo_busy', tripId: null },
    ...{ at: '2030-01-01T00:00:00Z', title: 'T', url: '', why: '' },
    ...more,
  }) as SeenIssue

describe('a trip', () => {
  it.each(tripStates)('%s has one column, or none', (state) => {
    const wanted = {
      claiming: 'working',
      running: 'working',
      done: 'landed',
      escalated: 'needs_you',
      frozen: 'needs_you',
    }
    expect(columnOfTrip(trip({ state }), null)).toBe(wanted[state as keyof typeof wanted] ?? null)
  })
  it.each(tripPhases)('that runs, in the phase %s', (phase) =>
    expect(columnOfTrip(trip({ phase }), null)).toBe(
      ['ci', 'deployed', 'done'].includes(phase) ? 'in_review' : 'working',
    ),
  )
  it('with a pull request is in review, and back at work during a corrective turn', () => {
    expect(columnOfTrip(trip({ prId: 'pr-1' }), session())).toBe('in_review')
    expect(columnOfTrip(trip({ prId: 'pr-1', phase: 'ci', ci: 'red' }), session())).toBe('working')
    expect(columnOfTrip(trip({ prId: 'pr-1', phase: 'ci' }), session({ status: 'working' }))).toBe('working')
  })
  it('that lies with a person leaves the board once its session is archived', () => {
    const frozen = trip({ state: 'frozen', sessionId: 's-1' })
    expect(columnOfTrip(frozen, session({ phase: 'ended', status: 'ended' }))).toBe('needs_you')
    expect(columnOfTrip(frozen, session({ archivedAt: '2030-01-02T00:00:00Z' }))).toBeNull()
    expect(columnOfTrip(frozen, null)).toBeNull()
  })
  it('whose agent asks something needs you', () => {
    const request = { requestId: 'r', type: 'question' as const, text: '?', options: [] }
    expect(columnOfTrip(trip(), session({ status: 'needs_input', request }))).toBe('needs_you')
  })
})

describe('a session', () => {
  const wanted: Partial<Record<(typeof statuses)[number], BoardColumn | null>> = {
    ...{ needs_input: 'needs_you', blocked: 'needs_you', failed: 'needs_you', ci_failed: 'needs_you' },
    ...{ changes_requested: 'needs_you', mergeable: 'in_review', approved: 'in_review', working: 'working' },
    ...{ starting: 'working', parked: 'working', waiting: 'working', unknown: 'working', review_pending: 'in_review' },
    ...{ draft: 'in_review', pr_open: 'in_review', idle: 'ready', reported: 'ready', ended: null, merged: 'landed' },
  }
  it.each(statuses)('%s', (status) => {
    const withPr = ['review_pending', 'draft', 'pr_open'].includes(status)
    const prs = withPr ? [{ id: 'pr-1', state: 'open' }] : []
    expect(columnOfSession(session({ status, prs: prs as never }))).toBe(wanted[status])
  })
  it('with changes that nobody has seen is in review; landed once they landed; archived is nowhere', () => {
    expect(columnOfSession(session({ filesChanged: 2 }))).toBe('in_review')
    const landing = { ahead: 0, landedAt: '2030-01-02T00:00:00Z' } as never
    expect(columnOfSession(session({ filesChanged: 2, landing }))).toBe('landed')
    expect(columnOfSession(session({ status: 'ended', filesChanged: 2, landing }))).toBe('landed')
    expect(columnOfSession(session({ archivedAt: '2030-01-02T00:00:00Z' }))).toBeNull()
  })
})

describe('the board', () => {
  const keys = (facts: Partial<Parameters<typeof boardOf>[0]>) => {
    const board = boardOf({ projectId: 'shop', trips: [], seen: [], sessions: [], ...facts })
    expect([...board.keys()]).toEqual([...boardColumns])
    return Object.fromEntries(
      [...board].filter(([, cards]) => cards.length > 0).map(([c, list]) => [c, list.map(({ key }) => key)]),
    )
  }
  it('has one card for an issue, its trip and its session', () => {
    const facts = {
      trips: [trip({ sessionId: 's-1' })],
      seen: [issue({ decision: 'dispatched' })],
      sessions: [session()],
    }
    expect(keys(facts)).toEqual({ working: ['trip-1'] })
  })
  it('shows the latest trip of an issue, and the issue again once a trip was withdrawn', () => {
    const first = trip({ state: 'escalated' })
    const second = trip({ id: 'trip-2', createdAt: '2030-01-02T00:00:00Z' })
    expect(keys({ trips: [second, first] })).toEqual({ working: ['trip-2'] })
    expect(keys({ trips: [first], seen: [issue({ decision: 'escalated' })] })).toEqual({ needs_you: ['trip-1'] })
    expect(keys({ trips: [trip({ state: 'withdrawn' })], seen: [issue()] })).toEqual({ ready: ['ada/shop#7'] })
  })
  it('keeps other projects out', () => {
    const other = { projectId: 'other' }
    expect(keys({ trips: [trip(other)], seen: [issue(other)], sessions: [session(other)] })).toEqual({})
  })
  it('orders what is ready as the loop takes it, and what landed by when', () => {
    const seen = [issue({ number: 9 }), issue({ number: 8, priority: 2 }), issue({ number: 3, priority: 2 })]
    expect(keys({ seen, sessions: [session()] })).toEqual({ ready: ['ada/shop#9', 'ada/shop#3', 'ada/shop#8', 's-1'] })
    const done = (id: string, endedAt: string) => trip({ id, issue: Number(id.slice(5)), state: 'done', endedAt })
    const trips = [done('trip-1', '2030-01-01T00:00:00Z'), done('trip-2', '2030-01-03T00:00:00Z')]
    expect(keys({ trips })).toEqual({ landed: ['trip-2', 'trip-1'] })
  })
})
