/** What today cost: one press on a desk and on a phone, from any page with a bar; tokens where nobody told a price. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '#test/support/world'
import { chromiumPath, desk, lamp, openTab, phone, startBrowser, whyNoBrowser } from './cockpit/browser.ts'
import { findings, tooSmall } from './cockpit/reach.ts'
import { countSteps } from './cockpit/steps.ts'

const shots = process.env.DROVER_SHOTS

describe.skipIf(chromiumPath === undefined)(`costs in the cockpit${chromiumPath ? '' : ` (${whyNoBrowser})`}`, () => {
  let w: World
  let browser: Browser
  beforeAll(async () => {
    w = await world()
    await w.addProject()
    for (const script of ['@usage 12000 3400 1.25', '@usage 900 100 0.5', '@usage 4000 500']) {
      const { id } = await w.spawn(script)
      await w.turnEnd(id)
    }
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await w?.end()
  })

  const shoot = async (page: Page, name: string) => {
    if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` })
  }

  it.each([
    ['desk', { size: desk, scheme: 'light' }],
    ['phone', { size: phone, touch: true, scheme: 'dark' }],
  ] as const)('what did today cost: one press (%s)', async (name, options) => {
    const tab = await openTab(browser, w, { ...options, path: '/needs-you' })
    const { page } = tab
    await lamp(page, 'live').waitFor()
    const steps = await countSteps(page)
    const way = name === 'desk' ? page.locator('.nav a[data-place="Costs"]') : page.getByLabel('What it cost')
    await (name === 'desk' ? way.click() : way.tap())
    await page.locator('[data-costs="today"] [data-total="1.75"]').waitFor()
    expect(await steps.taken()).toBe(1)
    await page.getByText('1 session of unknown cost: 4.5k tokens are not in it').first().waitFor()
    await page.locator('.cost-chart[data-bars="7"] svg[role="img"]').waitFor()
    await page.locator('[data-cost-row]').filter({ hasText: '$1.75' }).waitFor()
    await shoot(page, `costs-${name}`)
    await page.getByRole('button', { name: 'Session', exact: true }).click()
    await page.locator('[data-cost-row]').nth(2).getByText('unknown').waitFor()
    expect(await page.locator('[data-cost-row]').count()).toBe(3)
    expect(await page.getByText('$0', { exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: '30 days' }).click()
    await page.locator('.cost-chart[data-bars="30"]').waitFor()
    await page.locator('[data-costs="30d"] [data-cost-row]').nth(2).waitFor()
    await shoot(page, `costs-30-${name}`)
    expect(await findings(page)).toEqual([])
    expect(await tooSmall(page)).toEqual([])
    expect(tab.faults).toEqual([])
    await tab.close()
  })
})
