/**
 * Numbers of sessions: never given twice in a home, and, where the session's branch is named after it, never one whose branch
 * is there already (another home on the same repository counts by itself).
 */
import { DroverError } from '#contract/error'
import type { Context } from '#flows/engine/context'
import type { Tx } from '#ports/store/journal'

export type Used = ReadonlySet<number>
export const noneUsed: Used = new Set()

export function nextSessionId(tx: Tx, projectId: string, used: Used): string {
  for (;;) {
    const n = tx.nextSessionNumber(projectId)
    if (!used.has(n)) return `${projectId}-${n}`
  }
}

const clashes = new Set(['BRANCH_NAMESPACE_TAKEN', 'BRANCH_CHECKED_OUT_ELSEWHERE'])

/** Another home may take a number between the look and the branch: then the next one is tried, a few times. */
export async function withFreeNumber<T>(
  context: Context,
  place: { readonly repoPath: string; readonly projectId: string },
  first: Used,
  act: (used: Used) => Promise<T>,
): Promise<T> {
  let used = first
  for (let attempt = 1; ; attempt++) {
    try {
      return await act(used)
    } catch (cause) {
      if (attempt === 5 || !(cause instanceof DroverError) || !clashes.has(cause.code)) throw cause
      const now = await context.workspaces.usedNumbers(place.repoPath, place.projectId)
      if (now.size <= used.size) throw cause
      used = now
    }
  }
}
