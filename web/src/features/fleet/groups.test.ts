import { describe, expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { groupOf } from '#core/attention/fleet'
import { attentionOf, attentionQueue } from '#core/attention/queue'
import { grouped, matches, noFilter } from './groups.ts'

const session = (fields: Partial<Session>): Session =>
  ({
    id: 'shop-1',
    name: 'shop-1',
    title: fields.name ?? 'shop-1',
    archivedAt: null,
    projectId: 'shop',
    harness: 'rehearsal',
    model: null,
    branch: 'drover/shop-1/root',
    status: 'idle',
    phase: 'live',
    queued: 0,
    turn: null,
    request: null,
    trouble: null,
    failure: null,
    filesChanged: 0,
    lastText: null,
    activity: { state: 'idle', since: '2026-01-01T00:00:00.000Z' },
    createdAt: '2026-01-01T00:00:00.000Z',
    ...fields,
  }) as Session
const turn = (state: 'error' | 'lost' | 'completed' | 'running') => ({ n: 2, state, startedAt: '' })
const failure: Session['failure'] = {
  category: 'auth',
  code: 'AGENT_FAILED',
  message: 'Not signed in',
  hint: 'Sign in.',
  at: '2026-01-01T00:00:00.000Z',
  resetAt: null,
}

describe('groups', () => {
  it.each<[string, Partial<Session>, string, string | null]>([
    ['idle', {}, 'idle', null],
    ['idle with changes that are not landed', { filesChanged: 2 }, 'ready', null],
    ['working', { status: 'working', turn: turn('running') }, 'working', null],
    [
      'a question',
      { status: 'needs_input', request: { requestId: 'q1', type: 'question', text: '?', options: [] } },
      'needs_you',
      'question',
    ],
    ['a failed turn', { status: 'failed', failure, turn: turn('error') }, 'needs_you', 'failed'],
    ['a failed turn with changes', { status: 'failed', failure, filesChanged: 2 }, 'needs_you', 'failed'],
    ['a failed turn with more queued', { status: 'failed', failure, queued: 1 }, 'needs_you', null],
    [
      'a failure from before the turn that runs',
      { status: 'working', failure, turn: turn('running') },
      'working',
      null,
    ],
    ['state unknown', { status: 'unknown' }, 'waiting', 'unknown'],
    ['trouble', { status: 'working', trouble: { code: 'RESOURCE_FLOOR', message: 'disk' } }, 'needs_you', 'trouble'],
    ['parked', { status: 'parked', failure }, 'waiting', 'parked'],
    ['ended after a failure', { status: 'ended', phase: 'ended', turn: turn('error') }, 'done', null],
  ])('%s', (_name, fields, group, kind) => {
    expect(groupOf(session(fields))).toBe(group)
    expect(attentionOf(session(fields))?.kind ?? null).toBe(kind)
  })

  it('find by any words of name, id, project, branch or last line', () => {
    const s = session({ name: 'Fix the Till', lastText: 'rounding done' })
    expect(matches(s, { ...noFilter, text: 'till rounding' })).toBe(true)
    expect(matches(s, { ...noFilter, text: 'till nothing' })).toBe(false)
    expect(matches(s, { ...noFilter, projectId: 'other' })).toBe(false)
  })

  it('put the longest wait first where you are needed', () => {
    const ask = (id: string, since: string): Session =>
      session({ id, status: 'blocked', activity: { state: 'blocked', since } })
    const groups = grouped([ask('shop-2', '2026-01-03'), ask('shop-1', '2026-01-02')], noFilter)
    expect(groups.get('needs_you')?.map((s) => s.id)).toEqual(['shop-1', 'shop-2'])
  })
})

describe('what is shown', () => {
  const all = [
    session({ id: 'a', status: 'working', name: 'Zoo', totals: { inputTokens: null, outputTokens: null, costUsd: 1 } }),
    session({ id: 'b', status: 'working', name: 'ant', createdAt: '2026-01-09' }),
    session({ id: 'c', status: 'ended', phase: 'ended' }),
    session({ id: 'd', status: 'ended', phase: 'ended', archivedAt: '2026-01-02' }),
  ].map((one) => ({ ...one, totals: one.totals ?? { inputTokens: null, outputTokens: null, costUsd: null } }))
  const ids = (...given: Parameters<typeof grouped> extends [unknown, ...infer Rest] ? Rest : never): string =>
    [...grouped(all, ...given).values()]
      .flat()
      .map(({ id }) => id)
      .join('')
  it('hides what is archived until it is asked for', () => {
    expect(ids(noFilter)).toBe('bac')
    expect(ids({ ...noFilter, show: 'archived' })).toBe('d')
  })
  it('shows one group alone', () => expect(ids({ ...noFilter, show: 'done' })).toBe('c'))
  it('sorts within the groups', () => {
    expect(ids(noFilter, 'newest')).toBe('bac')
    expect(ids(noFilter, 'name')).toBe('bac')
    expect(ids(noFilter, 'cost')).toBe('abc')
  })
})

describe('the attention queue', () => {
  it('asks for trust only where something waits for it, and names failing checks', () => {
    const project = { id: 'shop', name: 'Shop', trusted: false } as never
    const view = { projectId: 'shop', hash: 'h', trusted: false, needed: true } as never
    const items = attentionQueue({
      merges: [],
      asking: [],
      sessions: [],
      projects: new Map([['shop', project]]),
      trusts: [view, { projectId: 'gone', hash: 'x', trusted: false, needed: true } as never],
      doctor: { ok: false, failures: 1, checks: [{ section: 'Core', name: 'disk', level: 'FAIL', message: 'full' }] },
    })
    expect(items.map((i) => i.key)).toEqual(['shop/trust/h', 'doctor/Core/disk'])
  })

  it('names tasks that failed or need a person, in their own words; a relay looks after its own failures', () => {
    const failed = (id: string, branch: string): Session =>
      session({ id, status: 'failed', branch, activity: { state: 'idle', since: '2026-01-02' } })
    const task = (id: string, fields: object): never =>
      ({ id, projectId: 'shop', title: id, updatedAt: '2026-01-03', result: null, ...fields }) as never
    const items = attentionQueue({
      merges: [],
      asking: [
        task('t-1', { state: 'needs_user', result: { summary: 'Which flag?', at: 'x' } }),
        task('t-2', { state: 'failed' }),
      ],
      sessions: [failed('shop-1', 'drover/shop-1/root'), failed('shop-2', 'drover/relay/r-1/root')],
      projects: new Map(),
      trusts: [],
      doctor: null,
    })
    expect(items.map(({ title, reason, path }) => [title, reason, path])).toEqual([
      [expect.any(String), expect.any(String), '/sessions/shop-1'],
      ['t-1', 'Which flag?', '/relay/queue?project=shop'],
      ['t-2', 'The task failed; nobody tries it again.', '/relay/queue?project=shop'],
    ])
  })
})
