/**
 * A session that owes a report and does nothing: shown, reminded, told to the operator, stopped, one step after the other.
 * Whether a running turn is alive is `core/health`; a session that waits, is parked or held by a budget, asks something or lives as long as its
 * effort is never here.
 */
export interface WatchLimits {
  /** Milliseconds of idleness; 0: that step is never taken. */
  readonly showMs: number
  readonly remindMs: number
  readonly noticeMs: number
  readonly stopMs: number
}

export const watchSteps = ['shown', 'reminded', 'noticed', 'stopped'] as const
export type WatchStep = (typeof watchSteps)[number]

export interface WatchFacts {
  readonly lifetime: 'task' | 'effort'
  readonly live: boolean
  readonly owes: boolean
  readonly turnRunning: boolean
  readonly asks: boolean
  readonly waiting: boolean
  readonly parked: boolean
  /** A budget holds its turns: the operator was asked, and the answer is not its fault. */
  readonly held: boolean
  /** Mail is on its way to it, or held. */
  readonly queued: number
  /** The operator stopped its last turn: whoever stopped it knows. */
  readonly cancelled: boolean
  readonly idleMs: number
  /** Steps taken since it was last at work. */
  readonly step: number
  /** Reminders it was given already, and how many it may get. */
  readonly reminders: number
  readonly mostReminders: number
  /** Its agent cannot go on with a conversation. */
  readonly deaf: boolean
}

/** The step that is due now; null: none. A step that cannot be taken is passed over. */
export function nextStep(facts: WatchFacts, limits: WatchLimits): WatchStep | null {
  if (facts.lifetime !== 'task' || !facts.live || !facts.owes || facts.turnRunning) return null
  if (facts.asks || facts.waiting || facts.parked || facts.held || facts.queued > 0 || facts.cancelled) return null
  const after: Record<WatchStep, number> = {
    shown: limits.showMs,
    reminded: facts.deaf || facts.reminders >= Math.max(1, facts.mostReminders) ? 0 : limits.remindMs,
    noticed: limits.noticeMs,
    stopped: limits.stopMs,
  }
  const due = watchSteps.slice(facts.step).find((step) => after[step] > 0)
  return due !== undefined && facts.idleMs >= after[due] ? due : null
}

/** The number that is kept once a step was taken. */
export const stepNumber = (step: WatchStep): number => watchSteps.indexOf(step) + 1
