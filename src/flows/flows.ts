/**
 * The doors' view of the use cases: everything that HTTP may call, one method a use case or a read. Implementations live
 * in the files of this folder and are put together in `daemon.ts`. Every method throws DroverError with the code of its
 * refusal; any other throw is a bug.
 */
import type { Delta, EventRow } from '#contract/agent-event'
import type { Change, ChangeType } from '#contract/journal-event'
import type { ConfigValue, Project, TrustView } from '#contract/project'
import type {
  CleanupReport,
  Delivery,
  Permissions,
  Session,
  SessionKind,
  Snapshot,
  Status,
  Turn,
} from '#contract/session'
import type { Abilities, Readiness } from '#ports/harness'
import type { EventPage, EventText } from '#ports/journal'
import type { DiffFile, DiffView } from '#ports/workspace'

/** Who asks. Doors authenticate; flows and core decide what each may do. */
export type Caller =
  | { readonly type: 'operator'; readonly via: 'token' | 'page' | 'proxy'; readonly label: string }
  | {
      readonly type: 'session'
      readonly sessionId: string
      readonly launchId: string
      readonly projectId: string
      readonly kind: SessionKind
    }

export interface SpawnInput {
  readonly projectId: string | null
  readonly scratch?: boolean
  readonly prompt: string
  readonly harness?: string
  readonly model?: string
  readonly name?: string
  readonly branch?: string
  readonly base?: string
  readonly kind?: SessionKind
  readonly permissions?: Permissions
  readonly ignoreConfig?: boolean
}

export interface Fence {
  readonly launchId?: string
}

export interface HarnessView {
  readonly id: string
  readonly name: string
  readonly abilities: Abilities
  readonly proven: 'tested' | 'untested'
  readonly testedVersions: string
  readonly install: string
  readonly passEnv: readonly string[]
  /** null until probed. */
  readonly readiness: Readiness | null
  readonly probedAt: string | null
  readonly custom: boolean
}

export interface DoctorCheck {
  readonly section: 'Core' | 'Tools' | 'Harnesses' | 'Forge' | 'Consistency'
  readonly name: string
  readonly level: 'PASS' | 'WARN' | 'FAIL'
  readonly message: string
  readonly hint?: string
}

export interface DoctorReport {
  readonly ok: boolean
  readonly failures: number
  readonly checks: readonly DoctorCheck[]
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
  readonly limit?: number
  /** Opaque; INVALID_CURSOR when it is not one of ours. */
  readonly cursor?: string
}

/** Subscriptions. `rows` come after commit, in order; `deltas` are live only. */
export interface Feed {
  session(sessionId: string, listener: { rows(rows: readonly EventRow[]): void; delta(delta: Delta): void }): () => void
  fleet(listener: (changes: readonly Change[]) => void): () => void
}

export interface Flows {
  readonly feed: Feed
  ready(): boolean

  addProject(input: { path: string; id?: string; name?: string }): Promise<Project>
  projects(): readonly Project[]
  project(id: string): Project
  updateProject(id: string, patch: { name?: string; settings?: Record<string, unknown> }): Promise<Project>
  archiveProject(id: string): Promise<Project>
  trustView(id: string): Promise<TrustView>
  /** Approves exactly the content with this hash; without one, what is there now. */
  trustProject(id: string, hash?: string): Promise<Project>
  projectConfig(id: string): Promise<readonly ConfigValue[]>

  /** Each with its readiness; looks at those that were not looked at for ten minutes. */
  harnesses(): Promise<readonly HarnessView[]>
  probeHarness(id: string): Promise<HarnessView>
  doctor(options: { fix: boolean }): Promise<DoctorReport>

  spawn(input: SpawnInput, caller: Caller): Promise<Session>
  sessions(filter: SessionFilter): { sessions: readonly Session[]; nextCursor?: string }
  session(id: string): Session
  renameSession(id: string, name: string): Session
  /** 202: answered after `working` is committed. */
  startTurn(id: string, input: { prompt: string; model?: string } & Fence, caller: Caller): Promise<Turn>
  turn(id: string, n: number): Turn
  cancelTurn(id: string, fence: Fence): Promise<Session>
  send(
    id: string,
    input: { message: string; interrupt?: boolean; steer?: boolean } & Fence,
    caller: Caller,
  ): Promise<Delivery>
  answer(id: string, input: { requestId: string; decision?: string; text?: string }): Promise<Session>
  kill(id: string, fence: Fence): Promise<Session>
  restore(id: string): Promise<Session>
  fork(id: string, input: { prompt?: string; name?: string }): Promise<Session>
  cleanup(input: { projectId?: string; dryRun: boolean }): Promise<CleanupReport>
  worktrees(): Promise<readonly WorktreeView[]>
  /** From an agent's hooks. */
  reportActivity(id: string, state: string, caller: Caller): Promise<Session>

  /** INVALID_CURSOR for what is no number in range. `after` ascending, `before` descending. */
  events(id: string, page: EventPage): readonly EventRow[]
  /** The same page as JSON that is passed on as it was stored. */
  eventTexts(id: string, page: EventPage): readonly EventText[]
  /** The oldest event still kept minus one; a cursor below it is a gap. */
  firstEventId(id: string): number
  blob(id: string, blob: string): string
  /** Raw bytes of the newest (or given) launch's standard output, from a byte offset, at most `limit` bytes. */
  raw(
    id: string,
    options: { launch?: number; from?: number; limit?: number; channel?: 'stdout' | 'stderr' },
  ): Promise<{ text: string; next: number; size: number; launch: number }>
  changes(after: number, limit: number, types?: readonly ChangeType[]): readonly Change[]
  lastSeq(): number
  firstSeq(): number

  diff(id: string, options: { from?: number; to?: number; file?: string; stat?: boolean }): Promise<DiffView>
  files(id: string): Promise<readonly DiffFile[]>
  snapshots(id: string): readonly Snapshot[]
  /** Back into the worktree, or into a directory (which must be empty or new). */
  recover(
    id: string,
    input: { snapshot?: number; to?: string },
  ): Promise<{ snapshot: Snapshot; to: string; files: number }>

  orchestrators(): readonly Session[]
  orchestrator(id: string): Session
  startOrchestrator(projectId: string): Promise<Session>

  /** Stops turns and launches, or leaves the agents running; resolves when nothing more will be written. */
  shutdown(agents: 'stop' | 'keep'): Promise<void>
}

/** Who may pass: tokens, page bearers, sign-in codes. Kept apart from the use cases; used by the doors only. */
export interface Gate {
  /** null: no such token. Constant time. */
  identify(bearer: string): Caller | null
  /** A fresh single-use code for the cockpit's link. */
  issueCode(): { code: string; expiresAt: string }
  /** CODE_EXPIRED for a burnt, old or unknown code. */
  exchange(code: string, label: string): { bearer: string; id: number }
  bearers(): readonly {
    id: number
    label: string
    createdAt: string
    lastUsedAt: string | null
    revokedAt: string | null
  }[]
  revoke(id: number): void
  /** New operator token; the old one stops working. */
  rotate(): Promise<void>
  /** Called with the bearer's identity when it is revoked or rotated, so that streams can be dropped. */
  onRevoked(listener: (label: string) => void): () => void
}
