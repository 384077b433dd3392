/** Pull requests of sessions. */
import type { Arg, Command } from '../command.ts'
import { each, project } from './common.ts'

const prs = () => import('../commands/pr.ts')
const ref: Arg = { name: 'ref', summary: 'the pull request: `pr-3`, `#17` or its address' }

export const prCommands: readonly Command[] = [
  {
    path: ['pr', 'open'],
    summary: "push a session's branch and open a pull request",
    detail: 'Title and text are proposed from the commits and from what the agent said last. Nothing is forced.',
    args: [each({ name: 'session', summary: 'which session' })],
    flags: [
      { name: 'title', value: '<text>', summary: 'what it is called' },
      { name: 'body', value: '<text>', summary: 'what it says' },
      { name: 'base', value: '<branch>', summary: "where it is to go (default: the session's base)" },
      { name: 'draft', summary: 'as a draft' },
    ],
    examples: ['drover pr open demo-1', 'drover pr open demo-1 --title "Dark mode" --draft'],
    load: async () => (await prs()).open,
  },
  {
    path: ['pr', 'ls'],
    summary: 'the pull requests of sessions, newest first',
    args: [],
    flags: [project, { name: 'all', short: 'a', summary: 'merged and closed ones too' }],
    examples: ['drover pr ls', 'drover pr ls -p shop --all --json'],
    load: async () => (await prs()).ls,
  },
  {
    path: ['pr', 'get'],
    summary: 'one pull request, asked for anew: checks, reviews, whether it can be merged',
    args: [each(ref)],
    flags: [],
    examples: ['drover pr get pr-3', 'drover pr get "#17"'],
    load: async () => (await prs()).get,
  },
  {
    path: ['pr', 'merge'],
    summary: 'merge a pull request at the forge, if it is green and nobody objects',
    args: [each(ref)],
    flags: [
      {
        name: 'method',
        value: '<how>',
        choices: ['merge', 'squash', 'rebase'],
        summary: 'how (default: forge.merge_method)',
      },
      { name: 'head', value: '<commit>', summary: 'only if this is still its newest commit' },
    ],
    examples: ['drover pr merge pr-3', 'drover pr merge pr-3 --method squash'],
    load: async () => (await prs()).merge,
  },
  {
    path: ['pr', 'close'],
    summary: 'close a pull request without a merge; the branch stays',
    args: [each(ref)],
    flags: [],
    examples: ['drover pr close pr-3'],
    load: async () => (await prs()).close,
  },
]
