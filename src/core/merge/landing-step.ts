/**
 * The one sensible next step with a session's work, the others beside it, and why one cannot be taken right now. Also holds
 * a landing to what its asker was shown. How each step is done is the flows'.
 */
import type { Refusal } from '#contract/error'
import type { LandingStep, MergeState } from '#contract/merge'
import type { Phase } from '#contract/session'

export interface StepFacts {
  readonly phase: Phase
  readonly turnRunning: boolean
  /** It has a branch in a repository. */
  readonly hasBranch: boolean
  /** Its base is a branch that work can land on; true while nobody has looked. */
  readonly hasTarget: boolean
  readonly ahead: number | null
  readonly behind: number | null
  /** Something is not committed, or, where only the difference to the base is known, something differs. */
  readonly dirty: boolean
  /** No turn began since its newest merge landed. */
  readonly landedSince: boolean
  /** Its newest merge; null: none, or it is over. */
  readonly merge: { readonly state: MergeState; readonly waits: boolean } | null
  /** null: not looked. */
  readonly hasRemote: boolean | null
  /** The remote has the newest commit; null: not looked. */
  readonly pushed: boolean | null
}

export interface Steps {
  readonly next: LandingStep | null
  readonly steps: readonly { readonly step: LandingStep; readonly blocked: string | null }[]
}

const none: Steps = { next: null, steps: [] }
const inTurn = 'The agent is in a turn.'

function ofMerge({ state, waits }: NonNullable<StepFacts['merge']>): LandingStep {
  if (state === 'needs_human') return 'resolve'
  return state === 'ready' && waits ? 'approve' : 'watch'
}

export function landingSteps(facts: StepFacts): Steps {
  if (!facts.hasBranch || facts.phase === 'starting') return none
  if (facts.merge !== null) {
    const step = ofMerge(facts.merge)
    return { next: step, steps: [{ step, blocked: null }] }
  }
  const busy = facts.turnRunning ? inTurn : null
  const ahead = facts.ahead ?? 0
  const behind = facts.behind ?? 0
  const hasWork = ahead > 0 || (facts.dirty && !facts.landedSince)
  const steps: { step: LandingStep; blocked: string | null }[] = []
  const add = (step: LandingStep, when: boolean, blocked: string | null): void => {
    if (when) steps.push({ step, blocked })
  }
  add('land', hasWork && facts.hasTarget, busy)
  add(
    'update',
    behind > 0 && facts.hasTarget,
    busy ?? (facts.dirty ? 'Something is not committed yet: commit it first.' : null),
  )
  add('commit', facts.dirty, busy)
  add('push', ahead > 0 && facts.hasRemote !== false && facts.pushed !== true, null)
  const [first] = steps
  // What has landed, or ended, asks for nothing: the target is always one merge ahead of it.
  const over = facts.landedSince || facts.phase === 'ended'
  return { next: first === undefined || (over && first.step === 'update') ? null : first.step, steps }
}

const short = (commit: string): string => commit.slice(0, 12)

/** Refused when the branch, or the files that are to be committed, are not what the asker saw. */
export function decideShown(
  what: string,
  shown: { readonly head?: string; readonly stamp?: string },
  now: { readonly head: string; readonly stamp?: string },
): 'as-shown' | Refusal {
  const hint = 'Look at it again, then ask again: nothing was done.'
  if (shown.head !== undefined && shown.head !== now.head)
    return {
      refused: 'HEAD_CHANGED',
      message: `${what} moved since it was shown: ${short(shown.head)} was seen, ${short(now.head)} is there now.`,
      hint,
      details: { shown: shown.head, head: now.head },
    }
  if (shown.stamp !== undefined && now.stamp !== undefined && shown.stamp !== now.stamp)
    return {
      refused: 'HEAD_CHANGED',
      message: `Files of ${what} changed since they were shown.`,
      hint,
      details: { head: now.head },
    }
  return 'as-shown'
}
