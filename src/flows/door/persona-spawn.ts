/** How a session that plays a persona is asked for: where it works, with which agent and permissions. Starts nothing. */
import type { Served } from '#core/door/model'
import type { Context } from '#flows/engine/context'
import type { SpawnInput } from '#flows/session/session-flows'
import { permissionsOf } from './serve.ts'

/** ABILITY_MISSING where its harness cannot run with the persona's permissions. */
export function personaSpawn(context: Context, served: Served, prompt: string): SpawnInput {
  const { persona, agent } = served
  const permissions = permissionsOf(context, served)
  return {
    projectId: persona.project,
    scratch: persona.project === null,
    harness: agent.harness,
    ...(agent.model === null ? {} : { model: agent.model }),
    ...(permissions === undefined ? {} : { permissions }),
    prompt,
    persona: persona.name,
  }
}
