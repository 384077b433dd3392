/**
 * A program in a terminal for the cockpit's tests: a shell stands where Claude Code's program would, in a real tmux, started,
 * resumed and ended by the daemon like any other. What the CLIs themselves do there is proven with the CLIs.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Session } from '#contract/session'
import type { World } from '#test/support/world'

export function putShell(w: World): void {
  const dir = join(w.dir, 'programs')
  mkdirSync(dir, { recursive: true })
  const file = join(dir, 'claude')
  writeFileSync(
    file,
    '#!/bin/sh\nfor word; do [ "$word" = --version ] && { echo "2.1.325 (Claude Code)"; exit 0; }; done\n' +
      "PS1='ready> ' ENV= exec /bin/sh -i\n",
  )
  chmodSync(file, 0o755)
  w.env.PATH = `${dir}:${w.env.PATH}`
  w.env.ANTHROPIC_API_KEY = 'sk-ant-0000'
}

export async function inTerminal(w: World): Promise<Session> {
  const session = await w.spawn('hello', { harness: 'claude-code', mode: 'terminal' })
  return w.until(session.id, (one) => one.launch !== null && one.phase === 'live')
}

export const pane = (page: Page) => page.locator('[data-terminal]')

export const driving = (page: Page): Promise<void> => page.locator('[data-terminal][data-role="driver"]').waitFor()

/** From now on this page draws terminals with elements, whose words can be read. */
export const withoutGl = (page: Page): Promise<unknown> =>
  page.addInitScript(`{
    const own = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
      return /^webgl/.test(kind) ? null : own.call(this, kind, ...more)
    }
  }`)

/** What stands on the screen of the page, row by row. */
export const shown = (page: Page): Promise<string> =>
  page.evaluate<string>(`[...document.querySelectorAll('[data-terminal] .xterm-rows > div')]
    .map((row) => row.textContent.replaceAll('\\u00a0', ' ').trimEnd()).join('\\n')`)

export const shows = (page: Page, text: string | RegExp, timeout = 30_000): Promise<void> =>
  expect.poll(() => shown(page), { timeout, interval: 20 }).toMatch(text)

export async function type(page: Page, line: string): Promise<void> {
  await page.locator('[data-terminal] .xterm-helper-textarea').focus()
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
}
