/** Reading what an agent did, with comments. */
import type { Command } from '../command.ts'
import { id, ids } from './common.ts'

const reviewing = () => import('../commands/review.ts')

export const reviewCommands: readonly Command[] = [
  {
    path: ['review'],
    summary: "open the review of a session's changes; --send makes its comments the next message",
    detail:
      'Prints what changed, the comments so far and a link to the review page (good once), and opens it where there is a screen.',
    args: [ids],
    flags: [
      { name: 'send', summary: 'send the comments and the note to the agent, once' },
      { name: 'pr', summary: 'give them as the review of its pull request instead, once' },
      { name: 'note', value: '<text>', summary: 'the words that stand before the comments' },
      { name: 'interrupt', summary: 'with --send: end the running turn first' },
      { name: 'no-open', summary: 'only print the link' },
    ],
    examples: ['drover review demo-1', 'drover review demo-1 --note "Nearly there." --send'],
    load: async () => (await reviewing()).review,
  },
  {
    path: ['session', 'comment'],
    summary: "comment on a line or a range of a session's files; kept until the review is sent",
    args: [
      id,
      { name: 'file:line[-line]', summary: 'which lines, as the file is now' },
      { name: 'text', many: true, summary: 'what is to be done about them' },
    ],
    flags: [{ name: 'old', summary: 'the lines of the base, which the change took out' }],
    examples: [
      'drover session comment demo-1 src/login.ts:12 "Rename it"',
      'drover session comment demo-1 a.ts:3-9 "Too long"',
    ],
    load: async () => (await reviewing()).comment,
  },
]
