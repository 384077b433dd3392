import { describe, expect, it } from 'vitest'
import { type MailType, mailTypes } from '#contract/mail'
import { completePayload, deadlineOf, faultOf, type Observed, optionsOf } from './payload.ts'

const observed: Observed = {
  agentName: 'p-3',
  taskId: 't-1',
  branch: 'drover/p-3/root',
  filesModified: ['a.ts', 'b.ts'],
  body: 'what it says',
}
const nothing: Observed = { agentName: 'p-3', taskId: null, branch: null, filesModified: null, body: 'words' }

describe('a payload that is given', () => {
  it.each<[MailType, Record<string, unknown>, string | null]>([
    ['status', { anything: 1 }, null],
    ['worker_done', { taskId: 't-1', branch: 'b', exitCode: 0, filesModified: [] }, null],
    ['worker_done', { taskId: 't-1', branch: 'b', exitCode: 0, filesModified: [], verdict: 'PASS' }, null],
    ['worker_done', { taskId: 't-1', branch: 'b', exitCode: 0, filesModified: [], verdict: 'MAYBE' }, 'verdict'],
    ['worker_done', { taskId: 't-1', branch: 'b', exitCode: '0', filesModified: [] }, 'exitCode'],
    ['worker_done', { taskId: 't-1', branch: 'b', exitCode: 0.5, filesModified: [] }, 'exitCode'],
    ['worker_done', { taskId: 1, branch: 'b', exitCode: 0, filesModified: [] }, 'taskId'],
    ['worker_done', { taskId: 't-1', branch: 'b', exitCode: 0, filesModified: ['a', 2] }, 'filesModified[1]'],
    ['worker_done', { taskId: 't-1', branch: 'b', exitCode: 0, filesModified: 'a' }, 'filesModified'],
    ['worker_done', { findings: ['one', { file: 'a' }], verdict: 'FAIL' }, 'taskId'],
    ['result', { findings: ['one', { file: 'a' }], verdict: 'FAIL' }, null],
    ['result', { findings: ['one', 2] }, 'findings[1]'],
    ['result', { findings: [null] }, 'findings[0]'],
    [
      'worker_died',
      { agentName: 'a', capability: null, taskId: null, reason: 'r', lastActivity: null, terminatedBy: 'runner' },
      null,
    ],
    ['worker_died', { agentName: 'a', capability: null, taskId: null, reason: '', lastActivity: null }, 'reason'],
    ['merge_ready', { branch: 'b', taskId: null, agentName: 'a', filesModified: [] }, null],
    ['merge_ready', { branch: '', taskId: null, agentName: 'a', filesModified: [] }, 'branch'],
    ['merged', { branch: 'b', taskId: null, tier: 'clean' }, null],
    ['merged', { branch: 'b', taskId: null, tier: 1 }, 'tier'],
    ['merge_failed', { branch: 'b', taskId: null, conflictFiles: ['a'], errorMessage: null }, null],
    ['merge_failed', { branch: 'b', taskId: null, conflictFiles: [{}], errorMessage: null }, 'conflictFiles[0]'],
    ['escalation', { severity: 'error', taskId: null, context: 'c' }, null],
    ['escalation', { severity: 'error', taskId: null }, 'context'],
    ['dispatch', { taskId: 't-1', specPath: null, capability: 'builder', fileScope: [], more: 1 }, null],
    ['dispatch', { taskId: 't-1', specPath: null, capability: 'builder' }, 'fileScope'],
    ['assign', { taskId: 't-1', specPath: 'spec.md', workerName: 'p-4', branch: null }, null],
    ['assign', { specPath: 'spec.md', workerName: 'p-4', branch: null }, 'taskId'],
    ['decision_gate', { options: ['a', 'b'], context: 'c' }, null],
    ['decision_gate', { options: ['a', 'b'], context: 'c', deadline: '2030-01-01T00:00:00Z' }, null],
    ['decision_gate', { options: ['a', 'b'], context: 'c', deadline: 'soon' }, 'deadline'],
    ['decision_gate', { options: 'a', context: 'c' }, 'options'],
    ['decision_gate', { context: 'c' }, 'options'],
    ['answer', { option: 'a' }, null],
    ['answer', { option: 1 }, 'option'],
  ])('%s %j: fault at %s', (type, payload, path) => {
    expect(faultOf(type, payload)?.path ?? null).toBe(path)
  })

  it('is refused with the path of its fault', () => {
    expect(completePayload('decision_gate', { options: [1], context: 'c' }, nothing)).toMatchObject({
      refused: 'INVALID_PAYLOAD',
      details: { path: 'payload.options[0]', message: 'is to be a text' },
      hint: 'A decision_gate carries: options, context, deadline?.',
    })
  })
})

describe('what is left out', () => {
  it.each(['status', 'question', 'answer', 'error', 'health_check', 'message'] as const)('%s needs nothing', (type) => {
    expect(completePayload(type, null, observed)).toEqual({ payload: null, claimed: null })
  })

  it.each([
    ['decision_gate', 'payload.options'],
    ['dispatch', 'payload.taskId'],
    ['assign', 'payload.taskId'],
  ] as const)('%s says nothing without one: %s', (type, path) => {
    expect(completePayload(type, null, observed)).toMatchObject({ refused: 'INVALID_PAYLOAD', details: { path } })
  })

  it.each<[MailType, Record<string, unknown>]>([
    ['worker_done', { taskId: 't-1', branch: 'drover/p-3/root', exitCode: null, filesModified: ['a.ts', 'b.ts'] }],
    ['result', { taskId: 't-1', branch: 'drover/p-3/root', filesModified: ['a.ts', 'b.ts'] }],
    ['merge_ready', { taskId: 't-1', branch: 'drover/p-3/root', agentName: 'p-3', filesModified: ['a.ts', 'b.ts'] }],
    ['merged', { taskId: 't-1', branch: 'drover/p-3/root', tier: null }],
    ['merge_failed', { taskId: 't-1', branch: 'drover/p-3/root', conflictFiles: [], errorMessage: 'what it says' }],
    ['escalation', { severity: 'error', taskId: 't-1', context: 'what it says' }],
  ])('%s is completed from what was observed', (type, payload) => {
    expect(completePayload(type, null, observed)).toEqual({ payload, claimed: null })
  })

  it('is completed with nothing where nothing is known', () => {
    const payload = { taskId: null, branch: null, exitCode: null, filesModified: [] }
    expect(completePayload('worker_done', null, nothing)).toEqual({ payload, claimed: null })
    expect(completePayload('merge_ready', null, nothing)).toMatchObject({
      refused: 'INVALID_PAYLOAD',
      details: { path: 'payload.branch' },
    })
  })
})

describe('what is claimed', () => {
  it('stands beside what was observed, and only where they differ', () => {
    const given = { taskId: 't-9', branch: 'drover/p-3/root', exitCode: 0, filesModified: ['b.ts', 'a.ts'], note: 'x' }
    expect(completePayload('worker_done', given, observed)).toEqual({
      payload: {
        taskId: 't-1',
        branch: 'drover/p-3/root',
        exitCode: 0,
        filesModified: ['a.ts', 'b.ts'],
        note: 'x',
      },
      claimed: { taskId: 't-9' },
    })
  })

  it('is judged as it was made', () => {
    expect(completePayload('worker_done', { filesModified: 'all' }, observed)).toMatchObject({
      details: { path: 'payload.filesModified' },
    })
  })

  it('holds where nothing was seen', () => {
    const given = { taskId: 't-9', branch: 'theirs', exitCode: 1, filesModified: ['x'] }
    expect(completePayload('worker_done', given, nothing)).toEqual({ payload: given, claimed: null })
  })

  it('a merger speaks of another branch than its own', () => {
    const given = { branch: 'drover/p-7/root', tier: 'agent' }
    expect(completePayload('merged', given, observed)).toEqual({
      payload: { branch: 'drover/p-7/root', tier: 'agent', taskId: 't-1' },
      claimed: null,
    })
  })
})

describe('a gate', () => {
  it.each([
    [null, [], null],
    [{ options: ['a', 1, 'b'] }, ['a', 'b'], null],
    [{ options: 'a', deadline: 'never' }, [], null],
    [{ options: [], deadline: '1970-01-01T00:00:01Z' }, [], 1000],
  ])('%j offers %j until %s', (payload, options, deadline) => {
    expect([optionsOf(payload), deadlineOf(payload)]).toEqual([options, deadline])
  })
})

it('knows every type', () => {
  for (const type of mailTypes) expect(() => completePayload(type, null, observed)).not.toThrow()
})
