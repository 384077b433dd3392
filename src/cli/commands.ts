/** Every command of `drover`: the one table that parser, help, completions and the command page read. */
import type { Command, Flag } from './command.ts'

const yes: Flag = { name: 'yes', short: 'y', summary: 'do not ask' }
const project: Flag = { name: 'project', short: 'p', value: '<project>', summary: 'the project' }
const id = { name: 'id', summary: 'the session, such as `demo-3`' }
const projectArg = { name: 'id', summary: 'the project' }
const control = () => import('./commands/daemon.ts')
const projects = () => import('./commands/project.ts')
const sessions = () => import('./commands/session.ts')
const workspaces = () => import('./commands/workspace.ts')
const watching = () => import('./commands/watch.ts')
const talking = () => import('./commands/talk.ts')
const setup = () => import('./commands/setup.ts')

const daemonCommands: readonly Command[] = [
  {
    path: ['start'],
    summary: 'start the daemon; returns once it is ready',
    args: [],
    flags: [
      { name: 'timeout', value: '<seconds>', summary: 'how long to wait until it is ready (default 30)' },
      {
        name: 'log-file',
        value: '<file>',
        summary: 'where the daemon logs, kept until another is named (default: daemon.log in the home)',
      },
    ],
    examples: ['drover start', 'drover start --timeout 60 --json'],
    load: async () => (await control()).start,
  },
  {
    path: ['stop'],
    summary: 'stop the daemon; returns when its process is gone',
    detail: 'Turns are cancelled, work is saved to snapshots, sessions stay resumable.',
    args: [],
    flags: [{ name: 'keep-agents', summary: 'leave the agents running' }, yes],
    examples: ['drover stop', 'drover stop --keep-agents'],
    load: async () => (await control()).stop,
  },
  {
    path: ['restart'],
    summary: 'stop and start the daemon without interrupting any agent',
    args: [],
    flags: [],
    examples: ['drover restart'],
    load: async () => (await control()).restart,
  },
  {
    path: ['status'],
    summary: 'say whether the daemon is ready',
    args: [],
    flags: [],
    examples: ['drover status', 'drover status --json'],
    load: async () => (await import('./commands/status.ts')).status,
  },
  {
    path: ['version'],
    summary: 'print the version',
    args: [],
    flags: [],
    examples: ['drover version'],
    load: async () => async (context) => {
      context.answer({ version: context.version }, () => `drover ${context.version}\n`)
      return 0
    },
  },
  {
    path: ['completion'],
    summary: 'print a completion script for a shell',
    args: [{ name: 'shell', choices: ['bash', 'zsh', 'fish'], summary: 'which shell' }],
    flags: [],
    examples: ['drover completion bash > ~/.local/share/bash-completion/completions/drover'],
    load: async () => (await import('./completion.ts')).completion,
  },
  {
    path: ['logs'],
    summary: "print the daemon's log",
    args: [],
    flags: [
      { name: 'follow', short: 'f', summary: 'go on printing new lines' },
      { name: 'lines', short: 'n', value: '<count>', summary: 'how many lines back (default 200)' },
    ],
    examples: ['drover logs', 'drover logs --follow'],
    load: async () => (await import('./commands/logs.ts')).logs,
  },
  {
    path: ['events'],
    summary: 'print what happened to projects, sessions and turns',
    args: [],
    flags: [
      { name: 'after', value: '<seq>', summary: 'only what came after this number (default 0)' },
      { name: 'type', value: '<type>', summary: 'only this type; several are split by commas' },
      { name: 'follow', short: 'f', summary: 'go on printing as things happen (JSON: one object a line)' },
    ],
    examples: ['drover events', 'drover events --after 120 --type session_ended --follow'],
    load: async () => (await watching()).events,
  },
  {
    path: ['daemon'],
    summary: 'run the daemon in the foreground',
    args: [],
    flags: [],
    examples: ['drover daemon'],
    load: async () => (await control()).foreground,
  },
]

const beginCommands: readonly Command[] = [
  {
    path: ['up'],
    summary: 'start, register a repository and print the link to the cockpit',
    detail: 'Outside a repository a small demo repository is made in the home.',
    args: [{ name: 'path', optional: true, summary: 'the repository (default: the one around here)' }],
    flags: [],
    examples: ['drover up', 'drover up ~/code/shop'],
    load: async () => (await setup()).up,
  },
  {
    path: ['link'],
    summary: 'print a fresh link to the cockpit (good once, for five minutes)',
    args: [],
    flags: [],
    examples: ['drover link'],
    load: async () => (await setup()).link,
  },
  {
    path: ['init'],
    summary: 'write .drover/config.toml with comments into this repository',
    args: [],
    flags: [yes],
    examples: ['drover init', 'drover init -y'],
    load: async () => (await import('./commands/init.ts')).init,
  },
  {
    path: ['doctor'],
    summary: 'check the machine, the tools, the agents and the home',
    args: [],
    flags: [{ name: 'fix', summary: 'mend what is safe to mend; never removes work' }],
    examples: ['drover doctor', 'drover doctor --fix', 'drover doctor --no-start --json'],
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
]

const projectCommands: readonly Command[] = [
  {
    path: ['project', 'add'],
    summary: 'register a git repository',
    args: [],
    flags: [
      { name: 'path', value: '<path>', summary: 'the repository (default: here)' },
      { name: 'id', value: '<id>', summary: 'its id (default: from the name of its directory)' },
      { name: 'name', value: '<name>', summary: 'its name for people' },
    ],
    examples: ['drover project add', 'drover project add --path ~/code/shop --id shop'],
    load: async () => (await projects()).add,
  },
  {
    path: ['project', 'ls'],
    summary: 'list the projects',
    args: [],
    flags: [],
    examples: ['drover project ls'],
    load: async () => (await projects()).ls,
  },
  {
    path: ['project', 'get'],
    summary: 'show one project',
    args: [projectArg],
    flags: [],
    examples: ['drover project get shop'],
    load: async () => (await projects()).get,
  },
  {
    path: ['project', 'rm'],
    summary: 'archive a project; removes nothing',
    args: [projectArg],
    flags: [yes],
    examples: ['drover project rm shop -y'],
    load: async () => (await projects()).rm,
  },
  {
    path: ['project', 'set'],
    summary: 'change settings of a project',
    detail: '`name` is the name of the project; every other key is a key of the configuration. An empty value unsets.',
    args: [projectArg, { name: 'key=value', many: true, summary: 'one or more settings' }],
    flags: [],
    examples: ['drover project set shop default_harness=codex max_sessions=8', 'drover project set shop name=Shop'],
    load: async () => (await projects()).set,
  },
  {
    path: ['project', 'trust'],
    summary: "show and approve what the repository's own configuration brings",
    args: [projectArg],
    flags: [yes],
    examples: ['drover project trust shop', 'drover project trust shop -y'],
    load: async () => (await projects()).trust,
  },
]

const spawnCommand: Command = {
  path: ['spawn'],
  summary: 'start an agent in a workspace of its own',
  detail:
    'The project defaults to the repository around here, else to the only one. The harness is taken from the flag, DROVER_HARNESS, the project, your configuration, in this order.',
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
  ],
  examples: [
    'drover spawn --prompt "Fix the flaky login test"',
    'drover spawn --from-file task.md --project shop --harness codex --wait',
    'drover spawn --scratch --harness rehearsal --prompt "@say hello"',
  ],
  load: async () => (await import('./commands/spawn.ts')).spawn,
}

const sessionCommands: readonly Command[] = [
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
    load: async () => (await import('./commands/session-ls.ts')).ls,
  },
  {
    path: ['session', 'get'],
    summary: 'show one session',
    args: [id],
    flags: [],
    examples: ['drover session get demo-1'],
    load: async () => (await sessions()).get,
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
    summary: 'bring an ended session back into its workspace',
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
    load: async () => (await import('./commands/attach.ts')).attach,
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

const talkCommands: readonly Command[] = [
  {
    path: ['send'],
    summary: 'send a message to a session; says whether it started or is queued',
    args: [],
    flags: [
      { name: 'session', value: '<id>', summary: 'to which session' },
      { name: 'message', value: '<text>', summary: 'what to say; - reads standard input' },
      { name: 'interrupt', summary: 'end the running turn first' },
      { name: 'steer', summary: 'into the running turn, where the harness takes words there' },
    ],
    examples: ['drover send --session demo-1 --message "Use the new API instead"'],
    load: async () => (await talking()).send,
  },
  {
    path: ['cancel'],
    summary: 'cancel the running turn; the session stays',
    args: [id],
    flags: [],
    examples: ['drover cancel demo-1'],
    load: async () => (await talking()).cancel,
  },
  {
    path: ['answer'],
    summary: 'answer what an agent asks',
    args: [
      id,
      { name: 'requestId', summary: 'which request (`drover session get` shows it)' },
      { name: 'allow|deny|TEXT', many: true, summary: 'the decision, or the answer in words' },
    ],
    flags: [],
    examples: ['drover answer demo-1 r1 allow', 'drover answer demo-1 r2 "Port 8080"'],
    load: async () => (await talking()).answer,
  },
  {
    path: ['orchestrator', 'ls'],
    summary: 'list the orchestrators',
    args: [],
    flags: [],
    examples: ['drover orchestrator ls'],
    load: async () => (await import('./commands/session-ls.ts')).orchestrators,
  },
]

const harnessCommands: readonly Command[] = [
  {
    path: ['harness', 'ls'],
    summary: 'list the agent CLIs that Drover speaks',
    args: [],
    flags: [],
    examples: ['drover harness ls'],
    load: async () => (await import('./commands/harness.ts')).ls,
  },
  {
    path: ['harness', 'probe'],
    summary: 'look whether agent CLIs are installed and signed in',
    args: [{ name: 'id', optional: true, summary: 'one of them (default: all)' }],
    flags: [],
    examples: ['drover harness probe', 'drover harness probe codex'],
    load: async () => (await import('./commands/harness.ts')).probe,
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
    load: async () => (await import('./commands/harness-check.ts')).check,
  },
  {
    path: ['config', 'show'],
    summary: 'every effective value of the configuration and where it comes from',
    args: [],
    flags: [project],
    examples: ['drover config show', 'drover config show -p shop --json'],
    load: async () => (await import('./commands/config.ts')).show,
  },
  {
    path: ['config', 'check'],
    summary: 'check the configuration files; needs no daemon',
    args: [],
    flags: [],
    examples: ['drover config check'],
    load: async () => (await import('./commands/config.ts')).check,
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

export const commands: readonly Command[] = [
  ...beginCommands,
  spawnCommand,
  ...sessionCommands,
  ...talkCommands,
  ...projectCommands,
  ...harnessCommands,
  ...daemonCommands,
]
