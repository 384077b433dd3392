/** The effective configuration of a project as the flows need it: defaults, the user's file, the repository's, the project's. */
import type { OwnPersona } from '#contract/door'
import type { MergeTier } from '#contract/merge'
import type { NotifyKind, NotifyType } from '#contract/notify'
import type { MergeMethod } from '#contract/pr'
import type { ConfigValue } from '#contract/project'
import type { OwnRole } from '#contract/role'
import type { T3Version } from '#contract/t3'
import type { TelemetryTable } from '#contract/telemetry'
import type { LandingMode } from '#contract/trip'
import type { HarnessConfig } from '#ports/harness'
import type { ProjectRecord } from '#ports/store/project'

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
  /** `[merge]`: how work lands. */
  readonly merge: {
    readonly push: boolean
    readonly checkout: 'fast-forward' | 'refuse'
    readonly union: readonly string[]
    readonly tiers: readonly MergeTier[]
    readonly attempts: number
    /** How many are verified together at most; 1: none. */
    readonly train: number
    /** The agent spec of the agent tier; null: there is none. */
    readonly agent: string | null
    readonly agentTries: number
  }
  /** `[forge]`: pull requests. */
  readonly forge: {
    /** The address of GitHub's API. */
    readonly githubUrl: string
    /** Where a Forgejo or Gitea is; null: nowhere. */
    readonly forgejoUrl: string | null
    readonly mergeMethod: MergeMethod
    /** What its session is told of by mail. */
    readonly nudge: readonly ('ci' | 'review' | 'conflict')[]
    readonly tickMs: number
    /** What becomes of a session whose pull requests are all merged or closed, once one is merged. */
    readonly onMerge: 'keep' | 'end'
  }
  /** Proves that work holds; run in the tree that is judged, in order. */
  readonly verify: { readonly commands: readonly string[]; readonly timeoutMs: number }
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
  /** `[relay]`. Its `stall` is the one above where the table does not say otherwise. */
  readonly relay: {
    readonly mix: readonly string[]
    readonly tries: number
    readonly backoffMs: number
    readonly backoffMaxMs: number
    readonly pauseMs: number
    readonly freezeMs: number
    readonly probes: number
    readonly commit: 'leftovers' | 'agent'
    readonly land: boolean
    readonly autoResume: boolean
    readonly stall: EffectiveSettings['stall']
  }
  /** `[routes]`: agent specs as written. */
  readonly routes: Readonly<Record<string, readonly string[]>>
  /** `[models]`: short names for models. */
  readonly models: Readonly<Record<string, string>>
  /** `[providers]`: specs that share an account. */
  readonly providers: Readonly<Record<string, readonly string[]>>
  /** `[role.NAME]`. */
  readonly roles: Readonly<Record<string, { readonly route: string | null; readonly verify: readonly string[] }>>
  /** `[roles.NAME]`: over the table of roles. */
  readonly ownRoles: Readonly<Record<string, OwnRole>>
  /** `[budget]` and `[limits] daily_usd`; null: no limit. */
  readonly budget: {
    readonly dailyUsd: number | null
    readonly totalUsd: number | null
    /** The part of a budget at which somebody is warned. */
    readonly warnAt: number
    /** Of all projects together. */
    readonly allDailyUsd: number | null
  }
  /** `[coordination]`. */
  readonly coordination: {
    /** Turns that ask for a report before it counts as missing. */
    readonly reminders: number
    readonly maxDepth: number
    readonly maxChildren: number
    readonly maxAgents: number
    readonly maxWakesPerHour: number
    /** The agent's own sub-agent tools, in sessions of a role. */
    readonly nativeSubagents: 'allow' | 'deny'
    /** Idleness of a session that owes a report; 0: that step is never taken. */
    readonly watch: {
      readonly showMs: number
      readonly remindMs: number
      readonly noticeMs: number
      readonly stopMs: number
    }
  }
  /** `[notify]`: the user's alone. */
  readonly notify: {
    readonly kinds: readonly NotifyKind[]
    /** The cockpit as others reach it; null: it is not told. */
    readonly url: string | null
    readonly allowLoopbackPush: boolean
    readonly places: readonly {
      readonly name: string
      readonly type: Exclude<NotifyType, 'push'>
      readonly url: string | null
      readonly secret: string | null
      readonly token: string | null
      readonly kinds: readonly NotifyKind[] | null
    }[]
  }
  /** `[afk]`: the user's alone. What its variables make of it is `core/trip/settings`. */
  readonly afk: {
    readonly table: {
      readonly enabled: boolean
      readonly allow: readonly string[]
      readonly readyLabel: string
      readonly inProgressLabel: string
      readonly humanLabel: string
      readonly budgetUsd: number
      readonly fixForwardMaxAttempts: number
      readonly fixForwardMaxSeconds: number
      readonly maxParallel: number
      readonly unlabelledPriority: number
      readonly deadlineSeconds: number
      readonly ciDeadlineSeconds: number
      readonly intervalSeconds: number
      readonly leaseSeconds: number
      readonly landing: LandingMode
      readonly agent: string | null
      readonly ci: readonly string[]
      readonly executor: 'drover' | 't3'
    }
    readonly t3: { readonly url: string | null; readonly model: string | null }
  }
  /** `[editor]`: the user's alone. */
  readonly editor: { readonly open: string }
  /** `[telemetry]`: the user's alone. */
  readonly telemetry: {
    readonly metricsToken: string | null
    /** Where spans, figures and lines of the log go. */
    readonly otlp: TelemetryTable
  }
  /** `[actions]`: the user's alone, in the order of the file. */
  readonly actions: readonly {
    readonly name: string
    readonly title: string
    readonly argv: readonly string[]
    readonly mutating: boolean
    readonly confirm: string | null
    readonly timeoutMs: number
    readonly before: string | null
  }[]
  readonly cancelGraceMs: number
  readonly snapshotMaxFileBytes: number
  /** `[limits] max_running_turns`; null: no limit. */
  readonly maxRunningTurns: number | null
  /** `[doors]` and `[personas.NAME]`: the user's alone. */
  readonly doors: {
    /** The persona that serves a request without a model. */
    readonly default: string
    readonly maxConcurrency: number
    readonly maxQueueDepth: number
    /** 0: for ever. */
    readonly keepDays: number
    readonly forgetDays: number
    readonly forgetAbove: number
    readonly personas: Readonly<Record<string, OwnPersona>>
    /** Signs the callbacks of jobs; null: none are taken. */
    readonly callbackSecret: string | null
    /** The version of T3 that is spoken to its controllers; null: those doors are closed. */
    readonly t3: T3Version | null
  }
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
  /** What is no error and worth a word, a file a line: a `schema_version` that is not known. */
  readonly warnings: readonly string[]
}
