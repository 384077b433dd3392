import { describe, expect, it } from 'vitest'
import { forkBody, forkHint } from './fork-words.ts'

const session = { harness: 'claude-code', model: 'opus' }

describe('what a fork is asked for', () => {
  it.each([
    ['nothing but itself', { prompt: ' ', harness: 'claude-code', model: 'opus' }, {}],
    ['words', { prompt: 'go on', harness: 'claude-code', model: 'opus' }, { prompt: 'go on' }],
    ['another model', { prompt: '', harness: 'claude-code', model: ' haiku ' }, { model: 'haiku' }],
    ["the agent's own model", { prompt: '', harness: 'claude-code', model: '' }, { model: '' }],
    ['another agent', { prompt: '', harness: 'codex', model: '' }, { harness: 'codex' }],
    [
      'another agent and its model',
      { prompt: '', harness: 'codex', model: 'gpt-5' },
      { harness: 'codex', model: 'gpt-5' },
    ],
  ])('%s', (_name, chosen, body) => {
    expect(forkBody(session, chosen)).toEqual(body)
  })

  it('another agent is said to be told of the past, the same one is not', () => {
    expect(forkHint(session, { harness: 'codex', name: 'Codex' })).toContain('Codex is told')
    expect(forkHint(session, { harness: 'claude-code', name: 'Claude Code' })).not.toContain('told')
  })
})
