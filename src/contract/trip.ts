/** A trip: the way of one issue, from its ready label to a landed change or to a person. Its words, and what the loop says of itself. */
import { carries } from './carries.ts'

export const tripPhases = ['worktree', 'tests_red', 'green', 'pushed', 'ci', 'deployed', 'done'] as const
export type TripPhase = (typeof tripPhases)[number]

export const tripActions = [
  'wait',
  'land',
  'merge',
  'fix_forward',
  'close_success',
  'escalate_prepush',
  'escalate',
  'freeze_escalate',
  'withdraw',
] as const
export type TripAction = (typeof tripActions)[number]

/** `claiming`: other daemons may want it too, and nothing runs yet. */
export const tripStates = ['claiming', 'running', 'done', 'escalated', 'frozen', 'withdrawn'] as const
export type TripState = (typeof tripStates)[number]

/** push: Drover merges, verifies and pushes. agent: the agent does it itself. pr: by a pull request. */
export const landingModes = ['pr', 'push', 'agent'] as const
export type LandingMode = (typeof landingModes)[number]

export const stageResults = ['none', 'pending', 'success', 'failure'] as const
export type StageResult = (typeof stageResults)[number]

export const ciStatuses = ['pending', 'green', 'red'] as const
export type CiStatus = (typeof ciStatuses)[number]

/** Why an issue was taken, or was not. The first that holds is told. */
export const dispatchReasons = [
  'off',
  'not_allowed',
  'no_project',
  'untrusted',
  'trust_unknown',
  'human_label',
  'escalated',
  'changed',
  'blocked',
  'blockers_unknown',
  'claimed_elsewhere',
  'repo_busy',
  'repo_slot',
  'parallel',
  'dispatched',
] as const
export type DispatchReason = (typeof dispatchReasons)[number]

export interface TripEffect {
  readonly key: string
  readonly state: 'wanted' | 'done' | 'failed'
  readonly tries: number
  readonly error: string | null
  readonly at: string
}

export interface Trip {
  readonly id: string
  readonly projectId: string
  /** `owner/name`. */
  readonly repo: string
  readonly issue: number
  readonly title: string
  readonly url: string
  readonly state: TripState
  readonly phase: TripPhase
  readonly landing: LandingMode
  /** Who works: a session here, or a thread of another executor. */
  readonly sessionId: string | null
  readonly thread: string | null
  readonly executor: string
  readonly mergeId: string | null
  readonly prId: string | null
  /** The commit that the checks are of. */
  readonly commit: string | null
  readonly ci: CiStatus | null
  /** Checks of that commit which are red. */
  readonly red: readonly string[]
  readonly attempts: number
  readonly lastAction: TripAction
  readonly reason: string
  /** Effects that are not done, and why. */
  readonly effects: readonly TripEffect[]
  /** What a person should know of it besides: what its commits lack, what could not be told. */
  readonly notes: readonly string[]
  readonly costUsd: number | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly endedAt: string | null
}

/** What the loop thought of an issue at its last look. */
export interface SeenIssue {
  readonly projectId: string | null
  readonly repo: string
  readonly number: number
  readonly title: string
  readonly url: string
  readonly priority: number
  readonly decision: DispatchReason
  /** In words. */
  readonly why: string
  readonly tripId: string | null
  readonly at: string
}

/** A repository that the loop may take issues of. */
export interface Enrolment {
  /** `owner/name`. */
  readonly repo: string
  readonly projectId: string | null
  readonly landing: LandingMode
  /** `harness[:model]`; null: the project's own. */
  readonly agent: string | null
  /** How the stages of its commits are asked for, in their order. */
  readonly ci: readonly string[]
  /** file: named by `[afk] allow` or its variable; enrolled: by `drover afk enrol`. */
  readonly by: 'file' | 'enrolled'
}

/** What an enrolment needs, and whether it is there. */
export interface EnrolmentNeed {
  readonly what:
    | 'forge'
    | 'token'
    | 'labels'
    | 'protection'
    | 'ci'
    | 'verify'
    | 'context'
    | 'guardrails'
    | 'landing'
    | 'agent'
  readonly state: 'ok' | 'missing' | 'unknown'
  /** Without it nothing is enrolled. */
  readonly required: boolean
  readonly message: string
}

/** Who works where while nobody looks: `repo:owner/name` and `AFK #12`. */
export interface Presence {
  readonly key: string
  readonly text: string
  readonly tripId: string
  readonly sessionId: string | null
  readonly since: string
}

/** off: a gate holds. error: a setting cannot be read. stopped: by the operator. on: it takes issues. */
export const afkStates = ['off', 'error', 'stopped', 'on'] as const
export type AfkState = (typeof afkStates)[number]

export interface AfkStatus {
  readonly state: AfkState
  /** Why it is not on; null: it is. */
  readonly why: string | null
  readonly stoppedAt: string | null
  readonly enrolled: readonly Enrolment[]
  /** The last look at each repository. */
  readonly looks: readonly { readonly repo: string; readonly at: string; readonly error: string | null }[]
  readonly seen: readonly SeenIssue[]
  readonly trips: readonly Trip[]
  /** Given to a person who has not dealt with them; newest first. */
  readonly waiting: readonly Trip[]
  readonly presence: readonly Presence[]
  readonly labels: { readonly ready: string; readonly inProgress: string; readonly human: string }
}

export const tripChanges = {
  trip_started: carries<Trip>(),
  trip_updated: carries<Trip>(),
  trip_ended: carries<Trip>(),
  /** The loop was stopped, resumed, or a repository enrolled: `afk status` tells how it is. */
  afk_changed: carries<{ readonly what: 'stopped' | 'resumed' | 'enrolled' | 'removed' | 'looked' }>(),
}

export const tripIdPattern = /^trip-[1-9][0-9]{0,9}$/
export const isTripOver = (state: TripState): boolean => state !== 'claiming' && state !== 'running'
