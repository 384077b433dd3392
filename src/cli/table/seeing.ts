/** Seeing what happened, happens, and what it cost. */
import type { Command } from '../command.ts'
import { project } from './common.ts'

/** As `contract/cost` has them; the table loads no other code. */
const groups = ['project', 'agent', 'model', 'session', 'role', 'task', 'effort', 'day']

export const seeingCommands: readonly Command[] = [
  {
    path: ['costs'],
    summary: 'what agents cost, today or since a time',
    detail:
      'Days begin at your midnight. Where an agent tells no price its tokens are shown and its cost is unknown, never 0; `+?` marks a sum that leaves such sessions out.',
    args: [],
    flags: [
      {
        name: 'by',
        value: '<what>',
        choices: groups,
        summary: `one of ${groups.join(', ')} (default project)`,
      },
      { name: 'since', value: '<time>', summary: 'today (the default), 7d, 24h, 2026-01-31, or a time in ISO form' },
      project,
    ],
    examples: [
      'drover costs',
      'drover costs --by model --since 30d',
      'drover costs --by day --since 7d -p shop --json',
    ],
    load: async () => (await import('../commands/costs.ts')).costs,
  },
]
