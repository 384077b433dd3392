/** The link between page and daemon in bad weather: killed and restarted, offline, away from the start, slow. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '#test/support/world'
import { chromiumPath, lamp, openTab, originOf, startBrowser, whyNoBrowser } from './cockpit/browser.ts'
import { reached, readIds, say } from './cockpit/reader.ts'
import { openWire } from './cockpit/wire.ts'

describe.skipIf(chromiumPath === undefined)(`the cockpit's link${chromiumPath ? '' : ` (${whyNoBrowser})`}`, () => {
  let w: World
  let browser: Browser

  beforeAll(async () => {
    w = await world()
    await w.addProject()
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await w?.end()
  })

  it('mends itself after the daemon was killed and restarted under it: nothing lost, nothing doubled', async () => {
    const lines = Array.from({ length: 80 }, (_, n) => `@say line ${n + 1}\n@sleep 80`).join('\n')
    const { id } = await w.spawn(lines)
    const { port } = w.daemon
    const tab = await openTab(browser, w, { path: `/sessions/${id}` })
    await reached(tab.page, 10)
    await w.crash()
    await tab.page.locator('.lamp:not([data-link="live"])').first().waitFor()
    await w.start()
    expect(w.daemon.port).toBe(port)
    await lamp(tab.page, 'live').waitFor()
    await tab.page.locator('[data-kind="turn_end"]', { hasText: 'Turn done' }).waitFor()
    const stored = (await w.rows(id)).filter((row) => row.kind === 'text').map((row) => row.id)
    expect(stored).toHaveLength(80)
    expect(await readIds(tab.page, 'text')).toEqual(stored)
    expect(tab.faults).toEqual([])
    await tab.close()
  })

  it('says when the daemon is away, keeps what was known, and opens its shell from the cache', async () => {
    const { id } = await w.spawn('@say before the storm', { name: 'Stormy' })
    await w.turnEnd(id)
    const busy = await w.spawn('@say at work\n@sleep 60000', { name: 'Busy' })
    const tab = await openTab(browser, w)
    await tab.page.locator('a.card', { hasText: 'Stormy' }).waitFor()
    await tab.page.locator('a.card', { hasText: 'Busy' }).getByText('working', { exact: true }).waitFor()
    await tab.page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    await w.crash()
    await tab.page.locator('.down', { hasText: 'The daemon does not answer' }).waitFor()
    await tab.page.getByText('drover start').waitFor()
    expect(await tab.page.locator('a.card', { hasText: 'Stormy' }).count()).toBe(1)
    await tab.page.locator('a.card', { hasText: 'Busy' }).getByText('was working', { exact: true }).waitFor()
    await tab.page.locator('.group-head', { hasText: 'Working' }).getByText('when last seen').waitFor()
    await tab.page.reload()
    await lamp(tab.page, 'down').waitFor()
    await tab.page.getByText('The daemon does not answer').first().waitFor()
    await w.start()
    await lamp(tab.page, 'live').waitFor()
    await tab.page.locator('a.card', { hasText: 'Stormy' }).waitFor()
    await tab.page.locator('a.card', { hasText: 'Busy' }).getByText('working', { exact: true }).waitFor()
    await w.call('POST', `/api/v1/sessions/${busy.id}/kill`, {})
    await tab.close()
  })

  it('goes on after the network was away', async () => {
    const { id } = await w.spawn('@say one\n@sleep 3000\n@say two\n@sleep 200\n@say three')
    const wire = await openWire(w.daemon.port)
    const tab = await openTab(browser, w, { path: `/sessions/${id}`, port: wire.port })
    await say(tab.page, 'one').waitFor()
    await lamp(tab.page, 'live').waitFor()
    wire.cut()
    await lamp(tab.page, 'down').waitFor()
    await w.turnEnd(id)
    wire.mend()
    await lamp(tab.page, 'live').waitFor()
    await say(tab.page, 'three').waitFor()
    const stored = (await w.rows(id)).filter((row) => row.kind === 'text').map((row) => row.id)
    expect(await readIds(tab.page, 'text')).toEqual(stored)
    await tab.close()
    await wire.close()
  })

  it('holds one stream a tab, whatever the reader opens', async () => {
    const ids = [(await w.spawn('@say a')).id, (await w.spawn('@say b')).id]
    const tab = await openTab(browser, w)
    const streams = new Set<object>()
    tab.page.on('request', (request) => {
      if (request.url().includes('/api/v1/events?')) streams.add(request)
    })
    const over = (request: object): void => {
      streams.delete(request)
    }
    tab.page.on('requestfailed', over)
    tab.page.on('requestfinished', over)
    for (const id of ids) {
      await tab.page.locator(`a.card[data-session="${id}"]`).click()
      await tab.page.locator('[data-kind="turn_end"]').waitFor()
      await tab.page.getByRole('link', { name: 'Back to the fleet' }).click()
      await tab.page.locator('a.card').first().waitFor()
    }
    await lamp(tab.page, 'live').waitFor()
    await expect.poll(() => streams.size).toBeLessThanOrEqual(1)
    await tab.close()
  })

  it('works over a slow network', async () => {
    const { id } = await w.spawn('@say slowly')
    const tab = await openTab(browser, w)
    const wire = await tab.context.newCDPSession(tab.page)
    await wire.send('Network.enable')
    await wire.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 300,
      downloadThroughput: 90_000,
      uploadThroughput: 40_000,
    })
    await tab.page.goto(`${originOf(w)}/sessions/${id}`)
    await say(tab.page, 'slowly').waitFor()
    await lamp(tab.page, 'live').waitFor()
    await tab.page.locator('[data-composer]').fill('@say and back')
    await tab.page.keyboard.press('Enter')
    await say(tab.page, 'and back').waitFor()
    expect(tab.faults).toEqual([])
    await tab.close()
  })
})
