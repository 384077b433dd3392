/**
 * Terminals in a real browser: typed into, resized, watched by two, driven from a phone, reloaded in mid-output, flooded,
 * and after a kill -9 of the daemon. The program is a shell in tmux; the daemon starts it as it starts any agent.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { endServer } from '#test/integration/runtime/stage'
import { ok } from '#test/support/world'
import { desk, phone } from './cockpit/browser.ts'
import { type Frame, inCockpit } from './cockpit/frame.ts'
import { findings, tooSmall } from './cockpit/reach.ts'
import { driving, inTerminal, pane, putShell, shown, shows, type, withoutGl } from './cockpit/terminal.ts'

const hasTmux = spawnSync('tmux', ['-V']).status === 0
const pictures = process.env.DROVER_TEST_PICTURES ?? null
let home = ''

async function picture(page: Page, name: string): Promise<void> {
  if (pictures === null) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`) })
}

const open = async (frame: Frame, session: Session, how: Parameters<Frame['open']>[1] = {}): Promise<Page> => {
  const page = await frame.open('/', how)
  await withoutGl(page)
  await page.goto(`http://127.0.0.1:${frame.w.daemon.port}/sessions/${session.id}/terminal`)
  await pane(page).waitFor()
  return page
}

if (!hasTmux) it.skip('terminals in the cockpit (skipped: no tmux on this machine)', () => undefined)
else
  inCockpit(
    'terminals in the cockpit',
    {
      seed: (w) => {
        home = w.home
        putShell(w)
      },
      after: () => (home === '' ? undefined : endServer(home)),
    },
    (frame) => {
      it('is typed into, fills its place, follows the window and finds words', async () => {
        const session = await inTerminal(frame.w)
        const page = await open(frame, session)
        await driving(page)
        await type(page, 'echo one-$((40 + 2))')
        await shows(page, 'one-42')
        await type(page, 'stty size')
        await shows(page, /^\d+ \d+$/m)
        const [before = ''] = /^\d+ \d+$/m.exec(await shown(page)) ?? []
        await page.setViewportSize({ width: 1200, height: 700 })
        await type(page, 'clear; stty size')
        await expect.poll(() => shown(page)).toMatch(/^\d+ \d+$/m)
        await expect
          .poll(async () => /^\d+ \d+$/m.exec(await shown(page))?.[0] ?? before, { timeout: 20_000 })
          .not.toBe(before)
        await page.setViewportSize(desk)
        await picture(page, 'terminal-desk')
        expect(await findings(page)).toEqual([])
        await page.getByRole('button', { name: 'Find in the terminal' }).click()
        await page.getByRole('textbox', { name: 'Find in the terminal' }).fill('stty')
        await page.keyboard.press('Enter')
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Find in the terminal' }).waitFor()
      })

      it('shows WebGL where there is some, and colours under the page’s own policy either way', async () => {
        const session = await inTerminal(frame.w)
        const page = await frame.open(`/sessions/${session.id}/terminal`)
        await driving(page)
        expect(await pane(page).getAttribute('data-renderer')).toMatch(/webgl|dom/)
        const plain = await open(frame, session)
        await plain.getByRole('button', { name: 'Take over' }).click()
        await driving(plain)
        await type(plain, "printf '\\033[38;2;250;10;20mred\\033[0m\\n'")
        await shows(plain, /^red$/m)
        const colour = await plain.evaluate<string>(`(() => {
          const span = [...document.querySelectorAll('.xterm-rows span')].find((one) => one.textContent === 'red')
          return getComputedStyle(span).color
        })()`)
        expect(colour).toMatch(/rgb\(2\d\d, \d+, \d+\)/)
      })

      it('has two viewers: one drives, the other watches and takes over', async () => {
        const session = await inTerminal(frame.w)
        const one = await open(frame, session)
        await driving(one)
        const two = await open(frame, session)
        await two.locator('[data-terminal][data-role="observer"]').waitFor()
        await type(one, 'echo from-one')
        await shows(two, /^from-one$/m)
        await two.locator('.xterm-helper-textarea').focus()
        await two.keyboard.type('ignored')
        await two.getByRole('button', { name: 'Take over' }).click()
        await driving(two)
        await one.locator('[data-terminal][data-role="observer"]').waitFor()
        await type(two, 'echo from-two')
        await shows(one, /^from-two$/m)
        expect(await shown(one)).not.toContain('ignored')
      })

      it('is driven from a phone, with the keys that its keyboard has not', async () => {
        const session = await inTerminal(frame.w)
        const page = await open(frame, session, { size: phone, touch: true })
        await driving(page)
        // The field that takes the keys is a point nobody is to hit.
        expect((await tooSmall(page)).filter((one) => !one.includes('xterm-helper-textarea'))).toEqual([])
        await type(page, 'echo first-$((1 + 1))')
        await shows(page, /^first-2$/m)
        await type(page, 'cat')
        const keys = page.getByRole('toolbar', { name: 'Keys of a terminal' })
        await keys.getByRole('button', { name: 'Ctrl, for the next key' }).click()
        await page.keyboard.type('c')
        await shows(page, /\^C/)
        await type(page, 'cat -v')
        for (const name of ['Esc: escape', 'Tab', 'Left', 'Up', 'Enter'])
          await keys.getByRole('button', { name }).click()
        await shows(page, /\^\[\s*\^\[\[D\^\[\[A/)
        await picture(page, 'terminal-phone')
        expect(await findings(page)).toEqual([])
      })

      it('is repainted after a reload in mid-output, and after a kill -9 of the daemon', async () => {
        const session = await inTerminal(frame.w)
        const page = await open(frame, session)
        await driving(page)
        await type(page, 'n=0; while [ $n -lt 400 ]; do n=$((n+1)); echo line-$n; sleep 0.01; done; echo all-done')
        await shows(page, /line-5\d/)
        await page.reload()
        await driving(page)
        await shows(page, /^all-done$/m)
        const rows = (await shown(page)).split('\n').filter((row) => /^line-\d+$/.test(row))
        expect(rows.map((row) => Number(row.slice(5)))).toEqual(rows.map((_row, at) => 401 - rows.length + at))
        await frame.w.crash()
        await page.locator('[data-terminal]:not([data-state="live"])').waitFor()
        await frame.w.start({ DROVER_PORT: String(new URL(page.url()).port) })
        await driving(page)
        await type(page, 'echo still-$((6 * 7))')
        await shows(page, /^still-42$/m)
      })

      it('takes 50 MB without growing or freezing', async () => {
        const session = await inTerminal(frame.w)
        const page = await open(frame, session)
        await driving(page)
        const rss = (): number => {
          const status = spawnSync('ps', ['-o', 'rss=', '-p', String(frame.w.daemon.pid)], { encoding: 'utf8' })
          return Number(status.stdout) / 1024
        }
        const before = rss()
        let most = before
        const watch = setInterval(() => {
          most = Math.max(most, rss())
        }, 500)
        await type(
          page,
          'yes "$(printf \'\\033[32mgreen \\033[1mwords of a flood\\033[0m %s\' 0123456789)" | head -c 50000000; echo; echo end-of-$((1 + 1))',
        )
        // A page that froze would answer nothing.
        let longest = 0
        for (const end = Date.now() + 100_000; Date.now() < end; ) {
          const asked = performance.now()
          const now = await shown(page)
          longest = Math.max(longest, performance.now() - asked)
          if (/^end-of-2$/m.test(now)) break
        }
        clearInterval(watch)
        await shows(page, /^end-of-2$/m)
        expect(longest).toBeLessThan(5_000)
        expect(most - before).toBeLessThan(150)
        await type(page, 'echo goes-on')
        await shows(page, /^goes-on$/m)
      }, 180_000)

      it('says that the agent has exited, and restores it', async () => {
        const session = await inTerminal(frame.w)
        const page = await open(frame, session)
        await driving(page)
        await type(page, 'exit')
        await page.locator('[data-terminal][data-state="exited"]').waitFor()
        await frame.w.until(session.id, (one) => one.phase === 'ended')
        await page.getByRole('button', { name: 'Restore' }).click()
        await driving(page)
        await type(page, 'echo again-$((3 + 4))')
        await shows(page, /^again-7$/m)
      })

      it('leads to it from the menu, the new-session form and its own tab', async () => {
        const session = await inTerminal(frame.w)
        const page = await frame.open(`/sessions/${session.id}`)
        await page.getByRole('tab', { name: 'Terminal' }).click()
        await driving(page)
        await page.getByRole('button', { name: 'Actions' }).click()
        await page.getByRole('menuitem', { name: 'Back to headless' }).waitFor()
        await page.getByRole('menuitem', { name: 'Switch agent' }).waitFor()
        await page.goto(`http://127.0.0.1:${frame.w.daemon.port}/new`)
        await page.getByLabel('Agent', { exact: true }).selectOption('claude-code')
        await page.getByLabel(/In a terminal/).check()
      })

      it('signs the page out at once when its bearer is revoked', async () => {
        const session = await inTerminal(frame.w)
        const page = await open(frame, session)
        await driving(page)
        const { bearers } = await ok<{ bearers: { id: number; revokedAt: string | null }[] }>(
          frame.w.call('GET', '/api/v1/auth/bearers'),
        )
        const mine = bearers.filter(({ revokedAt }) => revokedAt === null).at(-1)
        await frame.w.call('DELETE', `/api/v1/auth/bearers/${mine?.id}`)
        await pane(page).waitFor({ state: 'detached' })
      })
    },
  )
