/** The daemon itself: start, stop, what it logs and tells. */
import type { Command } from '../command.ts'
import { yes } from './common.ts'

const control = () => import('../commands/daemon.ts')
const watching = () => import('../commands/watch.ts')

export const daemonCommands: readonly Command[] = [
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
    load: async () => (await import('../commands/status.ts')).status,
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
    load: async () => (await import('../completion.ts')).completion,
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
    load: async () => (await import('../commands/logs.ts')).logs,
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
