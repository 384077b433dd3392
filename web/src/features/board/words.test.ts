/** Every state of a trip has a word and a sign; the checklist of an issue is read as it stands. */
import { describe, expect, it } from 'vitest'
import { type Trip, tripPhases, tripStates } from '#contract/trip'
import { renderChecklist } from '#core/trip/checklist'
import { withLive } from '../../live/loop.ts'
import { checksWord, needsInOrder, stepsOf, wordOfNeed, wordOfTrip } from './words.ts'

const need = { what: 'verify', message: 'm' } as const

describe('words of a trip', () => {
  it('differ for every state and every phase', () => {
    const states = tripStates.map((state) => wordOfTrip({ state, phase: 'ci', ci: null }).word)
    expect(new Set(states).size).toBe(tripStates.length)
    const phases = tripPhases.map((phase) => wordOfTrip({ state: 'running', phase, ci: null }).word)
    expect(new Set(phases).size).toBe(tripPhases.length)
    expect(wordOfTrip({ state: 'running', phase: 'ci', ci: 'red' }).word).toBe('fixes red checks')
  })

  it('name what is red, and say nothing of checks that nobody has seen', () => {
    expect(checksWord({ ci: null, red: [] })).toBeNull()
    expect(checksWord({ ci: 'red', red: ['unit'] })).toMatchObject({ word: 'red: unit', tone: 'fault' })
    expect(checksWord({ ci: 'red', red: ['unit', 'lint', 'e2e'] })?.word).toBe('red: unit and 2 more')
    expect(checksWord({ ci: 'red', red: [] })?.word).toBe('checks red')
  })

  it('of a need that is missing are a fault only where nothing goes on without it', () => {
    expect(wordOfNeed({ ...need, state: 'missing', required: true }).tone).toBe('fault')
    expect(wordOfNeed({ ...need, state: 'missing', required: false }).tone).toBeUndefined()
    expect(wordOfNeed({ ...need, state: 'unknown', required: true }).word).toBe('not known')
  })
})

describe('needs', () => {
  it('come with what holds the enrolment up first', () => {
    const one = (state: 'ok' | 'missing' | 'unknown', required: boolean) => ({ ...need, state, required })
    const needs = [one('ok', true), one('unknown', false), one('missing', false), one('unknown', true)]
    expect(needsInOrder(needs)).toEqual([needs[3], needs[2], needs[1], needs[0]])
  })
})

describe('the checklist', () => {
  it.each(tripPhases)('in the phase %s: as the comment says it, or as it will', (phase) => {
    const text = renderChecklist(phase, { repo: 'ada/shop', issue: 7, attempts: 2 })
    const steps = stepsOf({ phase }, text)
    expect(steps).toEqual(stepsOf({ phase }, null))
    expect(steps).toHaveLength(tripPhases.length)
    expect(steps.filter(({ mark }) => mark === 'now')).toHaveLength(phase === 'done' ? 0 : 1)
  })
  it('that somebody rewrote shows the lines that are left', () =>
    expect(stepsOf({ phase: 'ci' }, 'hello\n- [x] One\n- [?] Two\n')).toEqual([{ mark: 'done', text: 'One' }]))
})

describe('withLive', () => {
  const trip = (id: string, updatedAt: string, projectId = 'shop') => ({ id, updatedAt, projectId }) as Trip
  it('takes what is newer, adds what is new, and keeps other projects out', () => {
    const live = [trip('trip-1', '2'), trip('trip-2', '1'), trip('trip-3', '1'), trip('trip-4', '1', 'other')]
    const all = withLive([trip('trip-1', '1'), trip('trip-2', '2')], new Map(live.map((one) => [one.id, one])), 'shop')
    expect(all.map(({ id, updatedAt }) => [id, updatedAt])).toEqual([
      ['trip-1', '2'],
      ['trip-2', '2'],
      ['trip-3', '1'],
    ])
  })
})
