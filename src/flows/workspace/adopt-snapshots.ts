/**
 * Snapshots that a crash left without a row, at boot: a ref that was made gets its row, a number that made nothing is
 * forgotten. Only numbers that were being made are looked for, so that it costs nothing where nothing was cut off. Refs that
 * nobody wrote down are the doctor's.
 */
import type { SnapshotReason } from '#contract/session'
import type { Context } from '#flows/engine/context'
import { finish, underWay } from '#flows/engine/under-way'
import type { SnapshotRecord } from '#ports/store/workspace'
import type { SnapshotRef } from '#ports/workspace'
import { recordSnapshot } from './keep-snapshots.ts'

interface Begun {
  readonly work: string
  readonly sessionId: string
  readonly n: number
  /** null: neither session nor workspace is left to name it. */
  readonly repoPath: string | null
}

export async function adoptSnapshots(context: Context): Promise<void> {
  const begun = underWay(context.journal.reads, 'saving').map((work) => begunOf(context, work))
  for (const [repoPath, all] of Map.groupBy(begun, (one) => one.repoPath)) {
    try {
      const rows = repoPath === null ? [] : await rowsFor(context, repoPath, all)
      context.journal.command((tx) => {
        for (const row of rows) if (tx.snapshot(row.sessionId, row.n) === null) recordSnapshot(tx, row)
        for (const { work } of all) finish(tx, 'saving', work)
      })
    } catch (cause) {
      // A repository that is away for a while: they are looked for again at the next start.
      context.log.warn('snapshots that a crash cut off could not be looked for', { path: repoPath, cause })
    }
  }
}

function begunOf({ journal: { reads } }: Context, work: string): Begun {
  const [sessionId = '', n] = work.split(' ')
  const id = reads.session(sessionId)?.workspaceId ?? null
  const workspace = id === null ? null : reads.workspace(id)
  return { work, sessionId, n: Number(n), repoPath: workspace && (workspace.repoPath ?? workspace.path) }
}

async function rowsFor(context: Context, repoPath: string, all: readonly Begun[]): Promise<readonly SnapshotRecord[]> {
  // A scratch that was removed took its refs along.
  if (!context.exists(repoPath)) return []
  const rows: SnapshotRecord[] = []
  for (const ref of await context.workspaces.standingSnapshots(repoPath, all)) {
    const turn = context.journal.reads.session(ref.sessionId)?.turn ?? 0
    const row = await rowOf(context, { ...ref, repoPath }, turn === 0 ? null : turn)
    if (row !== null) rows.push(row)
  }
  return rows
}

/** What a snapshot's commit says about itself, as a row; null where it is none. What cannot be counted any more counts nothing. */
export async function rowOf(
  { workspaces }: Pick<Context, 'workspaces'>,
  { sessionId, n, repoPath, ref, commit }: Omit<SnapshotRef, 'whole'> & { readonly repoPath: string },
  turn: number | null,
): Promise<SnapshotRecord | null> {
  const told = await workspaces.describeSnapshot(repoPath, commit)
  if (told === null) return null
  const { parent, skipped } = told
  const { files } = await workspaces
    .diff({ path: repoPath, from: parent ?? 'empty', to: commit, maxBytes: 0 })
    .catch(() => ({ files: [] }))
  const sum = (of: 'additions' | 'deletions') => files.reduce((total, file) => total + (file[of] ?? 0), 0)
  const counts = { files: files.length, additions: sum('additions'), deletions: sum('deletions') }
  const reason = told.reason as SnapshotReason
  return { sessionId, n, repoPath, ref, commit, parent, skipped, turn, ...counts, reason, at: told.at.toISOString() }
}
