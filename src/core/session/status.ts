/**
 * The one word people see for a session, and the group of the fleet it stands in, both derived from facts. The daemon, the
 * command line and the cockpit share these functions. A later subject (waiting, pull requests, reports, landing) brings its
 * fact and changes nothing here.
 */
import type { Landing } from '#contract/merge'
import type { ActivityState, Phase, PullRequestStatus, Status } from '#contract/session'

export interface StatusFacts {
  readonly phase: Phase
  readonly activity: ActivityState
  readonly hasRequest: boolean
  /** The provider said when it takes requests again. */
  readonly parkedUntil: string | null
  /** The last turn that ended by itself failed. */
  readonly failed: boolean
  readonly nowMs: number
  /** It agreed to wait for something, and no process runs. */
  readonly waiting?: boolean
  readonly pullRequest?: PullRequestStatus | null
  /** It owes nobody anything: its report was given. */
  readonly reported?: boolean
}

/** The first that holds, in the order of `statuses`. */
export function statusOf(facts: StatusFacts): Status {
  if (facts.phase === 'ended') return 'ended'
  if (facts.phase === 'starting') return 'starting'
  if (facts.hasRequest || facts.activity === 'waiting_input') return 'needs_input'
  if (facts.activity === 'blocked') return 'blocked'
  if (facts.activity === 'working') return 'working'
  if (facts.activity === 'unknown') return 'unknown'
  if (isParked(facts)) return 'parked'
  if (facts.failed) return 'failed'
  if (facts.waiting === true) return 'waiting'
  if (facts.pullRequest != null) return facts.pullRequest
  return facts.reported === true ? 'reported' : 'idle'
}

/** A time that has passed parks nobody, and neither does one that cannot be read. */
const isParked = ({ parkedUntil, nowMs }: Pick<StatusFacts, 'parkedUntil' | 'nowMs'>): boolean =>
  parkedUntil !== null && Date.parse(parkedUntil) > nowMs

/** What the fleet groups sessions by: what each needs from its reader. In the order in which they are shown. */
export const fleetGroups = ['needs_you', 'ready', 'working', 'waiting', 'idle', 'done'] as const
export type FleetGroup = (typeof fleetGroups)[number]

const groupOfStatus: Record<Status, FleetGroup> = {
  needs_input: 'needs_you',
  blocked: 'needs_you',
  failed: 'needs_you',
  ci_failed: 'needs_you',
  changes_requested: 'needs_you',
  mergeable: 'ready',
  approved: 'ready',
  working: 'working',
  starting: 'working',
  parked: 'waiting',
  waiting: 'waiting',
  unknown: 'waiting',
  review_pending: 'waiting',
  draft: 'waiting',
  pr_open: 'waiting',
  idle: 'idle',
  reported: 'idle',
  ended: 'done',
  merged: 'done',
}

/** `unlanded`: the session changed something that is not on its base yet. */
export function groupOf(facts: { readonly status: Status; readonly unlanded: boolean }): FleetGroup {
  const group = groupOfStatus[facts.status]
  return group === 'idle' && facts.unlanded ? 'ready' : group
}

/**
 * Files are counted against the commit the workspace began at, so that what was committed since is among them. What landed
 * is no longer to be reviewed, until a turn begins after it or a commit is left over.
 */
export function hasUnlanded(session: {
  readonly filesChanged: number | null
  readonly landing: Pick<Landing, 'ahead' | 'landedAt'> | null
  readonly turn: { readonly startedAt: string } | null
}): boolean {
  const { filesChanged, landing, turn } = session
  if ((filesChanged ?? 0) === 0) return false
  const landed = landing?.landedAt ?? null
  return landed === null || (landing?.ahead ?? 0) > 0 || (turn !== null && turn.startedAt > landed)
}
