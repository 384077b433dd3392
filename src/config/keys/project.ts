/** Keys of a project: what a spawn starts from, how a worktree is made ready, what proves its work. */
import type { Row } from './row.ts'

export const projectKeys: readonly Row[] = [
  ['schema_version', 'a whole number', 1, 'Version of the file, accepted everywhere; one that is not known warns.'],
  ['default_harness', 'the name of a harness', null, 'Harness of a spawn that names none.'],
  ['default_model', 'the name of a model', null, 'Model of a spawn that names none; passed to the CLI untouched.'],
  [
    'base_branch',
    'the name of a branch',
    null,
    "Branch that sessions start from; else the repository's default branch.",
  ],
  ['max_sessions', 'a whole number of 1 or more', 1000, 'Sessions of one project that may live at once.'],
  [
    'setup.run',
    'a command, or a list of commands',
    [],
    'Run by sh in a new worktree, in order, before the agent starts.',
    true,
  ],
  ['setup.ready', 'a command, or a list of commands', [], 'Must succeed after setup.', true],
  ['setup.timeout', 'a duration such as 600 or "10m"', 600, 'Time that each setup command may take, in seconds.', true],
  [
    'link',
    'a list of paths inside the repository',
    [],
    'Linked from the registered checkout into each worktree.',
    true,
  ],
  [
    'copy',
    'a list of paths inside the repository',
    [],
    'Copied from the registered checkout into each worktree.',
    true,
  ],
  ['env.*', 'a text', {}, 'Variables of the sessions.', true],
  [
    'cache.*',
    'a directory',
    {},
    "Variables that hold a directory kept between sessions, below the home's cache.",
    true,
  ],
  [
    'ports',
    'a whole number from 0 to 1000',
    10,
    'Ports reserved for each session (DROVER_PORT_BASE, DROVER_PORT_COUNT); 0: none.',
  ],
  ['verify', 'a command, or a list of commands', [], 'Proves that the work holds.', true],
  ['verify_timeout', 'a duration such as 1200 or "20m"', 1200, 'Time that verify may take as a whole, in seconds.'],
]
