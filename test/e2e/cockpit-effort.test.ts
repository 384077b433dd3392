/** An effort from the cockpit: started from a phone with its goal alone, and from a desk with all that is agreed to. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Effort } from '#contract/effort'
import { ok, type World, world } from '#test/support/world'
import { chromiumPath, desk, lamp, openTab, phone, startBrowser, whyNoBrowser } from './cockpit/browser.ts'
import { findings, tooSmall } from './cockpit/reach.ts'

describe.skipIf(chromiumPath === undefined)(`efforts in the cockpit${chromiumPath ? '' : ` (${whyNoBrowser})`}`, () => {
  let w: World
  let browser: Browser
  const get = async (id: string): Promise<Effort> =>
    (await ok<{ effort: Effort }>(w.call('GET', `/api/v1/efforts/${id}`))).effort

  beforeAll(async () => {
    w = await world({ config: 'default_harness = "rehearsal"\ndefault_model = "fast"\n' })
    await w.addProject(w.repo, 'shop')
    w.repo.git('branch', 'next')
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await w?.end()
  })

  it('is started from a phone by its goal, and from a desk with agent, target and budget', async () => {
    const { page, faults, close } = await openTab(browser, w, { path: '/efforts', size: phone, touch: true })
    await lamp(page, 'live').waitFor()
    const start = page.getByRole('button', { name: 'Start', exact: true })
    await start.waitFor()
    expect(await start.isDisabled()).toBe(true)
    await page.getByLabel('Goal').fill('@say planning')
    expect([await findings(page), await tooSmall(page)]).toEqual([[], []])
    await start.click()
    await page.waitForURL(/\/efforts\/e-1$/)
    expect(await get('e-1')).toMatchObject({ goal: '@say planning', into: 'main', budgetUsd: null })
    await close()
    expect(faults).toEqual([])

    const wide = await openTab(browser, w, { path: '/efforts', size: desk, scheme: 'dark' })
    await lamp(wide.page, 'live').waitFor()
    await wide.page.locator('[data-effort="e-1"]').waitFor()
    await wide.page.getByRole('button', { name: 'New effort' }).click()
    await wide.page.getByLabel('Goal').fill('@say leading')
    await wide.page.getByText('One lead').click()
    await wide.page.getByText('Agent, where it lands, budget').click()
    await wide.page.getByLabel('Agent', { exact: true }).fill('rehearsal:a')
    await wide.page.getByLabel('Land on').fill('nowhere')
    await wide.page.getByLabel('Budget in $').fill('2.50')
    const go = wide.page.getByRole('button', { name: 'Start', exact: true })
    await go.click()
    // What is wrong is said, and nothing that was typed is lost.
    await wide.page.getByText('There is no branch nowhere').waitFor()
    expect(await wide.page.getByLabel('Goal').inputValue()).toBe('@say leading')
    await wide.page.getByLabel('Land on').fill('next')
    expect(await findings(wide.page)).toEqual([])
    await go.click()
    await wide.page.waitForURL(/\/efforts\/e-[2-9]$/)
    const made = await get(new URL(wide.page.url()).pathname.split('/').at(-1) ?? '')
    expect(made).toMatchObject({ goal: '@say leading', into: 'next', budgetUsd: 2.5, sessions: [{ role: 'lead' }] })
    expect(await w.session(made.rootSessionId ?? '')).toMatchObject({ harness: 'rehearsal', model: 'a' })
    await wide.close()
    expect(wide.faults).toEqual([])
  })
})
