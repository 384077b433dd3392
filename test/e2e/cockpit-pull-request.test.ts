/** A pull request from the page: two presses on a desk and on a phone, with what it says shown first. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeGitHub, startGitHub } from '#test/support/github/github'
import { type World, world } from '#test/support/world'
import { chromiumPath, desk, lamp, openTab, phone, startBrowser, whyNoBrowser } from './cockpit/browser.ts'
import { findings, tooSmall } from './cockpit/reach.ts'
import { countSteps } from './cockpit/steps.ts'

const token = 'ghp_anotherCanaryCanary0123456789abcdef'

describe.skipIf(chromiumPath === undefined)(
  `pull requests in the cockpit${chromiumPath ? '' : ` (${whyNoBrowser})`}`,
  () => {
    let w: World
    let github: FakeGitHub
    let browser: Browser

    beforeAll(async () => {
      w = await world({ start: false, env: { DROVER_GITHUB_TOKEN: token } })
      github = await startGitHub(join(w.dir, 'forge'), token)
      github.repo('ada/shop')
      const config = `[forge]\ninterval = 1\n[forge.github]\nurl = "${github.url}"\n`
      writeFileSync(join(w.env.HOME!, '.config', 'drover', 'config.toml'), config)
      w.repo.git('remote', 'add', 'origin', `${github.url}/ada/shop.git`)
      w.repo.git('config', `url.file://${join(w.dir, 'forge')}/.insteadOf`, `${github.url}/`)
      w.repo.git('push', '-q', 'origin', 'main')
      await w.start()
      await w.addProject()
      browser = await startBrowser()
    })
    afterAll(async () => {
      await browser?.close()
      await w?.end()
      await github?.close()
    })

    it.each([
      ['a desk', { size: desk }],
      ['a phone', { size: phone, touch: true }],
    ])('on %s: shown, opened in two presses, and then its state stands on the page', async (where, options) => {
      const name = `${where.split(' ')[1]}.txt`
      const { id } = await w.spawn(`@write ${name} by an agent\n@commit Add ${name}`)
      await w.turnEnd(id)
      await w.until(id, (session) => (session.landing?.ahead ?? 0) > 0)
      const tab = await openTab(browser, w, { path: `/sessions/${id}`, ...options })
      const { page } = tab
      await lamp(page, 'live').waitFor()
      await page.getByRole('button', { name: 'Pull request', exact: true }).waitFor()
      const steps = await countSteps(page)
      const press = async (words: string): Promise<void> => {
        const button = page.getByRole('button', { name: words, exact: true })
        await ('touch' in options ? button.tap() : button.click())
      }
      await press('Pull request')
      const dialog = page.getByRole('dialog')
      await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe(`Add ${name}`)
      await dialog.getByText('ada/shop').waitFor()
      expect(await findings(page)).toEqual([])
      expect(await tooSmall(page)).toEqual([])
      await press('Open pull request')
      const link = page.locator('a[data-pr]').first()
      await link.waitFor()
      expect(await steps.taken()).toBeLessThanOrEqual(2)
      const repo = github.repo('ada/shop')
      const pull = repo.pulls.at(-1)!
      expect(pull.title).toBe(`Add ${name}`)
      expect(await link.getAttribute('href')).toBe(`${github.url}/ada/shop/pull/${pull.number}`)
      const head = w.repo.git('rev-parse', `drover/${id}/root`).trim()
      repo.checks.set(head, [{ name: 'unit', status: 'in_progress', conclusion: null }])
      await page.locator('a[data-pr-status="pr_open"]').first().waitFor()
      repo.checks.set(head, [{ name: 'unit', status: 'completed', conclusion: 'failure' }])
      await page.locator('a[data-pr-status="ci_failed"]').first().waitFor()

      // Its checks with the end of what they printed, and its review threads, stand beside the changes.
      repo.logs.set(77, `${'noise\n'.repeat(40)}expected 2, got \u001b[31m3\u001b[0m\n`)
      const run = { name: 'lint', status: 'completed', conclusion: 'failure', id: 77 }
      repo.checks.set(head, [{ name: 'unit', status: 'completed', conclusion: 'success' }, run])
      const thread = { path: name, line: 1, login: 'bob', body: 'Why <b>this</b>?', resolved: false }
      const old = { ...thread, id: `PRRT_${pull.number}_b`, login: 'robo', bot: true, body: 'A typo', resolved: true }
      repo.change(pull.number, { threads: [old, { ...thread, id: `PRRT_${pull.number}_a` }] })
      if ('touch' in options) await page.goto(page.url().replace(/(\/sessions\/[^/]+).*/, '$1/changes'))
      const panel = page.locator('[data-pull]').first()
      await panel.waitFor()
      await press('Look now')
      await panel.locator('[data-check="lint"][data-state="failed"] pre').waitFor()
      expect(await panel.locator('[data-check="lint"] pre').innerText()).toContain('expected 2, got 3')
      await panel.locator(`[data-thread="PRRT_${pull.number}_a"][data-resolved="false"]`).waitFor()
      expect(await panel.locator('[data-thread]').first().innerText()).toContain('Why <b>this</b>?')
      await press(`Resolve ${name}:1`)
      await panel.locator(`[data-thread="PRRT_${pull.number}_a"][data-resolved="true"]`).waitFor()
      expect(repo.pulls.at(-1)?.threads?.every(({ resolved }) => resolved)).toBe(true)
      expect(await findings(page)).toEqual([])
      expect(await tooSmall(page)).toEqual([])
      expect(tab.faults).toEqual([])
      await tab.close()
      expect(github.faults).toEqual([])
    })
  },
)
