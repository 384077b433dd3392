/** Reads for the doors: lists of merges, their changes, what their verification said. A session sees its own alone. */
import { DroverError } from '#contract/error'
import type { Merge } from '#contract/merge'
import type { Caller } from '#flows/access/caller'
import type { Context } from '#flows/engine/context'
import type { MergeRecord } from '#ports/store/merge'
import type { DiffView } from '#ports/workspace'
import type { MergeFilter } from './merge-flows.ts'
import { verifyLog } from './prove-merge.ts'
import { needMerge, viewMerge } from './views.ts'

const mostOnPage = 500

const isVisible = (record: MergeRecord, caller: Caller): boolean =>
  caller.type === 'operator' ||
  record.sessionId === caller.sessionId ||
  (caller.kind === 'orchestrator' && record.projectId === caller.projectId)

function needVisible(context: Context, id: string, caller: Caller): MergeRecord {
  const record = needMerge(context.journal.reads, id)
  if (isVisible(record, caller)) return record
  throw new DroverError('FORBIDDEN_SCOPE', 'A session sees its own merges alone.', { hint: 'Ask the operator.' })
}

export const getMerge = (context: Context, id: string, caller: Caller): Merge =>
  viewMerge(needVisible(context, id, caller))

export function listMerges(
  context: Context,
  filter: MergeFilter,
  caller: Caller,
): { merges: readonly Merge[]; nextCursor?: string } {
  const { cursor, limit = 100, ...rest } = filter
  if (cursor !== undefined && !/^[0-9]{1,15}$/.test(cursor))
    throw new DroverError('INVALID_CURSOR', `"${cursor}" is no cursor of ours.`, {
      hint: 'Take nextCursor from the page before, or leave it out.',
    })
  const own =
    caller.type === 'operator'
      ? {}
      : caller.kind === 'orchestrator'
        ? { projectId: caller.projectId }
        : { sessionId: caller.sessionId }
  const page = context.journal.reads.merges({
    ...rest,
    ...own,
    limit: Math.min(Math.max(1, limit), mostOnPage),
    ...(cursor === undefined ? {} : { cursor: Number(cursor) }),
  })
  const merges = page.merges.map(viewMerge)
  return page.next === null ? { merges } : { merges, nextCursor: String(page.next) }
}

/** What it brings to the target; before there is a result, what the branch brings. */
export async function diffMerge(
  context: Context,
  id: string,
  options: { readonly file?: string },
  caller: Caller,
): Promise<DiffView> {
  const record = needVisible(context, id, caller)
  const path = context.journal.reads.project(record.projectId)?.path
  if (path === undefined)
    throw new DroverError('PROJECT_NOT_FOUND', `There is no project "${record.projectId}".`, {
      hint: 'List projects with: drover project ls',
    })
  const from = record.result === null ? await mergeBaseOf(context, record, path) : (record.baseCommit ?? record.head)
  return context.workspaces.diff({
    path,
    from,
    to: record.result ?? record.head,
    maxBytes: 2 * 1024 * 1024,
    maxFileBytes: 50 * 1024 * 1024,
    ...(options.file === undefined ? {} : { file: options.file }),
  })
}

async function mergeBaseOf(context: Context, record: MergeRecord, repoPath: string): Promise<string> {
  if (record.mergeBase !== null) return record.mergeBase
  const [base = null] = await context.merging.branches(repoPath, [record.target])
  if (base === null) return record.head
  return (await context.merging.relation({ repoPath, head: record.head, base })).mergeBase ?? record.head
}

export async function readOutput(
  context: Context,
  id: string,
  options: { readonly from?: number; readonly limit?: number },
  caller: Caller,
): Promise<{ text: string; next: number; size: number }> {
  const record = needVisible(context, id, caller)
  const limit = Math.min(Math.max(1, options.limit ?? 256 * 1024), 4 * 1024 * 1024)
  // Those that were verified together have one output, the last one's.
  const read = await context.readOwn(verifyLog(context, record.train.at(-1) ?? id), options.from ?? 0, limit)
  return { ...read, text: context.secrets.redact(read.text) }
}
