/** From a desk to a phone: the way there by the shell, and a page that takes Web Push, tells what cannot ring, and lets go again. */
import { createECDH, randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decrypt } from 'http_ece'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Receiver, receiver } from '../support/receiver.ts'
import { type World, world } from '../support/world.ts'
import { chromiumPath, openTab, phone, startBrowser } from './cockpit/browser.ts'
import { findings, tooSmall } from './cockpit/reach.ts'

let w: World
let push: Receiver
beforeAll(async () => {
  push = await receiver()
  w = await world({ config: config('') })
  await w.addProject(w.repo, 'shop')
})
afterAll(async () => {
  await w.end()
  await push.close()
})

const name = 'desk.tail1234.ts.net'
const config = (more: string): string => `[notify]\nallow_loopback_push = true\n${more}`
const userFile = (): string => join(w.env.HOME ?? '', '.config', 'drover', 'config.toml')

/** A `tailscale` that says what it is told to. */
function tailnet(status: object, serving: object): Record<string, string> {
  const dir = join(w.dir, 'fake-bin')
  mkdirSync(dir, { recursive: true })
  const said = (value: object): string => JSON.stringify(value).replaceAll("'", '')
  const script = `#!/bin/sh\nif [ "$1" = serve ]; then echo '${said(serving)}'; else echo '${said(status)}'; fi\n`
  writeFileSync(join(dir, 'tailscale'), script)
  chmodSync(join(dir, 'tailscale'), 0o755)
  return { PATH: `${dir}:${w.env.PATH ?? ''}` }
}

describe('drover phone', () => {
  it('says the one step that is missing, then an address that a phone can reach; who signed in is listed and signed out', async () => {
    const running = { BackendState: 'Running', Self: { DNSName: `${name}.` } }
    const first = await w.cli(['phone'], { env: tailnet({ BackendState: 'NeedsLogin' }, {}) })
    expect([first.code, first.stdout]).toEqual([1, expect.stringContaining('tailscale up')])
    const second = await w.cli(['phone'], { env: tailnet(running, {}) })
    expect(second.stdout).toContain(`allowed_hosts = ["${name}"]`)
    writeFileSync(userFile(), config(`[server]\nallowed_hosts = ["${name}"]\n`))
    const third = await w.cli(['phone'], { env: tailnet(running, {}) })
    expect(third.stdout).toContain(`tailscale serve --bg ${w.daemon.port}`)
    const serving = { Web: { [`${name}:443`]: { Handlers: { '/': { Proxy: `http://127.0.0.1:${w.daemon.port}` } } } } }
    const fourth = await w.cli(['phone', '--json'], { env: tailnet(running, serving) })
    expect(fourth.code).toBe(0)
    const { url } = JSON.parse(fourth.stdout) as { url: string }
    const code = new RegExp(`^https://${name}/#code=(.+)$`).exec(url)?.[1]
    const exchange = () => w.call('POST', '/auth/exchange', { code })
    const { id } = (await exchange()).body
    expect((await exchange()).body.code).toBe('CODE_EXPIRED')
    const listed = await w.cli(['link', 'ls'])
    expect(listed.stdout).toMatch(new RegExp(`^${id} +signed in`, 'm'))
    expect((await w.cli(['link', 'revoke', String(id)])).code).toBe(0)
    expect((await w.cli(['link', 'ls'])).stdout).toMatch(new RegExp(`^${id} +signed out`, 'm'))
  })
})

describe.skipIf(chromiumPath === undefined)('Settings on a phone', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser?.close())

  it('begins with looks and notifications, folds what is not installed, and rings this device', async () => {
    const device = createECDH('prime256v1')
    const keys = { p256dh: device.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
    const tab = await openTab(browser, w, { size: phone, touch: true, permissions: ['notifications'] })
    // Browsers reach their own push service, which no test has: the subscription is this machine's.
    const made = JSON.stringify({ endpoint: `${push.url}/phone`, keys })
    await tab.page.addInitScript(
      `PushManager.prototype.subscribe = async () => ({ toJSON: () => (${made}), unsubscribe: async () => true });
       PushManager.prototype.getSubscription = async () => null`,
    )
    const { page } = tab
    await page.goto(`${new URL(page.url()).origin}/settings`)
    await page.getByRole('heading', { name: 'Notifications' }).waitFor()
    await page.locator('details summary', { hasText: 'not installed' }).waitFor()
    const heads = await page.locator('main h2').allTextContents()
    expect(heads).toEqual(['Looks', 'Notifications', 'Agents', 'Signed-in pages', 'Doctor', 'Daemon'])
    await page.getByRole('button', { name: 'Ring this device' }).click()
    const own = page.locator('[data-place]', { hasText: 'This device' })
    await own.getByText('Nothing was sent yet').waitFor()
    await own.getByRole('button', { name: 'Test' }).click()
    const got = await push.until('the push to the page', ({ path }) => path === '/phone')
    const opened = decrypt(got.body, { version: 'aes128gcm', privateKey: device, authSecret: keys.auth })
    expect(JSON.parse(opened.toString())).toMatchObject({ title: 'Drover can reach you', path: '/settings' })
    await own.getByText('Rang').waitFor()
    expect(await findings(page)).toEqual([])
    expect(await tooSmall(page)).toEqual([])
    await own.getByRole('button', { name: 'Stop ringing' }).click()
    await page.getByRole('button', { name: 'Ring this device' }).waitFor()
    expect((await w.call('GET', '/api/v1/notify')).body.targets).toEqual([])
    expect(tab.faults).toEqual([])
    await tab.close()
  })

  it('goes anywhere by Ctrl+K, from a field too, and by a press on a phone', async () => {
    const { id } = await w.spawn('@say found it', { projectId: 'shop', harness: 'rehearsal', name: 'Mend the parser' })
    await w.turnEnd(id)
    const at = await openTab(browser, w)
    await at.page.getByText('Mend the parser').first().waitFor()
    await at.page.keyboard.press('/')
    await at.page.keyboard.press('Control+k')
    const field = at.page.locator('.palette input')
    await field.fill('parser mend')
    await at.page.getByRole('option', { selected: true }).getByText('Mend the parser').waitFor()
    await field.press('Enter')
    await at.page.waitForURL(`**/sessions/${id}`)
    await at.page.keyboard.press('Control+k')
    await field.fill('page sett')
    await field.press('Enter')
    await at.page.waitForURL('**/settings')
    await at.page.keyboard.press('Control+k')
    await field.fill('no such thing at all')
    await at.page.getByText('Nothing fits').waitFor()
    await field.press('Escape')
    expect([await field.count(), at.faults]).toEqual([0, []])
    await at.close()
    const small = await openTab(browser, w, { size: phone, touch: true })
    await small.page.getByRole('button', { name: 'Go to …' }).click()
    await small.page.getByRole('option', { name: /^shop/ }).waitFor()
    expect(await findings(small.page)).toEqual([])
    expect(await tooSmall(small.page)).toEqual([])
    await small.page.getByRole('option', { name: /^shop/ }).click()
    await small.page.waitForURL('**/projects/shop')
    await small.close()
  })
})
