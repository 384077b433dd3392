/** The fleet in a real browser: what is done with many sessions, in how many presses, on a desk and on a phone. */
import { existsSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '#test/support/world'
import {
  chromiumPath,
  lamp,
  openTab,
  originOf,
  phone,
  startBrowser,
  type Tab,
  type TabOptions,
  whyNoBrowser,
} from './cockpit/browser.ts'
import { countSteps } from './cockpit/steps.ts'

const soon = { timeout: 30_000 }

describe.skipIf(chromiumPath === undefined)(`the fleet${chromiumPath ? '' : ` (${whyNoBrowser})`}`, () => {
  let w: World
  let browser: Browser
  const tabs: Tab[] = []
  const open = async (options: TabOptions = {}): Promise<Page> => {
    const tab = await openTab(browser, w, options)
    tabs.push(tab)
    await lamp(tab.page, 'live').waitFor()
    return tab.page
  }
  const card = (page: Page, id: string) => page.locator(`a.card[data-session="${id}"]`)

  beforeAll(async () => {
    w = await world()
    await w.addProject()
    browser = await startBrowser()
  })
  afterEach(async () => {
    const faults = tabs.flatMap((tab) => tab.faults)
    for (const tab of tabs.splice(0)) await tab.close()
    expect(faults).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await w?.end()
  })

  it('a failure says its cause and is tried again where it stands; lines are plain; the list is remembered', async () => {
    const failed = await w.spawn('Mend the till\n@fail auth', { model: 'fleet-1' })
    const said = await w.spawn('Speak\n@say **Done**: see `a.txt`')
    for (const { id } of [failed, said]) await w.turnEnd(id)
    const page = await open()
    await card(page, failed.id).getByText('signed out').waitFor()
    expect(await card(page, failed.id).locator('.card-name').textContent()).toBe('Mend the till')
    expect(await card(page, said.id).locator('.card-line').textContent()).toBe('Done: see a.txt')
    await page.getByRole('button', { name: 'Retry Mend the till', exact: true }).click()
    await w.turnEnd(failed.id, 2)
    await card(page, failed.id).getByText('signed out').waitFor()

    await page.getByRole('button', { name: 'List' }).click()
    await page.locator('.list-row').first().waitFor()
    await page.reload()
    await page.locator('.list-row').first().waitFor()
    expect(await page.evaluate('document.title')).toBe('(1) Fleet · Drover')
    await page.keyboard.press('g')
    await page.keyboard.press('n')
    await expect.poll(() => page.evaluate('document.title')).toBe('(1) Mend the till · Drover')
    await page.goto(originOf(w))
    await page.getByRole('button', { name: 'Cards' }).click()
    await page.getByLabel('Show', { exact: true }).selectOption('idle')
    await expect.poll(() => page.locator('a.card').count(), soon).toBe(1)
    for (const { id } of [failed, said]) await w.cli(['session', 'archive', '--end', id])
  })

  it.each<[string, TabOptions]>([
    ['a desk', {}],
    ['a phone', { size: phone, touch: true }],
  ])('on %s the one that waits is found and answered with one press', async (_where, options) => {
    const asks = await w.spawn('Choose\n@ask Which colour?\n@say chosen')
    await w.until(asks.id, (one) => one.request !== null)
    const page = await open(options)
    await card(page, asks.id).getByText('Which colour?').waitFor()
    const steps = await countSteps(page)
    await card(page, asks.id).click()
    const box = page.getByLabel('Your answer').or(page.locator('[data-composer]')).first()
    await box.waitFor()
    await box.fill('green')
    await box.press('Enter')
    await w.turnEnd(asks.id)
    expect(await steps.taken()).toBe(1)
    await w.cli(['session', 'archive', '--end', asks.id])
  })

  it.each<[string, number, TabOptions]>([
    ['a desk', 20, {}],
    ['a phone', 20, { size: phone, touch: true }],
  ])(
    'on %s %i sessions are ended, archived and cleaned with three presses, and come back',
    async (_at, many, options) => {
      const made = await Promise.all(
        Array.from({ length: many }, (_, n) =>
          w.call('POST', '/api/v1/sessions', { projectId: 'demo', harness: 'rehearsal', name: `one of many ${n}` }),
        ),
      )
      const ids: string[] = made.map(({ body }) => body.session.id)
      const page = await open(options)
      await page.locator('a.card').first().waitFor()
      const steps = await countSteps(page)
      await page.getByRole('button', { name: 'Select all' }).click()
      await page.getByText(`${many} selected`).waitFor()
      await page.getByRole('button', { name: 'End, archive, clean up' }).click()
      const dialog = page.getByRole('dialog', { name: `End, archive, clean up: ${many} sessions` })
      await dialog.getByText('one of many').first().waitFor()
      await dialog.getByRole('button', { name: 'End, archive, clean up' }).click()
      await dialog.waitFor({ state: 'detached', timeout: 120_000 })
      expect(await steps.taken()).toBe(3)
      for (const id of ids) {
        const one = await w.session(id)
        expect(one).toMatchObject({ phase: 'ended', archivedAt: expect.any(String) })
        expect(existsSync(one.workspace!)).toBe(false)
      }
      await page.reload()
      await lamp(page, 'live').waitFor()
      expect(await page.locator('a.card', { hasText: 'one of many' }).count()).toBe(0)
      await page.getByLabel('Show', { exact: true }).selectOption('archived')
      await page.locator('a.card', { hasText: 'one of many' }).first().waitFor()
      await page.getByLabel(/^Find a session/).fill('"no such"')
      await page.getByText('Nothing is archived').waitFor()
    },
  )
})
