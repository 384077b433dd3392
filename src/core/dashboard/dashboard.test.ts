/** The dashboard's picture and keys: every size filled exactly, wide signs counted, and what each key does. */
import { describe, expect, test } from 'vitest'
import type { Change } from '#contract/change'
import type { Mail } from '#contract/mail'
import type { Merge } from '#contract/merge'
import type { Session } from '#contract/session'
import type { Task } from '#contract/task'
import { columnsOf } from '../relay/show-words.ts'
import { changesCosts, type DashboardFacts, factsOf, inOrder, seeChange } from './facts.ts'
import { frame, shares } from './frame.ts'
import { freeHands, type Hands, type Key, press } from './hands.ts'
import { textOf } from './spans.ts'

const at = '2026-01-01T10:00:00.000Z'
const now = Date.parse(at) + 90_000

const session = (id: string, more: Partial<Session> = {}): Session =>
  ({
    id,
    projectId: 'shop',
    title: id,
    status: 'working',
    phase: 'live',
    activity: { state: 'working', since: at },
    totals: { inputTokens: null, outputTokens: null, costUsd: null },
    queued: 0,
    lastText: null,
    filesChanged: null,
    request: null,
    trouble: null,
    health: null,
    failure: null,
    branch: null,
    archivedAt: null,
    createdAt: at,
    lastActivityAt: at,
    ...more,
  }) as Session

const question = { requestId: 'q1', type: 'question', text: 'Which colour?', options: ['red', 'blue'] } as const
const approval = { requestId: 'q2', type: 'approval', text: 'rm -rf build?', options: [] } as const
const asks = session('shop-2', { status: 'needs_input', request: question })
const mayI = session('shop-3', {
  status: 'needs_input',
  request: approval,
  activity: { state: 'waiting_input', since: '2026-01-01T10:00:01.000Z' },
})

const task = (id: string, state: Task['state'], place: number): Task =>
  ({ id, state, place, priority: 0, title: `title of ${id}`, createdAt: at }) as Task
const mail = (id: string, more: Partial<Mail>): Mail =>
  ({
    id,
    from: 'shop-1',
    to: 'operator',
    type: 'question',
    state: 'queued',
    subject: `subject of ${id}`,
    body: '',
    createdAt: at,
    ...more,
  }) as Mail
const merge = (id: string, state: Merge['state']): Merge =>
  ({ id, state, sessionId: 'shop-1', into: 'main', reason: null, updatedAt: at, createdAt: at }) as Merge

const facts: DashboardFacts = factsOf({
  sessions: [
    session('shop-1', { lastText: '日本語'.repeat(40), totals: { inputTokens: 1, outputTokens: 1, costUsd: 1.5 } }),
    asks,
    mayI,
    session('old-1', { archivedAt: at }),
    ...Array.from({ length: 60 }, (_, i) => session(`many-${i}`, { status: 'ended', phase: 'ended' })),
  ],
  tasks: [task('t-1', 'ready', 1), task('t-2', 'needs_user', 2), task('t-3', 'done', 3)],
  mail: [
    mail('ml-1', {}),
    mail('ml-2', { type: 'message' }),
    mail('ml-3', { type: 'message', state: 'undeliverable', to: 'shop-9' }),
  ],
  merges: [merge('m-1', 'landed'), merge('m-2', 'needs_human')],
  costs: null,
})
const nothing = factsOf({ sessions: [], tasks: [], mail: [], merges: [], costs: null })

const typing: Hands = {
  ...freeHands,
  mode: { type: 'answer', id: 'shop-2', request: question, typed: '語'.repeat(200) },
}
const stopping: Hands = { ...freeHands, mode: { type: 'stop', id: 'shop-1' } }
const shown = (hands: Hands, width: number, height: number, of = facts, lost = false): readonly string[] =>
  frame(of, hands, { width, height, now, lost }).map(textOf)

describe('the picture', () => {
  const sizes = [
    [80, 24],
    [200, 50],
    [60, 15],
    [139, 30],
    [140, 30],
    [20, 6],
    [12, 2],
    [5, 1],
  ] as const
  test.each(sizes)('fills %i x %i exactly, whatever is shown', (width, height) => {
    for (const of of [facts, nothing])
      for (const hands of [freeHands, typing, stopping, { ...freeHands, chosen: 'many-59' }]) {
        const rows = shown(hands, width, height, of)
        expect(rows).toHaveLength(height)
        expect(rows.filter((row) => columnsOf(row) !== width)).toEqual([])
      }
  })

  test('at 80x24 every part is there, those that need a person first', () => {
    const rows = shown(freeHands, 80, 24).map((row) => row.trimEnd())
    expect(rows[0]).toMatch(/^Drover · Needs you 2 · Working 1 · Done 60/)
    expect(rows.slice(1, 6)).toEqual([
      'Needs you 2',
      '› shop-2  needs_input          1m  Which colour?',
      '  shop-3  needs_input          1m  rm -rf build?',
      'Working 1',
      expect.stringMatching(/^ {2}shop-1 {2}working +\$1\.50 {2}1m {2}日本語.*…$/),
    ])
    expect(rows).toContain('Tasks 1 needs you · 0 claimed · 1 ready')
    expect(rows.some((row) => row.startsWith('  t-2    needs_user title of t-2'))).toBe(true)
    expect(rows).toContain('Mail 1 new for you')
    expect(rows).toContain('Merges 1 under way')
    expect(rows).toContain('Costs not known')
    expect(rows.join('\n')).not.toContain('old-1')
    expect(rows.at(-1)).toContain('q quit')
  })

  test('the chosen one is in sight however many there are', () => {
    for (const [width, height] of sizes.slice(0, 5))
      expect(shown({ ...freeHands, chosen: 'many-59' }, width, height).some((row) => row.startsWith('› many-59'))).toBe(
        true,
      )
  })

  test('where there is room the rest stands beside the agents, and the mark stays on their side', () => {
    const rows = frame(facts, freeHands, { width: 200, height: 50, now, lost: false })
    const right = rows.map((one) => textOf(one).split(' │ ')[1]?.trimEnd() ?? '')
    const heads = right.flatMap((text, i) =>
      /^(Tasks|Mail|Merges|Costs) /.test(text) ? [`${i} ${text.split(' ')[0]}`] : [],
    )
    expect(heads).toEqual(['1 Tasks', '4 Mail', '7 Merges', '10 Costs'])
    const marked = rows
      .flatMap(({ spans }) => spans.filter(({ chosen }) => chosen))
      .map(({ text }) => text)
      .join('')
    expect(marked).toMatch(/^› shop-2/)
    expect(columnsOf(marked)).toBe(120)
  })

  test('a daemon that is away is said above', () => {
    expect(shown(freeHands, 80, 24, facts, true)[0]).toContain('the daemon does not answer; trying again')
  })

  test.each([
    [[5, 1, 1], [2, 1, 1], 10, [5, 1, 1]],
    [[50, 9, 1], [5, 2, 1], 10, [6, 3, 1]],
    [[50, 9, 9], [5, 2, 2], 2, [1, 1, 0]],
    [[0, 0], [1, 1], 3, [0, 0]],
  ])('rows wanted %j, at least %j, of %i: %j', (wanted, least, room, given) => {
    expect(shares(wanted, least, room)).toEqual(given)
  })
})

describe('keys', () => {
  const order = inOrder(facts)
  const keys = (text: string): Key[] => [...text].map((sign) => ({ sign }))
  function pressing(pressed: readonly Key[], hands: Hands = freeHands) {
    let act = null
    for (const key of pressed) ({ hands, act } = press(hands, key, order))
    return { hands, act }
  }
  test.each<[string, readonly Key[], unknown]>([
    ['q quits', keys('q'), { type: 'quit' }],
    ['Ctrl+C quits, also while typing', [...keys('a'), 'interrupt'], { type: 'quit' }],
    ['Enter attaches to the first', ['enter'], { type: 'attach', id: 'shop-2' }],
    ['down and Enter attaches to the second', ['down', 'enter'], { type: 'attach', id: 'shop-3' }],
    ['up stays at the first', ['up', 'enter'], { type: 'attach', id: 'shop-2' }],
    ['s asks first', keys('s'), null],
    ['s and y stops', keys('sy'), { type: 'stop', id: 'shop-2' }],
    ['s and s stops nothing', keys('ss'), null],
    [
      'a line answers',
      [...keys('agrex'), 'backspace', ...keys('en'), 'enter'],
      { type: 'answer', id: 'shop-2', requestId: 'q1', answer: 'green' },
    ],
    [
      'a number is an option',
      [...keys('a2'), 'enter'],
      { type: 'answer', id: 'shop-2', requestId: 'q1', answer: 'blue' },
    ],
    [
      'a number beyond the options is itself',
      [...keys('a7'), 'enter'],
      { type: 'answer', id: 'shop-2', requestId: 'q1', answer: '7' },
    ],
    ['an empty line is no answer', [...keys('a '), 'enter'], null],
    ['Escape goes back', [...keys('ab'), 'escape', 'enter'], { type: 'attach', id: 'shop-2' }],
    [
      'n and y: the approval is given at once',
      keys('nay'),
      { type: 'answer', id: 'shop-3', requestId: 'q2', answer: 'allow' },
    ],
    ['n denies it', keys('nan'), { type: 'answer', id: 'shop-3', requestId: 'q2', answer: 'deny' }],
    ['other signs do nothing to an approval', keys('nax'), null],
  ])('%s', (_, pressed, act) => {
    expect(pressing(pressed).act).toEqual(act)
  })

  test('what cannot be done is said, and the next key takes it away', () => {
    const none = pressing(['down', 'down', ...keys('a')])
    expect(none.hands.said).toBe('shop-1 asks nothing')
    expect(pressing(['down'], none.hands).hands.said).toBeNull()
    expect(pressing(['page_down', ...keys('s')]).hands.said).toMatch(/^many-\d+ has ended$/)
    expect(press(freeHands, 'enter', [])).toEqual({ hands: freeHands, act: null })
  })
})

describe('changes', () => {
  const change = (type: string, payload: unknown, sessionId?: string) =>
    ({ seq: 1, at, projectId: 'shop', type, payload, ...(sessionId === undefined ? {} : { sessionId }) }) as Change
  test('come in, change and go', () => {
    const more = seeChange(nothing, change('session_created', asks))
    expect(inOrder(more)).toEqual([asks])
    expect(inOrder(seeChange(more, change('session_updated', { ...asks, archivedAt: at })))).toEqual([])
    expect(inOrder(seeChange(more, change('session_removed', { code: 'X' }, asks.id)))).toEqual([])
    const tasks = seeChange(nothing, change('task_added', task('t-9', 'ready', 1)))
    expect(tasks.tasks.size).toBe(1)
    expect(seeChange(tasks, change('task_removed', task('t-9', 'ready', 1))).tasks.size).toBe(0)
    expect(seeChange(nothing, change('mail_sent', mail('ml-9', {}))).mail.size).toBe(1)
    expect(seeChange(nothing, change('merge_queued', merge('m-9', 'queued'))).merges.size).toBe(1)
    expect(seeChange(facts, change('turn_started', { turn: 1 }))).toBe(facts)
    expect(changesCosts(change('turn_ended', {}))).toBe(true)
  })

  test('what is over is kept for a while only, what is not always', () => {
    let many = seeChange(nothing, change('session_created', asks))
    for (let i = 0; i < 230; i++)
      many = seeChange(
        many,
        change(
          'session_ended',
          session(`e-${i}`, { phase: 'ended', status: 'ended', createdAt: new Date(now + i).toISOString() }),
        ),
      )
    expect(many.sessions.size).toBe(201)
    expect(many.sessions.has('shop-2')).toBe(true)
    expect(many.sessions.has('e-0')).toBe(false)
  })
})
