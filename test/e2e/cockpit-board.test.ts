/** The board, enrolment, the page of a trip and the switch of the loop, on a real daemon with a GitHub on this machine. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AfkStatus, Trip } from '#contract/trip'
import { type FakeGitHub, type FakeRepo, startGitHub } from '#test/support/github/github'
import { ok, type World, world } from '#test/support/world'
import { chromiumPath, desk, lamp, openTab, phone, startBrowser, whyNoBrowser } from './cockpit/browser.ts'
import { findings, tooSmall } from './cockpit/reach.ts'

const token = 'ghp_boardCanaryCanary0123456789abcdefgh'

describe.skipIf(chromiumPath === undefined)(
  `the board in the cockpit${chromiumPath ? '' : ` (${whyNoBrowser})`}`,
  () => {
    let w: World
    let github: FakeGitHub
    let repo: FakeRepo
    let browser: Browser
    const status = async (): Promise<AfkStatus> => (await ok<{ afk: AfkStatus }>(w.call('GET', '/api/v1/afk'))).afk

    beforeAll(async () => {
      w = await world({ start: false, env: { DROVER_GITHUB_TOKEN: token } })
      github = await startGitHub(join(w.dir, 'forge'), token)
      repo = github.repo('ada/shop')
      const judge = join(w.dir, 'judge.sh')
      writeFileSync(judge, '#!/bin/sh\necho "unit: one test failed" >&2\nexit 1\n')
      chmodSync(judge, 0o755)
      writeFileSync(
        join(w.env.HOME!, '.config', 'drover', 'config.toml'),
        `[forge]\ninterval = 1\n[forge.github]\nurl = "${github.url}"\n[afk]\nenabled = true\ninterval = 1\nagent = "rehearsal:fast"\nci = ["command ${judge}"]\nfix_forward_max_attempts = 1\n`,
      )
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

    it('enrols with what is missing in sight, and shows each issue where it stands', async () => {
      repo.issues.permissions.set('eve', 'read')
      repo.issues.open({ title: 'From a stranger', author: 'eve', labels: ['ready-for-agent'], by: 'eve' })
      const tab = await openTab(browser, w, { path: '/projects/demo', size: desk })
      const { page } = tab
      await lamp(page, 'live').waitFor()
      await page.getByRole('link', { name: 'Board', exact: true }).click()
      await page.locator('[data-enrolled="false"]').waitFor()
      expect(await page.locator('.loop-band').count()).toBe(0)
      await page.getByRole('button', { name: 'Enrol', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('[data-need-of="token"][data-state="ok"]').waitFor()
      await dialog.locator('[data-need-of="verify"][data-state="missing"]').waitFor()
      const rules = dialog.locator('[data-need-of="protection"][data-state="missing"]')
      expect(await rules.innerText()).toContain('main is not protected')
      expect(await findings(page)).toEqual([])
      expect(await tooSmall(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Push', exact: true }).click()
      await dialog.locator('[data-need-of="landing"]').waitFor()
      await dialog.getByRole('button', { name: 'Enrol', exact: true }).click()
      await page.locator('[data-enrolled="true"]').waitFor()
      await page.locator('.loop-band[data-loop="on"]').waitFor()
      expect((await status()).enrolled).toMatchObject([{ repo: 'ada/shop', landing: 'push', by: 'enrolled' }])
      const waits = page.locator('[data-column="ready"] [data-issue]')
      await waits.waitFor()
      expect(await waits.innerText()).toContain('eve gave it the ready label and has no write permission')

      const body = '@write a.txt a\n@commit Begin\n@usage 10 20 0.25'
      const { number } = repo.issues.open({ title: 'Never <b>green</b>', body, labels: ['ready-for-agent'] })
      const card = page.locator('[data-column="needs_you"] [data-trip]')
      await card.waitFor()
      expect(await card.getAttribute('data-state')).toBe('frozen')
      expect(await card.innerText()).toContain(`#${number} Never <b>green</b>`)
      expect(await card.innerText()).toContain('$0.25')
      expect(await findings(page)).toEqual([])
      expect(await tooSmall(page)).toEqual([])
      await card.click()
      await page.locator('main[data-trip][data-state="frozen"]').waitFor()
      await page.locator('[data-attempts="1"]').waitFor()
      await page.locator('[data-check][data-state="failed"]').filter({ hasText: 'one test failed' }).waitFor()
      expect(await page.locator('.steps li').count()).toBe(7)
      expect(await findings(page)).toEqual([])
      expect(await tooSmall(page)).toEqual([])
      expect(tab.faults).toEqual([])
      await tab.close()
    })

    it('on a phone one press stops the loop, on the page of a session too, and the board says how to go on', async () => {
      const { trips } = await ok<{ trips: Trip[] }>(w.call('GET', '/api/v1/trips'))
      const tab = await openTab(browser, w, { path: `/sessions/${trips[0]!.sessionId}`, size: phone, touch: true })
      const { page } = tab
      await page.locator('.loop-band[data-loop="on"]').waitFor()
      expect(await tooSmall(page)).toEqual([])
      await page.locator('.loop-band').getByRole('button', { name: 'Stop', exact: true }).tap()
      await page.locator('.loop-band').waitFor({ state: 'detached' })
      expect((await status()).state).toBe('stopped')
      await page.goto(page.url().replace(/\/sessions.*/, '/projects/demo/board'))
      await page.locator('[data-column="needs_you"] [data-trip]').waitFor()
      expect(await findings(page)).toEqual([])
      expect(await tooSmall(page)).toEqual([])
      await page.getByRole('button', { name: 'Go on', exact: true }).tap()
      await page.locator('.loop-band[data-loop="on"]').waitFor()
      expect((await status()).state).toBe('on')
      expect(tab.faults).toEqual([])
      await tab.close()
      expect(github.faults).toEqual([])
    })

    it('what was given to a person stands among what needs you, over a restart too, and leaves once its issue is closed', async () => {
      const tab = await openTab(browser, w, { path: '/needs-you', size: phone, touch: true })
      const { page } = tab
      const item = page.locator('[data-attention="trip"]')
      await item.waitFor()
      expect(await page.locator('[data-attention]').count()).toBe(1)
      const words = await item.innerText()
      for (const word of ['Never <b>green</b>', 'given to you', 'ready label', 'ago', 'Open the trip'])
        expect(words).toContain(word)
      const { waiting } = await status()
      expect(words).toContain(waiting[0]!.reason.slice(0, 40))
      expect(await findings(page)).toEqual([])
      expect(await tooSmall(page)).toEqual([])
      expect((await w.cli(['afk', 'status'])).stdout).toContain('NEEDS YOU')
      const seen = (await status()).seen.map(({ number, decision }) => ({ number, decision }))
      expect(seen.length).toBeGreaterThan(1)
      // The first look of the next daemon never comes to an end: what was seen is what was seen.
      const answers: FakeGitHub['instead'] = ({ url }) => (url ?? '').includes('/issues')
      github.instead = answers
      await w.crash()
      await w.start()
      expect((await status()).seen.map(({ number, decision }) => ({ number, decision }))).toEqual(seen)
      expect((await status()).waiting).toHaveLength(1)
      github.instead = null
      await w.crash()
      await w.start()
      await lamp(page, 'live').waitFor()
      await item.waitFor()
      repo.issues.list.find(({ number }) => number === waiting[0]!.issue)!.state = 'closed'
      await item.waitFor({ state: 'detached' })
      expect((await status()).waiting).toEqual([])
      await page.goto(page.url().replace('/needs-you', '/projects/demo/board'))
      await page.locator('[data-column="ready"], [data-board]').first().waitFor()
      expect(await page.locator('[data-trip]').count()).toBe(0)
      await tab.close()
    })
  },
)
