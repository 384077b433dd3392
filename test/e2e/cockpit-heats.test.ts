/** One prompt, three agents, the best kept: in a real browser, with the presses counted, on a desk and on a phone. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '#test/support/world'
import { chromiumPath, desk, lamp, openTab, phone, startBrowser, type Tab, whyNoBrowser } from './cockpit/browser.ts'
import { findings } from './cockpit/reach.ts'
import { countSteps } from './cockpit/steps.ts'

const pictures = process.env.DROVER_PICTURES

describe.skipIf(chromiumPath === undefined)(`heats in the cockpit${chromiumPath ? '' : ` (${whyNoBrowser})`}`, () => {
  let w: World
  let browser: Browser
  let tab: Tab | null = null
  const picture = async (page: Page, name: string): Promise<unknown> =>
    pictures === undefined ? null : page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })

  beforeAll(async () => {
    w = await world()
    await w.addProject()
    browser = await startBrowser()
  })
  afterEach(async () => {
    const faults = tab?.faults ?? []
    await tab?.close()
    tab = null
    expect(faults).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await w?.end()
  })

  it.each([
    ['desk', desk, false],
    ['phone', phone, true],
  ] as const)('on a %s: four presses and the prompt, and the others end with their work', async (name, size, touch) => {
    tab = await openTab(browser, w, { path: '/new', size, touch, scheme: touch ? 'dark' : 'light' })
    const { page } = tab
    await lamp(page, 'live').waitFor()
    const steps = await countSteps(page)
    await page.getByLabel('Prompt').fill(`@write ${name}.txt tried\n@say done`)
    await page.getByText('Several agents, compared').click()
    await page.getByLabel('Agents').fill('rehearsal:fast rehearsal:fast rehearsal:fast')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.locator('main[data-heat][data-state="running"]').waitFor()
    const sides = page.locator('.heat-side')
    const keeps = page.getByRole('button', { name: 'Keep this one' })
    await keeps.and(page.locator(':enabled')).nth(2).waitFor()
    expect(await sides.count()).toBe(3)
    await page.getByText('Touched by all').waitFor()
    await picture(page, `heat-${name}`)
    expect(await findings(page)).toEqual([])
    const second = sides.nth(1)
    const kept = (await second.getAttribute('data-session')) ?? ''
    await second.getByRole('button', { name: 'Keep this one' }).click()
    await picture(page, `heat-keep-${name}`)
    await page.getByRole('button', { name: 'Land it, end the others' }).click()
    await page.locator('main[data-heat][data-state="kept"]').waitFor()
    expect(await steps.taken()).toBeLessThanOrEqual(4)
    await picture(page, `heat-kept-${name}`)
    expect(existsSync(join(w.repo.path, `${name}.txt`))).toBe(true)
    const all = await sides.evaluateAll((list) => list.map((one) => one.getAttribute('data-session') ?? ''))
    const heat = (await page.locator('main').getAttribute('data-heat')) ?? ''
    await page.getByRole('link', { name: 'All heats' }).click()
    await page.locator(`[data-heat="${heat}"][data-state="kept"]`, { hasText: `kept ${kept}` }).waitFor()
    expect([await findings(page), await page.title()]).toEqual([[], 'Heats · Drover'])
    await picture(page, `heats-${name}`)
    for (const id of all) expect([id, (await w.session(id)).phase]).toEqual([id, id === kept ? 'live' : 'ended'])
  })
})
