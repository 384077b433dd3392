/** The tool server, for agents' own programs and for the operator's. */
import type { Arg, Command } from '../command.ts'
import { yes } from './common.ts'

const mcp = () => import('../commands/mcp.ts')
const client: Arg = {
  name: 'client',
  summary: 'claude-code, codex, claude-desktop, opencode, gemini, qwen, copilot or cursor',
}

export const mcpCommands: readonly Command[] = [
  {
    path: ['mcp'],
    summary: 'the tool server (MCP over standard input and output)',
    detail:
      'Started by a program that takes tools. Inside a session its tools are those of the agent: mail_send, mail_check, mail_reply, task_get, task_done, task_handoff, progress, wait, spawn, children, merge_ready, session_status. Elsewhere they are the operator’s: projects, sessions, session_get, spawn, send, answer, cancel, kill, diff, tail, tasks, relay_start, effort_start, mail, merges, pr_list, doctor.',
    args: [],
    flags: [],
    examples: ['drover mcp'],
    load: async () => (await mcp()).mcp,
  },
  {
    path: ['mcp', 'install'],
    summary: 'add the operator’s tools to a program’s own configuration; shows what it writes, and asks',
    args: [client],
    flags: [yes, { name: 'print', summary: 'only print the file as it would be' }],
    examples: ['drover mcp install claude-code', 'drover mcp install codex --yes'],
    load: async () => (await mcp()).install,
  },
  {
    path: ['mcp', 'uninstall'],
    summary: 'take them out again',
    args: [client],
    flags: [yes],
    examples: ['drover mcp uninstall claude-code'],
    load: async () => (await mcp()).uninstall,
  },
]
