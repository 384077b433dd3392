/** Terminals need a program that keeps them. */
import { DroverError } from '#contract/error'
import type { Context } from '#flows/engine/context'

/** RUNTIME_MISSING before anything is made. */
export async function needTool(context: Context): Promise<void> {
  const { problem, hint } = await context.terminals.tool()
  if (problem !== null) throw new DroverError('RUNTIME_MISSING', problem, { hint, details: { runtime: 'tmux' } })
}
