import { describe, expect, it } from 'vitest'
import type { HarnessView } from '../../api/shapes.ts'
import { byReadiness, starting } from './choice.ts'

describe('the form starts', () => {
  it('with the last choice, as far as it still exists', () => {
    expect(starting({ projectId: 'b', harness: 'codex', base: 'dev' }, ['a', 'b'], '')).toMatchObject({
      projectId: 'b',
      harness: 'codex',
      base: 'dev',
    })
    expect(starting({ projectId: 'gone', base: 'dev' }, ['a'], '')).toMatchObject({ projectId: 'a', base: '' })
  })
  it('with the project that the address names', () => {
    expect(starting({ projectId: 'b' }, ['a', 'b'], '?project=a').projectId).toBe('a')
  })
  it('without a name: names are not used twice', () => {
    expect(starting({ name: 'x' }, ['a'], '').name).toBe('')
  })
})

it('agents that are installed come first', () => {
  const view = (id: string, state: 'ready' | 'missing' | 'signed-out' | null): HarnessView =>
    ({ id, readiness: state === null ? null : { state } }) as HarnessView
  const sorted = byReadiness([view('a', 'missing'), view('b', null), view('c', 'ready'), view('d', 'signed-out')])
  expect(sorted.map((h) => h.id)).toEqual(['c', 'b', 'd', 'a'])
})
