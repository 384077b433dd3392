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
      { name: 'force-with-lease', summary: 'push over what was last seen there, and over nothing else' },
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
    path: ['pr', 'diff'],
    summary: 'the changes of a pull request as a patch',
    args: [each(ref)],
    flags: [],
    examples: ['drover pr diff pr-3', 'drover pr diff "#17"'],
    load: async () => (await prs()).diff,
  },
  {
    path: ['pr', 'ready'],
    summary: 'a draft is ready for review',
    args: [each(ref)],
    flags: [],
    examples: ['drover pr ready pr-3'],
    load: async () => (await prs()).ready,
  },
  {
    path: ['pr', 'resolve'],
    summary: 'resolve review threads at the forge: those named, or every open one',
    args: [ref, { name: 'thread', optional: true, many: true, summary: 'which (default: all that are open)' }],
    flags: [],
    examples: ['drover pr resolve pr-3', 'drover pr resolve pr-3 PRRT_kwDOA1 PRRT_kwDOA2'],
    load: async () => (await prs()).resolve,
  },
  {
    path: ['session', 'claim-pr'],
    summary: 'take a pull request over: the worktree switches to its branch',
    detail:
      'The tree is saved first; uncommitted work is refused. Who had it is told and goes on with a branch of its own.',
    args: [
      { name: 'session', summary: 'which session' },
      { name: 'pr', summary: 'the pull request: its address, or `#17`' },
    ],
    flags: [{ name: 'no-takeover', summary: 'not from a session that has not ended' }],
    examples: ['drover session claim-pr demo-1 "#17"', 'drover session claim-pr demo-1 https://github.com/o/r/pull/17'],
    load: async () => (await prs()).claim,
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
