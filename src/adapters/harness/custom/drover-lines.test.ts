/** The drover line protocol, line by line: what is an event, what is noise, what an end means. */
import { describe, expect, it } from 'vitest'
import type { Exit } from '#ports/harness'
import { type DroverLinesOptions, openDroverLines } from './drover-lines.ts'

const first = { type: 'prompt', text: 'go', source: 'operator', model: null } as const
const open = (over: Partial<DroverLinesOptions> = {}) => {
  const dialogue = openDroverLines({ lifetime: 'turn', first, ...over }, null)
  const begun = dialogue.begin()
  return {
    ...dialogue,
    begun,
    hearAll: (...lines: object[]) => lines.map((line) => dialogue.hear(JSON.stringify(line))),
  }
}
const exit = (over: Partial<Exit> = {}): Exit => ({ code: 0, signal: null, stderrTail: '', how: 'exited', ...over })

describe('lines from the agent', () => {
  it.each<[object, object]>([
    [
      { type: 'session', id: 'n1', model: 'm' },
      { kind: 'session', nativeId: 'n1', model: 'm' },
    ],
    [
      { type: 'session', id: 'n1' },
      { kind: 'session', nativeId: 'n1', model: null },
    ],
    [
      { type: 'text', text: '' },
      { kind: 'text', text: '' },
    ],
    [
      { type: 'tool', id: 't', name: 'look' },
      { kind: 'tool', callId: 't', name: 'look', input: {} },
    ],
    [
      { type: 'tool_result', id: 't', output: { a: 1 } },
      { kind: 'tool_result', callId: 't', ok: true, output: '{"a":1}', truncated: false },
    ],
    [
      { type: 'usage', input: 3, output: -1, costUsd: '1' },
      { kind: 'usage', input: 3, output: null, cacheRead: null, cacheWrite: null, costUsd: null },
    ],
    [
      { type: 'notice', code: 'c', message: 'm', extra: 1, kind: 'text' },
      { kind: 'notice', code: 'c', message: 'm', extra: 1 },
    ],
    [
      { type: 'request', id: 'r', kind: 'approval', text: 'may I' },
      { kind: 'request', requestId: 'r', type: 'approval', text: 'may I', options: ['allow', 'deny'] },
    ],
  ])('%j', (line, event) => expect(open().hear(JSON.stringify(line)).events).toEqual([event]))

  it.each([
    '',
    'words',
    '[1]',
    '{"type":"text"}',
    '{"type":"session","id":""}',
    '{"type":"tool","id":"x"}',
    '{"type":"constructor"}',
    '{"type":"toString"}',
    '{"type":null}',
    '{}',
  ])('%s is noise', (line) => expect(open().hear(line)).toEqual({ events: [], writes: [], noise: true }))
})

describe('the end', () => {
  it('a failed result without an error line is evidence by itself, once', () => {
    const dialogue = open()
    const [heard] = dialogue.hearAll({ type: 'result', ok: false, text: 'no', category: 'auth' })
    expect(heard?.events).toMatchObject([
      { kind: 'failure', evidence: [{ channel: 'event', stated: 'auth', message: 'no' }] },
      { kind: 'result', isError: true },
    ])
    expect(dialogue.end(exit({ code: 1 }))).toEqual([])
  })
  it('a result that does not say ok is not ok', () =>
    expect(open().hearAll({ type: 'result' })[0]?.events.at(-1)).toMatchObject({ isError: true }))
  it('no final event is a failure, whatever the code', () => {
    expect(open().end(exit())).toMatchObject([{ kind: 'failure', evidence: [{ channel: 'exit', exitCode: 0 }] }])
    expect(open().end(exit({ how: 'vanished', code: null }))).toMatchObject([
      {
        message: 'The agent process vanished without recording an exit before its final event.',
        evidence: [{ channel: 'runtime' }],
      },
    ])
  })
  it('a bad exit after a good result is a failure', () => {
    const dialogue = open()
    dialogue.hearAll({ type: 'result', ok: true })
    expect(dialogue.end(exit({ code: 9, stderrTail: 'boom' }))).toMatchObject([
      { kind: 'failure', evidence: [{ exitCode: 9 }, { channel: 'stderr', message: 'boom' }] },
    ])
  })
  it('between turns of a long-lived process it is a notice, a good one nothing', () => {
    const idle = () => {
      const dialogue = open({ lifetime: 'session' })
      dialogue.hearAll({ type: 'result', ok: true })
      return dialogue
    }
    expect(idle().end(exit())).toEqual([])
    expect(idle().end(exit({ code: 1 }))).toMatchObject([{ kind: 'notice', code: 'agent_exited' }])
    const second = idle()
    second.say({ ...first, text: 'more' })
    expect(second.end(exit({ code: 1 }))).toMatchObject([{ kind: 'failure' }])
  })
})

describe('words to the agent', () => {
  it('are one JSON line each; the first prompt is said once, also after a restart', () => {
    const dialogue = open()
    expect(dialogue.begun.writes).toEqual([`${JSON.stringify(first)}\n`])
    expect(openDroverLines({ lifetime: 'turn', first }, dialogue.save()).begin().writes).toEqual([])
  })
  it('answers only what is open, once', () => {
    const dialogue = open()
    dialogue.hearAll({ type: 'request', id: 'r1', kind: 'question', text: '?' })
    const answer = { type: 'answer', requestId: 'r1', decision: null, text: 'yes' } as const
    expect(dialogue.say({ ...answer, requestId: 'r0' }).writes).toEqual([])
    expect(dialogue.say(answer).writes.map((line) => JSON.parse(line))).toEqual([
      { type: 'answer', id: 'r1', decision: null, text: 'yes' },
    ])
    expect(dialogue.say(answer).writes).toEqual([])
  })
})
