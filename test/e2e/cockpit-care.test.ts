/** Looking after things in a real browser: repositories, workspaces, signed-in pages, notifications, what waits for a person. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { tempRepo } from '#test/support/temp-repo'
import { ok, type World, world } from '#test/support/world'
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
import { say } from './cockpit/reader.ts'

const soon = { timeout: 15_000 }
const note = 'navigator.serviceWorker.ready.then((worker) => worker.getNotifications())'

describe.skipIf(chromiumPath === undefined)(`the cockpit takes care${chromiumPath ? '' : ` (${whyNoBrowser})`}`, () => {
  let w: World
  let browser: Browser
  const tabs: Tab[] = []
  const open = async (path: string, options: TabOptions = {}): Promise<Page> => {
    const tab = await openTab(browser, w, { path, ...options })
    tabs.push(tab)
    await lamp(tab.page, 'live').waitFor()
    return tab.page
  }
  const attention = (page: Page, kind: string, text: string) =>
    page.locator(`[data-attention="${kind}"]`, { hasText: text })

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

  it('adds a repository by its path, says why not, and archives it without removing anything', async () => {
    const shop = tempRepo(join(w.dir, 'shop'))
    const page = await open('/projects', { size: phone, touch: true })
    await page.getByLabel('Path').fill(w.dir)
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('alert').getByText('NOT_A_GIT_REPO').waitFor()
    await page.getByLabel('Path').fill(shop.path)
    await page.getByLabel('Name').fill('The shop')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('heading', { name: 'The shop' }).waitFor()
    await page.locator('summary', { hasText: 'Configuration' }).click()
    await page.locator('tr', { hasText: 'server.port' }).getByText('environment').waitFor()
    await page.getByRole('button', { name: 'Show defaults' }).click()
    await page.locator('tr', { hasText: 'snapshot_max_file' }).getByText('default').first().waitFor()

    const { id } = await w.spawn('@say hi', { projectId: 'shop' })
    await w.turnEnd(id)
    await page.getByRole('button', { name: 'Archive this project' }).click()
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await page.getByRole('alert').getByText('PROJECT_HAS_SESSIONS').waitFor()
    await ok(w.call('POST', `/api/v1/sessions/${id}/kill`, {}))
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await page.locator('.toast', { hasText: 'nothing was removed' }).waitFor()
    await page.locator('.project-card', { hasText: 'demo' }).waitFor()
    expect(await page.locator('.project-card', { hasText: 'The shop' }).count()).toBe(0)
    expect(existsSync(join(shop.path, 'README.md'))).toBe(true)
  })

  it('shows what a clean-up would remove and why the rest stays, then removes only that', async () => {
    const clean = await w.spawn('@say clean')
    const dirty = await w.spawn('@write precious.txt mine')
    for (const { id } of [clean, dirty]) {
      await w.turnEnd(id)
      await ok(w.call('POST', `/api/v1/sessions/${id}/kill`, {}))
    }
    const page = await open('/projects/demo')
    await page.getByRole('button', { name: 'See what would be removed' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove 1 workspace?' })
    await dialog.locator('li', { hasText: clean.workspace! }).waitFor()
    await dialog.locator('li', { hasText: `${dirty.id} stays:` }).waitFor()
    expect(existsSync(clean.workspace!)).toBe(true)
    await dialog.getByRole('button', { name: 'Remove them' }).click()
    await page.locator('.toast', { hasText: '1 workspace removed, 1 kept' }).waitFor()
    expect([existsSync(clean.workspace!), existsSync(join(dirty.workspace!, 'precious.txt'))]).toEqual([false, true])
  })

  it('revokes another page from Settings: its stream drops and it shows nothing any more', async () => {
    const { id } = await w.spawn('@say for your eyes only')
    await w.turnEnd(id)
    const lost = await open(`/sessions/${id}`, {
      userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel) AppleWebKit/537.36 Chrome/99.0.0.0 Mobile Safari/537.36',
    })
    await say(lost, 'for your eyes only').waitFor()
    const page = await open('/settings')
    const rows = page.locator('[data-page]')
    await rows.filter({ hasText: 'this page' }).waitFor()
    await rows.filter({ hasText: 'Chrome 99 on Android' }).getByRole('button', { name: 'Revoke' }).click()
    await lost.getByRole('heading', { name: 'This page was signed out' }).waitFor()
    expect(await lost.getByText('for your eyes only').count()).toBe(0)
    await expect.poll(() => rows.filter({ hasText: 'Chrome 99 on Android' }).count(), soon).toBe(0)
    await lamp(page, 'live').waitFor()
    const own = await page.evaluate<string>("localStorage.getItem('drover.bearer')")
    const asked = (): Promise<number> =>
      w.call('GET', '/api/v1/status', undefined, { token: own, tcp: true }).then((answer) => answer.status)
    expect(await asked()).toBe(200)
    await page.getByRole('button', { name: 'Sign this page out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await asked()).toBe(401)
  })

  it('notifies through the browser once an item, leads to it, and takes the notification back when it is settled', async () => {
    const page = await open('/settings', { permissions: ['notifications'] })
    await page.addInitScript('document.hasFocus = () => false')
    await page.reload()
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('button', { name: 'Turn off' }).waitFor()
    await page.goto(`${originOf(w)}/`)
    await lamp(page, 'live').waitFor()
    const shown = (): Promise<readonly string[]> =>
      page.evaluate<string[]>(`${note}.then((all) => all.map((one) => one.title + ': ' + one.body))`)
    const routine = await w.spawn('@say nothing special')
    await w.turnEnd(routine.id)
    const { id } = await w.spawn('@ask Shall I?\n@say ok', { name: 'Bell ringer' })
    await expect.poll(shown, soon).toEqual(['Bell ringer needs you: Shall I?'])
    await page.reload()
    await lamp(page, 'live').waitFor()
    await ok(w.call('PATCH', `/api/v1/sessions/${id}`, { name: 'Bell ringer renamed' }))
    await page.getByText('Bell ringer renamed').first().waitFor()
    expect(await shown()).toEqual(['Bell ringer needs you: Shall I?'])
    const worker = page.context().serviceWorkers()[0]!
    await worker.evaluate(`self.registration.getNotifications().then(([one]) =>
      self.dispatchEvent(new NotificationEvent('notificationclick', { notification: one })))`)
    await page.getByRole('heading', { name: 'Bell ringer renamed' }).waitFor()
    expect(await shown()).toEqual([])
    const other = await w.spawn('@ask And now?\n@say ok', { name: 'Ringer two' })
    await expect.poll(shown, soon).toEqual(['Ringer two needs you: And now?'])
    const { request } = await w.session(other.id)
    await ok(w.call('POST', `/api/v1/sessions/${other.id}/answer`, { requestId: request!.requestId, text: 'yes' }))
    await expect.poll(shown, soon).toEqual([])
    await ok(w.call('POST', `/api/v1/sessions/${id}/kill`, {}))
  })

  it('shows words while they are being spoken, then the whole of them once', async () => {
    const words = 'These are the first words of a long sentence and these are the last ones'
    const { id } = await w.spawn('@sleep 1', { model: 'slow' })
    await w.turnEnd(id)
    const page = await open(`/sessions/${id}`)
    await page.locator('[data-composer]').fill(`@say ${words}`)
    await page.keyboard.press('Enter')
    const growing = page.locator('[data-kind="delta"]')
    await growing.filter({ hasText: 'These are the first words' }).waitFor()
    expect(await page.locator('[data-kind="text"]').count()).toBe(0)
    await page.locator('[data-kind="text"]', { hasText: words }).waitFor()
    await page.locator('[data-kind="turn_end"][data-turn="2"]').waitFor()
    expect([await growing.count(), await page.getByText(words, { exact: true }).count()]).toEqual([0, 1])
  })

  it('copies the attach command, and can be installed', async () => {
    const { id } = await w.spawn('@say hi')
    const page = await open(`/sessions/${id}`, { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Copy attach command' }).click()
    await page.locator('.toast', { hasText: 'Attach command copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`drover session attach ${id}`)
    const wire = await page.context().newCDPSession(page)
    const manifest = await wire.send('Page.getAppManifest')
    expect(manifest.errors).toEqual([])
    expect(JSON.parse(manifest.data ?? '{}')).toMatchObject({ display: 'standalone', start_url: '/' })
    const { installabilityErrors } = await wire.send('Page.getInstallabilityErrors')
    // A window without history is private to Chromium; nothing else may be wrong.
    expect(installabilityErrors.map((one) => one.errorId).filter((one) => one !== 'in-incognito')).toEqual([])
  })

  it('queues every reason that stops work, each with an age and an action, and lets it go when it is gone', async () => {
    const spent = await w.spawn('@fail usage_limit resets-in=3600', { name: 'Out of quota' })
    // Another account: the one that is spent would park it.
    const out = await w.spawn('@fail auth', { name: 'Signed out', model: 'other' })
    for (const { id } of [spent, out]) await w.turnEnd(id)
    w.repo.write('.drover/config.toml', '[setup]\nrun = ["echo hi"]\n')
    const page = await open('/needs-you', { size: phone })
    await attention(page, 'parked', 'Out of quota')
      .getByText(/The quota resets in 5\d min/)
      .waitFor()
    await attention(page, 'failed', 'Signed out').getByText('not signed in').waitFor()
    const trust = attention(page, 'trust', 'demo')
    await trust.getByText(/noticed \d+ s ago/).waitFor()
    for (const item of await page.locator('[data-attention]').all()) {
      expect(await item.locator('time').count()).toBeGreaterThan(0)
      expect(await item.getByRole('link').or(item.getByRole('button')).count()).toBeGreaterThan(1)
    }
    const count = await page.locator('[data-attention]').count()
    expect(await page.title()).toBe(`(${count}) Needs you · Drover`)
    await trust.getByRole('link', { name: 'Read and decide' }).click()
    await page.getByRole('button', { name: 'Trust exactly this' }).click()
    await page.getByText('You trust what this repository brings').waitFor()
    await ok(w.call('POST', `/api/v1/sessions/${out.id}/send`, { message: '@say better now' }))
    await page.goto(`${originOf(w)}/needs-you`)
    await attention(page, 'parked', 'Out of quota').waitFor()
    await attention(page, 'failed', 'Signed out').waitFor({ state: 'detached' })
    await trust.waitFor({ state: 'detached' })
    await expect.poll(() => page.title(), soon).toBe(`(${count - 2}) Needs you · Drover`)
  })

  it('says that a start waits for disk, where it shows and what to do', async () => {
    await w.stop()
    const config = join(w.dir, 'user', '.config', 'drover', 'config.toml')
    writeFileSync(config, `[limits]\nmin_free_disk = ${2 ** 52}\n`)
    await w.start()
    const page = await open('/needs-you')
    const started = w.call('POST', '/api/v1/sessions', {
      projectId: 'demo',
      harness: 'rehearsal',
      prompt: '@say never',
      name: 'Too large',
    })
    const item = attention(page, 'trouble', 'Too large')
    await item.getByText('limits.min_free_disk').waitFor()
    await item.getByText('drover session cleanup').waitFor()
    await item.getByRole('link', { name: 'Open the session' }).click()
    await page.getByText('drover session cleanup').first().waitFor()
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Kill' }).click()
    await page.getByRole('button', { name: 'Kill the agent' }).click()
    await started
    await expect.poll(async () => (await w.call('GET', '/api/v1/sessions')).text, soon).not.toContain('Too large')
  })
})
