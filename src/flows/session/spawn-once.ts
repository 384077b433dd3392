/** The same call again gets the same session: also while the first is under way, and after a daemon that died in between. */
import type { Session } from '#contract/session'
import type { Caller } from '#flows/access/caller'
import type { Context } from '#flows/engine/context'
import type { SpawnInput } from './session-flows.ts'
import { spawnSession } from './spawn-session.ts'
import { viewSession } from './views.ts'

export function spawnsOnce(context: Context): (input: SpawnInput, caller: Caller) => Promise<Session> {
  const underWay = new Map<string, Promise<Session>>()
  return async (input, caller) => {
    if (caller.type !== 'session' || input.key === undefined) return spawnSession(context, input, caller)
    const call = `${caller.sessionId} ${input.key}`
    const running = underWay.get(call)
    if (running !== undefined) return running
    const known = context.journal.reads.spawnedBy(caller.sessionId, input.key)
    if (known !== null) return viewSession(context, context.journal.reads, known)
    const spawning = spawnSession(context, input, caller).finally(() => underWay.delete(call))
    underWay.set(call, spawning)
    return spawning
  }
}
