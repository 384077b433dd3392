/** Commands for the operator's own actions. */
import type { Command } from '../command.ts'
import { yes } from './common.ts'

const actions = () => import('../commands/actions.ts')

export const actionCommands: readonly Command[] = [
  {
    path: ['actions', 'ls'],
    summary: 'the commands of [actions] in your config.toml: what they run is fixed there',
    args: [],
    flags: [],
    examples: ['drover actions ls', 'drover actions ls --json'],
    load: async () => (await actions()).ls,
  },
  {
    path: ['actions', 'run'],
    summary: 'run one by its exact name; exit 1 when it fails',
    args: [{ name: 'name', summary: 'its name in [actions]' }],
    flags: [yes],
    examples: ['drover actions run status', 'drover actions run reset --yes'],
    load: async () => (await actions()).run,
  },
]
