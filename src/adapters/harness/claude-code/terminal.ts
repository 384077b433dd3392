/**
 * Claude Code's own interface in a terminal: its launch, its hooks by a settings file of the launch, what its screen shows.
 * Measured on 2.1.325. What its hooks and transcript mean is `terminal-ear`'s.
 */
import { join } from 'node:path'
import type { LaunchPlan, ScreenFacts, Start, TerminalSide } from '#ports/harness'
import { guardOf } from '../guard-wiring.ts'
import { instructionsFiles } from '../instructions.ts'
import { fieldsIn, listIn, objectOf } from '../line-json.ts'
import { brightWords, lastRows, sameWords, showsWords } from '../terminal/box.ts'
import { hookTable } from '../terminal/hook-command.ts'
import { terminalDialogue } from '../terminal/lines.ts'
import { conversationFlags, environment, permissionFlags } from './plan.ts'
import { roleFlags } from './role.ts'
import { claudeEar } from './terminal-ear.ts'

const settingsFile = 'settings.json'
const hookSeconds = 10

const events = [
  ...['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PermissionRequest'],
  ...['Stop', 'StopFailure', 'SessionEnd'],
]

export const claudeTerminal: TerminalSide = {
  plan: planTerminal,
  open: (_start, saved) => terminalDialogue(claudeEar, saved),
  look: ({ rows, styled }) => lookAtClaude(rows, styled),
  same: sameWords,
  holds: (draft, sent) => holdsPaste(draft, sent) || showsWords(draft, sent),
  midTurn: 'takes',
  settleMs: 300,
  leave: { words: '/exit' },
}

function planTerminal(start: Start): LaunchPlan {
  const guard = guardOf('claude-code', start)
  const isRoot = process.getuid?.() === 0
  return {
    argv: [
      start.program.binary,
      ...start.program.prefix,
      ...['--settings', join(start.launchDir, settingsFile)],
      ...permissionFlags(start),
      ...roleFlags(start),
      ...conversationFlags(start),
      ...(start.model === null ? [] : ['--model', start.model]),
      // Its trust dialog stands before what a repository brings; one that is not trusted brings nothing.
      ...(start.trusted ? [] : ['--setting-sources', 'user']),
      ...withoutSettings(guard.argv),
      ...(start.prompt === '' ? [] : ['--', start.prompt]),
    ],
    env: { ...environment(start, isRoot), ...guard.env },
    files: [
      ...instructionsFiles(start),
      ...guard.files,
      { path: settingsFile, content: `${JSON.stringify(settingsWith(guard.argv))}\n` },
    ],
    stdin: { mode: 'closed' },
    lifetime: 'session',
    terminal: true,
  }
}

/** Of two such flags one would count: the guard's hooks stand in our file. */
function withoutSettings(argv: readonly string[]): readonly string[] {
  const at = argv.indexOf('--settings')
  return at === -1 ? argv : [...argv.slice(0, at), ...argv.slice(at + 2)]
}

function settingsWith(guard: readonly string[]): object {
  const at = guard.indexOf('--settings')
  const asked = at === -1 ? {} : fieldsIn(objectOf(guard[at + 1] ?? '')?.hooks)
  const ours = hookTable('claude-code', events, hookSeconds)
  const names = new Set([...Object.keys(asked), ...Object.keys(ours)])
  return {
    hooks: Object.fromEntries([...names].map((name) => [name, [...listIn(asked[name]), ...(ours[name] ?? [])]])),
  }
}

const rule = /^[─━]{20,}/
/** Shown in the box while it is empty, in words like any other. */
const placeholders = [/^Press up to edit queued messages$/, /^Try "/]

function lookAtClaude(rows: readonly string[], styled: readonly string[]): ScreenFacts {
  const box = findBox(rows)
  if (box === null) {
    const dialog = dialogIn(rows)
    return { ready: false, working: dialog === null && isWorking(rows), dialog, draft: null }
  }
  const words = rows.slice(box.from, box.to).map((row, index) => (index === 0 ? row.replace(/^❯[\s\u00a0]?/, '') : row))
  const text = words
    .map((row) => row.replace(/^ {2}/, ''))
    .join('\n')
    .trim()
  const bright = brightWords(styled[box.from] ?? '')
    .replace(/^[\s\u00a0]*❯[\s\u00a0]?/, '')
    .trim()
  const empty = text === '' || placeholders.some((one) => one.test(text)) || (box.to - box.from === 1 && bright === '')
  return { ready: true, working: isWorking(rows.slice(box.to)), dialog: null, draft: empty ? '' : text }
}

/** Between two rules, the first row with the prompt's mark; the last such pair of the screen. */
function findBox(rows: readonly string[]): { readonly from: number; readonly to: number } | null {
  for (let end = rows.length - 1; end > 0; end--) {
    if (!rule.test(rows[end] ?? '')) continue
    for (let begin = end - 1; begin >= 0; begin--) {
      if (!rule.test(rows[begin] ?? '')) continue
      return rows[begin + 1]?.startsWith('❯') === true ? { from: begin + 1, to: end } : null
    }
    return null
  }
  return null
}

const isWorking = (rows: readonly string[]): boolean => rows.some((row) => /\besc to interrupt\b/.test(row))

/** A list with a mark at one entry, and the keys that answer it. */
function dialogIn(rows: readonly string[]): string | null {
  const last = lastRows(rows, 24)
  if (!last.slice(-3).some((row) => /\b(Esc to cancel|Enter to confirm|Esc to exit)\b/i.test(row))) return null
  const marked = last.some((row) => /^\s*❯ (\d+\. )?\S/.test(row))
  return marked ? last.slice(-8).join('\n').slice(0, 600) : null
}

const pasted = /^\[Pasted text #\d+(?: \+(\d+) lines)?\]$/

function holdsPaste(draft: string, sent: string): boolean {
  const match = pasted.exec(draft.trim())
  if (match === null) return false
  return match[1] === undefined || Number(match[1]) === sent.split('\n').length - 1
}
