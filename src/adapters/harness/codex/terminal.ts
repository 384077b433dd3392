/**
 * Codex's own interface in a terminal: its launch with hooks by flags, what its screen and its title show. Measured on 0.166.0.
 * What its hooks and its rollout mean is `terminal-ear`'s.
 */
import type { LaunchPlan, ScreenFacts, Start, TerminalSide } from '#ports/harness'
import { guardOf, hookTrustFlag } from '../guard-wiring.ts'
import { configuredEnv } from '../line-json.ts'
import { brightWords, lastRows, sameWords, showsWords } from '../terminal/box.ts'
import { hookCommand } from '../terminal/hook-command.ts'
import { terminalDialogue } from '../terminal/lines.ts'
import { settings } from './plan.ts'
import { instructionFlags, promptIn, recordedOf, serverFlags } from './role.ts'
import { codexEar } from './terminal-ear.ts'

const events = [
  ...['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PermissionRequest', 'Stop', 'SessionEnd'],
]

export const codexTerminal: TerminalSide = {
  plan: planTerminal,
  open: (start, saved) => terminalDialogue(codexEar(start), saved),
  look: lookAtCodex,
  same: sameWords,
  holds: (draft, sent) => pasted(draft, sent) || showsWords(draft, sent),
  // It would cut what it says and begin anew.
  midTurn: 'drafts',
  settleMs: 300,
  brings: ['.codex'],
  leave: { keys: ['C-c'] },
}

function planTerminal(start: Start): LaunchPlan {
  const guard = guardOf('codex', start)
  const prompt = start.prompt === '' ? '' : promptIn(recordedOf(start, 'flag'), start, start.prompt)
  return {
    argv: [
      start.program.binary,
      ...start.program.prefix,
      ...(start.resume === null ? [] : [start.fork ? 'fork' : 'resume']),
      '--no-daemon',
      hookTrustFlag,
      ...hookFlags(guard.argv),
      ...permissionFlags(start),
      ...settings(start),
      ...offers,
      ...instructionFlags(start),
      ...serverFlags(start),
      ...(start.model === null ? [] : ['-m', start.model]),
      ...(start.resume === null && prompt === '' ? [] : ['--']),
      ...(start.resume === null ? [] : [start.resume]),
      ...(prompt === '' ? [] : [prompt]),
    ],
    env: configuredEnv(start.config),
    files: guard.files,
    stdin: { mode: 'closed' },
    lifetime: 'session',
    terminal: true,
  }
}

/** Offers of other models stand before the first prompt and take its Enter. */
const offers = [
  ...['-c', 'notice.hide_rate_limit_model_nudge=true'],
  ...['-c', 'notice.model_migrations={"gpt-5.5"="gpt-6-sol"}'],
]

/** A key that is given twice counts once: the guard's hook and ours for the same event are one list. */
function hookFlags(guard: readonly string[]): readonly string[] {
  const own = /^hooks\.(\w+)=\[(.*)\]$/s
  const asked = new Map(
    guard.flatMap((word) => [own.exec(word)].flatMap((m) => (m === null ? [] : [[m[1]!, m[2]!] as const]))),
  )
  const rest = guard.filter((word, at) => word !== hookTrustFlag && !own.test(word) && !own.test(guard[at + 1] ?? ''))
  const ours = events.flatMap((event) => {
    const command = `{hooks=[{type="command",command=${JSON.stringify(hookCommand('codex', event))},timeout=10}]}`
    const both = asked.has(event) ? `${asked.get(event)},${command}` : command
    return ['-c', `hooks.${event}=[${both}]`]
  })
  return [...ours, ...rest]
}

function permissionFlags({ permissions }: Start): readonly string[] {
  if (permissions === 'bypass') return ['--dangerously-bypass-approvals-and-sandbox']
  // Nothing is written without being asked for.
  if (permissions === 'ask') return ['-s', 'read-only', '-a', 'on-request']
  return ['-s', 'read-only', '-a', 'never']
}

const spinner = /^[\u2800-\u28ff] /
const asking = /^\[ . \] Action Required/

function lookAtCodex({ rows, styled, title }: Parameters<TerminalSide['look']>[0]): ScreenFacts {
  const dialog = dialogIn(rows, title)
  if (dialog !== null) return { ready: false, working: false, dialog, draft: null }
  const working = spinner.test(title) || rows.some((row) => /\besc to interrupt\b/.test(row))
  const at = rows.findLastIndex((row) => row.startsWith('›'))
  const status = rows.findLastIndex((row) => / · [~/]/.test(row) && /^ {2}\S/.test(row))
  if (at === -1) {
    // A box taller than the screen shows its last rows alone, above the line with the model; nothing else is to be seen then.
    const above = status === -1 ? [] : rows.slice(0, status)
    const tall =
      above.length > 8 && above.every((row) => isBlank(row) || row.startsWith('  ')) && !isBlank(above[0] ?? '')
    if (!tall) return { ready: false, working, dialog: null, draft: null }
    return { ready: true, working, dialog: null, draft: above.map(unindented).join('\n').trim() }
  }
  const box = rows.slice(at, status > at ? status : undefined)
  const bright = brightWords(styled[at] ?? '')
    .replace(/^\s*›\s?/, '')
    .trim()
  const text = box
    .map((row, index) => (index === 0 ? row.replace(/^›\s?/, '') : unindented(row)))
    .join('\n')
    .trim()
  return { ready: true, working, dialog: null, draft: bright === '' && box.slice(1).every(isBlank) ? '' : text }
}

const unindented = (row: string): string => row.replace(/^ {2}/, '')
const isBlank = (row: string): boolean => row.trim() === ''

function dialogIn(rows: readonly string[], title: string): string | null {
  const last = lastRows(rows, 16)
  const keys = last
    .slice(-3)
    .some((row) => /\b(press enter to confirm|enter continue|enter\/esc confirm|esc to cancel)\b/i.test(row))
  if (!keys && !asking.test(title)) return null
  return last.slice(-10).join('\n').slice(0, 600)
}

const placeholder = /^\[Pasted Content (\d+) chars\]/

const pasted = (draft: string, sent: string): boolean => {
  const match = placeholder.exec(draft.trim())
  return match !== null && Math.abs(Number(match[1]) - [...sent].length) <= 2
}
