/** Reads for the doors: lists, pages, raw output, worktrees. Nothing here changes anything. */

import type { EventRow } from '#contract/agent-event'
import { DroverError } from '#contract/error'
import type { Session } from '#contract/session'
import type { Context } from '#flows/engine/context'
import { needProject } from '#flows/project/projects'
import type { SessionFilter, WorktreeView } from '#flows/session/session-flows'
import { needSession } from '#flows/session/views'
import type { EventPage, EventTexts } from '#ports/store/log'
import { noSession, viewSession } from './views.ts'

const mostOnPage = 500

export function listSessions(
  context: Context,
  filter: SessionFilter,
): { sessions: readonly Session[]; nextCursor?: string } {
  if (filter.projectId !== undefined && filter.projectId !== 'scratch')
    needProjectEvenArchived(context, filter.projectId)
  const limit = Math.min(Math.max(1, filter.limit ?? 100), mostOnPage)
  let cursor = filter.cursor === undefined ? undefined : parseCursor(filter.cursor)
  const sessions: Session[] = []
  for (;;) {
    const page = context.journal.reads.sessions({
      ...(filter.projectId === undefined ? {} : { projectId: filter.projectId }),
      ...(filter.kind === undefined ? {} : { kind: filter.kind }),
      includeEnded: filter.includeTerminated === true || filter.status === 'ended',
      archived: filter.includeArchived === true,
      personas: filter.includePersonas === true,
      limit: limit - sessions.length,
      ...(cursor === undefined ? {} : { cursor }),
    })
    for (const record of page.sessions) {
      const view = viewSession(context, context.journal.reads, record)
      if (filter.status === undefined || view.status === filter.status) sessions.push(view)
    }
    if (page.next === null) return { sessions }
    cursor = page.next
    if (sessions.length >= limit) return { sessions, nextCursor: String(cursor) }
  }
}

function needProjectEvenArchived(context: Context, id: string): void {
  if (context.journal.reads.project(id) === null) needProject(context, id)
}

function parseCursor(cursor: string): number {
  const n = Number(cursor)
  if (!/^[0-9]{1,15}$/.test(cursor) || !Number.isSafeInteger(n)) {
    throw new DroverError('INVALID_CURSOR', `"${cursor}" is no cursor of ours.`, {
      hint: 'Take nextCursor from the page before, or leave it out.',
    })
  }
  return n
}

export function pageEvents(context: Context, id: string, page: EventPage): readonly EventRow[] {
  needSession(context, id)
  if (page.after !== undefined) return context.journal.reads.eventsAfter(id, page.after, page.limit)
  if (page.before !== undefined) return context.journal.reads.eventsBefore(id, page.before, page.limit)
  return context.journal.reads.eventsAfter(id, 0, page.limit)
}

export function pageEventTexts(context: Context, id: string, page: EventPage): EventTexts {
  const texts = context.journal.reads.eventTexts(id, page)
  if (texts === null) throw noSession(id)
  return texts
}

/** The id before the oldest event still kept: a cursor below it asks for what was forgotten. */
export function firstEventId(context: Context, id: string): number {
  const session = needSession(context, id)
  const first = context.journal.reads.eventsAfter(id, 0, 1)[0]
  return first === undefined ? session.lastEventId : first.id - 1
}

export function readBlob(context: Context, id: string, blob: string): string {
  needSession(context, id)
  const text = context.journal.reads.blob(id, blob)
  if (text === null)
    throw new DroverError('BLOB_NOT_FOUND', `Session ${id} has no blob "${blob}".`, {
      hint: 'Take the id from refs of an event.',
    })
  return text
}

export async function readRaw(
  context: Context,
  id: string,
  options: { launch?: number; from?: number; limit?: number; channel?: 'stdout' | 'stderr' },
): Promise<{ text: string; next: number; size: number; launch: number }> {
  needSession(context, id)
  const launches = context.journal.reads.launches(id)
  const chosen = options.launch === undefined ? launches.at(-1) : launches.find((launch) => launch.n === options.launch)
  if (chosen === undefined) {
    if (options.launch === undefined) return { text: '', next: 0, size: 0, launch: 0 }
    throw new DroverError('INVALID_QUERY', `Session ${id} has no launch ${options.launch}.`, {
      hint: `It has ${launches.length}.`,
    })
  }
  const limit = Math.min(Math.max(1, options.limit ?? 256 * 1024), 4 * 1024 * 1024)
  const read = await context.readOwn(
    `${chosen.dir}/${options.channel ?? 'stdout'}`,
    Math.max(0, options.from ?? 0),
    limit,
  )
  return { text: context.secrets.redact(read.text), next: read.next, size: read.size, launch: chosen.n }
}

export async function listWorktrees(context: Context): Promise<readonly WorktreeView[]> {
  const views: WorktreeView[] = []
  const { reads } = context.journal
  const known = new Set<string>()
  const holder = new Map<number, string>()
  for (const session of reads.sessions({ includeEnded: true, limit: 100_000 }).sessions) {
    if (session.workspaceId !== null && !holder.has(session.workspaceId)) holder.set(session.workspaceId, session.id)
  }
  for (const workspace of reads.workspaces(null)) {
    known.add(workspace.path)
    if (workspace.removedAt !== null) continue
    const missing = !context.exists(workspace.path)
    views.push({
      path: workspace.path,
      projectId: workspace.projectId,
      session: workspace.heldBy ?? holder.get(workspace.id) ?? null,
      branch: workspace.branch,
      status: missing ? 'missing' : workspace.heldBy !== null ? 'held' : 'ended',
    })
  }
  for (const project of reads.projects(false)) {
    const listed = await context.workspaces.listWorktrees(project.path).catch(() => [])
    for (const tree of listed) {
      if (!tree.path.startsWith(`${context.paths.worktrees}/`) || known.has(tree.path)) continue
      views.push({ path: tree.path, projectId: project.id, session: null, branch: tree.branch, status: 'orphan' })
    }
  }
  return views
}
