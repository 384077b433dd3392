/** Landing work: `land`, and the merge queue behind it. */
import type { Arg, Command, Flag } from '../command.ts'
import { each, project } from './common.ts'

const merging = () => import('../commands/merge.ts')
const id: Arg = { name: 'merge', summary: 'the merge, such as `m-3`' }
const session: Arg = { name: 'session', summary: 'which session' }
const into: Flag = { name: 'into', value: '<branch>', summary: "the branch to land on (default: the session's base)" }
const push: Flag = { name: 'push', summary: 'push it first; the branch here follows' }
const message: Flag = { name: 'message', short: 'm', value: '<text>', summary: 'the first words of the commit' }

export const mergeCommands: readonly Command[] = [
  {
    path: ['land'],
    summary: 'commit what a session left, verify, merge, and say what happened',
    detail: 'Exits with 0 only when it landed. What stops it is said with the next command.',
    args: [each(session)],
    flags: [into, push, message],
    examples: ['drover land demo-1', 'drover land demo-1 demo-2', 'drover land demo-1 --into main --push'],
    load: async () => (await import('../commands/land.ts')).land,
  },
  {
    path: ['session', 'commit'],
    summary: 'commit what a session left, with proposed words or yours',
    args: [each(session)],
    flags: [message],
    examples: ['drover session commit demo-1', 'drover session commit demo-1 -m "Mend the login"'],
    load: async () => (await import('../commands/land.ts')).commit,
  },
  {
    path: ['session', 'update'],
    summary: "merge the base into a session's branch, in its worktree",
    detail: 'A snapshot is taken first. Where the two clash nothing is changed, unless the agent is to resolve it.',
    args: [each(session)],
    flags: [{ name: 'hand', summary: 'hand conflicts to the agent' }],
    examples: ['drover session update demo-1', 'drover session update demo-1 --hand'],
    load: async () => (await import('../commands/land.ts')).update,
  },
  {
    path: ['session', 'push'],
    summary: "push a session's branch under its own name, never with force unless asked",
    args: [each(session)],
    flags: [{ name: 'force-with-lease', summary: 'over what was last seen there, and over nothing else' }],
    examples: ['drover session push demo-1'],
    load: async () => (await import('../commands/land.ts')).push,
  },
  {
    path: ['merge'],
    summary: "put a session's or a branch's commits into the merge queue",
    detail: 'Only what is committed takes part; `drover land` commits the rest first.',
    args: [each({ name: 'session|branch', summary: 'what to merge' })],
    flags: [
      project,
      into,
      { name: 'priority', value: '<n>', summary: 'higher comes first, from -100 to 100 (default 0)' },
      push,
      message,
      { name: 'wait', summary: 'return when it landed or stopped; exit 1 unless it landed' },
      { name: 'dry-run', summary: 'only say what it would come to' },
    ],
    examples: ['drover merge demo-1 --wait', 'drover merge feature/login --into main --dry-run'],
    load: async () => (await merging()).merge,
  },
  {
    path: ['merge', 'ls'],
    summary: 'list the merges, newest first',
    args: [],
    flags: [
      project,
      { name: 'state', value: '<state>', summary: 'only those in this state' },
      { name: 'session', value: '<id>', summary: 'only those of this session' },
      { name: 'all', short: 'a', summary: 'landed and rejected ones too, and every page' },
    ],
    examples: ['drover merge ls', 'drover merge ls --all --session demo-1'],
    load: async () => (await merging()).ls,
  },
  {
    path: ['merge', 'get'],
    summary: 'everything about one merge: tier, proof, verification, what it waits for',
    args: [each(id)],
    flags: [],
    examples: ['drover merge get m-3'],
    load: async () => (await merging()).get,
  },
  {
    path: ['merge', 'diff'],
    summary: 'what a merge brings to its target',
    args: [each(id)],
    flags: [{ name: 'stat', summary: 'only files and counts' }],
    examples: ['drover merge diff m-3'],
    load: async () => (await merging()).diff,
  },
  {
    path: ['merge', 'output'],
    summary: 'what its verification said',
    args: [each(id)],
    flags: [{ name: 'follow', short: 'f', summary: 'go on while it is being verified' }],
    examples: ['drover merge output m-3', 'drover merge output m-3 -f'],
    load: async () => (await merging()).output,
  },
  {
    path: ['merge', 'approve'],
    summary: 'let a proven merge land that waits for you',
    args: [each(id)],
    flags: [{ name: 'wait', summary: 'return when it landed or stopped' }],
    examples: ['drover merge approve m-3 --wait'],
    load: async () => (await merging()).approve,
  },
  {
    path: ['merge', 'retry'],
    summary: 'go on: from your resolution, with the proven result, or from the branch as it is now',
    args: [each(id)],
    flags: [{ name: 'wait', summary: 'return when it landed or stopped' }],
    examples: ['drover merge retry m-3 --wait'],
    load: async () => (await merging()).retry,
  },
  {
    path: ['merge', 'cancel'],
    summary: 'take a merge out of its lane',
    args: [each(id)],
    flags: [],
    examples: ['drover merge cancel m-3'],
    load: async () => (await merging()).cancel,
  },
]
