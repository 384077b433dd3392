/** Who may say what of a task: every state and every asker. */
import { describe, expect, test } from 'vitest'
import { taskStates } from '#contract/task-state'
import {
  decideAdd,
  decideClaim,
  decideRemove,
  decideReport,
  decideSettle,
  decideState,
  type HeldFacts,
} from './decide.ts'

const said = (verdict: unknown): string =>
  typeof verdict === 'object' && verdict !== null && 'refused' in verdict ? String(verdict.refused) : String(verdict)
const held = (facts: Partial<HeldFacts>): HeldFacts => ({
  id: 't-1',
  state: 'claimed',
  relay: null,
  holder: 's-1',
  holderGone: false,
  ...facts,
})

test('an agent adds to its own project and says nothing of the proof', () => {
  const words = [true, false].flatMap((agent) =>
    [true, false].flatMap((ownProject) =>
      [true, false].map((saysVerify) => said(decideAdd({ agent, ownProject, saysVerify }))),
    ),
  )
  const no = 'FORBIDDEN_SCOPE'
  expect(words).toEqual([no, 'accept', no, no, 'accept', 'accept', 'accept', 'accept'])
})

describe('claims', () => {
  const claim = (session: string | null, holder: string | null, waitsFor: readonly string[]) =>
    Object.fromEntries(
      taskStates.map((state) => [state, said(decideClaim({ id: 't-1', state, holder, waitsFor }, session))]),
    )
  const over = { done: 'TASK_CLAIMED', failed: 'TASK_CLAIMED', cancelled: 'TASK_CLAIMED' }

  test('a session takes what is free', () => {
    expect(claim('s-1', null, [])).toEqual({ ready: 'take', claimed: 'TASK_CLAIMED', needs_user: 'take', ...over })
  })
  test('what it holds already it holds, though another waits', () => {
    expect(claim('s-1', 's-1', ['t-2'])).toEqual({
      ready: 'TASK_BLOCKED',
      claimed: 'held',
      needs_user: 'TASK_BLOCKED',
      ...over,
    })
  })
  test('the operator takes none', () => {
    expect(new Set(Object.values(claim(null, null, [])))).toEqual(new Set(['FORBIDDEN_SCOPE']))
  })
  test('what it waits for is named', () => {
    const verdict = decideClaim({ id: 't-1', state: 'ready', holder: null, waitsFor: ['t-2', 't-3'] }, 's-1')
    expect(verdict).toMatchObject({ message: 'Task t-1 waits for t-2, t-3.' })
  })
})

test('a session reports what it holds, the operator of any', () => {
  const report = (holder: string | null, session: string | null) => said(decideReport({ id: 't-1', holder }, session))
  expect([report('s-1', 's-1'), report('s-2', 's-1'), report(null, 's-1'), report('s-1', null)]).toEqual([
    'accept',
    'LEASE_LOST',
    'LEASE_LOST',
    'accept',
  ])
})

test('what cannot be said of it in its state is refused, and where it stands is told', () => {
  expect(decideSettle({ id: 't-1', state: 'claimed' }, 'done')).toBe('done')
  expect(decideSettle({ id: 't-1', state: 'cancelled' }, 'fail')).toMatchObject({
    refused: 'TASK_CLAIMED',
    message: expect.stringContaining('t-1 is cancelled'),
  })
})

describe('a person frees and removes', () => {
  test('a task whose holder is gone is free again; one that is held names how', () => {
    expect(decideState(held({ holderGone: true }), 'ready')).toBe('ready')
    expect(decideState(held({}), 'ready')).toMatchObject({ hint: expect.stringContaining('drover session kill s-1') })
  })
  test('a relay looks after its own', () => {
    const verdict = decideState(held({ relay: 'r-1', holderGone: true }), 'ready')
    expect(verdict).toMatchObject({ refused: 'TASK_CLAIMED', hint: expect.stringContaining('relay stop r-1 --now') })
  })
  test('put aside from every state but those that are over', () => {
    const aside = taskStates.filter((state) => decideState(held({ state }), 'cancelled') === 'cancelled')
    expect(aside).toEqual(['ready', 'claimed', 'failed', 'needs_user'])
  })
  test('what somebody holds is not taken out', () => {
    const kept = taskStates.filter((state) => decideRemove(held({ state })) !== 'accept')
    expect(kept).toEqual(['claimed'])
    expect(decideRemove(held({ relay: 'r-1' }))).toMatchObject({ message: 'Task t-1 is held by r-1.' })
  })
})
