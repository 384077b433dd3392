/** The session page as a place to read and to talk: the list beside it, one line a tool, errors that go when they are over. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '#test/support/world'
import { chromiumPath, desk, lamp, openTab, startBrowser, type Tab, whyNoBrowser } from './cockpit/browser.ts'
import { openWire } from './cockpit/wire.ts'

describe.skipIf(chromiumPath === undefined)(`talking in the cockpit${chromiumPath ? '' : ` (${whyNoBrowser})`}`, () => {
  let w: World
  let browser: Browser
  let tab: Tab | null = null
  const open = async (path: string, options = {}): Promise<Page> => {
    tab = await openTab(browser, w, { path, ...options })
    await lamp(tab.page, 'live').waitFor()
    return tab.page
  }

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

  it('a tool is one line with what matters, calls of a kind are one, steps are a checklist, nothing is announced twice', async () => {
    const todos = JSON.stringify({
      todos: [
        { content: 'Look', status: 'completed' },
        { content: 'Mend', status: 'in_progress' },
      ],
    })
    const { id } = await w.spawn(
      [
        '@say was ~~struck~~',
        '@tool Grep {"pattern":"needle","path":"src"}',
        '@say between',
        '@tool Read {"file_path":"a.ts"}',
        '@tool Read {"file_path":"b.ts"}',
        '@tool Read {"file_path":"c.ts"}',
        `@tool TodoWrite ${todos}`,
      ].join('\n'),
    )
    await w.turnEnd(id)
    await w.call('POST', `/api/v1/sessions/${id}/send`, { message: '@say again' })
    await w.turnEnd(id, 2)
    const page = await open(`/sessions/${id}`)
    const grep = page.locator('[data-tool="search"] .tool-head')
    await grep.waitFor()
    expect(await grep.innerText()).toMatch(/Grep\s+needle in src[\s\S]*done\s*[<\d.]+ s/)
    expect((await grep.boundingBox())?.height).toBeLessThan(50)
    const run = page.locator('[data-run="3"]')
    expect(await run.locator('.tool-head').innerText()).toMatch(/Read\s+3×\s+a\.ts, b\.ts, c\.ts/)
    await run.locator('.tool-head').first().click()
    await run.locator('article[data-kind="tool"]').nth(2).waitFor()
    expect(await page.locator('[data-todo="doing"]').innerText()).toContain('Mend')
    expect(await page.locator('[data-todo="done"]').count()).toBe(1)
    const struck = await page.locator('.prose del').evaluate((el) => {
      const { getComputedStyle: style } = globalThis as unknown as {
        getComputedStyle(e: unknown): { textDecorationLine: string }
      }
      return style(el).textDecorationLine
    })
    expect(struck).toBe('line-through')
    expect(await page.getByText('Conversation opened').count()).toBe(1)
    // Every stored row is in the page, drawn or not.
    const stored = (await w.rows(id)).filter(({ kind }) => kind === 'tool' || kind === 'session').length
    expect(await page.locator('[data-event-id][data-kind="tool"], [data-event-id][data-kind="session"]').count()).toBe(
      stored,
    )
  })

  it('on a desk the other sessions stand beside it; j and k go from one to the next', async () => {
    const ids: string[] = []
    for (const name of ['rail one', 'rail two']) {
      const { id } = await w.spawn('@say hi', { name })
      await w.turnEnd(id)
      ids.push(id)
    }
    const [one, two] = ids as [string, string]
    const page = await open(`/sessions/${two}`, { size: desk })
    const rail = page.getByRole('navigation', { name: 'Sessions' })
    await rail.locator(`[data-rail-session="${two}"][aria-current="page"]`).waitFor()
    await page.locator('[data-kind="turn_end"]').waitFor()
    await page.keyboard.press('j')
    await page.getByRole('heading', { name: 'rail one' }).waitFor()
    await rail.locator(`[data-rail-session="${one}"][aria-current="page"]`).waitFor()
    await page.keyboard.press('k')
    await page.getByRole('heading', { name: 'rail two' }).waitFor()
    // Not while words are typed.
    await page.locator('[data-composer]').press('j')
    expect(await page.locator('[data-composer]').inputValue()).toBe('j')
    await rail.locator(`[data-rail-session="${one}"]`).click()
    await page.getByRole('heading', { name: 'rail one' }).waitFor()
  })

  it('what failed only because the daemon was away is over when it is back', async () => {
    const { id } = await w.spawn('@say hi')
    await w.turnEnd(id)
    const wire = await openWire(w.daemon.port)
    try {
      const page = await open(`/sessions/${id}`, { port: wire.port })
      await page.locator('[data-kind="turn_end"]').waitFor()
      wire.cut()
      await page.locator('[data-composer]').fill('kept words')
      await page.keyboard.press('Enter')
      const problem = page.locator('.composer', { hasText: 'The daemon does not answer' })
      await problem.waitFor()
      wire.mend()
      await problem.waitFor({ state: 'detached' })
      expect(await page.locator('[data-composer]').inputValue()).toBe('kept words')
    } finally {
      await tab?.close()
      await wire.close()
    }
  })
})
