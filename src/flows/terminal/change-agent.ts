/**
 * Another agent goes on in the same worktree, headless or in a terminal: the conversation of the one before is kept and gone
 * on with when that one is switched back to; whoever takes over is told what happened since it last spoke.
 */
import type { Session } from '#contract/session'
import { specText } from '#core/relay/agent-spec'
import { decideSwitch, keepPast } from '#core/terminal/change-agent'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import { chooseAgent } from '#flows/session/agent-choice'
import { findHarness, groundOf } from '#flows/session/ground'
import { factsOf, needKnown, needSession, tellSession, viewSession } from '#flows/session/views'
import { leaveQuietly } from './change-mode.ts'
import { openInterface } from './open-interface.ts'
import { isTerminal, sideOf } from './side.ts'

export async function changeAgent(context: Context, id: string, word: string): Promise<Session> {
  accepted(decideSwitch(factsOf(context.journal.reads, needKnown(context, id))))
  const ground = groundOf(context, id)
  const chosen = await chooseAgent(context, ground, { agent: word })
  // One that cannot be where the session is, is refused before anything ends.
  sideOf(findHarness(context, chosen.harness, ground.settings), ground.session.runtime)
  await context.worker.run(id, async () => {
    const session = needSession(context, id)
    if (chosen.harness === session.harness && chosen.model === session.model) return
    accepted(decideSwitch(factsOf(context.journal.reads, session)))
    await leaveQuietly(context, id)
    context.journal.command((tx) => {
      const fresh = needSession(context, id)
      const kept = keepPast(fresh, chosen)
      tx.updateSession(id, { harness: chosen.harness, model: chosen.model, ...kept })
      const message = `${specText(chosen)} goes on where ${specText(fresh)} stopped.`
      tx.appendEvents(id, null, [{ kind: 'notice', code: 'agent_changed', message }])
      tellSession(context, tx, id)
    })
    context.faultPoint('switch:written')
    if (isTerminal(needSession(context, id))) await openInterface(context, id)
  })
  context.settle(id)
  return viewSession(context, context.journal.reads, needSession(context, id))
}
