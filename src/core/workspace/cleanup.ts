/** Whether the worktree of an ended session may be removed: anything that could be somebody's work keeps it, with the reason. */
import type { CleanupSkip } from '#contract/session'

/** What was seen before the first step. */
export interface CleanupFacts {
  /** Processes of the session that still run. */
  readonly children: readonly number[]
  /** The reason somebody locked it with; null: it is not locked. */
  readonly locked: string | null
  /** Repositories inside it. */
  readonly nested: readonly string[]
  /** Paths with uncommitted work. */
  readonly changed: readonly string[]
  /** A directory of its own, in no repository: nothing in it is saved anywhere. */
  readonly scratch: boolean
}

export interface Kept {
  readonly reason: CleanupSkip
  readonly message: string
}

const shown = 5

export const decideHeld = (heldBy: string | null): Kept | null =>
  heldBy === null ? null : { reason: 'held', message: `Held by ${heldBy}, which has not ended.` }

/** A checkout of the user's own, where a relay worked in place: it was never Drover's to remove. */
export const decideExternal = (external: boolean): Kept | null =>
  external ? { reason: 'external', message: 'It is your own checkout, not a worktree of Drover.' } : null

/** null: nothing speaks against it. */
export function decideCleanup(facts: CleanupFacts): Kept | null {
  if (facts.children.length > 0)
    return { reason: 'live_children', message: `Processes of the session still run: ${facts.children.join(', ')}.` }
  if (facts.locked !== null)
    return { reason: 'locked', message: `The worktree is locked: ${facts.locked || 'no reason given'}.` }
  if (facts.nested.length > 0) {
    const names = facts.nested.slice(0, shown).join(', ')
    return { reason: 'nested_repository', message: `Repositories inside it hold work of their own: ${names}.` }
  }
  if (facts.changed.length === 0) return null
  if (facts.scratch)
    return { reason: 'dirty', message: 'The scratch workspace holds files; remove them or copy them out first.' }
  const count = facts.changed.length
  const names = facts.changed.slice(0, shown).join(', ')
  const more = count > shown ? ', …' : ''
  return {
    reason: 'dirty',
    message: `${count} path${count === 1 ? '' : 's'} with uncommitted work: ${names}${more}.`,
  }
}

/** What the snapshot before the removal could not hold. */
export function decideUnsaved(skipped: readonly { readonly path: string; readonly why: string }[]): Kept | null {
  if (skipped.every((file) => file.why === 'not_a_file')) return null
  return { reason: 'unsaved_file', message: `Too large to save: ${skipped.map((file) => file.path).join(', ')}.` }
}

/** A removal that failed on its way: what its code says of the worktree. */
export function keptBy(code: string | null): CleanupSkip {
  if (code === 'WORKSPACE_DIRTY') return 'dirty'
  return code === 'SNAPSHOT_FAILED' ? 'snapshot_failed' : 'failed'
}
