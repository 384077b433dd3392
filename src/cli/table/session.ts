/** Sessions from spawn to cleanup. */
import type { Command } from '../command.ts'
import { id, project, yes } from './common.ts'

const sessions = () => import('../commands/session.ts')
const workspaces = () => import('../commands/workspace.ts')
const watching = () => import('../commands/watch.ts')

const spawnCommand: Command = {
  path: ['spawn'],
  summary: 'start an agent in a workspace of its own',
  detail:
    'The project defaults to the repository around here, else to the only one. The harness is taken from the flag, DROVER_HARNESS, the project, your configuration, in this order. Without a prompt the session waits, without a process, for its first message.',
  args: [],
  flags: [
    { name: 'prompt', value: '<text>', summary: 'what the agent is to do' },
    { name: 'from-file', value: '<file>', summary: 'read the prompt from a file; - reads standard input' },
    project,
    { name: 'harness', alias: 'agent', value: '<harness>', summary: 'which agent CLI' },
    { name: 'model', value: '<model>', summary: 'which model' },
    { name: 'name', value: '<name>', summary: 'a name for people' },
    { name: 'branch', value: '<branch>', summary: 'its branch (default drover/<id>/root)' },
    { name: 'base', value: '<ref>', summary: 'start from this ref' },
    { name: 'kind', value: '<kind>', choices: ['worker', 'orchestrator'], summary: 'worker or orchestrator' },
    { name: 'scratch', summary: 'a workspace without a repository' },
    {
      name: 'permissions',
      value: '<mode>',
      choices: ['bypass', 'ask', 'read-only'],
      summary: 'bypass, ask or read-only',
    },
    { name: 'ignore-config', summary: 'go on without what an untrusted repository configures' },
    { name: 'wait', summary: 'return when the turn has ended; exit 1 unless it completed' },
    { name: 'no-wait', summary: 'refuse while the agent is benched, instead of waiting for the reset' },
  ],
  examples: [
    'drover spawn --prompt "Fix the flaky login test"',
    'drover spawn --from-file task.md --project shop --harness codex --wait',
    'drover spawn --scratch --harness rehearsal --prompt "@say hello"',
    'drover spawn --project shop --name "for later"',
  ],
  load: async () => (await import('../commands/spawn.ts')).spawn,
}

export const sessionCommands: readonly Command[] = [
  spawnCommand,
  {
    path: ['session', 'ls'],
    summary: 'list the sessions',
    detail: 'Shows the newest workers that have not ended, one page of them.',
    args: [],
    flags: [
      project,
      { name: 'include-terminated', summary: 'ended sessions too' },
      { name: 'all', short: 'a', summary: 'orchestrators too, and every page' },
    ],
    examples: ['drover session ls', 'drover session ls -p shop --include-terminated --json'],
    load: async () => (await import('../commands/session-ls.ts')).ls,
  },
  {
    path: ['session', 'get'],
    summary: 'show one session',
    args: [id],
    flags: [{ ...project, summary: 'the project it must belong to; then its number alone will do' }],
    examples: ['drover session get demo-1', 'drover session get 1 -p demo'],
    load: async () => (await sessions()).get,
  },
  {
    path: ['session', 'set'],
    summary: 'change the model of a session from its next turn on, or its name',
    detail: 'A model for one turn only goes with `drover send --model`.',
    args: [id],
    flags: [
      { name: 'model', value: '<model>', summary: "which model; empty for the agent's own" },
      { name: 'name', value: '<name>', summary: 'a name for people' },
    ],
    examples: ['drover session set demo-1 --model opus'],
    load: async () => (await sessions()).set,
  },
  {
    path: ['session', 'rename'],
    summary: 'give a session another name',
    args: [id, { name: 'name', summary: 'the new name' }],
    flags: [],
    examples: ['drover session rename demo-1 "login tests"'],
    load: async () => (await sessions()).rename,
  },
  {
    path: ['session', 'kill'],
    summary: 'end a session; its worktree and its work stay',
    args: [id],
    flags: [],
    examples: ['drover session kill demo-1'],
    load: async () => (await sessions()).kill,
  },
  {
    path: ['session', 'restore'],
    summary: 'bring an ended session back into its workspace, on its branch as it stands now',
    args: [id],
    flags: [],
    examples: ['drover session restore demo-1'],
    load: async () => (await sessions()).restore,
  },
  {
    path: ['session', 'fork'],
    summary: 'a new session and workspace from the newest snapshot',
    args: [id],
    flags: [
      { name: 'prompt', value: '<text>', summary: 'what the new session is to do first' },
      { name: 'name', value: '<name>', summary: 'a name for people' },
    ],
    examples: ['drover session fork demo-1'],
    load: async () => (await sessions()).fork,
  },
  {
    path: ['session', 'cleanup'],
    summary: 'remove clean worktrees of ended sessions; says why others stay',
    args: [],
    flags: [project, { name: 'dry-run', summary: 'only say what would happen' }, yes],
    examples: ['drover session cleanup --dry-run', 'drover session cleanup -p shop -y'],
    load: async () => (await workspaces()).cleanup,
  },
  {
    path: ['session', 'worktree', 'ls'],
    summary: 'list the worktrees and who holds them',
    args: [],
    flags: [],
    examples: ['drover session worktree ls'],
    load: async () => (await workspaces()).worktrees,
  },
  {
    path: ['session', 'attach'],
    summary: 'the live transcript; a typed line sends, Ctrl+C detaches',
    detail: 'As JSON: one event a line.',
    args: [id],
    flags: [],
    examples: ['drover session attach demo-1'],
    load: async () => (await import('../commands/attach.ts')).attach,
  },
  {
    path: ['session', 'tail'],
    summary: 'the end of the transcript',
    args: [id],
    flags: [
      { name: 'follow', short: 'f', summary: 'go on as the agent works (JSON: one object a line)' },
      { name: 'raw', summary: "the agent's own output, as it wrote it" },
      { name: 'lines', short: 'n', value: '<count>', summary: 'how many events back (default 50)' },
    ],
    examples: ['drover session tail demo-1', 'drover session tail demo-1 --follow --raw'],
    load: async () => (await watching()).tail,
  },
  {
    path: ['session', 'diff'],
    summary: 'what the session changed',
    args: [id],
    flags: [{ name: 'stat', summary: 'only files and counts' }],
    examples: ['drover session diff demo-1 --stat'],
    load: async () => (await workspaces()).diff,
  },
  {
    path: ['session', 'snapshots'],
    summary: 'list the saved states of a workspace',
    args: [id],
    flags: [],
    examples: ['drover session snapshots demo-1'],
    load: async () => (await workspaces()).snapshots,
  },
  {
    path: ['session', 'recover'],
    summary: 'write a snapshot back into the worktree or into a directory',
    args: [id],
    flags: [
      { name: 'snapshot', value: '<n>', summary: 'which one (default: the newest)' },
      { name: 'to', value: '<dir>', summary: 'a new or empty directory (default: the worktree)' },
    ],
    examples: ['drover session recover demo-1 --to /tmp/demo', 'drover session recover demo-1 --snapshot 2'],
    load: async () => (await workspaces()).recover,
  },
]
