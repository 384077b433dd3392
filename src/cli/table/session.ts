/** Sessions from spawn to cleanup. */
import type { Command, Flag } from '../command.ts'
import { id, ids, project, yes } from './common.ts'

const sessions = () => import('../commands/session.ts')
const workspaces = () => import('../commands/workspace.ts')
const archiving = () => import('../commands/archive.ts')
const watching = () => import('../commands/watch.ts')

const permissions: Flag = {
  name: 'permissions',
  value: '<mode>',
  choices: ['bypass', 'ask', 'read-only'],
  summary: 'bypass, ask or read-only',
}

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
    { name: 'each', value: '<agents>', summary: 'several agents, a session each with the same prompt: a heat' },
    { name: 'model', value: '<model>', summary: 'which model' },
    { name: 'name', value: '<name>', summary: 'a name for people' },
    { name: 'branch', value: '<branch>', summary: 'its branch (default drover/<id>/root)' },
    { name: 'base', value: '<ref>', summary: 'start from this ref' },
    { name: 'claim-pr', value: '<pr>', summary: 'take over this open pull request: its branch is the session’s' },
    { name: 'no-takeover', summary: 'with --claim-pr: not from a session that has not ended' },
    { name: 'kind', value: '<kind>', choices: ['worker', 'orchestrator'], summary: 'worker or orchestrator' },
    { name: 'scratch', summary: 'a workspace without a repository' },
    permissions,
    { name: 'ignore-config', summary: 'go on without what an untrusted repository configures' },
    { name: 'wait', summary: 'return when the turn has ended; exit 1 unless it completed' },
    { name: 'attach', summary: 'follow it at once; Ctrl+C leaves it at work' },
    { name: 'no-wait', summary: 'refuse while the agent is benched, instead of waiting for the reset' },
    { name: 'role', value: '<role>', summary: 'what it is in an effort: scout, builder, reviewer, merger, lead …' },
    { name: 'parent', value: '<session>', summary: 'who hears its report (inside a session: that session)' },
    { name: 'task', value: '<task>', summary: 'the task it works on' },
    { name: 'spec', value: '<file>', summary: 'the file that says what is to be done' },
    { name: 'files', value: '<glob>', many: true, summary: 'what it may write; may be repeated, and split by commas' },
    { name: 'effort', value: '<effort>', summary: 'the effort it belongs to' },
    { name: 'profile', value: '<name>', summary: 'words of .drover/profiles/<name>.md' },
    { name: 'allow-overlap', summary: 'although another builder has some of these files' },
  ],
  examples: [
    'drover spawn --role builder --parent shop-2 --files "src/login/**" --prompt "Mend the login"',
    'drover spawn --prompt "Fix the flaky login test"',
    'drover spawn --attach --prompt "Fix the flaky login test"',
    'drover spawn --from-file task.md --project shop --harness codex --wait',
    'drover spawn --each "cc cx op" --prompt "Fix the flaky login test"',
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
      { name: 'archived', summary: 'ended and archived sessions too' },
      { name: 'all', short: 'a', summary: 'orchestrators too, and every page' },
    ],
    examples: ['drover session ls', 'drover session ls -p shop --include-terminated --json'],
    load: async () => (await import('../commands/session-ls.ts')).ls,
  },
  {
    path: ['session', 'get'],
    summary: 'show one session',
    args: [ids],
    flags: [{ ...project, summary: 'the project it must belong to; then its number alone will do' }],
    examples: ['drover session get demo-1', 'drover session get 1 -p demo'],
    load: async () => (await sessions()).get,
  },
  {
    path: ['session', 'set'],
    summary: 'change the model of a session from its next turn on, or its name',
    detail: 'A model for one turn only goes with `drover send --model`.',
    args: [ids],
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
    args: [ids],
    flags: [],
    examples: ['drover session kill demo-1', 'drover kill demo-1 demo-2 demo-3'],
    load: async () => (await sessions()).kill,
  },
  {
    path: ['session', 'restore'],
    summary: 'bring an ended session back into its workspace, on its branch as it stands now',
    args: [ids],
    flags: [],
    examples: ['drover session restore demo-1'],
    load: async () => (await sessions()).restore,
  },
  {
    path: ['session', 'fork'],
    summary: 'a new session and workspace from the newest snapshot, for the same agent or another',
    detail:
      'It begins at the same commit with the same files, on a branch of its own. Another agent is told what was said and done so far.',
    args: [ids],
    flags: [
      { name: 'prompt', value: '<text>', summary: 'what the new session is to do first' },
      { name: 'name', value: '<name>', summary: 'a name for people' },
      {
        name: 'harness',
        alias: 'agent',
        value: '<agent>',
        summary: 'another agent: harness[:model], by its short or its long name',
      },
      { name: 'model', value: '<model>', summary: "another model; empty for the agent's own" },
      permissions,
    ],
    examples: ['drover session fork demo-1', 'drover session fork demo-1 --harness codex --prompt "Try it your way"'],
    load: async () => (await sessions()).fork,
  },
  {
    path: ['session', 'retry'],
    summary: 'the words of the last turn once more, after it failed or was stopped',
    detail:
      'With another agent the work goes on in the same workspace, and the new agent is told what was done before.',
    args: [ids],
    flags: [
      { name: 'agent', value: '<agent>', summary: 'another agent: harness[:model], by its short or its long name' },
    ],
    examples: ['drover session retry demo-1', 'drover session retry demo-1 demo-2 --agent cx'],
    load: async () => (await archiving()).retry,
  },
  {
    path: ['session', 'archive'],
    summary: 'take ended sessions out of sight; what they made stays',
    detail: 'Lists leave them out from then on: `drover session ls --archived` shows them.',
    args: [ids],
    flags: [{ name: 'end', summary: 'end those that have not ended first' }],
    examples: ['drover session archive demo-1 demo-2', 'drover session archive --end demo-3'],
    load: async () => (await archiving()).archive,
  },
  {
    path: ['session', 'unarchive'],
    summary: 'bring archived sessions back into sight',
    args: [ids],
    flags: [],
    examples: ['drover session unarchive demo-1'],
    load: async () => (await archiving()).unarchive,
  },
  {
    path: ['session', 'cleanup'],
    summary: 'remove clean worktrees of ended sessions; says why others stay',
    args: [{ name: 'id', optional: true, many: true, summary: 'only these sessions' }],
    flags: [project, { name: 'dry-run', summary: 'only say what would happen' }, yes],
    examples: [
      'drover session cleanup --dry-run',
      'drover session cleanup demo-1 demo-2',
      'drover session cleanup -p shop -y',
    ],
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
    args: [ids],
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
    args: [ids],
    flags: [
      { name: 'stat', summary: 'only files and counts' },
      {
        name: 'view',
        value: '<view>',
        summary: 'all, committed, staged, uncommitted, turn:<n> or commit:<hash> (default all)',
      },
      { name: 'file', value: '<path>', summary: 'this file only' },
    ],
    examples: ['drover session diff demo-1 --stat', 'drover session diff demo-1 --view turn:2'],
    load: async () => (await workspaces()).diff,
  },
  {
    path: ['session', 'snapshots'],
    summary: 'list the saved states of a workspace',
    args: [ids],
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
