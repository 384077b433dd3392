/** What the doors may ask about sessions: their life from spawn to cleanup, and what is known of them. */
import type { CleanupReport, Permissions, Session, SessionKind, Status } from '#contract/session'
import type { Mode } from '#contract/terminal'
import type { Caller } from '#flows/access/caller'
import type { Context } from '#flows/engine/context'
import type { Tx } from '#ports/store/journal'
import type { SessionRecord } from '#ports/store/session'
import { archiveSession, unarchiveSession } from './archive-session.ts'
import { changeSession } from './change-session.ts'
import { type CleanupInput, cleanup, killSession } from './end-session.ts'
import { type ForkInput, forkSession } from './fork-session.ts'
import { getOrchestrator, listOrchestrators, startOrchestrator } from './orchestrators.ts'
import { listSessions, listWorktrees } from './read-sessions.ts'
import { type Restored, restoreSession } from './restore-session.ts'
import { type Retried, retrySession } from './retry-session.ts'
import { spawnsOnce } from './spawn-once.ts'
import { needKnown, viewSession } from './views.ts'

export interface SpawnInput {
  readonly projectId: string | null
  readonly scratch?: boolean
  /** Without one the session waits, idle and without a process, for its first message. */
  readonly prompt?: string
  readonly harness?: string
  readonly model?: string
  readonly name?: string
  readonly branch?: string
  readonly base?: string
  readonly kind?: SessionKind
  readonly permissions?: Permissions
  /** terminal: its CLI's own interface, kept in tmux. */
  readonly mode?: Mode
  readonly ignoreConfig?: boolean
  /** Refused instead of parked while its agent is benched. */
  readonly noWait?: boolean
  /** `harness[:model]`, by its short or its long name. */
  readonly agent?: string
  /** What it is in an effort; the rest means something with a role only. */
  readonly role?: string
  readonly parentId?: string
  readonly effortId?: string
  readonly taskId?: string
  /** The file that says what is to be done. */
  readonly spec?: string
  /** Globs of what it may write. */
  readonly files?: readonly string[]
  readonly profile?: string
  readonly allowOverlap?: boolean
  /** The same call again, by the session that starts it, gets the same session. */
  readonly key?: string
  /** From inside: the persona that it plays for a door. */
  readonly persona?: string
  /** The open pull request that it takes over: its branch is the session's. */
  readonly claimPr?: string
  readonly allowTakeover?: boolean
  /** From inside: the commit that its base was when it was chosen. */
  readonly baseCommit?: string
  /** From inside: what is written together with its row. */
  readonly written?: (tx: Tx, session: SessionRecord) => void
}

/** A lifecycle command may name the launch it means. */
export interface Fence {
  readonly launchId?: string
}

export interface WorktreeView {
  readonly path: string
  readonly projectId: string
  readonly session: string | null
  readonly branch: string | null
  readonly status: 'held' | 'ended' | 'missing' | 'orphan'
}

export interface SessionFilter {
  readonly projectId?: string
  readonly status?: Status
  readonly kind?: SessionKind
  readonly includeTerminated?: boolean
  /** Those that were put out of sight too, where ended ones are asked for. */
  readonly includeArchived?: boolean
  /** Those that play a persona for a door too. */
  readonly includePersonas?: boolean
  readonly limit?: number
  /** Opaque; INVALID_CURSOR when it is not one of ours. */
  readonly cursor?: string
}

export interface SessionFlows {
  spawn(input: SpawnInput, caller: Caller): Promise<Session>
  sessions(filter: SessionFilter): { sessions: readonly Session[]; nextCursor?: string }
  session(id: string): Session
  /** Another name, another model from the next turn on; null: the harness's own. */
  changeSession(id: string, patch: { name?: string; model?: string | null }): Session
  kill(id: string, fence: Fence): Promise<Session>
  restore(id: string): Promise<Restored>
  /** For the same agent or another, which is told of the conversation so far. */
  fork(id: string, input: ForkInput): Promise<Session>
  /** Puts an ended session out of sight; `end` ends it first. */
  archive(id: string, input: { end?: boolean }): Promise<Session>
  unarchive(id: string): Session
  /** The words of its last turn that did not complete once more, to this agent or another. */
  retry(id: string, input: { agent?: string }): Promise<Retried>
  /** `sessions`: only these. */
  cleanup(input: CleanupInput): Promise<CleanupReport>
  worktrees(): Promise<readonly WorktreeView[]>
  orchestrators(): readonly Session[]
  orchestrator(id: string): Session
  startOrchestrator(projectId: string): Promise<Session>
}

export const sessionFlows = (context: Context): SessionFlows => ({
  spawn: spawnsOnce(context),
  sessions: (filter) => listSessions(context, filter),
  session: (id) => viewSession(context, context.journal.reads, needKnown(context, id)),
  changeSession: (id, patch) => changeSession(context, id, patch),
  kill: (id, fence) => killSession(context, id, fence),
  restore: (id) => restoreSession(context, id),
  fork: (id, input) => forkSession(context, id, input),
  archive: (id, input) => archiveSession(context, id, input),
  unarchive: (id) => unarchiveSession(context, id),
  retry: (id, input) => retrySession(context, id, input),
  cleanup: (input) => cleanup(context, input),
  worktrees: () => listWorktrees(context),
  orchestrators: () => listOrchestrators(context),
  orchestrator: (id) => getOrchestrator(context, id),
  startOrchestrator: (projectId) => startOrchestrator(context, projectId),
})
