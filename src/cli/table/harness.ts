/** Agent CLIs, configuration and tokens. */
import type { Command } from '../command.ts'
import { each, project, yes } from './common.ts'

const setup = () => import('../commands/setup.ts')

export const harnessCommands: readonly Command[] = [
  {
    path: ['harness', 'ls'],
    summary: 'list the agent CLIs that Drover speaks',
    args: [],
    flags: [],
    examples: ['drover harness ls'],
    load: async () => (await import('../commands/harness.ts')).ls,
  },
  {
    path: ['harness', 'probe'],
    summary: 'look whether agent CLIs are installed and signed in',
    args: [each({ name: 'id', optional: true, summary: 'some of them (default: all)' })],
    flags: [],
    examples: ['drover harness probe', 'drover harness probe codex'],
    load: async () => (await import('../commands/harness.ts')).probe,
  },
  {
    path: ['harness', 'check'],
    summary: 'run the conformance cases on an agent CLI, as you configured it',
    detail:
      'Each case drives the real program in a temporary repository; what the harness declares is proven, the rest is skipped with its reason. Exit 1 when a case fails. Prompts are plain requests; `[harness.NAME.check]` of your configuration gives others. Models are called with your own account, so it asks first. Needs no daemon.',
    args: [{ name: 'name', summary: 'which agent CLI, or a harness of your own configuration' }],
    flags: [
      { name: 'model', value: '<model>', summary: 'which model' },
      { name: 'only', value: '<case>', summary: 'only cases whose id contains this' },
      { name: 'timeout', value: '<seconds>', summary: 'longest time of one process (default 120)' },
      { name: 'yes', short: 'y', summary: 'do not ask; needed where nobody can be asked' },
    ],
    examples: [
      'drover harness check rehearsal',
      'drover harness check my-agent --yes --json',
      'drover harness check codex --only resume',
    ],
    load: async () => (await import('../commands/harness-check.ts')).check,
  },
  {
    path: ['hooks'],
    summary: "told by an agent's CLI what happens in its terminal; for its hooks, not for people",
    detail:
      'Reads the facts on standard input, prints nothing and ends with 0. Outside a session of Drover it does nothing.',
    args: [
      { name: 'harness', summary: 'whose hook it is' },
      { name: 'event', summary: 'in the words of that CLI' },
    ],
    flags: [],
    examples: ['drover hooks claude-code Stop'],
    load: async () => (await import('../commands/hooks.ts')).hooks,
  },
  {
    path: ['config', 'show'],
    summary: 'every effective value of the configuration and where it comes from',
    args: [],
    flags: [project],
    examples: ['drover config show', 'drover config show -p shop --json'],
    load: async () => (await import('../commands/config.ts')).show,
  },
  {
    path: ['config', 'check'],
    summary: 'check the configuration files; needs no daemon',
    args: [],
    flags: [],
    examples: ['drover config check'],
    load: async () => (await import('../commands/config.ts')).check,
  },
  {
    path: ['token', 'rotate'],
    summary: "replace the operator's token; open pages must sign in again",
    args: [],
    flags: [yes],
    examples: ['drover token rotate'],
    load: async () => (await setup()).rotate,
  },
]
