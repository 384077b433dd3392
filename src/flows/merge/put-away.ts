/**
 * What is taken away once nobody needs it: the session that resolved a conflict, the tree of a merge that nobody works in any
 * more (saved first), the refs of one that ended, the scratch trees of lanes that stand idle. Never a tree that still waits for a person.
 */
import { isEnded } from '#contract/merge'
import { type Context, now } from '#flows/engine/context'
import type { LaneRecord, MergeRecord } from '#ports/store/merge'
import { needMerge, viewMerge } from './views.ts'
import { endMerger } from './watch-merger.ts'

const isAtRest = ({ state, step }: MergeRecord): boolean => isEnded(state) || step === 'wait'
const waitsInTree = (record: MergeRecord): boolean => record.state === 'needs_human'

/** It names a tree that nobody works in: a disk that was full may have cut off its putting away. */
export const hasIdleTree = (record: MergeRecord): boolean =>
  record.worktree !== null && isAtRest(record) && !waitsInTree(record)

export async function putAway(context: Context, id: string): Promise<void> {
  const record = context.journal.reads.merge(id)
  const repoPath = record === null ? null : (context.journal.reads.project(record.projectId)?.path ?? null)
  if (record === null || repoPath === null) return
  try {
    if (isAtRest(record)) await endMerger(context, record)
    await putTreeAway(context, record, repoPath)
    if (isEnded(record.state)) await context.merging.forget({ repoPath, id })
  } catch (cause) {
    // Left for the next start: a tree or a ref too many harms nobody.
    context.log.warn('a merge could not be put away', { merge: id, cause })
  }
}

/** One line a project, so that a tree is not put away by two at once. */
export const inPutAwayLine = <T>(context: Context, projectId: string, work: () => Promise<T>): Promise<T> =>
  context.worker.run(`put away ${projectId}`, work)

/** A merge begins anew: what a person made in its tree is saved, and the tree goes. */
export const leaveTree = (context: Context, id: string, repoPath: string): Promise<void> =>
  inPutAwayLine(context, needMerge(context.journal.reads, id).projectId, async () => {
    const record = needMerge(context.journal.reads, id)
    if (record.worktree === null) return
    await endMerger(context, record)
    await removeTree(context, record, repoPath)
    context.journal.command((tx) => tx.updateMerge(id, { worktree: null }))
  })

async function removeTree(context: Context, { id, worktree: path }: MergeRecord, repoPath: string): Promise<void> {
  if (path === null || !context.exists(path)) return
  const saved = await context.merging.save({ path, id, maxFileBytes: 50 * 1024 * 1024 })
  if (saved !== null) context.journal.command((tx) => tx.updateMerge(id, { saved: saved.ref }))
  await context.merging.discard({ repoPath, path })
  const row = context.journal.reads.workspaceByPath(path)
  if (row !== null && row.removedAt === null)
    context.journal.command((tx) => tx.updateWorkspace(row.id, { heldBy: null, removedAt: now(context) }))
}

async function putTreeAway(context: Context, record: MergeRecord, repoPath: string): Promise<void> {
  const { id } = record
  if (!hasIdleTree(record)) return
  await removeTree(context, record, repoPath)
  context.journal.command((tx) => {
    const { projectId, sessionId } = record
    const payload = viewMerge(tx.updateMerge(id, { worktree: null }))
    tx.appendChange({ type: 'merge_updated', projectId, ...(sessionId === null ? {} : { sessionId }), payload })
  })
}

const isHeld = ({ mergeId, train }: LaneRecord): boolean => mergeId !== null || train !== null

/** Scratch trees of lanes that nobody used for a while, and trees of ended merges that a crash left. */
export async function dropTrees(context: Context, { idleMs }: { readonly idleMs: number }): Promise<void> {
  const { reads } = context.journal
  const before = context.clock.now().getTime() - idleMs
  for (const lane of reads.lanes()) {
    const key = `${lane.projectId} ${lane.target}`
    if (lane.worktree === null || isHeld(lane) || Date.parse(lane.usedAt) > before) continue
    // A merge came meanwhile: a tick does not wait for its verification.
    if (context.worker.busy(key)) continue
    const { projectId, target, worktree: path } = lane
    const project = reads.project(projectId)
    await context.worker
      .run(key, async () => {
        const fresh = reads.lane(projectId, target)
        if (fresh?.worktree !== path || isHeld(fresh)) return
        if (project !== null) await context.merging.discard({ repoPath: project.path, path })
        context.journal.command((tx) => tx.deleteLane(projectId, target))
      })
      .catch((cause: unknown) => context.log.warn('a scratch tree could not be removed', { path, cause }))
  }
  for (const record of reads.merges({ limit: 200 }).merges)
    if (record.worktree !== null && isEnded(record.state))
      await inPutAwayLine(context, record.projectId, () => putAway(context, record.id))
}

/** After a start: refs and trees of merges that ended while the daemon before was ending too. */
export async function putLostAway(context: Context): Promise<void> {
  const { reads } = context.journal
  const recent = new Set(reads.merges({ limit: 200 }).merges.map((record) => record.projectId))
  for (const projectId of recent) {
    const project = reads.project(projectId)
    if (project === null || !context.exists(project.path)) continue
    const kept = await context.merging.kept(project.path).catch((cause: unknown) => {
      context.log.warn('refs of merges could not be listed', { project: projectId, cause })
      return []
    })
    for (const id of kept) {
      const record = reads.merge(id)
      if (record !== null && isEnded(record.state)) await putAway(context, id)
    }
  }
}
