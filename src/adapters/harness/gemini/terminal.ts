/**
 * Gemini CLI's own interface in a terminal: its launch, what its screen and its title show. Measured on 0.61.0. How its hooks come
 * to it is `terminal-settings`', what they and its file mean `terminal-ear`'s.
 */
import type { LaunchPlan, ScreenFacts, Start, TerminalSide } from '#ports/harness'
import { withInstructions } from '../instructions.ts'
import { configuredEnv } from '../line-json.ts'
import { preloaded } from '../node-shield.ts'
import { lastRows, sameWords, showsWords } from '../terminal/box.ts'
import { terminalDialogue } from '../terminal/lines.ts'
import { geminiEnv, geminiShield, trustFlags } from './plan.ts'
import { geminiEar } from './terminal-ear.ts'
import { settingsVariable, terminalSettings } from './terminal-settings.ts'

export const geminiTerminal: TerminalSide = {
  plan: planTerminal,
  open: (_start, saved) => terminalDialogue(geminiEar, saved),
  look: ({ rows, title }) => lookAtGemini(rows, title),
  same: sameWords,
  holds: (draft, sent) => holdsPaste(draft, sent) || showsWords(draft, sent),
  // While it answers, Enter does not send: the words stay behind and are glued to the next ones.
  midTurn: 'drafts',
  // Sooner, Enter is swallowed.
  settleMs: 600,
  leave: { words: '/quit' },
}

function planTerminal(start: Start): LaunchPlan {
  const modules = [...geminiShield(start), terminalSettings]
  const prompt = start.prompt === '' ? '' : withInstructions(start.instructions, start.prompt)
  const own = configuredEnv(start.config)[settingsVariable] ?? start.hostEnv[settingsVariable]
  return {
    argv: [
      ...preloaded(start, modules),
      ...trustFlags,
      ...['--approval-mode', modeOf(start)],
      ...(start.model === null ? [] : ['-m', start.model]),
      ...(start.resume === null ? ['--session-id', start.freshId] : ['--resume', start.resume]),
      ...(prompt === '' ? [] : [`--prompt-interactive=${prompt}`]),
    ],
    env: {
      ...geminiEnv(start),
      ...configuredEnv(start.config),
      ...(own === undefined ? {} : { [settingsVariable]: own }),
    },
    files: modules,
    stdin: { mode: 'closed' },
    lifetime: 'session',
    terminal: true,
  }
}

const modeOf = ({ permissions }: Start): string =>
  permissions === 'bypass' ? 'yolo' : permissions === 'ask' ? 'default' : 'plan'

const top = /^▄{20,}/
const bottom = /^▀{20,}/
const mark = /^ [*>!] ?/
const placeholder = /^Type your message or @path\/to\/file$/

function lookAtGemini(rows: readonly string[], title: string): ScreenFacts {
  const dialog = dialogIn(rows, title)
  if (dialog !== null) return { ready: false, working: false, dialog, draft: null }
  const working = /^✦ /.test(title) || lastRows(rows, 14).some((row) => /\(esc to cancel\b/.test(row))
  const end = rows.findLastIndex((row) => bottom.test(row))
  const begin = end <= 0 ? -1 : rows.slice(0, end).findLastIndex((row) => top.test(row))
  // What was said stands between such edges too: beneath the box come its folder and its model, and nothing else.
  const isBox =
    begin !== -1 && mark.test(rows[begin + 1] ?? '') && rows.slice(end + 1).every((row) => !/^[✦╭]/.test(row))
  if (!isBox) return { ready: false, working, dialog: null, draft: null }
  const text = rows
    .slice(begin + 1, end)
    .map((row, index) => (index === 0 ? row.replace(mark, '') : row.replace(/^ {3}/, '')))
    .join('\n')
    .trim()
  return { ready: true, working, dialog: null, draft: placeholder.test(text) ? '' : text }
}

function dialogIn(rows: readonly string[], title: string): string | null {
  const last = lastRows(rows, 18)
  const listed = last.some((row) => /^[\s│]*● \d+\. \S/.test(row))
  if (!listed && !/^✋ /.test(title)) return null
  const inner = last
    .map((row) => row.replace(/^[\s│]+/, '').replace(/[\s│]+$/, ''))
    .filter((row) => /[^╭╰─╮╯▄▀ ]/.test(row))
  return inner.slice(-9).join('\n').slice(0, 600)
}

const pasted = /^\[Pasted Text: (\d+) (lines|chars)\]$/

function holdsPaste(draft: string, sent: string): boolean {
  const match = pasted.exec(draft.trim())
  if (match === null) return false
  const much = match[2] === 'lines' ? sent.split('\n').length : sent.length
  return Math.abs(Number(match[1]) - much) <= 2
}
