/** The relay page in a real browser, on a desk and on a phone: the queue put in order, a relay started, watched, steered, landed. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type World, world } from '#test/support/world'
import {
  chromiumPath,
  lamp,
  openTab,
  phone,
  startBrowser,
  type Tab,
  type TabOptions,
  whyNoBrowser,
} from './cockpit/browser.ts'
import { findings, tooSmall } from './cockpit/reach.ts'
import { addTask, ended, getTask, relay, untilRelay } from './relay-world.ts'

/** Never ends by itself: whoever plays it is called off. */
const forever = '@sleep 600000'

describe.skipIf(chromiumPath === undefined)(`the relay page${chromiumPath ? '' : ` (${whyNoBrowser})`}`, () => {
  let w: World
  let browser: Browser
  let tab: Tab | null = null

  const open = async (path: string, options: TabOptions = {}): Promise<Page> => {
    tab = await openTab(browser, w, { path, ...options })
    await lamp(tab.page, 'live').waitFor()
    await tab.page.locator('#main:not([aria-busy])').waitFor()
    return tab.page
  }
  const rows = (page: Page): Promise<readonly (string | null)[]> =>
    page.locator('.task-list > li').evaluateAll((list) => list.map((row) => row.getAttribute('data-task')))
  const order = async (): Promise<readonly string[]> =>
    (await w.call('GET', '/api/v1/tasks?project=shop')).body.tasks.map((one: { id: string }) => one.id)
  const state = (page: Page, word: string): Locator => page.locator(`.run[data-state="${word}"]`)
  const tryRow = (page: Page, n: number, outcome: string): Locator =>
    page.locator(`[data-try="${n}"][data-outcome="${outcome}"]`)

  beforeAll(async () => {
    browser = await startBrowser()
    return () => browser.close()
  })
  beforeEach(async () => {
    w = await world({ config: '[relay]\nbackoff = "50ms"\n' })
    await w.addProject(w.repo, 'shop')
  })
  afterEach(async () => {
    const faults = tab?.faults ?? []
    await tab?.close()
    tab = null
    await w.end()
    expect(faults).toEqual([])
  })

  it('adds tasks, drags one, starts, watches the tries arrive, pauses, resumes, skips, stops and lands', async () => {
    const page = await open('/relay')
    await page.getByText('Nothing to do').waitFor()
    await page.getByRole('button', { name: 'Add a task' }).click()
    const form = page.locator('[data-task-form]')
    for (const [title, body, button] of [
      ['Slow one', `@only b ${forever}\n@only a @write slow.txt 1`, 'Add another'],
      ['Quick one', '@write quick.txt 1', 'Add another'],
      ['Endless one', forever, 'Add'],
    ] as const) {
      await form.getByLabel('Title').fill(title)
      await form.getByLabel('What the agent should know').fill(body)
      await form.getByRole('button', { name: button, exact: true }).click()
      // It is empty again once the task is taken: what is typed before that belongs to the last one.
      if (button !== 'Add') await expect.poll(() => form.getByLabel('Title').inputValue()).toBe('')
    }
    await form.waitFor({ state: 'detached' })
    expect(await rows(page)).toEqual(['t-1', 't-2', 't-3'])

    const from = (await page.locator('[data-task="t-2"] .grip').boundingBox())!
    const to = (await page.locator('[data-task="t-1"]').boundingBox())!
    await page.mouse.move(from.x + 20, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(from.x + 20, from.y)
    await page.mouse.move(from.x + 20, to.y + 5)
    await page.locator('[data-task="t-1"][data-drop="before"]').waitFor()
    await page.mouse.up()
    await expect.poll(() => rows(page)).toEqual(['t-2', 't-1', 't-3'])
    await expect.poll(order).toEqual(['t-2', 't-1', 't-3'])

    await page.getByLabel('Agents, in their turn').fill('rh:a rh:b')
    await page.getByRole('button', { name: 'What would happen?' }).click()
    await page.locator('[data-plan]', { hasText: 'Quick one' }).waitFor()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await tryRow(page, 1, 'completed').waitFor()
    await tryRow(page, 2, 'running').waitFor()
    await page.locator('[data-task="t-1"][data-state="claimed"]').waitFor()
    await page.locator('.lane[data-at="busy"]', { hasText: 'rehearsal:b' }).waitFor()
    expect(await page.locator('.strip-row[data-strip]').count()).toBe(2)
    await page.locator('[data-agent="rehearsal:a"]', { hasText: '100 % succeed' }).waitFor()

    await page.getByRole('button', { name: 'Pause' }).click()
    await state(page, 'paused').waitFor()
    await page.getByRole('button', { name: 'Resume' }).click()
    await state(page, 'running').waitFor()
    await page.getByRole('button', { name: 'Skip', exact: true }).click()
    await tryRow(page, 2, 'cancelled').waitFor()
    await tryRow(page, 3, 'completed').waitFor()
    await tryRow(page, 4, 'running').waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.locator('.run', { hasText: 'stops after this try' }).waitFor()
    await page.getByRole('button', { name: 'More on this relay' }).click()
    await page.getByRole('menuitem', { name: 'Stop now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop now' }).click()
    await page.getByRole('heading', { name: 'Start a relay' }).waitFor()
    expect((await getTask(w, 't-3')).state).toBe('ready')

    await page.locator('.past[data-relay="r-1"]', { hasText: 'stopped' }).click()
    await page.locator('[data-try="1"] summary').first().click()
    await page.locator('[data-try="1"] [aria-label="Commits"] code').waitFor()
    await page.getByRole('button', { name: /^Show its prompt/ }).click()
    await page.locator('[data-prompt]', { hasText: 'Quick one' }).waitFor()
    await page.getByRole('button', { name: 'Land it' }).click()
    await page.locator('main[data-merge][data-state="landed"]').waitFor()
    for (const name of ['quick.txt', 'slow.txt']) expect(existsSync(join(w.repo.path, name))).toBe(true)
  })

  it('is put in order by keyboard alone, with the focus on the row that moved', async () => {
    for (const title of ['one', 'two', 'three']) await addTask(w, { title })
    await addTask(w, { title: 'weighty', priority: 5 })
    const page = await open('/relay')
    const press = async (key: string, after: readonly string[]): Promise<void> => {
      const taken = page.waitForResponse((answer) => answer.url().endsWith('/t-3/move'))
      await page.keyboard.press(key)
      await taken
      await expect.poll(() => rows(page)).toEqual(after)
      await expect.poll(order).toEqual(after)
      expect(await page.evaluate("document.activeElement?.closest('[data-task]')?.getAttribute('data-task')")).toBe(
        't-3',
      )
    }
    await page.locator('[data-task="t-3"] .grip').focus()
    await press('ArrowUp', ['t-4', 't-1', 't-3', 't-2'])
    await press('ArrowDown', ['t-4', 't-1', 't-2', 't-3'])
    await press('Home', ['t-3', 't-4', 't-1', 't-2'])
    await press('End', ['t-4', 't-1', 't-2', 't-3'])
    await page.locator('[data-voice]', { hasText: 'three: now 4 of 4' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('f')
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await page.getByRole('heading', { name: 'Relay', exact: true }).waitFor()
  })

  it('changes, cancels, retries and removes a task; a refusal stands where it belongs; others’ changes arrive', async () => {
    const one = await addTask(w, { title: 'one' })
    const two = await addTask(w, { title: 'two', blockedBy: [one.id] })
    const page = await open('/relay')
    await page.locator(`[data-task="${two.id}"]`, { hasText: `waits for ${one.id}` }).waitFor()
    await page.getByRole('button', { name: 'one', exact: true }).click()
    await page.getByText('Role, priority, what it waits for, proof').click()
    await page.getByLabel('Blocked by').fill(two.id)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByText('TASK_CYCLE').waitFor()
    await page.getByLabel('Blocked by').fill('')
    await page.getByLabel('Title').fill('one, better said')
    await page.getByLabel('Priority').fill('3')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator(`[data-task="${one.id}"]`, { hasText: 'priority 3' }).waitFor()
    expect(await getTask(w, one.id)).toMatchObject({ title: 'one, better said', priority: 3, blockedBy: [] })

    await w.call('POST', `/api/v1/tasks/${one.id}/fail`, { summary: 'The key is missing.' })
    const row = page.locator(`[data-task="${one.id}"]`)
    await row.getByText('The key is missing.').waitFor()
    await page.locator(`[data-task="${two.id}"]`, { hasText: 'Nobody will take it' }).waitFor()
    await page.locator('.badge[data-waiting="1"]').waitFor()
    await row.getByRole('button', { name: 'Try again' }).click()
    await page.locator(`[data-task="${one.id}"][data-state="ready"]`).waitFor()
    await page.locator('.badge[data-waiting]').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Actions on ${two.id}` }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.locator(`[data-task="${two.id}"]`).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Actions on ${one.id}` }).click()
    await page.getByRole('menuitem', { name: 'Cancel the task' }).click()
    await page.getByText('Nothing to do').waitFor()
  })

  it('says until when and for whom it waits; an agent that is reset goes on at once', async () => {
    await addTask(w, { title: 'Limited', body: '@fail usage_limit resets-in=3600' })
    const { id } = await relay(w, { mix: ['rh:late'] })
    await untilRelay(w, id, (one) => one.state === 'waiting')
    const page = await open('/relay')
    await page.locator('.run .notice', { hasText: /Waits until .* in \d+ min/ }).waitFor()
    await page.locator('.run .notice', { hasText: 'rehearsal:late' }).waitFor()
    const agent = page.locator('[data-agent="rehearsal:late"]')
    await agent.getByText('benched').waitFor()
    await tryRow(page, 1, 'parked').waitFor()
    await agent.getByRole('button', { name: 'Reset rehearsal:late' }).click()
    await tryRow(page, 2, 'parked').waitFor()
  })

  it('on a phone: by thumb from the queue to a running relay, paused, skipped and stopped, on one line of bar', async () => {
    await addTask(w, { title: 'first', body: forever })
    await addTask(w, { title: 'second', body: forever })
    const page = await open('/relay/queue', { size: phone, touch: true })
    const from = (await page.locator('[data-task="t-2"] .grip').boundingBox())!
    const to = (await page.locator('[data-task="t-1"]').boundingBox())!
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + 20, y }],
      })
    await touch('touchStart', from.y + 20)
    for (const y of [from.y, (from.y + to.y) / 2, to.y + 5]) await touch('touchMove', y)
    await page.locator('[data-task="t-1"][data-drop="before"]').waitFor()
    await touch('touchEnd', 0)
    await expect.poll(order).toEqual(['t-2', 't-1'])
    expect(await findings(page)).toEqual([])
    expect(await tooSmall(page)).toEqual([])

    await page.getByRole('tab', { name: 'Now' }).tap()
    await page.getByLabel('Agents, in their turn').fill('rh:a rh:b')
    await page.getByRole('button', { name: 'Start', exact: true }).tap()
    await tryRow(page, 1, 'running').waitFor()
    expect(await findings(page)).toEqual([])
    expect(await tooSmall(page)).toEqual([])
    const tops = await page
      .locator('.nav a:visible')
      .evaluateAll((links) => links.map((a) => a.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    expect(await page.locator('.nav').evaluate((nav) => nav.scrollWidth <= nav.clientWidth)).toBe(true)

    await page.getByRole('button', { name: 'Pause' }).tap()
    await state(page, 'paused').waitFor()
    await page.getByRole('button', { name: 'Resume' }).tap()
    await page.getByRole('button', { name: 'Skip', exact: true }).tap()
    await tryRow(page, 2, 'running').waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).tap()
    await page.locator('.run', { hasText: 'stops after this try' }).waitFor()
    await page.getByRole('button', { name: 'Skip', exact: true }).tap()
    expect((await ended(w, 'r-1')).endReason).toBe('stopped')
    await page.getByRole('tab', { name: 'Past' }).tap()
    await page.locator('.past[data-relay="r-1"]', { hasText: 'stopped' }).tap()
    await page.getByRole('button', { name: 'Go on with it' }).waitFor()
    await page.locator('[data-try="2"] summary').first().tap()
    await page.getByRole('link', { name: /^Open shop-/ }).tap()
    await page.locator('main[data-session]').waitFor()
    await page.getByRole('link', { name: 'relay r-1' }).waitFor()
  })
})
