/** The harnesses that ship with Drover: one line each. */
import type { Harness } from '#ports/harness'
import { createClaudeCode } from './claude-code/claude-code.ts'
import { createCodex } from './codex/codex.ts'
import { createOpencode } from './opencode/opencode.ts'
import { createRehearsal } from './rehearsal/rehearsal.ts'

export function builtInHarnesses(own: { readonly node: string; readonly player: string }): readonly Harness[] {
  return [createClaudeCode(), createCodex(), createOpencode(), createRehearsal({ node: own.node, player: own.player })]
}
