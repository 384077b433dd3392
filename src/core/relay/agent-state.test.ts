/** The machine of agent states: every state against every end of a chain, and time passing. */
import { describe, expect, test } from 'vitest'
import { failureCategories } from '#contract/agent-event'
import type { AgentStateWord } from '#contract/relay'
import { strategyOf } from '#core/failure/categories'
import {
  type AgentState,
  active,
  availability,
  benchAfter,
  type ChainEnd,
  isBeyondTime,
  defaultAgentPolicy as policy,
  stateAfter,
  stateAt,
} from './agent-state.ts'

const hour = 3_600_000
const now = 1_700_000_000_000
const at = (state: AgentStateWord, more: Partial<AgentState> = {}): AgentState => ({
  state,
  until: state === 'active' || state === 'unavailable' || state === 'probation' ? null : now + hour,
  reason: 'before',
  probes: 0,
  ...more,
})
const failed = (category: (typeof failureCategories)[number], infra = 2): ChainEnd => ({
  how: 'failed',
  category,
  infra,
  resetAt: null,
  reason: 'why',
})
const words: readonly AgentStateWord[] = ['active', 'paused', 'benched', 'frozen', 'probation', 'unavailable']

describe('after a chain', () => {
  test('a success makes any state active', () => {
    for (const word of words) expect(stateAfter(at(word), { how: 'passed' }, now, policy)).toEqual(active)
  })

  test('every state against every category', () => {
    const table: Record<string, string> = {}
    for (const word of words)
      for (const category of failureCategories) {
        const until = word === 'frozen' || word === 'paused' ? now - 1 : at(word).until
        table[`${word} ${category}`] = stateAfter(at(word, { until }), failed(category), now, policy).state
      }
    for (const word of words)
      for (const category of failureCategories) {
        const { class: kind } = strategyOf(category)
        const was = table[`${word} ${category}`]
        if (kind === 'operator' || kind === 'quota') expect(was).toBe(word)
        else if (isBeyondTime(category)) expect(was).toBe('unavailable')
        else if (word === 'frozen' || word === 'probation')
          expect(was).toBe(kind === 'incomplete' ? 'active' : 'frozen')
        else if (kind === 'infra') expect(was).toBe('paused')
        else expect(was).toBe(word === 'paused' ? 'active' : word)
      }
  })

  test('T08: one infra failure pauses nobody, two do; a plain agent failure never does', () => {
    expect(stateAfter(active, failed('transient', 1), now, policy)).toEqual(active)
    expect(stateAfter(active, failed('transient', 2), now, policy)).toMatchObject({
      state: 'paused',
      until: now + hour,
    })
    expect(stateAfter(active, failed('agent_error', 5), now, policy)).toEqual(active)
  })

  test('D05: a stall is an infra failure and pauses', () => {
    expect(stateAfter(active, failed('stalled', 2), now, policy).state).toBe('paused')
  })

  test('T16: an account that is not eligible is unavailable, never frozen', () => {
    expect(stateAfter(at('probation'), failed('auth'), now, policy).state).toBe('unavailable')
  })

  test('five failed hourly probes freeze for five hours, then probation', () => {
    let state = stateAfter(active, failed('transient'), now, policy)
    let time = now
    for (let probe = 1; probe <= 5; probe++) {
      time += hour
      expect(availability(state, active, time, false)).toEqual({ usable: true, probe: true })
      state = stateAfter(state, failed('transient', 1), time, policy)
      expect(state.state).toBe(probe < 5 ? 'paused' : 'frozen')
    }
    expect(stateAt(state, time + 5 * hour - 1).state).toBe('frozen')
    expect(stateAt(state, time + 5 * hour).state).toBe('probation')
  })
})

describe('the bench', () => {
  test('a known reset is believed, to the millisecond', () => {
    const benched = benchAfter(active, { resetAt: now + 5000, reason: 'limit' }, now, policy)
    expect(benched).toEqual({ state: 'benched', until: now + 5000, reason: 'limit', probes: 0 })
    expect(availability(active, benched, now + 4999, false)).toMatchObject({ usable: false, until: now + 5000 })
    expect(availability(active, benched, now + 5000, false)).toEqual({ usable: true, probe: true })
    expect(availability(active, benched, now + 5000, true)).toMatchObject({ usable: false })
  })

  test('an unknown or past reset is looked at again, ever later, never a blind five hours', () => {
    let state: AgentState = active
    let time = now
    const waits: number[] = []
    for (let n = 0; n < 7; n++) {
      state = benchAfter(state, { resetAt: n === 3 ? now - 1 : null, reason: 'limit' }, time, policy)
      waits.push((state.until! - time) / 60_000)
      time = state.until!
    }
    expect(waits).toEqual([15, 30, 60, 120, 240, 240, 240])
  })
})

test('D01: who has no model is found by its spec alone: availability looks at the states it is given', () => {
  for (const word of words) {
    const spec = availability(at(word), active, now, false)
    const usable = word === 'active' || word === 'probation'
    expect([word, spec.usable]).toEqual([word, usable])
    const scope = availability(active, at(word), now, false)
    expect([word, scope.usable]).toEqual([word, usable])
  }
})
