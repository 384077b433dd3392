/** The one word people see for a session, derived from its facts. The daemon and the cockpit share this function. */
import type { ActivityState, Phase, Status } from '#contract/session'

export interface StatusFacts {
  readonly phase: Phase
  readonly activity: ActivityState
  readonly parkedUntil: string | null
  readonly hasRequest: boolean
}

const ofActivity: Record<ActivityState, Status> = {
  working: 'working',
  idle: 'idle',
  waiting_input: 'needs_input',
  blocked: 'blocked',
  unknown: 'unknown',
}

export function statusOf(facts: StatusFacts): Status {
  if (facts.phase === 'ended') return 'ended'
  if (facts.phase === 'starting') return 'starting'
  if (facts.hasRequest) return 'needs_input'
  if (facts.parkedUntil !== null) return 'parked'
  return ofActivity[facts.activity]
}

/** What the fleet groups sessions by: what each needs from its reader. */
export type Need = 'needs_you' | 'working' | 'waiting' | 'done'

const needOfStatus: Record<Status, Need> = {
  starting: 'working',
  working: 'working',
  idle: 'waiting',
  needs_input: 'needs_you',
  blocked: 'needs_you',
  parked: 'waiting',
  unknown: 'needs_you',
  ended: 'done',
}

export const needOf = (status: Status): Need => needOfStatus[status]
