/** The interface of a session's CLI, started on a screen without words: its conversation goes on there, or one begins. */
import type { Active, Context } from '#flows/engine/context'
import { groundOf, locate } from '#flows/session/ground'
import { exec, needRepository, prepare, record } from '#flows/turn/launch-turn'
import { waitForResources } from '#flows/turn/resources'

/** In the session's own line of work, where no process of it runs. */
export async function openInterface(context: Context, sessionId: string): Promise<Active> {
  const ground = groundOf(context, sessionId)
  needRepository(context, ground)
  const program = await locate(context, ground.harness, ground.config)
  await waitForResources(context, ground)
  const prepared = await prepare(context, ground, null, program)
  context.faultPoint('launch:recorded')
  const launch = await exec(context, prepared)
  context.faultPoint('launch:started')
  return record(context, prepared, launch)
}
