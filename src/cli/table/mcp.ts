/** The command that agents' own programs start. */
import type { Command } from '../command.ts'

export const mcpCommands: readonly Command[] = [
  {
    path: ['mcp'],
    summary: 'the tool server of an agent (MCP over standard input and output)',
    detail:
      'Started by an agent’s own program inside a session, which hands it to every CLI that takes one. Its tools are those of the command line: mail_send, mail_check, mail_reply, task_get, task_done, task_handoff, progress, wait, spawn, children, merge_ready, session_status.',
    args: [],
    flags: [],
    examples: ['drover mcp'],
    load: async () => (await import('../commands/mcp.ts')).mcp,
  },
]
