/** What the doors may ask about a session's files: differences and snapshots. */
import type { Places } from '#contract/places'
import type { Snapshot } from '#contract/session'
import type { Spot } from '#core/workspace/editor'
import type { Context } from '#flows/engine/context'
import type { DiffFile, DiffView } from '#ports/workspace'
import { type DiffOptions, diffSession } from './diff-session.ts'
import { findPaths } from './find-paths.ts'
import { changedFiles, listSnapshots, recoverSnapshot } from './keep-snapshots.ts'
import { openEditor, placesOf } from './places.ts'

export interface WorkspaceFlows {
  diff(id: string, options: DiffOptions): Promise<DiffView>
  files(id: string): Promise<readonly DiffFile[]>
  /** Files of its workspace by a few letters, the best first. */
  paths(
    id: string,
    query: { q?: string; limit?: number },
  ): Promise<{ readonly paths: readonly string[]; readonly more: boolean }>
  /** Where its work can be looked at: the editor, its own servers. */
  places(id: string): Promise<Places>
  /** Starts the operator's editor; a link is followed by whoever asks instead. */
  openEditor(id: string, spot: Spot): Promise<{ readonly opened: string }>
  snapshots(id: string): readonly Snapshot[]
  /** Back into the worktree, or into a directory (which must be empty or new). */
  recover(
    id: string,
    input: { snapshot?: number; to?: string },
  ): Promise<{ snapshot: Snapshot; to: string; files: number; left: readonly string[] }>
}

export const workspaceFlows = (context: Context): WorkspaceFlows => ({
  diff: (id, options) => diffSession(context, id, options),
  files: (id) => changedFiles(context, id),
  paths: (id, query) => findPaths(context, id, query),
  places: (id) => placesOf(context, id),
  openEditor: (id, spot) => openEditor(context, id, spot),
  snapshots: (id) => listSnapshots(context, id),
  recover: (id, input) => recoverSnapshot(context, id, input),
})
