/** How a session that plays a persona is asked for: where it works, with which agent and permissions. Starts nothing. */
import type { Served } from '#core/door/model'
import { decidePermissions } from '#core/session/spawn'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import type { SpawnInput } from '#flows/session/session-flows'

/** ABILITY_MISSING where its harness cannot run with the persona's permissions. */
export function personaSpawn(context: Context, { persona, agent }: Served, prompt: string): SpawnInput {
  const harness = context.registry.get(agent.harness)
  const permissions =
    persona.permissions === null
      ? undefined
      : harness === null
        ? persona.permissions
        : accepted(decidePermissions({ id: harness.id, permissions: harness.can.permissions }, persona.permissions))
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
