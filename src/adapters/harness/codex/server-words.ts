/** What a dialogue with the app-server answers with: nothing, events, lines, and the closing words of a turn. Keeps no state. */
import type { Delta, Evidence } from '#contract/agent-event'
import type { Heard, Spoken } from '#ports/harness'
import { failedResult, failure } from '../exit-evidence.ts'
import { type Fields, fieldsIn, listIn, textIn } from '../line-json.ts'
import { errorEvidence } from './failures.ts'

export const quiet: Heard = { events: [], writes: [] }
export const noise: Heard = { events: [], writes: [], noise: true }
export const says = (...events: readonly Spoken[]): Heard => ({ events, writes: [] })
export const writes = (...lines: readonly string[]): Heard => ({ events: [], writes: lines })
export const notice = (code: string, message: string, more: object = {}): Spoken => ({
  kind: 'notice',
  code,
  message,
  ...more,
})

/** Answers that need no explanation to the agent. */
export const plain = new Set(['allow', 'allow-session', 'deny'])

export function deltas(kind: Delta['kind'], text: unknown): Heard {
  return typeof text === 'string' && text !== '' ? { ...quiet, deltas: [{ kind, text }] } : quiet
}

export function interrupted(durationMs: number | null): readonly Spoken[] {
  const evidence: Evidence = { channel: 'event', type: 'interrupted', stated: 'cancelled' }
  return [failure('Interrupted.', [evidence]), failedResult('Interrupted.', durationMs)]
}

export function failed(error: Fields, resetsAt: string | null, durationMs: number | null): readonly Spoken[] {
  const message = textIn(error.message) ?? 'Codex reports that the turn failed.'
  return [failure(message, [errorEvidence(error, resetsAt)]), failedResult(message, durationMs)]
}

export const planWords = (params: Fields): string =>
  listIn(params.plan)
    .map(fieldsIn)
    .map((entry) => `[${textIn(entry.status) ?? 'pending'}] ${textIn(entry.step) ?? ''}`)
    .join('\n')
