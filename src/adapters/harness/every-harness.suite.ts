/** Each harness once for every way that it is launched, with what such a start needs: for tests that hold of all of them. */
import type { Harness, Start } from '#ports/harness'
import { createAcp } from './acp/acp.ts'
import { createClaudeCode } from './claude-code/claude-code.ts'
import { createCodex } from './codex/codex.ts'
import { createCopilot } from './copilot/copilot.ts'
import { createCustom } from './custom/custom.ts'
import { createGemini } from './gemini/gemini.ts'
import { createGrok } from './grok/grok.ts'
import { createOpencode } from './opencode/opencode.ts'
import { createPi } from './pi/pi.ts'
import { createQwen } from './qwen/qwen.ts'
import { createRehearsal } from './rehearsal/rehearsal.ts'

/** A program that is a script of Node. */
export const script = { binary: '/node', prefix: ['/cli.js'] }

export const everyHarness: readonly [string, Harness, Partial<Start>][] = [
  ['claude-code', createClaudeCode(), {}],
  ['claude-code asking', createClaudeCode(), { permissions: 'ask' }],
  ['codex', createCodex(), {}],
  ['codex app-server', createCodex(), { permissions: 'ask' }],
  ['opencode', createOpencode(), {}],
  ['gemini', createGemini(), { program: script }],
  ['qwen', createQwen(), { program: script }],
  ['copilot', createCopilot(), {}],
  ['pi', createPi(), { program: script }],
  ['grok', createGrok(), { program: script }],
  ['rehearsal', createRehearsal({ player: '/player', node: '/node' }), {}],
  ['custom', createCustom('mine', { command: ['mine'] }), {}],
  ['acp gemini', createAcp('g', { protocol: 'acp', command: ['gemini', '--acp'] }), { program: script }],
  ['acp qwen', createAcp('q', { protocol: 'acp', command: ['qwen', '--acp'] }), { program: script }],
  ['acp copilot', createAcp('c', { protocol: 'acp', command: ['copilot', '--acp'] }), {}],
  ['acp opencode', createAcp('o', { protocol: 'acp', command: ['opencode', 'acp'] }), {}],
  ['acp of a stranger', createAcp('s', { protocol: 'acp', command: ['stranger'] }), {}],
]
