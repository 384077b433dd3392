/** What agents and people say of how far the work is: kept in the store and as lines beside the project. */

import { cleanMessage } from '#core/session/message'
import type { Caller } from '#flows/access/caller'
import { type Context, now } from '#flows/engine/context'
import { needProject } from '#flows/project/projects'
import { finishTask } from '#flows/task/claim-task'
import type { ProgressRecord } from '#ports/store/relay'
import type { ProgressEntry, ProgressInput } from './relay-flows.ts'

export function addProgress(context: Context, input: ProgressInput, caller: Caller): ProgressEntry {
  const { reads } = context.journal
  const projectId = caller.type === 'session' ? caller.projectId : needProject(context, input.projectId ?? '').id
  const sessionId = caller.type === 'session' ? caller.sessionId : null
  const task = sessionId === null ? null : (reads.claimedTasks().find((one) => one.leaseSession === sessionId) ?? null)
  const summary = cleanMessage(input.summary)
  const followups = (input.followups ?? []).map(cleanMessage)
  // Said by whoever holds a task, complete and follow-ups are its report.
  if (task !== null && (input.complete === true || followups.length > 0))
    finishTask(context, task.id, { outcome: input.complete === true ? 'done' : 'handoff', summary, followups }, caller)
  const entry = context.journal.command((tx) =>
    tx.putProgress({
      projectId,
      sessionId,
      taskId: task?.id ?? null,
      relayId: sessionId === null ? null : (tx.openTry(sessionId)?.relayId ?? null),
      summary,
      complete: input.complete === true,
      followups,
      at: now(context),
    }),
  )
  writeLine(context, projectId, viewEntry(entry))
  return viewEntry(entry)
}

const viewEntry = ({ id: _, ...entry }: ProgressRecord): ProgressEntry => entry

function writeLine(context: Context, projectId: string, entry: ProgressEntry): void {
  const project = context.journal.reads.project(projectId)
  if (project === null) return
  const { projectId: _, ...line } = entry
  context.workspaces
    .addSummary(project.path, JSON.stringify(line))
    .catch((cause: unknown) =>
      context.log.warn('a line of progress could not be written', { project: projectId, cause }),
    )
}

export function listProgress(
  context: Context,
  filter: { projectId?: string; limit?: number },
  caller: Caller,
): readonly ProgressEntry[] {
  const projectId = caller.type === 'session' ? caller.projectId : needProject(context, filter.projectId ?? '').id
  return context.journal.reads.progressOf(projectId, Math.min(filter.limit ?? 50, 1000)).map(viewEntry)
}
