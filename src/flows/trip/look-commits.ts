/** The commits of a trip as git has them here and at the remote: how far they are, what they say, and whether they break a guardrail. */
import { violationOf } from '#core/trip/guardrails'
import type { Context } from '#flows/engine/context'
import type { ThreadState } from '#ports/executor'
import type { TripRecord } from '#ports/store/trip'
import type { TrackerGround } from './loop-ground.ts'

export interface Commits {
  readonly branch: string | null
  /** The newest commit of its branch; null: there is no branch here. */
  readonly head: string | null
  /** The branch has commits of its own. */
  readonly ahead: boolean
  /** The commit of it that the remote's default branch has; null: none. Looked for where the agent lands its work itself. */
  readonly landed: string | null
  readonly violation: string | null
  readonly notes: readonly string[]
}

const mostMessages = 200
const nothing: Commits = { branch: null, head: null, ahead: false, landed: null, violation: null, notes: [] }

export async function lookAtCommits(
  context: Context,
  { project }: TrackerGround,
  trip: TripRecord,
  thread: ThreadState,
): Promise<Commits> {
  const { reads } = context.journal
  const session = trip.sessionId === null ? null : reads.session(trip.sessionId)
  const workspace = session?.workspaceId == null ? null : reads.workspace(session.workspaceId)
  const branch = workspace?.branch ?? null
  const repoPath = project.path
  const [head = null] = branch === null ? [] : await context.merging.branches(repoPath, [branch])
  const busy = thread.state === 'running' || thread.state === 'starting'
  // While it works nothing is judged: a commit may be amended yet.
  if (busy && trip.landing !== 'agent') return { ...nothing, branch, head, ahead: false, notes: trip.notes }
  const remote = await remoteTip(context, repoPath, project.defaultBranch)
  // It was there: nobody makes it anew by landing on it.
  if (remote === 'no branch' && trip.own.remoteBase !== null)
    return { ...nothing, branch, head, violation: `${project.defaultBranch} is not on the remote any more` }
  const tip = remote === 'no branch' ? null : remote
  const base = tip ?? workspace?.baseCommit ?? null
  const forced =
    tip !== null &&
    trip.own.remoteBase !== null &&
    !(await context.merging.contains({ repoPath, of: tip, commit: trip.own.remoteBase }))
  if (trip.landing === 'agent') {
    const landed = await landedBy(context, repoPath, trip, { head, tip, begun: workspace?.baseCommit ?? null })
    const words = landed === null ? [] : await messagesOf(context, repoPath, trip.own.remoteBase, landed)
    const paths = landed === null ? [] : await pathsOf(context, repoPath, trip.own.remoteBase, landed)
    const ahead = head !== null && head !== workspace?.baseCommit
    return { branch, head, ahead, landed, violation: violationOf({ messages: words, paths, forced }), notes: [] }
  }
  if (head === null || base === null) return { ...nothing, branch, head }
  const { ahead, mergeBase } = await context.merging.relation({ repoPath, head, base })
  const messages = await messagesOf(context, repoPath, base, head)
  const paths = ahead === 0 ? [] : await pathsOf(context, repoPath, mergeBase, head)
  const violation = violationOf({ messages, paths, forced })
  return { branch, head, ahead: ahead > 0, landed: null, violation, notes: missing(trip, messages, ahead) }
}

/** Asked of the remote itself: what is remembered here may be old. null: it could not be asked. */
async function remoteTip(context: Context, repoPath: string, branch: string): Promise<string | 'no branch' | null> {
  const remote = await context.merging.remoteOf(repoPath, branch)
  const found = remote === null ? null : await context.merging.fetchTip({ repoPath, ...remote })
  return found === null || 'unreachable' in found ? null : (found.tip ?? 'no branch')
}

interface AgentWay {
  readonly head: string | null
  readonly tip: string | null
  /** Where its branch began. */
  readonly begun: string | null
}

/** Its own branch as a whole, or, of a thread elsewhere, the newest commit that names the issue. */
async function landedBy(
  context: Context,
  repoPath: string,
  trip: TripRecord,
  { head, tip, begun }: AgentWay,
): Promise<string | null> {
  if (tip === null || tip === trip.own.remoteBase) return trip.own.pushedHead
  if (head !== null && head !== begun)
    return (await context.merging.contains({ repoPath, of: tip, commit: head })) ? head : trip.own.pushedHead
  if (trip.executor === 'drover' || trip.own.remoteBase === null) return trip.own.pushedHead
  const said = await context.merging.messages({ repoPath, from: trip.own.remoteBase, to: tip, most: mostMessages })
  const names = new RegExp(`\\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)\\s+#${trip.issue}\\b`, 'i')
  return said.find(({ text }) => names.test(text))?.commit ?? trip.own.pushedHead
}

const messagesOf = async (context: Context, repoPath: string, from: string | null, to: string) =>
  from === null
    ? []
    : (await context.merging.messages({ repoPath, from, to, most: mostMessages })).map(({ text }) => text)

const pathsOf = async (context: Context, repoPath: string, from: string | null, to: string) =>
  from === null ? [] : (await context.merging.changes({ repoPath, from, to })).paths

/** What was asked of its commits and is not in them: told, never a reason to stop. */
function missing(
  { issue, sessionId, notes }: TripRecord,
  messages: readonly string[],
  ahead: number,
): readonly string[] {
  // What landed is not looked at again.
  if (ahead === 0) return notes
  const all = messages.join('\n')
  const closes = new RegExp(`\\bcloses #${issue}\\b`, 'i').test(all)
  const named = sessionId !== null && new RegExp(`^Drover-Session: ${sessionId}\\s*$`, 'm').test(all)
  return [
    ...(closes ? [] : [`No commit says "Closes #${issue}".`]),
    ...(named ? [] : ['No commit ends with the trailer of its session.']),
  ]
}
