/** Which agents a relay would use. */
import type { Command } from '../command.ts'
import { project } from './common.ts'

export const routesCommands: readonly Command[] = [
  {
    path: ['routes', 'check'],
    summary: 'every route of a project with its agents, what is wrong with them and what is worth a word',
    detail:
      'Looks whether the agents are installed and signed in; starts none. Exits with 1 on errors, not on warnings. Outside of any project it checks your own configuration.',
    args: [],
    flags: [project],
    examples: ['drover routes check', 'drover routes check -p shop --json'],
    load: async () => (await import('../commands/routes.ts')).check,
  },
]
