/** `drover mcp`: the tool server of an agent. Started by its CLI, with the environment of its launch; people have no use for it. */
import { DroverError } from '#contract/error'
import type { Run } from '../command.ts'
import { patienceOf } from '../patience.ts'

/** The shortest patience of a CLI with a tool is a minute. */
const longestSeconds = 50

export const mcp: Run = async ({ inside, version, env }) => {
  if (inside === null || inside.socket === '' || inside.token === '') {
    throw new DroverError('USAGE', 'this is the tool server of an agent, and no session is around here', {
      hint: 'It needs DROVER_SESSION_ID, DROVER_SOCKET and DROVER_TOKEN, which a launch of Drover gives it.',
    })
  }
  const { serve } = await import('../mcp/serve.ts')
  const address = { socket: inside.socket, port: null, token: inside.token }
  const patience = { longestMs: 1000 * longestSeconds, patienceMs: patienceOf(env, longestSeconds) }
  await serve({ sessionId: inside.sessionId, version, address, ...patience }, process.stdin, process.stdout)
  return 0
}
