/**
 * Qwen Code's own interface in a terminal: its launch with hooks by a settings file of the launch, what its screen shows.
 * Measured on 0.24.4. What its hooks and its file mean is `terminal-ear`'s.
 */
import { join } from 'node:path'
import type { LaunchPlan, ScreenFacts, Start, TerminalSide } from '#ports/harness'
import { guardOf } from '../guard-wiring.ts'
import { besideArgument } from '../instructions.ts'
import { configuredEnv, fieldsIn, listIn } from '../line-json.ts'
import { preloaded } from '../node-shield.ts'
import { lastRows, sameWords, showsWords } from '../terminal/box.ts'
import { hookTable } from '../terminal/hook-command.ts'
import { terminalDialogue } from '../terminal/lines.ts'
import { qwenEnv, qwenShield, roleFlags, systemSettings, trustFlags, unguardedBy } from './plan.ts'
import { qwenEar } from './terminal-ear.ts'

const settingsFile = 'terminal-settings.json'
const hookMs = 10_000

const events = [
  ...['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PermissionRequest'],
  ...['Notification', 'Stop', 'StopFailure', 'SessionEnd'],
]

export const qwenTerminal: TerminalSide = {
  plan: planTerminal,
  open: (_start, saved) => terminalDialogue(qwenEar, saved),
  look: ({ rows }) => lookAtQwen(rows),
  same: sameWords,
  holds: (draft, sent) => holdsPaste(draft, sent) || showsWords(draft, sent),
  midTurn: 'takes',
  // Sooner, it sends the placeholder in place of the words.
  settleMs: 600,
  // Its safe mode, in which it obeys nobody's repository, runs no hook.
  brings: ['.qwen', '.env', '.mcp.json', '.agents', '.claude'],
  leave: { words: '/quit' },
}

function planTerminal(start: Start): LaunchPlan {
  const modules = qwenShield(start)
  const unguarded = start.guard === null ? null : unguardedBy(start)
  const guard = guardOf('qwen', unguarded === null ? start : { ...start, guard: null })
  const settings = { path: settingsFile, content: `${JSON.stringify(settingsWith(fieldsIn(guard.settings)))}\n` }
  // Whoever has set one has it for a reason; its hooks are not ours, and its screen is looked at.
  const own = configuredEnv(start.config)[systemSettings] ?? start.hostEnv[systemSettings] ?? ''
  const prompt = start.prompt === '' ? '' : besideArgument(start)
  return {
    argv: [
      ...preloaded(start, modules),
      ...['--approval-mode', modeOf(start)],
      ...trustFlags(start),
      ...roleFlags(start),
      ...(start.model === null ? [] : ['-m', start.model]),
      ...(start.resume === null ? ['--session-id', start.freshId] : ['--resume', start.resume]),
      ...(start.resume !== null && start.fork ? ['--fork-session'] : []),
      ...(prompt === '' ? [] : [`--prompt-interactive=${prompt}`]),
    ],
    env: {
      ...qwenEnv(start),
      ...configuredEnv(start.config),
      ...guard.env,
      ...(own === '' ? { [systemSettings]: join(start.launchDir, settingsFile) } : {}),
    },
    files: [...modules, ...guard.files, settings],
    stdin: { mode: 'closed' },
    lifetime: 'session',
    terminal: true,
    ...(unguarded === null ? {} : { unguarded }),
  }
}

const modeOf = ({ permissions }: Start): string =>
  permissions === 'bypass' ? 'yolo' : permissions === 'ask' ? 'default' : 'plan'

/** It reads one file of this kind: the guard's hooks stand beside ours. Ghost words would be taken for a draft. */
function settingsWith(guard: Readonly<Record<string, unknown>>): object {
  const asked = fieldsIn(guard.hooks)
  const ours = hookTable('qwen', events, hookMs)
  const hooks = Object.fromEntries(events.map((name) => [name, [...listIn(asked[name]), ...(ours[name] ?? [])]]))
  return { ...guard, hooks, ui: { enableFollowupSuggestions: false } }
}

const rule = /^[─━]{20,}/
const mark = /^[*>!] ?/
const placeholder = 'Type your message or @path/to/file'

function lookAtQwen(rows: readonly string[]): ScreenFacts {
  const end = rows.findLastIndex((row) => rule.test(row))
  const begin = end <= 0 ? -1 : rows.slice(0, end).findLastIndex((row) => rule.test(row))
  const hasBox = begin !== -1 && mark.test(rows[begin + 1] ?? '')
  if (!hasBox) {
    const dialog = dialogIn(rows)
    return { ready: false, working: dialog === null && isWorking(rows), dialog, draft: null }
  }
  const text = rows
    .slice(begin + 1, end)
    .map((row, index) => (index === 0 ? row.replace(mark, '') : row.replace(/^ {2}/, '')))
    .join('\n')
    .replaceAll('\u200b', '')
    .trim()
  return { ready: true, working: isWorking(rows), dialog: null, draft: text === placeholder ? '' : text }
}

const isWorking = (rows: readonly string[]): boolean =>
  lastRows(rows, 10).some((row) => /\besc to cancel\b/.test(row) || /^\s*Enter to steer\b/.test(row))

/** A list with a mark at one entry. */
function dialogIn(rows: readonly string[]): string | null {
  const last = lastRows(rows, 16)
  if (!last.some((row) => /^[\s│]*[›●❯] \d+\. \S/.test(row))) return null
  return last.slice(-9).join('\n').slice(0, 600)
}

const pasted = /^\[Pasted Content (\d+) chars\]/

const holdsPaste = (draft: string, sent: string): boolean => {
  const match = pasted.exec(draft.trim())
  return match !== null && Math.abs(Number(match[1]) - [...sent].length) <= 2
}
