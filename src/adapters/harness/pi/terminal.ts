/**
 * pi's own interface in a terminal: its launch with an extension that tells what happens, what its screen shows. It asks for
 * nothing: neither trust nor permissions. Measured on 0.73.1. What its events mean is `terminal-ear`'s.
 */
import { join } from 'node:path'
import type { LaunchPlan, ScreenFacts, Start, TerminalSide } from '#ports/harness'
import { guardOf } from '../guard-wiring.ts'
import { instructionsFiles, instructionsPath } from '../instructions.ts'
import { preloaded } from '../node-shield.ts'
import { lastRows, sameWords, showsWords } from '../terminal/box.ts'
import { terminalDialogue } from '../terminal/lines.ts'
import { piEnv, piModules, trustFlags } from './plan.ts'
import { piEar, piExtension } from './terminal-ear.ts'

const extensionFile = 'terminal-extension.ts'

export const piTerminal: TerminalSide = {
  plan: planTerminal,
  open: (_start, saved) => terminalDialogue(piEar, saved),
  look: ({ rows }) => lookAtPi(rows),
  same: sameWords,
  holds: (draft, sent) => holdsPaste(draft, sent) || showsWords(draft, sent),
  midTurn: 'takes',
  settleMs: 300,
  leave: { words: '/quit' },
}

function planTerminal(start: Start): LaunchPlan {
  const modules = piModules(start)
  const guard = guardOf('pi', start)
  return {
    argv: [
      ...preloaded(start, modules),
      ...(start.permissions === 'read-only' ? ['--tools', 'read,grep,find,ls'] : []),
      ...trustFlags(start),
      ...guard.argv,
      ...['-e', join(start.launchDir, extensionFile)],
      ...(start.instructions === null ? [] : ['--append-system-prompt', instructionsPath(start)]),
      ...(start.model === null ? [] : ['--model', start.model]),
      ...(start.resume === null ? [] : [start.fork ? '--fork' : '--session', start.resume]),
      // A word that begins with a dash, or with the mark of a file, would be read as one.
      ...(start.prompt === '' ? [] : [/^[-@]/.test(start.prompt) ? ` ${start.prompt}` : start.prompt]),
    ],
    env: piEnv(start),
    files: [...modules, ...instructionsFiles(start), ...guard.files, { path: extensionFile, content: piExtension }],
    stdin: { mode: 'closed' },
    lifetime: 'session',
    terminal: true,
  }
}

/** A long draft says on its rule how much of it is above or below. */
const rule = /^─{3}.*─{20,}$/

function lookAtPi(rows: readonly string[]): ScreenFacts {
  const end = rows.findLastIndex((row) => rule.test(row.trim()))
  const begin = end <= 0 ? -1 : rows.slice(0, end).findLastIndex((row) => rule.test(row.trim()))
  // Beneath its box stand the folder and the figures, and nothing else; a menu stands in the place of the box.
  if (begin === -1 || rows.slice(end + 1).filter((row) => row.trim() !== '').length > 3)
    return { ready: false, working: isWorking(rows), dialog: null, draft: null }
  const draft = rows
    .slice(begin + 1, end)
    .join('\n')
    .trim()
  return {
    ready: !isMenu(draft),
    working: isWorking(rows.slice(0, begin)),
    dialog: null,
    draft: isMenu(draft) ? null : draft,
  }
}

const isMenu = (text: string): boolean => /\b(esc|escape) (to )?cancel\b/i.test(text)

const isWorking = (rows: readonly string[]): boolean =>
  lastRows(rows, 3).some((row) => /^\s*[\u2800-\u28ff] \S.*\.\.\./.test(row))

const pasted = /^\[paste #\d+ (?:\+(\d+) lines|(\d+) chars)\]$/

function holdsPaste(draft: string, sent: string): boolean {
  const match = pasted.exec(draft.trim())
  if (match === null) return false
  return match[1] === undefined || Math.abs(Number(match[1]) - sent.split('\n').length) <= 1
}
