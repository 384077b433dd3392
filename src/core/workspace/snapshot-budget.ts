/**
 * How much a snapshot may read at most. One that somebody waits for while the worktree stays anyway (after a turn, at a kill
 * or a stop) is bounded; one before a step that removes or overwrites files saves whatever can be saved.
 */
import type { SnapshotReason } from '#contract/session'

export interface Budget {
  /** Untracked files; changes of tracked ones are always looked at. */
  readonly files: number
  readonly bytes: number
}

const quick: Budget = { files: 5000, bytes: 256 * 1024 * 1024 }

const budgets: Readonly<Record<SnapshotReason, Budget | null>> = {
  turn: quick,
  kill: quick,
  stop: quick,
  cleanup: null,
  restore: null,
  fork: null,
  recover: null,
  takeover: null,
  merge: null,
  manual: null,
}

/** null: no bound. */
export const budgetFor = (reason: SnapshotReason): Budget | null => budgets[reason]
