/**
 * opencode's own interface in a terminal: its launch with a plug-in by the inline configuration, what its screen shows.
 * Measured on 1.18.33. What its events mean is `terminal-ear`'s.
 */
import { DroverError } from '#contract/error'
import type { LaunchPlan, ScreenFacts, Start, TerminalSide } from '#ports/harness'
import { guardOf } from '../guard-wiring.ts'
import { instructionsFiles } from '../instructions.ts'
import { brightWords, sameWords, showsWords } from '../terminal/box.ts'
import { terminalDialogue } from '../terminal/lines.ts'
import { afterFirstStart } from './first-start.ts'
import { inlineConfig, withRole } from './inline-config.ts'
import { opencodeEnv } from './plan.ts'
import { opencodeEar, pluginFile, terminalPlugin, withTerminalPlugin } from './terminal-ear.ts'

export const opencodeTerminal: TerminalSide = {
  plan: planTerminal,
  open: (start, saved) => terminalDialogue(opencodeEar(start), saved),
  look: ({ rows, styled }) => lookAtOpencode(rows, styled),
  same: sameWords,
  holds: (draft, sent) => holdsPaste(draft, sent) || showsWords(draft, sent),
  midTurn: 'takes',
  settleMs: 300,
  leave: { keys: ['C-c'] },
}

/** It ignores a prompt beside a conversation to go on with: such an interface opens without words and is typed into. */
function planTerminal(start: Start): LaunchPlan {
  const config = withRole(start, inlineConfig(start), true)
  if (config === null) throw unreadable()
  const inline = JSON.stringify(withTerminalPlugin(start, config))
  const guard = guardOf('opencode', start, inline)
  return {
    argv: afterFirstStart([
      start.program.binary,
      ...start.program.prefix,
      ...(start.permissions === 'bypass' ? ['--auto'] : []),
      ...(start.model === null ? [] : ['--model', start.model]),
      ...(start.resume === null ? [] : ['--session', start.resume, ...(start.fork ? ['--fork'] : [])]),
      ...(start.resume !== null || start.prompt === '' ? [] : [`--prompt=${start.prompt}`]),
    ]),
    env: { ...opencodeEnv(start), OPENCODE_CONFIG_CONTENT: inline, ...guard.env },
    files: [{ path: pluginFile, content: terminalPlugin }, ...instructionsFiles(start), ...guard.files],
    stdin: { mode: 'closed' },
    lifetime: 'session',
    terminal: true,
  }
}

const unreadable = (): DroverError =>
  new DroverError(
    'INVALID_CONFIG',
    'OPENCODE_CONFIG_CONTENT is not a plain JSON object: its interface could not be heard.',
    {
      hint: 'Write it as JSON without comments, or move it into a file and name that in OPENCODE_CONFIG.',
      details: { harness: 'opencode', key: 'OPENCODE_CONFIG_CONTENT' },
    },
  )

const edge = /^\s*╹▀{20,}/
const side = /^\s*┃/

function lookAtOpencode(rows: readonly string[], styled: readonly string[]): ScreenFacts {
  const dialog = dialogIn(rows)
  if (dialog !== null) return { ready: false, working: false, dialog, draft: null }
  const end = rows.findLastIndex((row) => edge.test(row))
  const working = rows.slice(Math.max(end, 0)).some((row) => /\besc\b.*\binterrupt\b/.test(row))
  let begin = end
  while (begin > 0 && side.test(rows[begin - 1] ?? '')) begin--
  if (end === -1 || begin === end) return { ready: false, working, dialog: null, draft: null }
  // Its last row names the agent and the model.
  const words = (all: readonly string[], of: (row: string) => string): string =>
    all
      .slice(begin, end - 1)
      .map((row) => of(row).replace(/^\s*┃ {0,2}/, ''))
      .join('\n')
      .trim()
  const bright = words(styled, brightWords)
  const text = words(rows, (row) => row.trimEnd())
  // What stands for a paste is dark on a bright ground; a placeholder is grey.
  return { ready: true, working, dialog: null, draft: bright === '' && !pasted.test(text) ? '' : text }
}

/** Beneath the question stand the keys that answer it. */
function dialogIn(rows: readonly string[]): string | null {
  const at = rows.findLastIndex((row) => /┃\s+△ \S/.test(row))
  const open = at !== -1 && rows.slice(at).some((row) => /\benter confirm\b/.test(row))
  const asked = open || rows.slice(-6).some((row) => /\benter (confirm|submit|toggle)\b.*\besc dismiss\b/.test(row))
  if (!asked) return null
  const from = at === -1 ? Math.max(0, rows.length - 12) : at
  return rows
    .slice(from)
    .map((row) => row.replace(/^\s*┃\s*/, '').trim())
    .filter((row) => row !== '')
    .slice(0, 8)
    .join('\n')
    .slice(0, 600)
}

const pasted = /^\[Pasted ~(\d+) lines\]$/

const holdsPaste = (draft: string, sent: string): boolean => {
  const match = pasted.exec(draft.trim())
  return match !== null && Math.abs(Number(match[1]) - sent.split('\n').length) <= 1
}
