/** What a merger is told: both sides of the conflict with their commits and tasks, and the project's words for its role. Reads only. */
import type { MergerFacts, MergerSide } from '#core/merge/merger'
import type { Context } from '#flows/engine/context'
import type { Reads } from '#ports/store/journal'
import type { MergeRecord } from '#ports/store/merge'
import type { TaskRecord } from '#ports/store/task'
import { type MergeGround, sourceOf } from './ground.ts'

const mostCommits = 200
const longestRole = 256 * 1024

export async function gatherMerger(context: Context, record: MergeRecord, ground: MergeGround): Promise<MergerFacts> {
  const { id, branch, target, baseCommit: base, mergeBase, worktree: path } = record
  if (base === null || mergeBase === null || path === null) throw new Error(`${id} has no conflict to resolve`)
  const { reads } = context.journal
  const source = sourceOf(record)
  const [theirs, ours] = await Promise.all(
    [source, base].map((to) => context.workspaces.commits({ path, from: mergeBase, to, most: mostCommits })),
  )
  const landed = new Set(ours?.map(({ hash }) => hash))
  const before = reads
    .merges({ projectId: record.projectId, state: 'landed', limit: 100 })
    .merges.filter((one) => one.target === target && landed.has(one.landedCommit ?? ''))
  const side = (commits: MergerSide['commits'] = [], merges: readonly MergeRecord[]): MergerSide => ({
    commits,
    tasks: merges.flatMap((one) => taskOf(reads, one) ?? []),
  })
  return {
    id,
    branch,
    target,
    mergeBase,
    base,
    source,
    conflicts: record.reason?.paths ?? [],
    branchSide: side(theirs, [record]),
    targetSide: side(ours, before),
    roleText: await roleText(context, ground),
  }
}

/** The one it was offered for, else the one that its session holds. */
function taskOf(reads: Reads, { taskId, sessionId }: MergeRecord): TaskRecord | null {
  if (taskId !== null) return reads.task(taskId)
  if (sessionId === null) return null
  return reads.claimedTasks().find((task) => task.leaseSession === sessionId) ?? null
}

/** A repository's words, like all that it configures, only where that is applied. */
async function roleText(context: Context, { project, session }: MergeGround): Promise<string | null> {
  const file = `${project.path}/.drover/roles/merger.md`
  if (session?.ignoreConfig === true || !context.exists(file)) return null
  return (await context.readOwn(file, 0, longestRole)).text
}
