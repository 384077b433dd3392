/**
 * Copilot CLI's own interface in a terminal: its launch with hooks by a plug-in folder of the launch, what its screen shows.
 * Measured on 1.0.102. What its hooks and its file mean is `terminal-ear`'s.
 */
import { join } from 'node:path'
import type { LaunchPlan, ScreenFacts, Start, TerminalSide } from '#ports/harness'
import { guardOf } from '../guard-wiring.ts'
import { configuredEnv } from '../line-json.ts'
import { brightWords, lastRows, sameWords, showsWords } from '../terminal/box.ts'
import { hookCommand } from '../terminal/hook-command.ts'
import { terminalDialogue } from '../terminal/lines.ts'
import { copilotEnv, copilotFlags, roleEnv, roleFiles, serverFlags } from './plan.ts'
import { copilotEar } from './terminal-ear.ts'

const plugin = 'terminal-plugin'
const events = ['userPromptSubmitted', 'notification', 'agentStop', 'sessionEnd']
const hookSeconds = 10

export const copilotTerminal: TerminalSide = {
  plan: planTerminal,
  open: (_start, saved) => terminalDialogue(copilotEar, saved),
  look: ({ rows, styled }) => lookAtCopilot(rows, styled),
  same: (sent, heard) => sameWords(sent, heard) || isFileOf(heard, sent),
  holds: (draft, sent) => holdsPaste(draft, sent) || showsWords(draft, sent),
  midTurn: 'takes',
  settleMs: 300,
  brings: ['.github', '.copilot', '.mcp.json', '.vscode', '.claude', '.agents'],
  leave: { words: '/exit' },
}

function planTerminal(start: Start): LaunchPlan {
  const guard = guardOf('copilot', start)
  return {
    argv: [
      start.program.binary,
      ...start.program.prefix,
      ...copilotFlags,
      ...permissionFlags(start),
      ...serverFlags(start),
      ...['--plugin-dir', join(start.launchDir, plugin)],
      ...guard.argv,
      ...(start.model === null ? [] : ['--model', start.model]),
      ...(start.resume === null ? ['--session-id', start.freshId] : [`--resume=${start.resume}`]),
      ...(start.prompt === '' ? [] : [`--interactive=${start.prompt}`]),
    ],
    env: { ...copilotEnv(start), ...configuredEnv(start.config), ...roleEnv(start) },
    files: [
      ...roleFiles(start),
      ...guard.files,
      {
        path: `${plugin}/plugin.json`,
        content: JSON.stringify({ name: 'drover-terminal', version: '1.0.0', hooks: 'hooks.json' }),
      },
      { path: `${plugin}/hooks.json`, content: JSON.stringify(hooks) },
    ],
    stdin: { mode: 'closed' },
    lifetime: 'session',
    terminal: true,
  }
}

function permissionFlags({ permissions }: Start): readonly string[] {
  if (permissions === 'bypass') return ['--allow-all']
  if (permissions === 'ask') return []
  return ['--allow-all-tools', '--deny-tool=shell', '--deny-tool=write']
}

/**
 * At its start it names no file, and whoever goes on with a conversation must not hear it twice: the folder is put into what the
 * hook tells, and how long the file is by then is read as for every CLI.
 */
const startCommand = [
  `f=\${COPILOT_HOME:-$HOME/.copilot}/session-state`,
  "d=$(head -c 200000 | tr '\\n\\r' '  ')",
  'i=$(printf %s "$d" | sed -n \'s/.*"sessionId" *: *"\\([A-Za-z0-9-]*\\)".*/\\1/p\')',
  `printf '{"folder":"%s","transcript_path":"%s/%s/events.jsonl",%s' "$f" "$f" "$i" "\${d#?}" | ${hookCommand('copilot', 'sessionStart')}`,
].join('; ')

const entry = (bash: string) => [{ type: 'command', bash, timeoutSec: hookSeconds }]

const hooks = {
  version: 1,
  hooks: {
    sessionStart: entry(startCommand),
    ...Object.fromEntries(events.map((event) => [event, entry(hookCommand('copilot', event))])),
  },
}

const rule = /^[─━]{20,}/

function lookAtCopilot(rows: readonly string[], styled: readonly string[]): ScreenFacts {
  const dialog = dialogIn(rows)
  if (dialog !== null) return { ready: false, working: false, dialog, draft: null }
  const working = lastRows(rows, 2).some((row) => /\bWorking\b.*\besc\b|\besc (again to )?interrupt\b/.test(row))
  const end = rows.findLastIndex((row) => rule.test(row))
  const begin = end <= 0 ? -1 : rows.slice(0, end).findLastIndex((row) => rule.test(row))
  if (begin === -1 || !/^[❯!]/.test(rows[begin + 1] ?? '')) return { ready: false, working, dialog: null, draft: null }
  const text = rows
    .slice(begin + 1, end)
    .map((row, index) => (index === 0 ? row.replace(/^[❯!]\s?/, '') : row.replace(/^ {2}/, '')))
    .join('\n')
    .trim()
  const bright = styled
    .slice(begin + 1, end)
    .map(brightWords)
    .join('')
    .replace(/^\s*[❯!]/, '')
    .trim()
  return { ready: true, working, dialog: null, draft: bright === '' ? '' : text }
}

/** A frame with a list, and beneath it the keys that answer it. */
function dialogIn(rows: readonly string[]): string | null {
  const last = lastRows(rows, 18)
  if (!last.slice(-4).some((row) => /\b(enter to (select|confirm|submit)|esc to cancel)\b/i.test(row))) return null
  const inner = last
    .map((row) => row.replace(/^\s*│ ?/, '').replace(/ *│\s*$/, ''))
    .filter((row) => !/^[╭╰─\s]*$/.test(row.slice(0, 4)))
  return inner.slice(-9).join('\n').slice(0, 600)
}

const pasted = /^\[(?:Paste #\d+ - (\d+) lines|Saved pasted content to workspace \([\d.]+ KB\) id=\d+)\]$/

const holdsPaste = (draft: string, sent: string): boolean => {
  const match = pasted.exec(draft.trim())
  return match !== null && (match[1] === undefined || Math.abs(Number(match[1]) - sent.split('\n').length) <= 1)
}

/** Longer pastes it puts into a file of the conversation, which the model is told to read. */
const filed = /^\s*<pasted_content file="[^"]*" size="[^"]*" lines="(\d+)" \/>\s*$/

function isFileOf(heard: string, sent: string): boolean {
  const match = filed.exec(heard)
  return match !== null && Math.abs(Number(match[1]) - sent.split('\n').length) <= 1
}
