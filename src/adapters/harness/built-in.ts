/** The harnesses that ship with Drover: one line each; and what a table of the configuration becomes. */
import type { Harness, HarnessConfig } from '#ports/harness'
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

export function builtInHarnesses(own: { readonly node: string; readonly player: string }): readonly Harness[] {
  return [
    createClaudeCode(),
    createCodex(),
    createOpencode(),
    createGemini(),
    createQwen(),
    createCopilot(),
    createPi(),
    createGrok(),
    createRehearsal({ node: own.node, player: own.player }),
  ]
}

/** `[harness.NAME]` with a protocol or a command of its own. */
export const configuredHarness = (name: string, config: HarnessConfig): Harness =>
  config.protocol === 'acp' ? createAcp(name, config) : createCustom(name, config)
