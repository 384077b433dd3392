/** Limits of a talk's turns, by its persona: time and money. Turns of the other doors are watched by whoever asked for them. */
import { bareAgent, personasOf } from '#core/door/persona'
import { talkPrefix } from '#core/door/talk'
import type { Context } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { createStopwatch } from '#flows/engine/stopwatch'
import { markStopping, runningTurn } from '#flows/turn/close-turn'
import { haltLater } from '#flows/turn/take-turn'

export function watchesTalks(context: Context): Follower {
  const watch = createStopwatch(() => context.clock.now().getTime(), context.clock.steady)
  /** What a session had cost when its running turn was first seen. */
  const spentBefore = new Map<string, { readonly turn: number; readonly usd: number }>()

  const look = (id: string, persona: string): void => {
    const { reads } = context.journal
    const session = reads.session(id)
    const turn = session === null ? null : runningTurn(reads, session)
    if (session === null || turn === null || turn.launchId === null || turn.stopping !== null) return
    const { timeoutMs, budgetUsd } = personaNow(context, persona)
    const spent = session.costUsd ?? 0
    const known = spentBefore.get(id)
    const base = known?.turn === turn.n ? known : { turn: turn.n, usd: turn.n === 1 ? 0 : spent }
    spentBefore.set(id, base)
    if (watch.elapsedMs(`talk ${id} ${turn.n}`, turn.startedAt) >= timeoutMs) {
      context.journal.command((tx) => markStopping(tx, id, 'timeout'))
      haltLater(context, id)
    } else if (budgetUsd !== null && spent - base.usd > budgetUsd) {
      const message = `This turn cost more than budget_usd of the persona ${persona} ($${budgetUsd}).`
      context.journal.command((tx) => {
        tx.appendEvents(id, turn.n, [{ kind: 'notice', code: 'budget_reached', message }])
        markStopping(tx, id, 'cancel')
      })
      haltLater(context, id)
    }
  }

  return {
    name: 'talks',
    atTick() {
      for (const { key, sessionId } of context.journal.reads.doorConversationsLike(talkPrefix))
        if (context.active.has(sessionId)) look(sessionId, key.slice(talkPrefix.length))
        else spentBefore.delete(sessionId)
      watch.lap()
    },
  }
}

/** A configuration that does not hold, or has lost the persona, ends no turn before its usual time. */
function personaNow(context: Context, name: string): { timeoutMs: number; budgetUsd: number | null } {
  try {
    return personasOf(context.settings.of(null).doors.personas).get(name) ?? bareAgent
  } catch {
    return bareAgent
  }
}
