/** The autonomous loop: from a ready issue to a landed change. */
import type { Arg, Command } from '../command.ts'

const afk = () => import('../commands/afk.ts')
const projectArg: Arg = { name: 'project', summary: 'which project' }

export const afkCommands: readonly Command[] = [
  {
    path: ['afk', 'status'],
    summary: 'whether the loop runs, its trips, and each issue seen with why it was taken or not',
    args: [],
    flags: [],
    examples: ['drover afk status', 'drover afk status --json'],
    load: async () => (await afk()).status,
  },
  {
    path: ['afk', 'enrol'],
    summary: "let the loop take the ready issues of a project's repository",
    detail:
      'Looks at what it needs first: token rights, checks, verify, what agents are told. Nothing runs until [afk] enabled is true as well.',
    args: [projectArg],
    flags: [
      {
        name: 'landing',
        value: '<mode>',
        choices: ['pr', 'push', 'agent'],
        summary: 'how work lands (default: afk.landing)',
      },
      { name: 'agent', value: '<spec>', summary: 'who works, such as `cc` or `codex:model`' },
      {
        name: 'ci',
        value: '<stage>',
        many: true,
        summary: 'a stage of its commits, in order: `checks`, `woodpecker <url>`, `command <line>`, `probe <url>`',
      },
      { name: 'check', summary: 'only look, write nothing' },
      { name: 'remove', summary: 'take no more of its issues' },
    ],
    examples: ['drover afk enrol shop --check', 'drover afk enrol shop --landing pr --agent cc'],
    load: async () => (await afk()).enrol,
  },
  {
    path: ['afk', 'run'],
    summary: 'take one issue by hand, whatever its labels',
    args: [{ name: 'issue', summary: 'the issue: `owner/name#12` or its address; `#12` with -p' }],
    flags: [{ name: 'project', short: 'p', value: '<id>', summary: 'the project whose issue it is' }],
    examples: ['drover afk run ada/shop#12', 'drover afk run "#12" -p shop'],
    load: async () => (await afk()).run,
  },
  {
    path: ['afk', 'stop'],
    summary: 'take no more issues',
    detail:
      'What is under way goes on to its end. With --now it is withdrawn: agents end, branches and snapshots stay.',
    args: [],
    flags: [{ name: 'now', summary: 'withdraw what is under way too' }],
    examples: ['drover afk stop', 'drover afk stop --now'],
    load: async () => (await afk()).stop,
  },
  {
    path: ['afk', 'resume'],
    summary: 'take issues again',
    args: [],
    flags: [],
    examples: ['drover afk resume'],
    load: async () => (await afk()).resume,
  },
]
