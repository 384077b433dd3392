/**
 * Every key of the configuration in one table: who may set it, what it takes, its default, what it does. The schema checks
 * values, this table explains them; a test holds the two together. `*` stands for a name of the writer's choice.
 */
import { defaultNotifyKinds } from '#contract/notify'
import { afkRows } from './afk-keys.ts'
import { plainKey, spellingsOf } from './spellings.ts'

export interface KeyDoc {
  readonly key: string
  /** project: also in a repository's file and by `project set`. daemon: in the user's file only. */
  readonly scope: 'project' | 'daemon'
  readonly expects: string
  readonly fallback: unknown
  readonly about: string
  /** Applied from a repository's file only after `drover project trust`. */
  readonly trust?: true
}

/** Where the daemon listens unless somebody says otherwise. */
export const defaultPort = 4180

const megabyte = 2 ** 20
type Row = readonly [key: string, expects: string, fallback: unknown, about: string, trust?: true]

const project: readonly Row[] = [
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
  [
    'merge.push',
    'true or false',
    false,
    'Pushes what lands: the remote first, the branch here follows. Refused in a repository’s file.',
  ],
  [
    'merge.checkout',
    '"fast-forward" or "refuse"',
    'fast-forward',
    'What happens to a clean tree that has the target checked out. Refused in a repository’s file.',
  ],
  ['merge.union', 'a list of globs', [], 'Files whose conflicts are settled by keeping both sides.', true],
  [
    'merge.tiers',
    'a list of clean, mechanical, agent, human',
    ['clean', 'mechanical', 'agent', 'human'],
    'How far a merge may go: mechanical is the union of merge.union, agent asks the session of merge.agent, human asks a person.',
    true,
  ],
  ['merge.attempts', 'a whole number from 1 to 20', 3, 'How often a merge begins anew when its target moved.', true],
  [
    'merge.train',
    'a whole number from 1 to 20',
    4,
    'How many clean merges of one target are verified together and land together; 1: each alone.',
    true,
  ],
  [
    'merge.agent',
    'an agent such as "cc" or "codex:model"',
    null,
    'Who resolves the conflicts that are left, in the merge’s own tree. Unset: no agent.',
    true,
  ],
  [
    'merge.agent_tries',
    'a whole number from 0 to 10',
    1,
    'How often an agent is called for one merge before a person is.',
    true,
  ],
  [
    'forge.github.url',
    'an address',
    'https://api.github.com',
    'The API of GitHub, or of an installation of it (`https://git.example.com/api/v3`). The token is sent there alone.',
  ],
  [
    'forge.merge_method',
    '"merge", "squash" or "rebase"',
    'merge',
    'How `drover pr merge` merges, unless it is told otherwise.',
  ],
  [
    'forge.nudge',
    'a list of ci, review, conflict',
    ['ci', 'review', 'conflict'],
    'What a session is told of its pull request by mail: failed checks, changes that were asked for, conflicts.',
  ],
  [
    'forge.interval',
    'a duration such as 30 or "1m"',
    30,
    'How often open pull requests are looked at, in seconds; 0: never.',
  ],
  ['presets', 'a list of { label, prompt }', [], 'Prompts that the cockpit offers.'],
  [
    'turn_timeout',
    'a duration such as 3600 or "2h"',
    null,
    'Ends a longer turn, in seconds; 0: never. Unset: never when attended, 2 h when not.',
  ],
  [
    'request_timeout',
    'a duration such as 3600 or "24h"',
    86_400,
    'Approvals are denied and questions closed when nobody answered for so long, in seconds; 0: never.',
  ],
  [
    'stall_threshold',
    'a duration such as 900 or "15m"',
    900,
    'Silence after which a running agent without a connection, CPU or I/O is ended and its turn fails as stalled; 0: never.',
  ],
  ['tool_stall_threshold', 'a duration such as 7200 or "2h"', 7_200, 'The same while one of its tools runs.'],
  [
    'connected_idle',
    'a duration such as 300 or "5m"',
    300,
    'Silence beyond stall_threshold after which an agent whose connection carries nothing is shown as suspect.',
  ],
  ['connected_kill', 'a duration such as 3600 or "1h"', 3_600, 'Silence after which such an agent is ended.'],
  ['cancel_grace', 'a duration such as 5 or "5s"', 5, 'Seconds between SIGTERM and SIGKILL.'],
  [
    'snapshot_max_file',
    'a size such as 1048576 or "50MB"',
    50 * megabyte,
    'Larger files are left out of snapshots, in bytes.',
  ],
]

const relay: readonly Row[] = [
  [
    'relay.mix',
    'a text or a list of agent specs, such as ["cc@2", "cx"]',
    [],
    'Agents of a relay whose task has no route and that names none itself: alias[:model][@quota].',
  ],
  ['relay.tries', 'a whole number from 1 to 100', 5, 'Tries that a task gets before it counts as failed.'],
  [
    'relay.backoff',
    'a duration such as 5 or "5s"',
    5,
    'First wait before a passing failure is tried again; it doubles.',
  ],
  ['relay.backoff_max', 'a duration such as 300 or "5m"', 300, 'The longest of these waits.'],
  [
    'relay.pause',
    'a duration such as 3600 or "1h"',
    3600,
    'Rest of an agent that met more than one passing failure in a row; also the time between the looks after it.',
  ],
  ['relay.freeze', 'a duration such as 18000 or "5h"', 18_000, 'Rest of an agent that failed all of these looks.'],
  ['relay.probes', 'a whole number from 1 to 100', 5, 'Failed looks after which a paused agent is frozen.'],
  [
    'relay.stall_threshold',
    'a duration such as 900 or "15m"',
    null,
    'The stall_threshold of relays; unset: the one above.',
  ],
  ['relay.connected_idle', 'a duration such as 300 or "5m"', null, 'The connected_idle of relays.'],
  ['relay.connected_kill', 'a duration such as 3600 or "1h"', null, 'The connected_kill of relays.'],
  [
    'relay.commit',
    '"leftovers" or "agent"',
    'leftovers',
    'What a completed try left uncommitted: committed by Drover, or the try counts as incomplete.',
  ],
  [
    'relay.land',
    'true or false',
    false,
    'Brings every finished task to the base branch at once, as --land does.',
    true,
  ],
  ['relay.auto_resume', 'true or false', true, 'Parked work starts by itself, once, when its agent is back.'],
  [
    'routes.*',
    'a text or a list of agent specs, such as ["cc@2", "cx"]',
    {},
    "Named lists of agents; a task's role picks the route of its name, else default, else relay.mix.",
  ],
  ['models.*', 'the name of a model', {}, 'Short names for models, in agent specs of every harness.'],
  [
    'providers.*',
    'a text or a list of agent specs, such as ["cc", "op:anthropic/*"]',
    {},
    'Specs that share one account: what one of them used up benches all of them.',
  ],
  ['role.*.route', 'the name of a route', null, "Route of this role's tasks when it has another name."],
  ['role.*.verify', 'a command, or a list of commands', [], "Proves the work of this role's tasks.", true],
]

const budget: readonly Row[] = [
  [
    'budget.daily_usd',
    'an amount of US dollars above 0',
    null,
    'What a project may cost a day, from your midnight on. Near it you are warned; once it is reached nothing new is launched, and turns that run finish. Unset: no limit.',
    true,
  ],
  ['budget.total_usd', 'an amount of US dollars above 0', null, 'The same, for all that a project ever cost.', true],
  [
    'budget.warn_percent',
    'a whole number from 1 to 100',
    80,
    'How much of a budget is used when you are warned.',
    true,
  ],
]

const coordination: readonly Row[] = [
  [
    'roles.*.agent',
    'an agent spec, such as "cc:opus"',
    null,
    'Agent of this role when none is named; before the route of its name.',
  ],
  ['roles.*.files', '"reads" or "writes"', null, 'Whether the role changes files.', true],
  ['roles.*.spawns', 'a list of roles', [], 'Roles that it may start.', true],
  [
    'roles.*.ends',
    'a list of types of mail, such as ["worker_done"]',
    [],
    'Mails that end its work; an empty list: it lives as long as its effort.',
    true,
  ],
  ['roles.*.permissions', '"bypass", "ask" or "read-only"', null, 'What it may do by default.', true],
  [
    'coordination.reminders',
    'a whole number from 0 to 20',
    1,
    'Turns that ask for a report that was not given, before it counts as missing and the parent is told.',
  ],
  ['coordination.max_depth', 'a whole number from 0 to 10', 2, 'How far below the root a session may start another.'],
  [
    'coordination.max_children',
    'a whole number of 1 or more',
    5,
    'Children of one session that may be at work at once.',
  ],
  ['coordination.max_agents', 'a whole number of 1 or more', 25, 'Sessions of one effort that may be at work at once.'],
  [
    'coordination.max_wakes_per_hour',
    'a whole number of 0 or more',
    30,
    'Turns of one session that mail of sessions alone may begin within an hour; what the operator writes always does.',
  ],
  [
    'coordination.native_subagents',
    '"allow" or "deny"',
    'allow',
    'Whether the agent of a role may start sub-agents of its own, which Drover does not see.',
    true,
  ],
  [
    'coordination.show_after',
    'a duration such as 120 or "2m"',
    120,
    'Idleness after which a session that owes a report is shown as such; 0: never.',
  ],
  [
    'coordination.remind_after',
    'a duration such as 300 or "5m"',
    300,
    'Idleness after which it is reminded; 0: never.',
  ],
  [
    'coordination.notice_after',
    'a duration such as 900 or "15m"',
    900,
    'Idleness after which the operator is told; 0: never.',
  ],
  [
    'coordination.stop_after',
    'a duration such as 3600 or "1h"',
    3600,
    'Idleness after which it is stopped and its parent told that it died; 0: never.',
  ],
]

const daemon: readonly Row[] = [
  ['server.host', 'an address', '127.0.0.1', 'Address the daemon listens on.'],
  ['server.port', 'a port from 0 to 65535', defaultPort, 'Port; 0 picks a free one. DROVER_PORT wins.'],
  ['server.trusted_proxy.peer', 'an address', null, 'Address of a proxy whose identity header is believed.'],
  ['server.trusted_proxy.header', 'the name of a header', null, 'Header in which that proxy names the person.'],
  ['server.allow_insecure_bind', 'true or false', false, 'Listen beyond this machine without TLS.'],
  ['server.tls_cert', 'a path', null, 'Certificate file (PEM).'],
  ['server.tls_key', 'a path', null, 'Key file (PEM).'],
  ['server.allowed_hosts', 'a list of host names', [], 'Host names accepted beside loopback.'],
  [
    'limits.daily_usd',
    'an amount of US dollars above 0',
    null,
    'What all projects together may cost a day; else as budget.daily_usd.',
  ],
  ['limits.max_sessions', 'a whole number of 1 or more', 1000, 'Ceiling for max_sessions of every project.'],
  [
    'limits.min_free_memory',
    'a size such as "512MB"',
    256 * megabyte,
    'Launches wait while less memory is free, in bytes.',
  ],
  [
    'limits.min_free_disk',
    'a size such as "512MB"',
    512 * megabyte,
    'Launches wait while less disk is free, in bytes.',
  ],
  ['retention.snapshots_days', 'a number of days', 30, 'Keeps snapshots of ended sessions so long; 0: for ever.'],
  ['retention.changes_days', 'a number of days', 90, 'Keeps the change log so long; 0: for ever.'],
  ['retention.events_days', 'a number of days', 0, 'Keeps events of ended sessions so long; 0: for ever.'],
  [
    'notify.kinds',
    'a list of kinds, such as ["question", "failed", "done"]',
    [...defaultNotifyKinds],
    'What rings, where a place does not say otherwise; an empty list: nothing.',
  ],
  [
    'notify.url',
    'an address such as "https://desk.tailnet.ts.net"',
    null,
    'The cockpit as your phone reaches it: what rings links there.',
  ],
  ['notify.allow_loopback_push', 'true or false', false, 'For tests: pages may name a push service on this machine.'],
  ['notify.to.*.type', '"slack", "ntfy", "webhook" or "desktop"', null, 'What kind of place it is.'],
  ['notify.to.*.url', 'an address that begins with https:// or http://', null, 'Where it is; a desktop has none.'],
  ['notify.to.*.secret', 'a text', null, 'Webhook: signs each message (X-Drover-Signature, HMAC-SHA256).'],
  ['notify.to.*.token', 'a text', null, 'ntfy: the access token.'],
  ['notify.to.*.kinds', 'a list of kinds, such as ["question", "failed", "done"]', null, 'What rings at this place.'],
  ['log.level', 'debug, info, warn or error', 'info', 'What daemon.log holds.'],
]

const harness: readonly Row[] = [
  ['harness.*.binary', 'a program or its path', null, 'Program to run instead of the one on PATH.', true],
  ['harness.*.model', 'the name of a model', null, 'Model when none is asked for.'],
  [
    'harness.*.models',
    'a table of names of models',
    {},
    'Short names for its models: `kimi = "moonshot/kimi-k2"` makes `NAME:kimi` an agent.',
  ],
  ['harness.*.env', 'a table of texts', {}, 'Variables of its launches.', true],
  ['harness.*.lifetime', '"turn" or "session"', null, 'One process a turn, or one that takes further prompts.'],
  [
    'harness.*.command',
    'a list of arguments',
    null,
    'Custom: argv with $PROMPT, $PROMPT_FILE, $MODEL, $SESSION.',
    true,
  ],
  ['harness.*.protocol', 'the name of a protocol, such as "acp"', null, 'Custom: the protocol that it speaks.', true],
  [
    'harness.*.model_flag',
    'a flag, or "" for none',
    null,
    'Custom: the flag before a model; with an empty one the model is the last argument.',
    true,
  ],
  [
    'harness.*.pass_env',
    'a list of variable names',
    [],
    "Custom: variables of the daemon's environment that reach it.",
    true,
  ],
  ['harness.*.resume', 'a list of arguments', null, 'Custom: arguments that go on with $SESSION.', true],
  ['harness.*.output', '"text", "ndjson" or "drover"', null, 'Custom: what its standard output is.', true],
  ['harness.*.text_path', 'a JSON path, or a list of them', null, 'Custom: where an ndjson line holds the text.', true],
  ['harness.*.session_path', 'a JSON path, or a list of them', null, 'Custom: where the native session id is.', true],
  ['harness.*.usage_path', 'a JSON path, or a list of them', null, 'Custom: where token counts are.', true],
  ['harness.*.cost_path', 'a JSON path, or a list of them', null, 'Custom: where the cost is.', true],
  ['harness.*.error_path', 'a JSON path, or a list of them', null, 'Custom: where an error message is.', true],
  ['harness.*.usage_totals', 'true or false', null, 'Custom: its counts are totals of the process.', true],
  ['harness.*.tail_lines', 'a whole number', null, 'Custom: lines of text output that count as the answer.', true],
  [
    'harness.*.tail_stream',
    '"stdout", "stderr" or "combined"',
    null,
    'Custom: where these lines are taken from; else standard output.',
    true,
  ],
  ['harness.*.output_strategy', '"tail"', null, 'Custom: as `output = "text"`, 40 lines of both streams.', true],
  ['harness.*.success_exit', 'an exit code, or a list of them', null, 'Custom: exit codes that mean success.', true],
  ['harness.*.fails', 'a list of { match, channel, category }', [], 'Custom: patterns that name a failure.', true],
  ['harness.*.check', 'a table of prompts', {}, 'Prompts of `drover harness check` (docs/harnesses.md).'],
]

const doc =
  (scope: KeyDoc['scope']) =>
  ([key, expects, fallback, about, trust]: Row): KeyDoc => ({
    key,
    scope,
    expects,
    fallback,
    about,
    ...(trust ? { trust } : {}),
  })

export const keyDocs: readonly KeyDoc[] = [...project, ...relay, ...budget, ...coordination, ...harness]
  .map(doc('project'))
  .concat([...daemon, ...afkRows].map(doc('daemon')))

export const daemonTables: readonly string[] = ['server', 'forge', 'limits', 'retention', 'log', 'notify', 'afk']

const asPattern = (key: string): RegExp => new RegExp(`^${key.replaceAll('.', '\\.').replaceAll('*', '[^.]+')}(\\.|$)`)
const patterns = keyDocs.map((entry) => [asPattern(entry.key), entry] as const)

/** The entry that explains a key, or a key inside it; by another spelling too. */
export const docOf = (key: string): KeyDoc | null =>
  patterns.find(([pattern]) => pattern.test(plainKey(key)))?.[1] ?? null

/** The table of the documentation. */
export function keyTable(): string {
  const row = ({ key, scope, expects, fallback, about, trust }: KeyDoc): string => {
    const value = fallback === null ? '' : `\`${JSON.stringify(fallback)}\``
    const also = spellingsOf(key)
    const names = also.length === 0 ? '' : ` Also accepted as ${also.map((one) => `\`${one}\``).join(', ')}.`
    return `| \`${key}\` | ${expects} | ${value} | ${scope === 'daemon' ? 'user' : trust ? 'trusted' : 'any'} | ${about}${names} |`
  }
  return ['| key | takes | default | file | what it does |', '|---|---|---|---|---|', ...keyDocs.map(row)].join('\n')
}
