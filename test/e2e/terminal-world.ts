/**
 * For tests of agents in terminals: a world whose tmux server ends with it, the screens of its sessions, keys as a person
 * presses them, and another tmux with a server of its own to attach from. Speaks to no other tmux server.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { socketName } from '#adapters/runtime/tmux/server'
import type { Delivery, Session } from '#contract/session'
import { awaited } from '../support/awaited.ts'
import { ok, type World, type WorldOptions, world } from '../support/world.ts'

export interface TerminalWorld extends World {
  /** What is on the screen of a session's newest launch; null: there is none. */
  screen(id: string): Promise<string | null>
  /** Until its screen fits. */
  shows(id: string, fits: RegExp | ((screen: string) => boolean)): Promise<string>
  /** As a person does it: keys by their names, or words. */
  press(id: string, ...keys: string[]): Promise<void>
  type(id: string, words: string): Promise<void>
  say(id: string, message: string, more?: object): Promise<Delivery>
  /** A session in a terminal that rests. */
  open(prompt: string, more?: object): Promise<Session>
  tmux(...words: string[]): string
  /** A tmux of the tester's own, with its own socket. */
  outer(...words: string[]): string
  serverPid(): number | null
}

export async function terminalWorld(options: WorldOptions = {}): Promise<TerminalWorld> {
  const w = await world({ ...options, start: false })
  const sockets = join(w.dir, 'sockets')
  mkdirSync(sockets, { mode: 0o700 })
  const socket = socketName(w.home)
  const ask = (env: NodeJS.ProcessEnv, name: string, words: readonly string[]): string =>
    execFileSync('tmux', ['-u', '-L', name, ...words], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const tmux = (...words: string[]): string => ask({ PATH: process.env.PATH }, socket, words)
  const outerEnv = { ...w.env, TMUX_TMPDIR: sockets, SHELL: '/bin/sh', TERM: 'xterm-256color' }
  const outer = (...words: string[]): string => ask(outerEnv, 'outer', ['-f', '/dev/null', ...words])
  const launchOf = async (id: string): Promise<string> => (await w.session(id)).launch?.id ?? ''
  const screen = async (id: string): Promise<string | null> => {
    try {
      return tmux('capture-pane', '-p', '-t', `=${await launchOf(id)}:`)
    } catch {
      return null
    }
  }
  const polled = (what: string | (() => string), holds: () => Promise<boolean>): Promise<void> =>
    awaited(
      what,
      (async () => {
        // A screen gives no signal.
        while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 30))
      })(),
    )
  const extra = {
    screen,
    tmux,
    outer,
    async shows(id: string, fits: RegExp | ((screen: string) => boolean)) {
      let last = ''
      await polled(
        () => `the screen of ${id} to show ${fits}; it shows:\n${last}`,
        async () => {
          last = (await screen(id)) ?? ''
          return typeof fits === 'function' ? fits(last) : fits.test(last)
        },
      )
      return last
    },
    async press(id: string, ...keys: string[]) {
      tmux('send-keys', '-t', `=${await launchOf(id)}:`, ...keys)
    },
    async type(id: string, words: string) {
      tmux('send-keys', '-t', `=${await launchOf(id)}:`, '-l', words)
    },
    say: async (id: string, message: string, more: object = {}) =>
      (await ok<{ delivery: Delivery }>(w.call('POST', `/api/v1/sessions/${id}/send`, { message, ...more }))).delivery,
    async open(prompt: string, more: object = {}) {
      const session = await w.spawn(prompt, { mode: 'terminal', ...more })
      await w.turnEnd(session.id)
      return w.until(session.id, (one) => one.status === 'idle')
    },
    serverPid() {
      try {
        return Number(tmux('display-message', '-p', '#{pid}'))
      } catch {
        return null
      }
    },
    async end() {
      const pid = extra.serverPid()
      await w.end()
      for (const close of [tmux, outer]) {
        try {
          close('kill-server')
        } catch {
          // It is gone already.
        }
      }
      if (pid !== null) await polled('the end of the tmux server', async () => !isAlive(pid))
      rmSync(join('/tmp', `tmux-${process.getuid?.() ?? 0}`, socket), { force: true })
      rmSync(w.dir, { recursive: true, force: true })
    },
  }
  const self = Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(w),
      ...Object.getOwnPropertyDescriptors(extra),
    },
  ) as TerminalWorld
  if (options.start !== false) await self.start()
  return self
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
