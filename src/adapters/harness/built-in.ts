/** The harnesses that ship with Drover: one line each. */
import type { Harness } from '#ports/harness'
import { createRehearsal } from './rehearsal/rehearsal.ts'

export function builtInHarnesses(own: { readonly node: string; readonly player: string }): readonly Harness[] {
  return [createRehearsal({ node: own.node, player: own.player })]
}
