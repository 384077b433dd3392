/** The effective configuration of a project as the flows need it: defaults, the user's file, the repository's, the project's. */
import type { ConfigValue } from '#contract/project'
import type { HarnessConfig } from '#ports/harness'
import type { ProjectRecord } from '#ports/journal'

export interface Settings {
  /** INVALID_CONFIG when a file does not hold. null: no project (scratch). */
  of(project: ProjectRecord | null): EffectiveSettings
  /** Checks `project set` values before they are stored: INVALID_CONFIG. */
  checkProjectSettings(settings: Readonly<Record<string, unknown>>): void
}

export interface EffectiveSettings {
  readonly defaultHarness: string | null
  readonly defaultModel: string | null
  readonly baseBranch: string | null
  readonly maxSessions: number
  readonly setup: { readonly run: readonly string[]; readonly ready: readonly string[]; readonly timeoutMs: number }
  readonly link: readonly string[]
  readonly copy: readonly string[]
  /** Variables of [env] and [cache]. */
  readonly env: Readonly<Record<string, string>>
  readonly ports: number
  readonly turnTimeoutMs: number | null
  /** 0: never. */
  readonly requestTimeoutMs: number
  /** When a silent agent is given up; stallMs 0: never. */
  readonly stall: {
    readonly stallMs: number
    readonly toolStallMs: number
    readonly connectedIdleMs: number
    readonly connectedKillMs: number
  }
  readonly cancelGraceMs: number
  readonly snapshotMaxFileBytes: number
  readonly minFreeMemoryBytes: number
  readonly minFreeDiskBytes: number
  readonly retention: { readonly snapshotsDays: number; readonly changesDays: number; readonly eventsDays: number }
  /** `[harness.NAME]`, merged; {} when absent. */
  harness(name: string): HarnessConfig
  /** Names of `[harness.NAME]` tables that define a harness of their own. */
  readonly customHarnesses: readonly string[]
  /** What the repository brings, hashed; `needed` when something of it is applied only once trusted. */
  readonly trust: {
    readonly hash: string
    readonly content: string
    readonly needed: boolean
    readonly commands: readonly string[]
  }
  /** The same configuration without what the repository brings that needs trust. */
  withoutRepository(): EffectiveSettings
  readonly values: readonly ConfigValue[]
}
