/**
 * The words of the last turn once more, to the same agent or to another that goes on in the same workspace. What is said
 * again, core decides; the words themselves go the way of every message, so that a benched account parks them.
 */
import type { Delivery, Session } from '#contract/session'
import { specText } from '#core/relay/agent-spec'
import { decideRetry } from '#core/session/retry'
import { operator } from '#flows/access/caller'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import { retire } from '#flows/turn/launch-turn'
import { send } from '#flows/turn/take-turn'
import type { Reads } from '#ports/store/journal'
import type { SessionRecord } from '#ports/store/session'
import { chooseAgent } from './agent-choice.ts'
import { groundOf } from './ground.ts'
import { needKnown, tellSession, viewSession } from './views.ts'

export interface Retried {
  readonly delivery: Delivery
  readonly session: Session
}

export async function retrySession(context: Context, id: string, input: { agent?: string }): Promise<Retried> {
  accepted(look(context, context.journal.reads, needKnown(context, id)))
  if (input.agent !== undefined) await changeAgent(context, id, input.agent)
  // Looked at again: somebody may have spoken to it in the meantime.
  const { prompt } = accepted(look(context, context.journal.reads, needKnown(context, id)))
  const delivery = await send(context, id, { message: prompt, fresh: true }, operator)
  return { delivery, session: viewSession(context, context.journal.reads, needKnown(context, id)) }
}

function look(context: Context, reads: Reads, session: SessionRecord): ReturnType<typeof decideRetry> {
  const turn = session.turn === 0 ? null : reads.turn(session.id, session.turn)
  const carried = (n: number): boolean =>
    reads.queuedMail(session.id).some((mail) => mail.type !== 'message' && mail.attempts > 0 && n === session.turn)
  return decideRetry({
    id: session.id,
    phase: session.phase,
    ending: context.ending.has(session.id),
    turn: turn === null ? null : { n: turn.n, state: turn.state, prompt: turn.prompt, carried: carried(turn.n) },
  })
}

/** Another agent goes on in this workspace, in a fresh conversation that is told of the one before. */
async function changeAgent(context: Context, id: string, word: string): Promise<void> {
  const ground = groundOf(context, id)
  const { session } = ground
  const { harness, model } = await chooseAgent(context, ground, { agent: word })
  if (harness === session.harness && model === session.model) return
  await context.worker.run(id, async () => {
    const living = context.active.get(id)
    // A process that waits for its next prompt is the old agent's: the new one finds the workspace to itself.
    if (living !== undefined && harness !== session.harness) await retire(context, living)
    context.journal.command((tx) => {
      const fresh = needKnown(context, id)
      accepted(look(context, tx, fresh))
      const before = specText({ harness: fresh.harness, model: fresh.model })
      const other = harness !== fresh.harness
      tx.updateSession(id, { harness, model, ...(other ? { nativeId: null } : {}) })
      const message = `${specText({ harness, model })} goes on where ${before} stopped.`
      tx.appendEvents(id, null, [{ kind: 'notice', code: 'agent_changed', message }])
      tellSession(context, tx, id)
    })
  })
}
