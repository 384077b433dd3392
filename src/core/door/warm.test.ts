import { describe, expect, it } from 'vitest'
import { personaOf } from './persona.ts'
import { longestWaitMs, tend, type Waiting, warmMark } from './warm.ts'

const one = (id: string, over: Partial<Waiting> = {}): Waiting => ({
  id,
  mark: 'a',
  startedMs: 0,
  lives: true,
  ...over,
})

describe('what is to wait', () => {
  it.each<[string, Parameters<typeof tend>, ReturnType<typeof tend>]>([
    ['nothing wanted, nothing there', [[], [], 0, 10], { end: [], start: [] }],
    ['what is missing is started', [[{ mark: 'a', count: 2 }], [one('1')], 0, 10], { end: [], start: ['a'] }],
    ['what is not wanted any more ends', [[], [one('1')], 0, 10], { end: ['1'], start: [] }],
    ['too many', [[{ mark: 'a', count: 1 }], [one('1'), one('2')], 0, 10], { end: ['2'], start: [] }],
    ['another mark', [[{ mark: 'b', count: 1 }], [one('1')], 0, 10], { end: ['1'], start: ['b'] }],
    ['a dead one', [[{ mark: 'a', count: 1 }], [one('1', { lives: false })], 0, 10], { end: ['1'], start: ['a'] }],
    ['one too old', [[{ mark: 'a', count: 1 }], [one('1')], longestWaitMs, 10], { end: ['1'], start: ['a'] }],
    ['the last moment', [[{ mark: 'a', count: 1 }], [one('1')], longestWaitMs - 1, 10], { end: [], start: [] }],
    [
      'never more than may run at once, the first first',
      [
        [
          { mark: 'a', count: 2 },
          { mark: 'b', count: 2 },
        ],
        [one('1', { mark: 'b' }), one('2', { mark: 'b' })],
        0,
        3,
      ],
      { end: ['2'], start: ['a', 'a'] },
    ],
  ])('%s', (_, args, expected) => {
    expect(tend(...args)).toEqual(expected)
  })

  it('a mark tells everything apart that a process is started with', () => {
    const persona = personaOf('p', { system: 'x' })
    const agent = { harness: 'codex', model: null }
    const mark = warmMark(persona, agent, 'read-only', {})
    expect(warmMark(personaOf('p', { system: 'x', timeoutMs: 5, warm: 3 }), agent, 'read-only', {})).toBe(mark)
    const others = [
      warmMark(personaOf('q', { system: 'x' }), agent, 'read-only', {}),
      warmMark(personaOf('p', { system: 'y' }), agent, 'read-only', {}),
      warmMark(personaOf('p', { system: 'x', budgetUsd: 1 }), agent, 'read-only', {}),
      warmMark(persona, { ...agent, model: 'm' }, 'read-only', {}),
      warmMark(persona, agent, 'bypass', {}),
      warmMark(persona, agent, 'read-only', { env: { A: '1' } }),
    ]
    expect(new Set([mark, ...others]).size).toBe(7)
  })
})
