/** Lines of a timeline: which deeds are shown, in which order, and what is not said twice. */
import { expect, test } from 'vitest'
import type { EventRow } from '#contract/agent-event'
import type { Change } from '#contract/change'
import { inOrder, isTrouble, momentOfChange, momentOfEvent, withoutRepeats } from './timeline.ts'

const base = { id: 1, at: '2026-01-01T00:00:00.000Z', turn: 2 }
const rows: readonly (readonly [EventRow, string | null])[] = [
  [{ ...base, kind: 'user', text: 'go', source: 'operator' }, 'turn 2 begins: go'],
  [{ ...base, kind: 'text', text: 'prose' }, null],
  [{ ...base, kind: 'tool', callId: 'c', name: 'Bash', input: { command: 'ls' } }, 'Bash {"command":"ls"}'],
  [{ ...base, kind: 'tool_result', callId: 'c', ok: true, output: 'fine', truncated: false }, null],
  [{ ...base, kind: 'tool_result', callId: 'c', ok: false, output: 'no', truncated: false }, 'failed: no'],
  [{ ...base, kind: 'error', code: 'X', category: 'auth', message: 'bad', evidence: [] }, 'bad (X, auth)'],
  [{ ...base, kind: 'turn_end', turn: 2, outcome: 'lost', exitCode: null, durationMs: 1 }, 'turn 2 lost'],
]
test.each(rows)('%j', (row, text) => {
  expect(momentOfEvent('a-1', row)?.text ?? null).toBe(text)
})

const change = (type: string, payload: object, at = base.at): Change =>
  ({ seq: 1, at, type, projectId: 'a', sessionId: 'a-1', payload }) as unknown as Change

test('changes that say something are lines, trouble is told apart', () => {
  const ended = momentOfChange(change('turn_ended', { turn: 1, outcome: 'error', code: 'AGENT_FAILED', exitCode: 1 }))!
  expect(ended).toMatchObject({ what: 'turn', text: 'turn 1 error (AGENT_FAILED)', sessionId: 'a-1' })
  expect(isTrouble(ended)).toBe(true)
  const merge = { id: 'm-1', branch: 'b', into: 'main', state: 'landed', tier: 'clean', reason: null }
  const landed = momentOfChange(change('merge_landed', merge))!
  expect([landed.text, isTrouble(landed)]).toEqual(['m-1 b → main landed (clean)', false])
  const lost = { from: 'a-1', to: 'a-2', type: 'status', subject: 'hi', reason: 'its receiver has ended' }
  expect(momentOfChange(change('mail_undeliverable', lost))).toMatchObject({
    tone: 'bad',
    text: 'mail undeliverable a-1 → a-2 [status] hi: its receiver has ended',
  })
  expect(momentOfChange(change('session_removed', { code: 'X' }))).toBe(null)
})

test('by time, the given order for the same moment, and no line twice', () => {
  const at = (time: string, n: number) => ({ at: time, n })
  expect(inOrder([at('2', 1), at('1', 2), at('2', 3), at('1', 4)]).map(({ n }) => n)).toEqual([2, 4, 1, 3])
  const idle = momentOfChange(change('session_updated', { status: 'idle' }))!
  const works = momentOfChange(change('session_updated', { status: 'working' }))!
  const fresh = withoutRepeats()
  expect([idle, idle, works, works, idle].map(fresh)).toEqual([true, false, true, false, true])
})
