import { describe, expect, it } from 'vitest'
import { decideAgents, decideKeep, heatName, type KeepFacts } from './decide.ts'
import { filesOf } from './files.ts'

describe('who runs', () => {
  it.each([
    [
      ['cc', ' cx '],
      ['cc', 'cx'],
    ],
    [
      ['cc', 'cc'],
      ['cc', 'cc'],
    ],
    [['cc', ''], 'HEAT_SIZE'],
    [[], 'HEAT_SIZE'],
    [Array.from({ length: 9 }, () => 'cc'), 'HEAT_SIZE'],
  ])('%o', (agents, answer) => {
    const decided = decideAgents(agents)
    expect('refused' in decided ? decided.refused : decided).toEqual(answer)
  })
})

describe('which one may be kept', () => {
  const heat: KeepFacts = { id: 'h-1', state: 'running', members: ['a-1', 'a-2', null], keeping: null, merge: null }
  it.each<[string, Partial<KeepFacts>, string, string]>([
    ['one of them', {}, 'a-1', 'keep'],
    ['a stranger', {}, 'b-1', 'HEAT_MEMBER_UNKNOWN'],
    ['while it starts', { state: 'starting' }, 'a-1', 'SESSION_STARTING'],
    ['the same again', { state: 'keeping', keeping: 'a-1', merge: 'm-1' }, 'a-1', 'already'],
    ['another one meanwhile', { state: 'keeping', keeping: 'a-1', merge: 'm-1' }, 'a-2', 'HEAT_DECIDED'],
    ['the same after it landed', { state: 'kept', keeping: 'a-1' }, 'a-1', 'already'],
    ['another one after that', { state: 'kept', keeping: 'a-1' }, 'a-2', 'HEAT_DECIDED'],
    ['one of a heat that was not started', { state: 'failed' }, 'a-1', 'HEAT_DECIDED'],
  ])('%s', (_, more, session, answer) => {
    const decided = decideKeep({ ...heat, ...more }, session)
    expect(typeof decided === 'string' ? decided : decided.refused).toBe(answer)
  })
})

it('its sessions are called by the prompt and by who tries it', () => {
  expect(heatName(undefined, '\nMend the login\nand more', 'codex')).toBe('Mend the login (codex)')
  expect(heatName('login', 'x', 'codex')).toBe('login (codex)')
  expect(heatName(undefined, 'x'.repeat(100), 'cc').length).toBeLessThan(70)
})

it('files by whom they were touched', () => {
  const sides = [
    { sessionId: 'a-1', paths: ['both.ts', 'one.ts', 'all.ts'] },
    { sessionId: 'a-2', paths: ['both.ts', 'all.ts'] },
    { sessionId: 'a-3', paths: ['all.ts', 'three.ts'] },
  ]
  expect(filesOf(sides)).toEqual({
    all: ['all.ts'],
    some: ['both.ts'],
    only: [
      { sessionId: 'a-1', paths: ['one.ts'] },
      { sessionId: 'a-2', paths: [] },
      { sessionId: 'a-3', paths: ['three.ts'] },
    ],
  })
  expect(filesOf([{ sessionId: 'a-1', paths: ['x'] }]).all).toEqual([])
})
