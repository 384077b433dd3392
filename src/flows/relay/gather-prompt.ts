/** What the prompt of a try is composed from: files of the project, the tree, the tries before. Reads only. */
import { cut, type PromptFacts } from '#core/relay/prompt'
import { builtInRole } from '#core/relay/roles'
import type { Context } from '#flows/engine/context'
import { findHarness } from '#flows/session/ground'
import type { EffectiveSettings } from '#ports/settings'
import type { ProjectRecord } from '#ports/store/project'
import type { LaneState, RelayRecord, TryRecord } from '#ports/store/relay'
import type { SessionRecord } from '#ports/store/session'
import type { TaskRecord } from '#ports/store/task'
import type { WorkspaceRecord } from '#ports/store/workspace'
import type { RouteEntry } from './routes-of.ts'

export interface PromptPlace {
  readonly relay: RelayRecord
  readonly lane: LaneState
  /** null: not made yet (a dry run). */
  readonly tree: WorkspaceRecord | null
  readonly entry: RouteEntry
  readonly task: TaskRecord | null
  readonly session: SessionRecord | null
}

export async function gatherPrompt(
  context: Context,
  { project, settings }: { readonly project: ProjectRecord; readonly settings: EffectiveSettings },
  { relay, lane, tree, entry, task, session }: PromptPlace,
): Promise<Omit<PromptFacts, 'tryN'>> {
  const { reads } = context.journal
  const before = triesBefore(context, relay, lane)
  const last = before.at(-1) ?? null
  const role = task?.role ?? null
  const taken = last !== null && session === null ? reads.session(last.sessionId) : null
  const leftovers = tree === null ? [] : (await context.merging.leftovers(tree.path).catch(() => ({ files: [] }))).files
  const resumes = session !== null && session.nativeId !== null && canResume(context, settings, session)
  return {
    agent: entry.agent,
    relayId: relay.id,
    taskId: task?.id ?? null,
    title: task?.title ?? titleOf(relay.prompt ?? ''),
    body: task?.body ?? relay.prompt ?? '',
    role,
    expects: task?.expects ?? 'change',
    verify: verifyFor(settings, task),
    commit: commitPolicy(relay, settings),
    branch: lane.branch,
    instructions: await textAt(context, `${project.path}/.drover/instructions.md`),
    roleText:
      role === null ? null : ((await textAt(context, `${project.path}/.drover/roles/${role}.md`)) ?? builtInRole(role)),
    leftovers: relay.inPlace ? [] : leftovers,
    commits: before.flatMap((one) => one.commits),
    previousSummary: summaryBefore(context, relay, lane),
    lastTries: before.map(({ n, agent, outcome, reason, summary }) => ({ n, agent, outcome, reason, summary })),
    lastWords: taken?.lastText ?? null,
    guidance: lane.guidance,
    resumed: resumes,
  }
}

const canResume = (context: Context, settings: EffectiveSettings, session: SessionRecord): boolean =>
  findHarness(context, session.harness, settings).can.resume

/** Of this task in this lane, or of this round of the prompt. */
function triesBefore(context: Context, relay: RelayRecord, lane: LaneState): readonly TryRecord[] {
  if (lane.tries === 0) return []
  const all = context.journal.reads.triesAt(relay.id, lane.taskId).filter((one) => one.outcome !== null)
  return lane.taskId === null ? all.filter((one) => one.lane === lane.n).slice(-lane.tries) : all
}

/** What the last one that finished a task of this relay said of it. */
function summaryBefore(context: Context, relay: RelayRecord, lane: LaneState): string | null {
  const done = context.journal.reads
    .newestTries(relay.projectId, 20)
    .find((one) => one.relayId === relay.id && one.outcome === 'completed' && one.taskId !== lane.taskId)
  return done?.summary ?? null
}

/** What proves this task: its own, its role's, the project's. */
export function verifyFor(settings: EffectiveSettings, task: TaskRecord | null): readonly string[] {
  if (task?.verify != null) return [task.verify]
  const own = task?.role == null ? [] : (settings.roles[task.role]?.verify ?? [])
  return own.length > 0 ? own : settings.verify.commands
}

/** In the user's own checkout only the agent commits. */
export const commitPolicy = (relay: RelayRecord, settings: EffectiveSettings): 'leftovers' | 'agent' =>
  relay.inPlace ? 'agent' : settings.relay.commit

export const titleOf = (prompt: string): string =>
  cut(
    (
      prompt.split('\n').find((line) => line.trim() !== '' && !line.trim().startsWith('@')) ??
      prompt.trim().split('\n')[0] ??
      ''
    ).trim(),
    120,
  )

const longestFile = 256 * 1024

async function textAt(context: Context, path: string): Promise<string | null> {
  if (!context.exists(path)) return null
  try {
    const { text } = await context.readOwn(path, 0, longestFile)
    return text.trim() === '' ? null : text
  } catch (cause) {
    context.log.warn('a file for the prompt could not be read', { path, cause })
    return null
  }
}
