/**
 * The rehearsal's own interface in a terminal: its launch, what its screen shows. What its hooks and its file of the
 * conversation mean is `terminal-ear`'s; drawing it is the player's.
 */
import { join } from 'node:path'
import type { LaunchPlan, ScreenFacts, Start, TerminalSide } from '#ports/harness'
import { lastRows, showsWords } from '../terminal/box.ts'
import { terminalDialogue } from '../terminal/lines.ts'
import { pastedMark } from './draft.ts'
import { boxMark, rule } from './paint.ts'
import { rehearsalEar } from './terminal-ear.ts'

type Parts = Pick<LaunchPlan, 'argv' | 'env' | 'files'>

/** Words of any length travel as a file. */
const promptFile = 'prompt.txt'

export const rehearsalTerminal = (partsOf: (start: Start) => Parts): TerminalSide => ({
  plan(start) {
    const { argv, env, files } = partsOf(start)
    const given = start.prompt !== ''
    return {
      argv: [...argv, '--terminal', ...(given ? ['--prompt-file', join(start.launchDir, promptFile)] : [])],
      env,
      files: given ? [...files, { path: promptFile, content: start.prompt }] : files,
      stdin: { mode: 'closed' },
      lifetime: 'session',
      terminal: true,
    }
  },
  open: (_start, saved) => terminalDialogue(rehearsalEar, saved),
  look: ({ rows }) => lookAtRehearsal(rows),
  // It changes nothing of what it is told.
  same: (sent, heard) => sent === heard,
  holds: (draft, sent) => draft === pastedMark(sent) || showsWords(draft, sent),
  midTurn: 'takes',
  settleMs: 50,
  leave: { words: '/exit' },
})

const isRule = (row: string): boolean => row.length >= 20 && row.replaceAll(rule, '') === ''

export function lookAtRehearsal(rows: readonly string[]): ScreenFacts {
  const end = rows.findLastIndex(isRule)
  const begin = rows.slice(0, Math.max(0, end)).findLastIndex(isRule)
  const dialog = dialogIn(rows, end)
  if (dialog !== null) return { ready: false, working: false, dialog, draft: null }
  if (begin === -1 || rows[begin + 1]?.startsWith(boxMark.trimEnd()) !== true)
    return { ready: false, working: false, dialog: null, draft: null }
  const draft = rows
    .slice(begin + 1, end)
    .map((row) => row.slice(boxMark.length))
    .join('')
  const working = /^\* .*\(esc to interrupt\)$/.test(rows[begin - 1] ?? '')
  return { ready: true, working, dialog: null, draft }
}

/** Below the last rule, where a dialog stands in the place of the box. */
function dialogIn(rows: readonly string[], end: number): string | null {
  const last = lastRows(rows.slice(end + 1), 12)
  if (end === -1 || last.at(-1)?.startsWith('Esc to cancel · Enter to confirm') !== true) return null
  return last.slice(0, -1).join('\n').slice(0, 600)
}
