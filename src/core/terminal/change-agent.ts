/** Another agent for a session: when it may take over, and which conversations are kept for the way back. Pure. */
import type { Refusal } from '#contract/error'
import type { PastConversation } from '#contract/terminal'
import type { SessionFacts, Verdict } from '#core/session/decide'

export function decideSwitch(facts: SessionFacts): Verdict {
  if (facts.phase === 'live' && !facts.turnRunning && !facts.asks) return 'accept'
  return facts.phase === 'live' ? busy(facts.id) : notLive(facts)
}

const busy = (id: string): Refusal => ({
  refused: 'TURN_IN_PROGRESS',
  message: `Session ${id} is in a turn.`,
  hint: `Wait for its end, or cancel it: drover cancel ${id}`,
})

const notLive = ({ id, phase }: SessionFacts): Refusal =>
  phase === 'starting'
    ? { refused: 'SESSION_STARTING', message: `Session ${id} is still starting.`, hint: 'Try again in a moment.' }
    : {
        refused: 'SESSION_ENDED',
        message: `Session ${id} has ended.`,
        hint: `Bring it back with: drover session restore ${id}`,
      }

interface Held {
  readonly harness: string
  readonly model: string | null
  readonly nativeId: string | null
  readonly turn: number
  readonly past?: readonly PastConversation[]
  readonly owed?: number | null
}

interface Kept {
  readonly past: readonly PastConversation[]
  readonly nativeId: string | null
  /** It is to be told what happened after this turn; null: nothing. */
  readonly owed: number | null
}

/** A model more or less of the same agent is the same conversation. */
export function keepPast(session: Held, chosen: { readonly harness: string }): Kept {
  const { harness, model, nativeId, turn } = session
  const past = session.past ?? []
  if (chosen.harness === harness) return { past, nativeId, owed: session.owed ?? null }
  const others = past.filter((one) => one.harness !== harness && one.harness !== chosen.harness)
  const kept = nativeId === null ? others : [...others, { harness, model, nativeId, turn }]
  const back = past.find((one) => one.harness === chosen.harness)
  return { past: kept, nativeId: back?.nativeId ?? null, owed: turn === 0 ? null : (back?.turn ?? 0) }
}
