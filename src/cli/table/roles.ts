/** Commands for sessions that work together: waiting, children, letting go. */
import type { Arg, Command } from '../command.ts'
import { each, ids } from './common.ts'

const roles = () => import('../commands/roles.ts')
const own: Arg = { name: 'session', optional: true, summary: 'the session (inside a session: that one)' }

export const roleCommands: readonly Command[] = [
  {
    path: ['wait'],
    summary: 'agree to wait for something, and end the turn without a report',
    detail:
      'For agents, as the last thing of a turn. A turn begins when it has come; after the deadline one begins that says what did not come.',
    args: [own],
    flags: [
      { name: 'for', value: '<what>', summary: 'children, mail, task:ID or time:30m' },
      { name: 'deadline', value: '<duration>', summary: 'wait no longer than this, such as 2h' },
    ],
    examples: ['drover wait --for children', 'drover wait --for task:t-3 --deadline 2h'],
    load: async () => (await roles()).wait,
  },
  {
    path: ['children'],
    summary: 'the sessions that a session started, and how they stand',
    args: [each(own)],
    flags: [],
    examples: ['drover children', 'drover children shop-2 --json'],
    load: async () => (await roles()).children,
  },
  {
    path: ['dismiss'],
    summary: 'let go of a session that is needed no more; its work stays',
    args: [ids],
    flags: [],
    examples: ['drover dismiss shop-3'],
    load: async () => (await roles()).dismiss,
  },
]
