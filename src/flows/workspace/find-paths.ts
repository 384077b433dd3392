/**
 * Files of a session's workspace by a few letters, for whoever writes to it. The list is read once and kept for a moment:
 * somebody types, and a tree may hold a hundred thousand files.
 */
import { matchPaths } from '#core/workspace/match-paths'
import type { Context } from '#flows/engine/context'
import { needSession } from '#flows/session/views'

const keptMs = 5_000
const mostKept = 4
const most = 50

type Kept = { readonly at: number; readonly paths: Promise<readonly string[]> }
const lists = new WeakMap<Context, Map<string, Kept>>()

export async function findPaths(
  context: Context,
  id: string,
  query: { readonly q?: string; readonly limit?: number },
): Promise<{ readonly paths: readonly string[]; readonly more: boolean }> {
  const session = needSession(context, id)
  const workspace = session.workspaceId === null ? null : context.journal.reads.workspace(session.workspaceId)
  if (workspace === null || workspace.removedAt !== null || !context.exists(workspace.path))
    return { paths: [], more: false }
  const paths = await listOf(context, workspace.path, workspace.repoPath)
  return matchPaths(paths, query.q ?? '', Math.min(most, Math.max(1, query.limit ?? 20)))
}

function listOf(context: Context, path: string, repoPath: string | null): Promise<readonly string[]> {
  const kept = lists.get(context) ?? new Map<string, Kept>()
  lists.set(context, kept)
  const now = context.clock.steady()
  const known = kept.get(path)
  if (known !== undefined && now - known.at < keptMs) return known.paths
  const paths = context.workspaces.paths({ path, repoPath })
  kept.delete(path)
  kept.set(path, { at: now, paths })
  if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? '')
  paths.catch(() => kept.delete(path))
  return paths
}
