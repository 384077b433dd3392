/** Launches and what is to be written to them. */
import type { TerminalState } from '#contract/terminal'
import type { Json } from '#ports/harness'

export interface LaunchRecord {
  readonly id: string
  readonly sessionId: string
  /** The runtime that started it, and finds it again. */
  readonly runtime: string
  /** Counts per session, names its directory. */
  readonly n: number
  readonly dir: string
  readonly state: 'prepared' | 'running' | 'exited'
  readonly lifetime: 'turn' | 'session'
  readonly pid: number | null
  readonly startTime: string | null
  readonly bootId: string | null
  /** Bytes of the spool whose events are stored. */
  readonly offset: number
  /** Bytes of input committed to the outbox. */
  readonly inputBytes: number
  readonly dialogue: Json
  /** How many times the adapter threw in this launch. */
  readonly adapterFaults: number
  readonly resumeOf: string | null
  readonly tokenHash: string
  readonly exitCode: number | null
  readonly exitSignal: string | null
  readonly startedAt: string
  readonly endedAt: string | null
  /** What its interface was seen doing; null: it has none. */
  readonly terminal?: TerminalState | null
  /** What `open` was given, without the prompt, so that a restart opens the same dialogue. */
  readonly start: Json
}

export interface OutboxRecord {
  readonly launchId: string
  readonly at: number
  readonly text: string
}

export interface LaunchReads {
  launch(id: string): LaunchRecord | null
  launches(sessionId: string): readonly LaunchRecord[]
  /** Of all its launches, without the rest of their rows: a session may have had thousands. */
  launchIds(sessionId: string): readonly string[]
  newestLaunch(sessionId: string): LaunchRecord | null
  /** Launches that have not exited. */
  openLaunches(): readonly LaunchRecord[]
  /** Was anything ever launched there? */
  hasRuntime(runtime: string): boolean
  launchByToken(hash: string): LaunchRecord | null
  outbox(launchId: string): readonly OutboxRecord[]
}

export interface LaunchWrites {
  insertLaunch(launch: LaunchRecord): void
  updateLaunch(id: string, patch: Partial<LaunchRecord>): LaunchRecord
  /** How far the spool is stored, with the dialogue's state; at every chunk, hence without reading the row back. */
  advanceLaunch(id: string, offset: number, dialogue: Json): void
  putOutbox(entry: OutboxRecord): void
  /** Entries that begin before `through`; all of them without it. */
  clearOutbox(launchId: string, through?: number): void
}
