/** Many sessions, a very long one, and many that talk at once: what the page costs, and how late a line is. */
import { appendFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '#test/support/world'
import { chromiumPath, desk, lamp, openTab, originOf, phone, startBrowser, whyNoBrowser } from './cockpit/browser.ts'
import { readIds } from './cockpit/reader.ts'
import { seedFleet, seedLong } from './cockpit/seed.ts'

interface Cost {
  /** Scripts, style and layout as Chromium books them. */
  readonly work: number
  /** Everything the main thread did, the parser, painting and this test's own looks included: an upper bound. */
  readonly tasks: number
  readonly wall: number
  readonly heapMb: number
}

/** Scripting, style and layout of one load, and the heap after it, as Chromium counts them. */
async function costOf(page: Page, url: string, shown: string): Promise<Cost> {
  const wire = await page.context().newCDPSession(page)
  await wire.send('Performance.enable')
  await page.goto(url)
  await page.locator(shown).first().waitFor()
  const wall = await page.evaluate<number>('performance.now()')
  const { metrics } = await wire.send('Performance.getMetrics')
  const metric = (name: string): number => metrics.find((one) => one.name === name)?.value ?? Number.NaN
  await lamp(page, 'live').waitFor()
  const heap = (await wire.send('Runtime.getHeapUsage')).usedSize
  return {
    work: 1_000 * (metric('ScriptDuration') + metric('LayoutDuration') + metric('RecalcStyleDuration')),
    tasks: 1_000 * metric('TaskDuration'),
    wall,
    heapMb: heap / 1_048_576,
  }
}

/** For the benchmark, which runs this test and names the file. */
function note(figure: string, value: number): void {
  const file = process.env.DROVER_PAGE_REPORT
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ figure, value })}\n`)
}

const report = (what: string, cost: Cost): void =>
  console.log(
    `${what}: ${cost.work.toFixed(0)} ms of scripting and layout to first paint (${cost.tasks.toFixed(0)} ms of all tasks, ${cost.wall.toFixed(0)} ms by the clock), heap ${cost.heapMb.toFixed(0)} MB`,
  )

describe.skipIf(chromiumPath === undefined)(`the cockpit at scale${chromiumPath ? '' : ` (${whyNoBrowser})`}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser?.close())

  const inWorld = async (seed: (w: World) => void, act: (w: World) => Promise<void>): Promise<void> => {
    const w = await world({ start: false })
    try {
      seed(w)
      await w.start()
      await act(w)
    } finally {
      await w.end()
    }
  }

  it('paints a fleet of 500 and finds one session in it', () =>
    inWorld(
      (w) => seedFleet(w, 500),
      async (w) => {
        for (const size of [phone, desk]) {
          const tab = await openTab(browser, w, { size })
          const cost = await costOf(tab.page, `${originOf(w)}/`, 'a.card')
          report(`fleet of 500 at ${size.width}`, cost)
          note('page-fleet-500', cost.work)
          note('page-fleet-500-heap', cost.heapMb)
          expect(cost.heapMb).toBeLessThan(250)
          expect(await tab.page.locator('a.card').count()).toBeLessThan(120)
          await tab.page.getByLabel(/Find a session/).fill('needle haystack')
          await expect.poll(() => tab.page.locator('a.card').count()).toBe(1)
          await tab.page.locator('a.card', { hasText: 'The needle in the haystack' }).click()
          await tab.page.getByRole('heading', { name: 'The needle in the haystack' }).waitFor()
          expect(tab.faults).toEqual([])
          await tab.close()
        }
      },
    ))

  it('opens a session of 1,000,000 events at its newest line, reads back, and stays small', () =>
    inWorld(
      (w) => seedLong(w, 1_000_000),
      async (w) => {
        const tab = await openTab(browser, w, { size: phone })
        const cost = await costOf(tab.page, `${originOf(w)}/sessions/demo-1`, '[data-event-id="1000000"]')
        report('session of 1,000,000 events', cost)
        note('page-session-1m', cost.work)
        const box = tab.page.locator('[data-transcript]')
        for (let n = 0; n < 60; n++) await box.evaluate((el) => el.scrollBy(0, -20_000))
        await expect
          .poll(
            async () => Number(await tab.page.locator('[data-kind="text"]').first().getAttribute('data-event-id')),
            { timeout: 20_000 },
          )
          .toBeLessThan(999_000)
        const wire = await tab.context.newCDPSession(tab.page)
        await wire.send('HeapProfiler.collectGarbage')
        const heap = (await wire.send('Runtime.getHeapUsage')).usedSize / 1_048_576
        console.log(`after reading back: heap ${heap.toFixed(0)} MB`)
        note('page-session-1m-heap', heap)
        expect(heap).toBeLessThan(250)
        await tab.page.locator('.jump').click()
        await tab.page.locator('[data-event-id="1000000"]').waitFor()
        expect(tab.faults).toEqual([])
        await tab.close()
      },
    ))

  it('keeps the place while older lines come in above: reading back skips and repeats nothing', () =>
    inWorld(
      (w) => seedLong(w, 5_000),
      async (w) => {
        const tab = await openTab(browser, w, { path: '/sessions/demo-1' })
        await tab.page.locator('[data-event-id="5000"]').waitFor()
        const read = new Set(await readIds(tab.page, 'text'))
        expect(Array.from({ length: 5_000 }, (_, n) => n + 1).filter((id) => !read.has(id))).toEqual([])
        await tab.close()
      },
    ))

  it('shows a stored line soon while 20 sessions stream', async () => {
    const w = await world()
    try {
      await w.addProject()
      const script = '@say tick of a line\n@sleep 100\n'.repeat(60)
      const sessions = await Promise.all(Array.from({ length: 20 }, () => w.spawn(script, { model: 'fast' })))
      const watched = sessions.at(-1)!
      const tab = await openTab(browser, w, { path: `/sessions/${watched.id}` })
      await tab.page.locator('[data-kind="text"]').first().waitFor()
      await tab.page.evaluate(`(() => {
        window.seen = {}
        new MutationObserver(() => {
          for (const row of document.querySelectorAll('[data-kind="text"]')) window.seen[row.dataset.eventId] ??= Date.now()
        }).observe(document.querySelector('[data-transcript]'), { childList: true, subtree: true })
      })()`)
      const from = (await w.session(watched.id)).lastEventId + 1
      await w.turnEnd(watched.id)
      await tab.page.locator('[data-kind="turn_end"]').waitFor()
      const seen = await tab.page.evaluate<Record<string, number>>('window.seen')
      const rows = (await w.rows(watched.id)).filter((row) => row.kind === 'text' && row.id > from)
      const late = rows
        .map((row) => (seen[row.id] ?? Number.POSITIVE_INFINITY) - Date.parse(row.at))
        .sort((a, b) => a - b)
      const at = (share: number): number => late[Math.floor((late.length - 1) * share)] ?? Number.NaN
      console.log(
        `stored line to screen, 20 sessions streaming: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ${late.length} lines`,
      )
      note('page-line-p95', at(0.95))
      expect(late.length).toBeGreaterThan(5)
      expect(Number.isFinite(at(1))).toBe(true)
      expect(tab.faults).toEqual([])
      await tab.close()
    } finally {
      await w.end()
    }
  })
})
