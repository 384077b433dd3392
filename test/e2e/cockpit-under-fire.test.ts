/** From an empty home to landed work in the page, and landing while things go wrong: what is so is said, and nothing is lost. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ok, type World, world } from '#test/support/world'
import { chromiumPath, desk, lamp, openTab, phone, startBrowser, whyNoBrowser } from './cockpit/browser.ts'
import { countSteps } from './cockpit/steps.ts'

describe.skipIf(chromiumPath === undefined)(`landing under fire${chromiumPath ? '' : ` (${whyNoBrowser})`}`, () => {
  let w: World
  let browser: Browser
  let fresh: World | null = null
  const gate = (): { file: string; open(): void } => {
    const file = join(w.dir, `gate-${Math.random().toString(36).slice(2)}`)
    return { file, open: () => writeFileSync(file, '') }
  }
  const verify = (script: string): Promise<unknown> =>
    ok(w.call('PATCH', '/api/v1/projects/repo', { settings: { verify: script } }))
  /** Committed, ready, and landed from the page in two presses; answers the page of its merge. */
  const land = async (file: string): Promise<{ page: Page; close(): Promise<void> }> => {
    const { session } = await ok<{ session: { id: string } }>(
      w.call('POST', '/api/v1/sessions', {
        projectId: 'repo',
        harness: 'rehearsal',
        prompt: `@write ${file} x\n@commit Add ${file}`,
      }),
    )
    await w.turnEnd(session.id)
    await w.until(session.id, (one) => (one.landing?.ahead ?? 0) > 0)
    const tab = await openTab(browser, w, { path: `/sessions/${session.id}` })
    await lamp(tab.page, 'live').waitFor()
    const steps = await countSteps(tab.page)
    await tab.page.getByRole('button', { name: 'Land', exact: true }).click()
    await tab.page.getByRole('button', { name: /^Land on / }).click()
    await tab.page.locator('main[data-merge]').waitFor()
    expect(await steps.taken()).toBeLessThanOrEqual(2)
    return { page: tab.page, close: () => tab.close() }
  }

  beforeAll(async () => {
    w = await world()
    await w.addProject(w.repo, 'repo')
    browser = await startBrowser()
  })
  afterEach(async () => {
    await fresh?.end()
    fresh = null
  })
  afterAll(async () => {
    await browser?.close()
    await w?.end()
  })

  it.each([
    ['a desk', { size: desk }],
    ['a phone', { size: phone, touch: true }],
  ])(
    'on %s an agent is started in a repository from an empty home in three presses and the prompt',
    async (_, options) => {
      fresh = await world()
      const tab = await openTab(browser, fresh, options)
      const { page } = tab
      await lamp(page, 'live').waitFor()
      const steps = await countSteps(page)
      await page.getByRole('link', { name: 'Add a repository' }).click()
      await page.getByLabel('Path').fill(fresh.repo.path)
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/projects\/repo$/)
      await page.getByRole('link', { name: /New/ }).first().click()
      await page.getByLabel('Prompt').fill('@say hello from an empty home')
      const go = page.getByRole('button', { name: 'Start', exact: true })
      await go.and(page.locator(':enabled')).waitFor()
      await go.click()
      await page.locator('[data-kind="text"]', { hasText: 'hello from an empty home' }).waitFor()
      expect(await steps.taken()).toBeLessThanOrEqual(3)
      expect(tab.faults).toEqual([])
      await tab.close()
    },
  )

  it('the daemon is killed while it verifies: the page says so, and it lands once', async () => {
    const door = gate()
    await verify(`while [ ! -f ${door.file} ]; do sleep 0.1; done`)
    const { page, close } = await land('killed.txt')
    await page.locator('main[data-state="verifying"]').waitFor()
    await w.crash()
    await lamp(page, 'down').or(lamp(page, 'connecting')).waitFor()
    expect(existsSync(join(w.repo.path, 'killed.txt'))).toBe(false)
    door.open()
    await w.start()
    await page.locator('main[data-state="landed"]').waitFor()
    expect(readFileSync(join(w.repo.path, 'killed.txt'), 'utf8')).toContain('x')
    expect(w.repo.git('log', '--format=%s', 'main').match(/Add killed\.txt/g)).toHaveLength(1)
    await close()
  })

  it('the target moves meanwhile: both are there in the end', async () => {
    const door = gate()
    await verify(`while [ ! -f ${door.file} ]; do sleep 0.1; done`)
    const { page, close } = await land('moved.txt')
    await page.locator('main[data-state="verifying"]').waitFor()
    w.repo.write('mine.txt', 'of the user')
    w.repo.commit('Mine')
    door.open()
    await page.locator('main[data-state="landed"]').waitFor()
    for (const file of ['moved.txt', 'mine.txt']) expect(existsSync(join(w.repo.path, file))).toBe(true)
    await close()
  })

  it('verify is red: the page shows what it said, and nothing landed', async () => {
    await verify('echo the till is a cent short; exit 3')
    const before = w.repo.git('rev-parse', 'main')
    const { page, close } = await land('red.txt')
    await page.locator('main[data-state="rejected"], main[data-state="needs_human"]').waitFor()
    await page.getByText('the till is a cent short').first().waitFor()
    expect(w.repo.git('rev-parse', 'main')).toBe(before)
    expect(existsSync(join(w.repo.path, 'red.txt'))).toBe(false)
    await close()
  })
})
