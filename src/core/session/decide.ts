/**
 * What may happen to a session now: one function a command, facts in, acceptance or refusal out. Nothing here touches the
 * world; the flows load the facts in the same transaction that commits the decision.
 */
import type { Refusal } from '#contract/error'
import type { ActivityState, Phase } from '#contract/session'

export interface SessionFacts {
  readonly id: string
  readonly phase: Phase
  readonly activity: ActivityState
  readonly turnRunning: boolean
  /** A request of the agent's own waits for an answer. */
  readonly asks: boolean
  /** The launch that is open now. */
  readonly launchId: string | null
}

export const maxMessageBytes = 1024 * 1024

export type Verdict = 'accept' | Refusal
export const isRefusal = (verdict: unknown): verdict is Refusal =>
  typeof verdict === 'object' && verdict !== null && 'refused' in verdict

export function decideText(
  text: string,
  words: { empty: 'PROMPT_REQUIRED' | 'MESSAGE_REQUIRED'; long: 'PROMPT_TOO_LONG' | 'MESSAGE_TOO_LONG' },
): Verdict {
  const what = words.empty === 'PROMPT_REQUIRED' ? 'prompt' : 'message'
  if (text.trim() === '') {
    return {
      refused: words.empty,
      message: `The ${what} is empty.`,
      hint: `Give a ${what} with at least one visible character.`,
    }
  }
  const bytes = byteLength(text)
  if (bytes > maxMessageBytes) {
    return {
      refused: words.long,
      message: `The ${what} has ${bytes} bytes; at most ${maxMessageBytes} are taken.`,
      hint: 'Put the long part into a file of the repository and name it.',
    }
  }
  return 'accept'
}

/** A lifecycle command may name the launch it means; a mismatch does nothing. */
export function decideFence(facts: SessionFacts, launchId: string | undefined): Verdict {
  if (launchId === undefined || launchId === facts.launchId) return 'accept'
  return {
    refused: 'LAUNCH_CHANGED',
    message: `Session ${facts.id} is at launch ${facts.launchId ?? 'none'}, not ${launchId}; nothing was done.`,
    hint: 'Look at the session again and repeat the command for the launch you mean.',
    details: { expected: launchId, actual: facts.launchId },
  }
}

export function decideTurn(facts: SessionFacts): Verdict {
  if (facts.phase === 'ended') return ended(facts)
  if (facts.phase === 'starting') return starting(facts)
  if (facts.turnRunning) {
    return {
      refused: 'TURN_IN_PROGRESS',
      message: `Session ${facts.id} is in a turn.`,
      hint: 'Use send to queue the message, or cancel the turn first.',
    }
  }
  return 'accept'
}

/** A kill is under way: nothing new begins. */
export function decideEnding(id: string, ending: boolean): Verdict {
  if (!ending) return 'accept'
  return {
    refused: 'SESSION_ENDED',
    message: `Session ${id} is ending.`,
    hint: `Bring it back afterwards with: drover session restore ${id}`,
  }
}

export interface ResumeFacts {
  readonly id: string
  readonly harness: string
  readonly canResume: boolean
  /** Turns there were. */
  readonly turn: number
  /** Its process takes further turns. */
  readonly living: boolean
}

/** A later turn needs a harness that resumes, unless its process still lives or nothing was said yet. */
export function decideResume({ id, harness, canResume, turn, living }: ResumeFacts): Verdict {
  if (canResume || turn === 0 || living) return 'accept'
  return {
    refused: 'ABILITY_MISSING',
    message: `Harness "${harness}" cannot resume a conversation, so session ${id} takes no further turn.`,
    hint: `Spawn a new session, or fork this one: drover session fork ${id}`,
    details: { harness, ability: 'resume' },
  }
}

export type SendDecision = 'start' | 'queue' | 'interrupt' | Refusal

export function decideSend(facts: SessionFacts, queued: number, interrupt: boolean): SendDecision {
  if (facts.phase === 'ended') return ended(facts)
  if (facts.phase === 'starting') return 'queue'
  if (!facts.turnRunning) return queued > 0 && !interrupt ? 'queue' : 'start'
  return interrupt ? 'interrupt' : 'queue'
}

export function decideCancel(facts: SessionFacts): Verdict {
  if (facts.phase === 'ended') return ended(facts)
  if (!facts.turnRunning) {
    return {
      refused: 'NO_TURN',
      message: `Session ${facts.id} has no running turn.`,
      hint: 'There is nothing to cancel.',
    }
  }
  return 'accept'
}

export type KillDecision = 'already' | 'abort-start' | 'end' | Refusal

export function decideKill(facts: SessionFacts, launchId: string | undefined): KillDecision {
  if (facts.phase === 'ended') return 'already'
  const fence = decideFence(facts, launchId)
  if (isRefusal(fence)) return fence
  return facts.phase === 'starting' ? 'abort-start' : 'end'
}

export interface RestoreFacts {
  readonly session: SessionFacts
  /** `occupied`: it was removed, and something else stands in its place. `away`: the user's own checkout, which is not there. */
  readonly workspace: 'present' | 'removed' | 'missing' | 'occupied' | 'away' | 'none'
  readonly path: string | null
  readonly heldByOther: string | null
  /** The effort that it worked in and that is over; null: there is none, or it runs. */
  readonly endedEffort: { readonly id: string; readonly state: string } | null
}

export type RestoreDecision = 'already' | 'reuse' | 'readd' | Refusal

export function decideRestore(facts: RestoreFacts): RestoreDecision {
  if (facts.session.phase === 'starting') return starting(facts.session)
  if (facts.session.phase === 'live') return 'already'
  if (facts.endedEffort !== null) return effortOver(facts.session.id, facts.endedEffort)
  if (facts.heldByOther !== null) {
    return {
      refused: 'SESSION_NOT_RESTORABLE',
      message: `The workspace of ${facts.session.id} is held by ${facts.heldByOther}.`,
      hint: `End ${facts.heldByOther} first, or fork ${facts.session.id}.`,
    }
  }
  if (facts.workspace === 'none') {
    return {
      refused: 'SESSION_NOT_RESTORABLE',
      message: `Session ${facts.session.id} never had a workspace.`,
      hint: 'Spawn a new session.',
    }
  }
  if (facts.workspace === 'occupied') {
    return {
      refused: 'SESSION_NOT_RESTORABLE',
      message: `Something else stands at ${facts.path}, where the workspace of ${facts.session.id} was.`,
      hint: 'Move it away (nothing was touched), then restore again.',
      details: { path: facts.path },
    }
  }
  if (facts.workspace === 'away') {
    return {
      refused: 'SESSION_NOT_RESTORABLE',
      message: `${facts.session.id} worked in your own checkout, and nothing is at ${facts.path}.`,
      hint: 'Put it back there (Drover never makes it), then restore again.',
      details: { path: facts.path },
    }
  }
  return facts.workspace === 'present' ? 'reuse' : 'readd'
}

/** Its role, its duties and the consent to land its work ended with the effort; what it made did not. */
export const effortOver = (id: string, effort: { readonly id: string; readonly state: string }): Refusal => ({
  refused: 'EFFORT_ENDED',
  message: `Session ${id} worked for effort ${effort.id}, which is ${effort.state}.`,
  hint: `Go on from its work in a session of its own: drover session fork ${id}; or land it: drover land ${id}`,
  details: { effortId: effort.id },
})

/** The words hooks use, and the activity each means. */
export const activityWords: Record<string, ActivityState | 'ask-reaper'> = {
  active: 'working',
  idle: 'idle',
  waiting_input: 'waiting_input',
  blocked: 'blocked',
  exited: 'ask-reaper',
}

/**
 * A hook's word against what the daemon knows: never idle with a turn accepted, never working without one. A process that
 * says it is gone takes its own words back; whether it is gone, the reaper sees.
 */
export function decideActivity(facts: SessionFacts, said: ActivityState | 'ask-reaper'): ActivityState {
  if (facts.phase !== 'live') return facts.activity
  if (said === 'ask-reaper') {
    if (facts.activity !== 'waiting_input' && facts.activity !== 'blocked') return facts.activity
    return facts.asks ? facts.activity : facts.turnRunning ? 'working' : 'idle'
  }
  if (facts.turnRunning) return said === 'idle' ? facts.activity : said
  return said === 'working' ? facts.activity : said
}

const ended = (facts: SessionFacts): Refusal => ({
  refused: 'SESSION_ENDED',
  message: `Session ${facts.id} has ended.`,
  hint: `Bring it back with: drover session restore ${facts.id}`,
})

const starting = (facts: SessionFacts): Refusal => ({
  refused: 'SESSION_STARTING',
  message: `Session ${facts.id} is still starting.`,
  hint: 'Wait until it is live, or use send to queue the message.',
})

/** UTF-8 length without Node: the cockpit uses it too. */
function byteLength(text: string): number {
  let bytes = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) bytes += 1
    else if (unit < 0x800) bytes += 2
    else if (unit >= 0xd800 && unit < 0xdc00 && index + 1 < text.length) {
      bytes += 4
      index += 1
    } else bytes += 3
  }
  return bytes
}
