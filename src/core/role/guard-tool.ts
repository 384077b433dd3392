/**
 * A call of a tool as agent CLIs tell it to their hooks, in the guard's words. Their names differ; a tool that takes a
 * command is a shell, whatever it is called.
 */
import type { ToolCall } from './guard-facts.ts'

/** What a hook was told: Claude's and Codex's words, Copilot's, and our own. */
export interface HookPayload {
  readonly tool: string
  readonly input: unknown
  readonly cwd: string
}

const writing = new Set([
  'write',
  'edit',
  'multiedit',
  'notebookedit',
  'write_file',
  'replace',
  'create',
  'str_replace',
  'str_replace_editor',
  'str_replace_based_edit_tool',
  'insert',
  'edit_file',
  'create_file',
  'delete_file',
  'apply_diff',
])
const patching = new Set(['apply_patch', 'patch', 'applypatch'])
const subagents = new Set(['task', 'agent', 'workflow', 'invoke_agent', 'spawn_agent', 'sendmessage', 'new_task'])
const shellNames = new Set([
  'bash',
  'shell',
  'sh',
  'run_shell_command',
  'exec_command',
  'local_shell',
  'exec',
  'monitor',
  'powershell',
  'unified_exec',
])
const pathNames = ['file_path', 'filePath', 'notebook_path', 'absolute_path', 'path', 'filename', 'file']

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(input: unknown): Fields {
  // Copilot hands its arguments over as text.
  if (typeof input === 'string') {
    try {
      return fieldsOf(JSON.parse(input) as unknown)
    } catch {
      return {}
    }
  }
  return typeof input === 'object' && input !== null ? (input as Fields) : {}
}

const textIn = (fields: Fields, names: readonly string[]): string | null => {
  for (const name of names) if (typeof fields[name] === 'string' && fields[name] !== '') return fields[name]
  return null
}

/** A command as text, or as the words of one: `["bash", "-lc", "ls"]`. */
function commandOf(fields: Fields): string | null {
  const given = fields.command ?? fields.cmd ?? fields.script
  if (typeof given === 'string') return given
  if (!Array.isArray(given) || given.length === 0) return null
  return given.map((word) => `'${String(word).replaceAll("'", "'\\''")}'`).join(' ')
}

const patchLine = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/
const diffLine = /^(?:\+\+\+|---) (?:[ab]\/)?([^\t]+)/

/** The files that a patch names. */
function patched(text: string): readonly string[] {
  const lines = text.split('\n')
  const own = lines.flatMap((line) => patchLine.exec(line.trimEnd())?.[1] ?? [])
  if (own.length > 0) return own
  return lines.flatMap((line) => diffLine.exec(line)?.[1] ?? []).filter((path) => path !== '/dev/null')
}

/** Everything the call would do; null: it writes or runs something, and what cannot be read from it. */
export function callsOf({ tool, input, cwd }: HookPayload): readonly ToolCall[] | null {
  const name = tool.toLowerCase()
  const fields = fieldsOf(input)
  if (patching.has(name)) {
    const text =
      textIn(fields, ['input', 'patch', 'command', 'patchText', 'diff']) ?? (typeof input === 'string' ? input : '')
    const paths = patched(text)
    return paths.length === 0 ? null : paths.map((path) => ({ tool: 'write', path, cwd }))
  }
  if (writing.has(name)) {
    const reads = fields.command === 'view'
    const path = textIn(fields, pathNames)
    if (reads) return [{ tool: 'other', name: tool }]
    return path === null ? null : [{ tool: 'write', path, cwd }]
  }
  if (subagents.has(name)) return [{ tool: 'subagent' }]
  const command = commandOf(fields)
  if (command !== null) {
    const place = textIn(fields, ['workdir', 'cwd', 'directory', 'dir_path'])
    return [{ tool: 'shell', command, cwd: place === null ? cwd : place.startsWith('/') ? place : `${cwd}/${place}` }]
  }
  if (shellNames.has(name)) return null
  if (name === 'enterworktree') return [{ tool: 'shell', command: 'git worktree add elsewhere', cwd }]
  return [{ tool: 'other', name: tool }]
}
