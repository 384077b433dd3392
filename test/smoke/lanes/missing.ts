/** Parts of Drover that are asked for by name and may not be there yet: said plainly, never played. */
import type { Home } from '../home.ts'
import type { Lane } from '../lane.ts'

/** One sentence: whether the command exists, and that nothing here tries it. */
export async function missing(home: Home, command: string, what: string): Promise<string> {
  const ran = await home.drover([command, '--help'])
  return ran.code === 0
    ? `${what}: \`drover ${command}\` exists and no lane tries it yet`
    : `${what}: there is no \`drover ${command}\` yet`
}

const waiting = (name: string, command: string, what: string): Lane => ({
  name,
  shows: `${what} (observed, until the part exists)`,
  run: async ({ home, observe }) => observe(await missing(home, command, what)),
})

export const routesLane = waiting('routes', 'routes', 'routes of a relay')
export const queueLane = waiting('queue', 'task', 'the queue of tasks')
