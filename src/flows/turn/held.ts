/** Whether money holds new turns of a session: its effort's budget, its project's or the whole fleet's. Turns that run go on. */
import type { Context } from '#flows/engine/context'

export const isHeld = (
  context: Context,
  session: { readonly effortId: string | null; readonly projectId: string },
): boolean => context.effortHolds(session) !== null || context.budgetHolds(session.projectId) !== null
