/** What a try left in its tree: commits, files, an operation that is under way. Looks only; what it means is judged elsewhere. */
import type { TryCommit } from '#contract/relay'
import type { Context } from '#flows/engine/context'
import type { EffectiveSettings } from '#ports/settings'
import type { TryRecord } from '#ports/store/relay'
import type { WorkspaceRecord } from '#ports/store/workspace'

interface Tried {
  readonly one: TryRecord
  readonly tree: WorkspaceRecord | null
  readonly settings: EffectiveSettings
}

/** What stands in the tree. */
export interface Found {
  readonly head: string | null
  readonly branch: string | null
  readonly leftovers: readonly string[]
  readonly large: readonly string[]
  readonly operation: string | null
  readonly keptHistory: boolean
  readonly commits: readonly TryCommit[]
  readonly files: number | null
  readonly insertions: number | null
  readonly deletions: number | null
}

const mostCommits = 200

const nothingThere: Found = {
  head: null,
  branch: null,
  leftovers: [],
  large: [],
  operation: null,
  keptHistory: true,
  commits: [],
  files: null,
  insertions: null,
  deletions: null,
}

export async function lookAtTree(context: Context, { tree, one, settings }: Tried): Promise<Found> {
  if (tree === null || tree.repoPath === null || !context.exists(tree.path)) return nothingThere
  const { path, repoPath } = tree
  const [state, left] = await Promise.all([context.workspaces.state(path), context.merging.leftovers(path)])
  const { head, branch } = state
  const from = one.headBefore
  const known = head !== null && from !== null
  const keptHistory = !known || (await context.merging.contains({ repoPath, of: head, commit: from }))
  const made = known && head !== from && keptHistory
  const commits = made ? await context.workspaces.commits({ path, from, to: head, most: mostCommits }) : []
  const changes = made ? await context.merging.changes({ repoPath, from, to: head }) : null
  return {
    head,
    branch,
    leftovers: left.files,
    large: left.files.length === 0 || head === null ? [] : await largeIn(context, path, head, settings),
    operation: left.operation,
    keptHistory,
    commits: commits.map(({ hash, subject, byDrover }) => ({ hash, subject, by: byDrover ? 'drover' : 'agent' })),
    files: changes?.files ?? (known ? 0 : null),
    insertions: changes?.insertions ?? (known ? 0 : null),
    deletions: changes?.deletions ?? (known ? 0 : null),
  }
}

/** Files that a snapshot would skip for their size. */
async function largeIn(context: Context, path: string, base: string, settings: EffectiveSettings): Promise<string[]> {
  const files = await context.workspaces.files({ path, base, maxFileBytes: settings.snapshotMaxFileBytes })
  return files.flatMap((file) => (file.skipped === undefined || file.skipped.why === 'not_a_file' ? [] : [file.path]))
}
