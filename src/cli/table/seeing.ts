/** Seeing what happened, happens, and what it cost. */
import type { Command, Flag } from '../command.ts'
import { each, id, project, yes } from './common.ts'

const seeing = () => import('../commands/seeing.ts')
const lines: Flag = {
  name: 'lines',
  short: 'n',
  value: '<count>',
  summary: 'how many at most, the newest (default 50)',
}

/** As `contract/cost` has them; the table loads no other code. */
const groups = ['project', 'agent', 'model', 'session', 'role', 'task', 'effort', 'day']

export const seeingCommands: readonly Command[] = [
  {
    path: ['dashboard'],
    summary: 'the whole fleet on the terminal, live: agents, tasks, mail, merges, costs',
    detail:
      'Keys: arrows or j and k choose an agent, n goes to the next that asks, Enter attaches (Ctrl+C comes back), a answers, s stops, q or Ctrl+C quits. Agents go on by themselves. With --json: one snapshot of the same facts.',
    args: [],
    flags: [],
    examples: ['drover dashboard', 'drover dashboard --json'],
    load: async () => (await import('../commands/dashboard.ts')).dashboard,
  },
  {
    path: ['costs'],
    summary: 'what agents cost, today or since a time',
    detail:
      'Days begin at your midnight. Where an agent tells no price its tokens are shown and its cost is unknown, never 0; `+?` marks a sum that leaves such sessions out.',
    args: [],
    flags: [
      {
        name: 'by',
        value: '<what>',
        choices: groups,
        summary: `one of ${groups.join(', ')} (default project)`,
      },
      { name: 'since', value: '<time>', summary: 'today (the default), 7d, 24h, 2026-01-31, or a time in ISO form' },
      project,
    ],
    examples: [
      'drover costs',
      'drover costs --by model --since 30d',
      'drover costs --by day --since 7d -p shop --json',
    ],
    load: async () => (await import('../commands/costs.ts')).costs,
  },
  {
    path: ['trace'],
    summary: 'one timeline of turns, tools, mails and merges',
    detail: 'Of a session, of all that worked on a task, or of an effort.',
    args: [each({ name: 'session|task|effort', summary: 'such as `demo-1`, `t-3` or `e-1`' })],
    flags: [],
    examples: ['drover trace demo-1', 'drover trace e-1 --json'],
    load: async () => (await seeing()).trace,
  },
  {
    path: ['replay'],
    summary: 'the transcripts of several sessions, interleaved by time',
    args: [{ name: 'session|task|effort', many: true, summary: 'one or more' }],
    flags: [],
    examples: ['drover replay demo-1 demo-2', 'drover replay e-1'],
    load: async () => (await seeing()).replay,
  },
  {
    path: ['feed'],
    summary: 'what happened in the whole fleet, one line each',
    detail: 'With --follow --json: one object a line.',
    args: [],
    flags: [{ name: 'follow', short: 'f', summary: 'go on as things happen' }, lines],
    examples: ['drover feed', 'drover feed -f'],
    load: async () => (await seeing()).feed,
  },
  {
    path: ['inspect'],
    summary: 'everything about one session: facts, mail, merges, what it did lately',
    args: [each(id)],
    flags: [{ name: 'follow', summary: 'go on as the agent works (JSON: one event a line)' }],
    examples: ['drover inspect demo-1', 'drover inspect demo-1 --follow'],
    load: async () => (await seeing()).inspect,
  },
  {
    path: ['errors'],
    summary: 'what went wrong: turns, merges and mails that failed',
    args: [],
    flags: [project, lines],
    examples: ['drover errors', 'drover errors -p shop -n 10'],
    load: async () => (await seeing()).errors,
  },
  {
    path: ['clean'],
    summary: 'throw away read mail, clean worktrees of ended sessions, the daemon’s log; never work',
    detail:
      'Says what it would remove and asks. Without a terminal it removes nothing unless -y is given. Worktrees are saved to a snapshot first, the log is packed beside itself until the next time; mail that was read is gone.',
    args: [],
    flags: [
      { name: 'mail', summary: 'mail that was read, called off or cannot be delivered' },
      { name: 'sessions', summary: 'clean worktrees of ended sessions' },
      { name: 'logs', summary: "what is in the daemon's log" },
      { name: 'all', summary: 'all of these' },
      { name: 'dry-run', summary: 'only say what would be removed' },
      yes,
    ],
    examples: ['drover clean --all --dry-run', 'drover clean --sessions --mail -y'],
    load: async () => (await import('../commands/clean.ts')).clean,
  },
]
