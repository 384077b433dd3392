/**
 * How fast a key comes back to the screen of a page beside twenty streaming sessions, and what 50 MB take: both against the
 * same browser with a bare WebSocket and xterm.js. The bounds here are wide; the benchmark (`--cockpit`) has the targets.
 */
import { spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { endServer } from '#test/integration/runtime/stage'
import { type BareTerminal, openBare } from './cockpit/bare-terminal.ts'
import { inCockpit } from './cockpit/frame.ts'
import { driving, inTerminal, putShell, shows, type, withoutGl } from './cockpit/terminal.ts'

const hasTmux = spawnSync('tmux', ['-V']).status === 0
const streaming = 20
const keys = 60
const line = '\x1b[32mgreen \x1b[1mwords of a flood\x1b[0m 0123456789'
const bytes = 50_000_000
let home = ''
let bare: BareTerminal | null = null

/** For the benchmark, which runs this test and names the file. */
function note(figure: string, value: number): void {
  console.log(`${figure}: ${value.toFixed(1)}`)
  const file = process.env.DROVER_PAGE_REPORT
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ figure, value })}\n`)
}

/** The median over keys, from the key's event in the page to the change of its rows. */
async function echo(page: Page): Promise<number> {
  await page.evaluate(`(() => {
    const times = (globalThis.echoTimes = [])
    let pressed = 0
    addEventListener('keydown', () => { pressed = performance.now() }, true)
    new MutationObserver(() => {
      if (pressed === 0) return
      times.push(performance.now() - pressed)
      pressed = 0
    }).observe(document.querySelector('.xterm-rows'), { subtree: true, childList: true, characterData: true })
  })()`)
  await page.locator('.xterm-helper-textarea').focus()
  for (let at = 1; at <= keys; at++) {
    await page.keyboard.press('k')
    await expect
      .poll(() => page.evaluate<number>('globalThis.echoTimes.length'), { interval: 20, timeout: 10_000 })
      .toBeGreaterThanOrEqual(at)
  }
  const times = await page.evaluate<number[]>('globalThis.echoTimes')
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}

if (!hasTmux) it.skip('terminals at speed (skipped: no tmux on this machine)', () => undefined)
else
  inCockpit(
    'terminals at speed',
    {
      world: { config: 'max_sessions = 100\n[limits]\nmax_sessions = 100\n' },
      seed: (w) => {
        home = w.home
        putShell(w)
      },
      before: async () => {
        bare = await openBare({ line, bytes })
      },
      after: async () => {
        await bare?.close()
        if (home !== '') await endServer(home)
      },
    },
    (frame) => {
      const bareTerminal = async (): Promise<Page> => {
        const page = await (await frame.browser.newContext()).newPage()
        await page.goto(bare?.url ?? '')
        await page.locator('body[data-open]').waitFor()
        return page
      }
      const terminal = async (): Promise<Page> => {
        const session = await inTerminal(frame.w)
        const page = await frame.open('/')
        await withoutGl(page)
        await page.goto(`http://127.0.0.1:${frame.w.daemon.port}/sessions/${session.id}/terminal`)
        await driving(page)
        return page
      }

      it('echoes a key beside twenty streaming sessions', async () => {
        const floor = await bareTerminal()
        const bareMs = await echo(floor)
        await floor.context().close()
        const script = Array.from({ length: 900 }, (_, n) => `@say words of line ${n}\n@sleep 100`).join('\n')
        for (let at = 0; at < streaming; at++) await frame.w.spawn(script)
        const page = await terminal()
        await type(page, 'stty -icanon; cat > /dev/null')
        const ms = await echo(page)
        const { sessions } = (await frame.w.call('GET', '/api/v1/sessions')).body as { sessions: Session[] }
        const still = sessions.filter(({ harness, status }) => harness === 'rehearsal' && status === 'working')
        expect(still).toHaveLength(streaming)
        note('page-terminal-echo', ms)
        note('page-terminal-echo-ratio', ms / bareMs)
        expect(ms).toBeLessThan(200)
      })

      it('draws 50 MB as fast as a page can', async () => {
        const floor = await bareTerminal()
        let began = performance.now()
        await floor.locator('.xterm-helper-textarea').focus()
        await floor.keyboard.press('F')
        await shows(floor, /end-of-2/, 150_000)
        const bareMs = performance.now() - began
        await floor.context().close()
        const page = await terminal()
        began = performance.now()
        await type(
          page,
          `yes "$(printf '${line.replaceAll('\x1b', '\\033')}')" | head -c ${bytes}; echo; echo end-of-$((1 + 1))`,
        )
        await shows(page, /^end-of-2$/m, 150_000)
        const ms = performance.now() - began
        note('page-terminal-flood', ms / 1000)
        note('page-terminal-flood-ratio', ms / bareMs)
      }, 320_000)
    },
  )
