/** A relay's next step, over every state of lanes, queue and agents. */
import { describe, expect, test } from 'vitest'
import { parseMix } from './agent-spec.ts'
import type { Availability } from './agent-state.ts'
import { freshMix } from './mix.ts'
import { type LaneFacts, nextStep, type RelayFacts } from './next.ts'

const known = { harnesses: ['rehearsal'], models: {}, nearest: () => null }
const entries = parseMix(['rh:a rh:b'], known).entries
const free: Availability = { usable: true, probe: false }
const task = (id: string) => ({ id, role: null })

const facts = (more: Partial<RelayFacts> = {}): RelayFacts => ({
  ended: false,
  stopping: null,
  paused: false,
  target: null,
  completed: 0,
  lanes: [{ at: 'free' }],
  queue: { takeable: [task('t1')], waiting: 0, stuck: 0 },
  routeFor: () => ({ name: 'default', entries, state: freshMix }),
  available: () => free,
  now: 1000,
  ...more,
})
const word = (more: Partial<RelayFacts>) => {
  const step = nextStep(facts(more))
  if (step.do === 'end') return `end ${step.reason}`
  if (step.do === 'wait') return `wait ${step.until}`
  if (step.do === 'start') return `start ${step.task ?? 'prompt'} on ${step.entry} in ${step.lane}`
  return step.do
}
const empty = { takeable: [], waiting: 0, stuck: 0 }
const busy: LaneFacts = { at: 'busy' }

describe('next', () => {
  test.each([
    ['a ready task', {}, 'start t1 on 0 in 0'],
    ['a busy lane alone', { lanes: [busy] }, 'nothing'],
    ['a free lane beside a busy one', { lanes: [busy, { at: 'free' }] }, 'start t1 on 0 in 1'],
    ['an empty queue', { queue: empty }, 'end queue_empty'],
    ['an empty queue while a try runs', { queue: empty, lanes: [busy, { at: 'free' }] }, 'nothing'],
    ['tasks that wait for others', { queue: { ...empty, waiting: 2 } }, 'nothing'],
    ['tasks that nobody will free', { queue: { ...empty, stuck: 2 } }, 'end queue_stuck'],
    ['the target met', { target: 2, completed: 2 }, 'end target_met'],
    ['the target met while another try runs', { target: 2, completed: 2, lanes: [busy] }, 'nothing'],
    ['as many under way as are wanted', { target: 1, lanes: [busy, { at: 'free' }] }, 'nothing'],
    ['a prompt without a target', { queue: null }, 'start prompt on 0 in 0'],
    ['a prompt without a target, done', { queue: null, completed: 1 }, 'end target_met'],
    ['a prompt with a target', { queue: null, target: 3, completed: 2 }, 'start prompt on 0 in 0'],
    ['paused', { paused: true }, 'nothing'],
    ['paused at its target', { paused: true, target: 1, completed: 1 }, 'end target_met'],
    ['stopping while a try runs', { stopping: 'after', lanes: [busy] }, 'nothing'],
    [
      'stopping with nothing under way',
      { stopping: 'now', lanes: [{ at: 'rotate', task: 't', role: null }] },
      'end stopped',
    ],
    ['ended', { ended: true }, 'nothing'],
    ['a retry that waits', { lanes: [{ at: 'again', task: 't', role: null, agent: 1, from: 5000 }] }, 'wait 5000'],
    [
      'a retry whose time has come',
      { lanes: [{ at: 'again', task: 't', role: null, agent: 1, from: 900 }] },
      'start t on 1 in 0',
    ],
    ['a task for the next agent', { lanes: [{ at: 'rotate', task: 't', role: null }] }, 'start t on 0 in 0'],
  ] as readonly (readonly [string, Partial<RelayFacts>, string])[])('%s', (_name, more, wanted) => {
    expect(word(more)).toBe(wanted)
  })
})

describe('agents', () => {
  const out = (until: number | null): Availability => ({ usable: false, until, reason: 'limit' })
  test('one that is benched is passed over', () => {
    expect(word({ available: (entry) => (entry.spec.model === 'a' ? out(9000) : free) })).toBe('start t1 on 1 in 0')
  })
  test('a retry with one that was benched meanwhile goes to the next, or waits', () => {
    const lanes: LaneFacts[] = [{ at: 'again', task: 't', role: null, agent: 1, from: 900 }]
    expect(word({ lanes, available: (entry) => (entry.spec.model === 'b' ? out(9000) : free) })).toBe(
      'start t on 0 in 0',
    )
    expect(word({ lanes, available: () => out(9000) })).toBe('wait 9000')
  })
  test('all that come back by themselves are waited for, the earliest first', () => {
    expect(word({ available: (entry) => out(entry.spec.model === 'a' ? 9000 : 8000) })).toBe('wait 8000')
  })
  test('one that comes back is waited for though another never does', () => {
    expect(word({ available: (entry) => out(entry.spec.model === 'a' ? null : 8000) })).toBe('wait 8000')
  })
  test('all that no time mends end the relay, with every reason', () => {
    const step = nextStep(facts({ available: () => out(null) }))
    expect(step).toMatchObject({ do: 'end', reason: 'all_agents_unavailable' })
    expect(step.do === 'end' && step.unavailable.map(({ reason }) => reason)).toEqual(['limit', 'limit'])
  })
  test('nobody waits for agents while a try runs: its end is the next event', () => {
    expect(word({ lanes: [busy, { at: 'free' }], available: () => out(8000) })).toBe('nothing')
  })
})

test('total: every combination of facts has an answer, and an ended or paused relay starts nothing', () => {
  const lanes: LaneFacts[] = [
    { at: 'free' },
    busy,
    { at: 'again', task: 't', role: null, agent: 0, from: 2000 },
    { at: 'rotate', task: null, role: 'r' },
  ]
  for (const ended of [false, true])
    for (const stopping of [null, 'after', 'now'] as const)
      for (const paused of [false, true])
        for (const target of [null, 0, 1, 2])
          for (const completed of [0, 1, 2])
            for (const a of lanes)
              for (const b of lanes)
                for (const queue of [null, empty, { takeable: [task('x')], waiting: 1, stuck: 1 }])
                  for (const available of [free, { usable: false, until: null, reason: '' } as const]) {
                    const step = nextStep(
                      facts({
                        ended,
                        stopping,
                        paused,
                        target,
                        completed,
                        lanes: [a, b],
                        queue,
                        available: () => available,
                      }),
                    )
                    if (ended) expect(step.do).toBe('nothing')
                    if (paused || stopping !== null) expect(step.do).not.toBe('start')
                    if (step.do === 'start' && target !== null) expect(completed).toBeLessThan(target)
                  }
})
