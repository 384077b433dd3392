import { describe, expect, it } from 'vitest'
import { wishedAgent } from './other-agent.ts'

const now = { harness: 'claude-code', model: 'opus' }

describe('the agent that is meant', () => {
  it.each([
    ['nobody named: as it is', {}, { harness: 'claude-code', model: 'opus', same: true }],
    ['a spec', { spec: { harness: 'codex', model: 'gpt-5' } }, { harness: 'codex', model: 'gpt-5', same: false }],
    [
      'a spec without a model',
      { spec: { harness: 'codex', model: null } },
      { harness: 'codex', model: null, same: false },
    ],
    ['a harness does not inherit the model', { harness: 'codex' }, { harness: 'codex', model: null, same: false }],
    ['harness and model', { harness: 'codex', model: 'gpt-5' }, { harness: 'codex', model: 'gpt-5', same: false }],
    ['another model of the same agent', { model: 'haiku' }, { harness: 'claude-code', model: 'haiku', same: false }],
    ["the agent's own model again", { model: '' }, { harness: 'claude-code', model: null, same: false }],
    [
      'a model beside a spec wins',
      { spec: { harness: 'codex', model: 'gpt-5' }, model: 'gpt-6' },
      { harness: 'codex', model: 'gpt-6', same: false },
    ],
    [
      'a spec before a harness',
      { spec: { harness: 'codex', model: null }, harness: 'qwen' },
      { harness: 'codex', model: null, same: false },
    ],
  ])('%s', (_name, wish, expected) => {
    expect(wishedAgent(now, wish)).toEqual(expected)
  })
})
