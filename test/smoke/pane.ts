/** A terminal of tmux in a throw-away home: what a person at a screen of that size sees and presses. */
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bin, type Home } from './home.ts'

export const hasTmux = spawnSync('tmux', ['-V']).status === 0

/** A smoke check fails in its own time, long before a test runner loses patience. */
const patienceMs = 90_000

export interface Pane {
  screen(): string
  rows(): readonly string[]
  press(...keys: string[]): void
  resize(columns: number, rows: number): void
  /** Waits until the screen shows it; fails with the screen. */
  see(text: RegExp): Promise<RegExpExecArray>
  /** Ends the terminal and what runs in it. */
  close(): void
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** `drover …` in a terminal of its own, which says `exit=N` at its end. */
export function openPane(
  home: Home,
  cwd: string,
  args: readonly string[],
  [columns, rows]: readonly [number, number],
): Pane {
  const tmux = (...words: string[]): string =>
    execFileSync('tmux', ['-S', join(home.dir, 'tmux.sock'), '-f', '/dev/null', ...words], {
      encoding: 'utf8',
      timeout: 30_000,
      env: { ...home.env, TERM: 'xterm-256color', TMUX: '' },
    })
  const program = [process.execPath, bin, ...args].map(quoted).join(' ')
  tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), '-c', cwd, `${program}; echo "exit=$?"; cat`)
  const screen = (): string => tmux('capture-pane', '-p')
  return {
    screen,
    rows: () => screen().trimEnd().split('\n'),
    press: (...keys) => void tmux('send-keys', ...keys),
    resize: (x, y) => void tmux('resize-window', '-x', String(x), '-y', String(y)),
    async see(text) {
      const until = Date.now() + patienceMs
      for (;;) {
        const [found, shown] = [text.exec(screen()), screen()]
        if (found !== null) return found
        if (Date.now() > until) throw new Error(`the screen never showed ${text}: ${shown.trimEnd()}`)
        await pause(100)
      }
    },
    close: () => void tmux('kill-server'),
  }
}
