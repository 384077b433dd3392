/** Reachable by everyone: by keyboard, by touch, before signing in, in bad moments too. Every page is walked by `cockpit-pages`. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '#test/support/world'
import { chromiumPath, openTab, phone, startBrowser, whyNoBrowser } from './cockpit/browser.ts'
import { findings, tooSmall } from './cockpit/reach.ts'
import { say } from './cockpit/reader.ts'

describe.skipIf(chromiumPath === undefined)(
  `the cockpit for everyone${chromiumPath ? '' : ` (${whyNoBrowser})`}`,
  () => {
    let w: World
    let browser: Browser

    beforeAll(async () => {
      w = await world()
      w.repo.write('.drover/config.toml', '[[presets]]\nlabel = "Run the tests"\nprompt = "@say tests ran"\n')
      w.repo.commit('config')
      await w.addProject()
      browser = await startBrowser()
    })
    afterAll(async () => {
      await browser?.close()
      await w?.end()
    })

    it('has no serious finding where nobody is signed in', async () => {
      const tab = await openTab(browser, w, { size: phone, signedIn: false })
      await tab.page.getByRole('heading', { name: 'Sign in' }).waitFor()
      expect(await findings(tab.page)).toEqual([])
      expect(await tooSmall(tab.page)).toEqual([])
      await tab.close()
    })

    it('is worked by keyboard alone: find, open, write, stop, kill', async () => {
      const { id } = await w.spawn('@say by keyboard\n@sleep 60000', { name: 'Keyboard only' })
      const tab = await openTab(browser, w)
      const { page } = tab
      await page.locator('a.card').first().waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type('keyboard only')
      await expect.poll(() => page.locator('a.card').count()).toBe(1)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await say(page, 'by keyboard').waitFor()
      await page.keyboard.press('c')
      await page.keyboard.type('one')
      await page.keyboard.press('Shift+Enter')
      await page.keyboard.type('two')
      expect(await page.locator('[data-composer]').inputValue()).toBe('one\ntwo')
      await page.keyboard.press('Enter')
      await page.locator('[data-composer-hint]', { hasText: '1 message queued' }).waitFor()
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Stop')
      await page.keyboard.press('Enter')
      await page.locator('[data-kind="turn_end"]', { hasText: 'Turn stopped' }).waitFor()
      await w.turnEnd(id, 2)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Actions' }).focus()
      await page.keyboard.press('Enter')
      const at = (): Promise<string> => page.evaluate<string>('document.activeElement.textContent')
      await expect.poll(at).toBe('Rename')
      for (let n = 0; n < 20 && (await at()) !== 'Kill'; n++) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect.poll(at).toBe('Keep as it is')
      await page.keyboard.press('Tab')
      await expect.poll(at).toBe('Kill the agent')
      await page.keyboard.press('Enter')
      await page.getByText('Ended: killed by operator').waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keys' }).waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.press('g')
      await page.keyboard.press('y')
      await page.getByRole('heading', { name: 'Needs you' }).waitFor()
      await tab.close()
    })

    it('sends a preset by one tap on a phone, and says aloud what happened', async () => {
      const { id } = await w.spawn('@say ready')
      await w.turnEnd(id)
      const tab = await openTab(browser, w, { size: phone, touch: true, path: `/sessions/${id}` })
      await tab.page.getByRole('button', { name: 'Run the tests' }).tap()
      await say(tab.page, 'tests ran').waitFor()
      await tab.page.locator('[data-voice]', { hasText: 'Turn done' }).waitFor()
      await tab.close()
    })

    it('shows binary noise and a message of 1 MB without harm', async () => {
      const { id } = await w.spawn('@sh head -c 20000 /dev/urandom\n@say after the noise')
      await w.turnEnd(id)
      const tab = await openTab(browser, w, { size: phone, path: `/sessions/${id}` })
      await say(tab.page, 'after the noise').waitFor()
      await tab.page.locator('.tool-head').first().click()
      await tab.page.locator('.tool-body .out').first().waitFor()
      const text = await tab.page.locator('[data-transcript]').innerText()
      expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/)
      const big = `@say start of it\n${'y'.repeat(1_048_576 - 17)}`
      await tab.page.locator('[data-composer]').fill(big)
      await tab.page.keyboard.press('Enter')
      await tab.page
        .getByRole('button', { name: /Show all \(1\.0 MB\)/ })
        .first()
        .waitFor({ timeout: 60_000 })
      await tab.page.locator('[data-composer]').fill(`${big}yy`)
      await tab.page.locator('[data-composer-hint]', { hasText: 'more than a message may hold' }).waitFor()
      expect(await tab.page.getByRole('button', { name: /Send|Queue/ }).isDisabled()).toBe(true)
      expect(tab.faults).toEqual([])
      await tab.close()
    })

    it('asks before it runs what a repository brings: shows it, trusts exactly it, then starts', async () => {
      w.repo.write('.drover/config.toml', '[setup]\nrun = ["echo from-setup > setup.txt"]\n')
      const tab = await openTab(browser, w, { path: '/new' })
      const { page } = tab
      await page.getByLabel('Agent', { exact: true }).selectOption('rehearsal')
      await page.getByLabel('Prompt').fill('@say trusted and started')
      await page.getByRole('button', { name: 'Start', exact: true }).click()
      await page.getByRole('alert').getByText('SETUP_NOT_TRUSTED').waitFor()
      await page.getByRole('link', { name: 'Read and decide' }).click()
      await page.locator('[data-commands]', { hasText: 'echo from-setup > setup.txt' }).waitFor()
      await page.getByRole('button', { name: 'Trust exactly this' }).click()
      await page.getByText('You trust what this repository brings').waitFor()
      w.repo.write('.drover/config.toml', '[setup]\nrun = ["echo changed > setup.txt"]\n')
      await page.reload()
      await page.locator('[data-trust-diff] [data-sign="-"]', { hasText: 'from-setup' }).waitFor()
      await page.locator('[data-trust-diff] [data-sign="+"]', { hasText: 'changed' }).waitFor()
      await page.getByRole('button', { name: 'Trust exactly this' }).click()
      await page.getByText('You trust what this repository brings').waitFor()
      await page.getByRole('link', { name: 'New session' }).click()
      await expect.poll(() => page.getByLabel('Agent', { exact: true }).inputValue()).toBe('rehearsal')
      await page.getByLabel('Prompt').fill('@say trusted and started')
      await page.getByRole('button', { name: 'Start', exact: true }).click()
      await say(page, 'trusted and started').waitFor()
      await tab.close()
    })
  },
)
