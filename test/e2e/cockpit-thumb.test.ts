/** One thumb on a phone: the way back, the parts, the menu and the next that needs you in the lower half, a real swipe; and a project's page. */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ok, type World, world } from '#test/support/world'
import { chromiumPath, desk, lamp, openTab, phone, startBrowser, whyNoBrowser } from './cockpit/browser.ts'
import { findings, tooSmall } from './cockpit/reach.ts'
import { countSteps } from './cockpit/steps.ts'

const shots = process.env.DROVER_SHOTS

/** A finger's own events, as the screen sends them. */
async function swipe(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: readonly [number, number] | null) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at === null ? [] : [{ x: at[0], y: at[1] }] })
  await touch('touchStart', from)
  for (const part of [0.3, 0.7, 1])
    await touch('touchMove', [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part])
  await touch('touchEnd', null)
  await cdp.detach()
}

describe.skipIf(chromiumPath === undefined)(`one thumb${chromiumPath ? '' : ` (${whyNoBrowser})`}`, () => {
  let w: World
  let browser: Browser
  let first: string
  let second: string
  let calm: string
  beforeAll(async () => {
    w = await world()
    await w.addProject()
    const asks = async (name: string): Promise<string> => {
      const { id } = await w.spawn(`@write ${name}.txt mine\n@ask Shall I go on with ${name}?\n@say ok`, { name })
      await w.until(id, (session) => session.request !== null)
      return id
    }
    first = await asks('first')
    second = await asks('second')
    calm = (await w.spawn('@usage 10 5 0.75\n@write calm.txt mine\n@say done', { name: 'calm' })).id
    await w.turnEnd(calm)
    await w.until(calm, (session) => (session.filesChanged ?? 0) > 0)
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await w?.end()
  })

  const shoot = async (page: Page, name: string) => {
    if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` })
  }
  const onSession = (page: Page, id: string) => page.locator(`main[data-session="${id}"]`).waitFor()
  const underThumb = async (control: Locator): Promise<void> => {
    const box = await control.boundingBox()
    expect(box?.y).toBeGreaterThan(phone.height / 2)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(phone.height)
  }

  it('back, tabs, menu, the next and landing are in the lower half; costs are one press away', async () => {
    const tab = await openTab(browser, w, { size: phone, touch: true, path: `/sessions/${calm}` })
    const { page } = tab
    await lamp(page, 'live').waitFor()
    const next = page.getByRole('link', { name: /^Next that needs you: first, waiting: 2$/ })
    const menu = page.getByRole('button', { name: 'Actions' })
    for (const control of [
      page.getByRole('link', { name: 'Back to the fleet' }),
      ...(await page.getByRole('tab').all()),
      next,
      menu,
      page.getByRole('button', { name: 'Land', exact: true }),
      page.locator('[data-composer]'),
    ])
      await underThumb(control)
    expect(await page.getByRole('tab').count()).toBe(4)
    expect([await findings(page), await tooSmall(page)]).toEqual([[], []])
    await shoot(page, 'thumb-light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await menu.tap()
    const costs = page.getByRole('menuitem', { name: 'Costs' })
    await underThumb(costs)
    expect(await findings(page)).toEqual([])
    await shoot(page, 'thumb-menu-dark')
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: /^Changes/ }).tap()
    await page.getByText('calm.txt', { exact: true }).first().waitFor()
    await underThumb(page.getByRole('tab', { name: 'Facts' }))
    await shoot(page, 'thumb-changes-dark')
    const steps = await countSteps(page)
    await page.getByLabel('What it cost').tap()
    await page.locator('[data-costs="today"]').waitFor()
    expect(await steps.taken()).toBe(1)
    await page.goBack()
    await onSession(page, calm)
    await menu.tap()
    await costs.tap()
    await page.locator('[data-costs="today"]').waitFor()
    expect(tab.faults).toEqual([])
    await tab.close()
  })

  it('a swipe goes on and back between the sessions that need you, as the button does; scrolling does not', async () => {
    const tab = await openTab(browser, w, { size: phone, touch: true, path: `/sessions/${first}` })
    const { page } = tab
    await lamp(page, 'live').waitFor()
    const shown = async (id: string, name: string): Promise<void> => {
      await onSession(page, id)
      await page
        .locator('.timeline .item', { hasText: `Shall I go on with ${name}?` })
        .first()
        .waitFor()
    }
    await shown(first, 'first')
    await swipe(page, [200, 300], [220, 120])
    await onSession(page, first)
    await swipe(page, [300, 200], [120, 205])
    await shown(second, 'second')
    await swipe(page, [120, 200], [300, 205])
    await shown(first, 'first')
    await page.getByRole('link', { name: /^Next that needs you: second/ }).tap()
    await onSession(page, second)
    await shoot(page, 'thumb-asks')
    expect(tab.faults).toEqual([])
    await tab.close()
    const wide = await openTab(browser, w, { size: desk, path: `/sessions/${first}` })
    await wide.page.getByRole('link', { name: /^Next that needs you: second/ }).click()
    await onSession(wide.page, second)
    expect(await findings(wide.page)).toEqual([])
    await shoot(wide.page, 'thumb-desk')
    await wide.close()
  })

  it('the page of a project shows its sessions, cost, default agent and queue, with the configuration folded below', async () => {
    await ok(w.call('POST', '/api/v1/tasks', { projectId: 'demo', title: 'Paint the gate' }))
    const tab = await openTab(browser, w, { size: phone, touch: true, path: '/projects/demo' })
    const { page } = tab
    await page.locator('[data-fleet] [data-session]').nth(2).waitFor()
    expect(await page.locator('[data-fleet] [data-session]').first().getAttribute('data-session')).toBe(first)
    expect(await page.locator('tr', { hasText: 'server.port' }).isVisible()).toBe(false)
    await page.locator('[data-cost="today"]', { hasText: '$0.75' }).waitFor()
    await page.locator('[data-cost="30d"]', { hasText: '$0.75' }).waitFor()
    await page.locator('[data-task]', { hasText: 'Paint the gate' }).getByText('ready').waitFor()
    await shoot(page, 'project-head-phone')
    await page.getByLabel('Agent', { exact: true }).selectOption('rehearsal')
    await page.getByLabel('Model').fill('slow')
    expect([await findings(page), await tooSmall(page)]).toEqual([[], []])
    await page.getByRole('button', { name: 'Save the default' }).tap()
    await page.getByText('Chosen here, for this project.').waitFor()
    const chosen = async (): Promise<readonly unknown[]> => {
      const { config } = await ok<{ config: readonly { key: string; value: unknown; source: string }[] }>(
        w.call('GET', '/api/v1/projects/demo/config'),
      )
      return ['default_harness', 'default_model'].map((key) => config.find((one) => one.key === key)?.value)
    }
    expect(await chosen()).toEqual(['rehearsal', 'slow'])
    await shoot(page, 'project-phone')
    await page.getByLabel('Agent', { exact: true }).selectOption('')
    await page.getByRole('button', { name: 'Save the default' }).tap()
    await page.getByText('Nobody chose one').waitFor()
    await page.locator('summary', { hasText: 'Configuration' }).tap()
    await page.locator('tr', { hasText: 'server.port' }).waitFor()
    await page.setViewportSize(desk)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findings(page)).toEqual([])
    await shoot(page, 'project-desk-dark')
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
    await shoot(page, 'project-head-desk-dark')
    expect(tab.faults).toEqual([])
    await tab.close()
  })
})
