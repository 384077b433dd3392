/**
 * Whether a snapshot may be written over a work tree that stands on a commit, and in what words it is told that it may not.
 * A snapshot is a state of files on top of one commit; on top of any other it would take back what that commit has.
 * Pure; writing, and telling, are the flows'.
 */
import type { AgentEvent } from '#contract/agent-event'

export interface SavedState {
  readonly n: number
  /** The commit that HEAD named when it was taken; null where there was none. */
  readonly parent: string | null
}

export type WriteBack = 'write' | 'keep' | 'nothing'

/** `head`: the commit that the tree stands on now; null where the branch has none yet. */
export function decideWriteBack(head: string | null, snapshot: SavedState | null): WriteBack {
  if (snapshot === null) return 'nothing'
  return snapshot.parent === head ? 'write' : 'keep'
}

/** Short enough to read, long enough to use. */
const short = (commit: string | null): string => (commit === null ? 'no commit' : commit.slice(0, 12))

/** The command that brings a snapshot into a directory of its own, whatever the branch did. */
export const recoverCommand = (sessionId: string, n: number): string =>
  `drover session recover ${sessionId} --snapshot ${n} --to DIR`

export type Notice = Extract<AgentEvent, { kind: 'notice' }>

interface Moved {
  readonly sessionId: string
  readonly branch: string | null
  readonly head: string | null
  readonly snapshot: SavedState
}

/** Told where the branch won over the newest snapshot. */
export function keptNotice({ sessionId, branch, head, snapshot }: Moved): Notice {
  return {
    kind: 'notice',
    code: 'snapshot_kept',
    message:
      `${branch ?? 'HEAD'} stands at ${short(head)} now, and snapshot ${snapshot.n} was taken at ${short(snapshot.parent)}: ` +
      'the workspace has what the branch has, and the snapshot was not written over it. ' +
      `It is kept: ${recoverCommand(sessionId, snapshot.n)}`,
    snapshot: snapshot.n,
    takenAt: snapshot.parent,
    branch,
    head,
  }
}

/** Told where a fork was made from a snapshot that the branch of its source has left behind. */
export function forkBehindNotice({ sessionId, branch, head, snapshot }: Moved): Notice {
  return {
    kind: 'notice',
    code: 'fork_behind',
    message:
      `This fork stands at snapshot ${snapshot.n} of ${sessionId}, taken at ${short(snapshot.parent)}; ` +
      `${branch ?? 'its branch'} is at ${short(head)} now. Merge ${branch ?? short(head)} to have what came later.`,
    snapshot: snapshot.n,
    takenAt: snapshot.parent,
    branch,
    head,
  }
}
