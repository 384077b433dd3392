/**
 * What every flow works with: the ports, and the little that lives in memory only (who is attached, who is starting, what
 * cannot be written). All of it can be rebuilt from the store and the world after a crash.
 */
import type { AgentEvent, Delta } from '#contract/agent-event'
import type { Refusal } from '#contract/error'
import type { Delivery, Session } from '#contract/session'
import type { HoldReason } from '#core/mail/deliver'
import type { RedactorSet } from '#core/redact'
import type { Bench } from '#core/relay/parking'
import type { DoorQueue } from '#flows/door/queue'
import type { TerminalRoom } from '#flows/terminal/room'
import type { LaunchWords } from '#flows/turn/launch-words'
import type { TurnGate } from '#flows/turn/turn-gate'
import type { ActionShelf } from '#ports/action-shelf'
import type { Attachments } from '#ports/attachments'
import type { CiSources } from '#ports/ci-source'
import type { Clock, Ids } from '#ports/clock'
import type { Desk } from '#ports/desk'
import type { Executor } from '#ports/executor'
import type { Forge } from '#ports/forge'
import type { AgentInput, Dialogue, Exit, Files, Harness, HarnessRegistry, Host } from '#ports/harness'
import type { JobCaller } from '#ports/job-caller'
import type { Log, LogListener } from '#ports/log'
import type { Merging } from '#ports/merging'
import type { Notifier } from '#ports/notifier'
import type { Paths } from '#ports/paths'
import type { Launch } from '#ports/runtime'
import type { Settings } from '#ports/settings'
import type { ShellParser } from '#ports/shell'
import type { Journal, Tx } from '#ports/store/journal'
import type { SessionRecord, TurnRecord } from '#ports/store/session'
import type { TelemetryOut } from '#ports/telemetry'
import type { Terminals } from '#ports/terminal'
import type { Tracker } from '#ports/tracker'
import type { Vault } from '#ports/vault'
import type { Workspaces } from '#ports/workspace'
import type { FeedHub } from './feed.ts'
import type { Runtimes } from './runtimes.ts'
import type { Worker } from './worker.ts'

export interface Deps {
  readonly journal: Journal
  readonly runtimes: Runtimes
  readonly terminals: Terminals
  readonly workspaces: Workspaces
  readonly merging: Merging
  readonly forge: Forge
  readonly tracker: Tracker
  readonly ciSources: CiSources
  /** Executors that are servers elsewhere. */
  readonly executors: (server: { readonly url: string; readonly model?: string }) => Executor
  readonly shell: ShellParser
  readonly registry: HarnessRegistry
  readonly settings: Settings
  readonly host: Host
  /** The files that agent CLIs keep of their own. */
  readonly files: Files
  readonly notifier: Notifier
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly paths: Paths
  readonly vault: Vault
  readonly attachments: Attachments
  readonly desk: Desk
  readonly shelf: ActionShelf
  readonly jobCaller: JobCaller
  readonly telemetry: {
    readonly out: TelemetryOut
    readonly version: string
    /** Every line of the log, redacted, from now on; null: nobody wants them any more. */
    followLog(listener: LogListener | null): void
  }
  readonly secrets: Pick<RedactorSet, 'redact' | 'suspects' | 'add' | 'find' | 'beginsAt' | 'longest'>
  readonly hash: (text: string) => string
  readonly exists: (path: string) => boolean
  /** Removes a directory of Drover's own (never a workspace). */
  readonly removeOwn: (path: string) => Promise<void>
  /** Up to `limit` bytes of one of Drover's own files from a byte offset. */
  readonly readOwn: (path: string, from: number, limit: number) => Promise<{ text: string; next: number; size: number }>
  /** A short text that a project keeps for its agents; null: it is not there, or cannot be read. */
  readonly readWords: (path: string) => string | null
  /** The `drover` program, for agents that call it. */
  readonly bin: string
  /** Named points where the crash tests end the process; nothing in production. */
  readonly faultPoint: (name: string) => void
}

/** A launch that this daemon reads. */
export interface Active {
  readonly sessionId: string
  readonly launchId: string
  readonly runtime: string
  readonly launch: Launch
  readonly dialogue: Dialogue
  readonly harness: Harness
  readonly lifetime: 'turn' | 'session'
  /** The conversation asked for, until the agent named its own. */
  asked: string | null
  /** Resolves after the last line was stored and the exit recorded, or after detaching. */
  done: Promise<void>
  detached: boolean
  stop: Promise<unknown> | null
  /** Counts what was read from it: whoever watches sees whether it spoke. */
  heard: number
  /** Something it said could not be stored yet; the dialogue has heard it. */
  unstored: boolean
  /** The pause that its last words announced, before it tries a request again. */
  restMs: number
  /** Writes to the agent, one after the other. */
  writing: Promise<void>
}

export interface Context extends Deps {
  readonly worker: Worker
  /** Turns that may run at once. */
  readonly turnGate: TurnGate
  /** The one queue over all doors. */
  readonly doorQueue: DoorQueue
  readonly feed: FeedHub
  readonly terminal: TerminalRoom
  /** By session id. */
  readonly active: Map<string, Active>
  /** Spawns under way: abort with the reason, await the end. */
  readonly starting: Map<string, { readonly abort: AbortController; readonly done: Promise<unknown> }>
  /** Sessions whose end was asked for: nothing new starts in them. */
  readonly ending: Map<string, Promise<unknown>>
  readonly troubles: Map<string, { readonly code: string; readonly message: string }>
  /** What is thought of running turns, by session id. */
  readonly health: Map<string, NonNullable<Session['health']>>
  /** Sessions whose quiet facts (last text, tokens) the fleet has not been told yet. */
  readonly quiet: Set<string>
  /** Launches whose process could not be judged at boot. */
  readonly unjudged: Set<string>
  /** Sessions whose mail waits for something: why, and when the steady clock ends it (null: something that happens does). */
  readonly heldMail: Map<string, { readonly why: HoldReason; readonly until: number | null }>
  readonly fetched: Map<string, number>
  readonly snapshotNumbers: Map<string, number>
  /** Why a forge cannot be asked, by its host: said in the status while it lasts. */
  readonly forgeTroubles: Map<string, string>
  /** A forge says that something of a repository moved (`host/owner/name`): it is looked at soon. Set by the engine. */
  lookSoon: (repo: string) => void
  closing: boolean
  /** Words for an agent in a terminal: typed, where nothing stands in the way. Set by the engine. */
  typeTo: (active: Active, input: AgentInput, also?: (tx: Tx) => void) => Promise<boolean>
  /** Why nothing may be said to a session in a terminal now; null: it may. Set by the engine. */
  typingRefused: (sessionId: string) => Promise<Refusal | null>
  /** What became of words that began a turn in a terminal. Set by the engine. */
  arrivalOf: (sessionId: string, turn: number) => Delivery
  /** The interface of a session was left, or its process ended. Set by the engine. */
  leftTerminal: (sessionId: string, exit: Exit) => void
  /** What follows a turn: snapshot, then the mail that waits. Set by the engine. */
  settle: (sessionId: string) => void
  /** The account behind an agent is spent until then; null: nothing is known against it. Set by the engine. */
  benchOf: (
    session: Pick<SessionRecord, 'projectId' | 'ignoreConfig' | 'harness'>,
    model: string | null,
  ) => Bench | null
  /** What an agent said, in the transaction that stores it. Set by the engine; else nobody listens. */
  heard: (tx: Tx, session: SessionRecord, turn: TurnRecord | null, events: readonly AgentEvent[]) => void
  /** What launches of a session take along for its role; null: it has none. Set by the engine. */
  launchWords: (session: SessionRecord) => LaunchWords | null
  /** Why nothing new is launched for this project; null: its budgets leave room. Set by the engine. */
  budgetHolds: (projectId: string) => Refusal | null
  /** Why nothing new is launched in this session's effort; null: nothing holds. Set by the engine. */
  effortHolds: (session: { readonly effortId: string | null }) => string | null
}

export const now = (context: Deps): string => context.clock.now().toISOString()
export type { Delta }
