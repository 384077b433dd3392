/** Who gets in, what the page keeps, and what agents' words cannot do: sign-in, revocation, headers, injection. */
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ok, type World, world } from '#test/support/world'
import { chromiumPath, freshLink, lamp, openTab, originOf, startBrowser, whyNoBrowser } from './cockpit/browser.ts'

interface Found {
  readonly pwned: number | null
  readonly tags: readonly string[]
  readonly links: readonly (string | null)[]
  readonly styled: number
}

const kb = (bytes: number): string => `${Math.round(bytes / 1024)} KB`

describe.skipIf(chromiumPath === undefined)(`the cockpit's door${chromiumPath ? '' : ` (${whyNoBrowser})`}`, () => {
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

  it('opens by a link once: the code leaves the address, the bearer stays in this origin, no cookie is set', async () => {
    const link = await freshLink(w)
    const first = await openTab(browser, w, { signedIn: false })
    await first.page.goto(link)
    await lamp(first.page, 'live').waitFor()
    expect(first.page.url()).toBe(`${originOf(w)}/`)
    expect(await first.page.evaluate("localStorage.getItem('drover.bearer')")).toMatch(/^[\w-]{20,}$/)
    expect(await first.context.cookies()).toEqual([])
    expect(first.faults).toEqual([])
    const second = await openTab(browser, w, { signedIn: false })
    await second.page.goto(link)
    await second.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await second.close()
    await first.close()
  })

  it('says how to get a new link where one is spent or unknown, and takes a pasted one', async () => {
    const tab = await openTab(browser, w, { signedIn: false, path: '/#code=spent-long-ago-or-never-issued' })
    await tab.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await tab.page.getByText('drover link', { exact: true }).waitFor()
    await tab.page.getByLabel('Or paste the link here').fill(await freshLink(w))
    await tab.page.getByRole('button', { name: 'Sign in' }).click()
    await lamp(tab.page, 'live').waitFor()
    await tab.close()
  })

  it('signs an open page out when its bearer is revoked, and shows nothing any more', async () => {
    const { id } = await w.spawn('@say secret words')
    const tab = await openTab(browser, w, { path: `/sessions/${id}` })
    await tab.page.locator('[data-kind="text"]', { hasText: 'secret words' }).waitFor()
    await lamp(tab.page, 'live').waitFor()
    const { bearers } = await ok<{ bearers: { id: number }[] }>(w.call('GET', '/api/v1/auth/bearers'))
    for (const bearer of bearers) await w.call('DELETE', `/api/v1/auth/bearers/${bearer.id}`)
    await tab.page.getByRole('heading', { name: 'This page was signed out' }).waitFor()
    expect(await tab.page.getByText('secret words').count()).toBe(0)
    expect(await tab.page.evaluate("localStorage.getItem('drover.bearer')")).toBeNull()
    await tab.close()
  })

  it('is served with a policy that allows no foreign and no inline script', async () => {
    const { headers, text } = await w.call('GET', '/', undefined, { token: null, tcp: true })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|https?:|\*/)
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>\s*\S/)
  })

  it('needs less than 250 KB of compressed script for a first visit to every part', async () => {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    const page = await context.newPage()
    const sizes = new Map<string, Promise<number>>()
    page.on('response', (answer) => {
      if (answer.url().endsWith('.js'))
        sizes.set(
          answer.url(),
          answer.body().then((body) => gzipSync(body).length),
        )
    })
    const total = async (): Promise<number> => (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0)
    await page.goto(await freshLink(w))
    await lamp(page, 'live').waitFor()
    const first = await total()
    // What few visits need comes with the page that needs it.
    const named = (word: string): boolean => [...sizes.keys()].some((url) => url.includes(`/${word}-`))
    const own = ['review', 'patch-worker', 'costs', 'palette', 'session']
    expect(own.filter(named)).toEqual([])
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Go to' }).waitFor()
    await page.keyboard.press('Escape')
    expect(own.filter(named)).toEqual(['palette'])
    for (const path of [
      '/needs-you',
      '/new',
      '/relay',
      '/merges',
      '/projects',
      '/settings',
      '/design',
      '/sessions/demo-1',
    ]) {
      await page.goto(`${originOf(w)}${path}`)
      await page.locator('#main:not([aria-busy])').waitFor()
    }
    const every = await total()
    console.log(`compressed script: ${kb(first)} for a first visit, ${kb(every)} for every page together`)
    expect(first).toBeGreaterThan(50 * 1024)
    expect(every).toBeLessThan(250 * 1024)
    await context.close()
  })

  it('does not let an agent’s words become markup, scripts, forms or requests', async () => {
    const attacks = [
      '<script>window.pwned=1</script>',
      '<img src=x onerror="window.pwned=2">',
      '<svg onload="window.pwned=3"><use href="data:image/svg+xml,x"/></svg>',
      '[click](javascript:window.pwned=4)',
      '![pixel](http://127.0.0.1:9/pixel.png)',
      '<iframe srcdoc="<script>parent.pwned=5</script>"></iframe>',
      '<form action="http://127.0.0.1:9/"><input name=a><button>go</button></form>',
      '<style>body{background:url(http://127.0.0.1:9/)}</style>',
      '<a href="http://127.0.0.1:9/" onclick="window.pwned=6">x</a>',
      '[ref]: javascript:alert(1)',
      '`code` <b style="position:fixed">b</b>',
    ]
    const script = [
      ...attacks.map((attack) => `@say ${attack}`),
      `@think ${attacks[1]}`,
      `@tool <img/src=x/onerror=window.pwned=7> ${JSON.stringify({ command: attacks[1] })}`,
      `@fail agent_error`,
    ].join('\n')
    const { id } = await w.spawn(script, { name: '<img src=x onerror="window.pwned=8">' })
    await w.turnEnd(id)
    const tab = await openTab(browser, w, { path: `/sessions/${id}` })
    const { page } = tab
    await page.locator('[data-kind="turn_end"]').waitFor()
    await page.locator('[data-transcript]').evaluate((el) => el.scrollTo(0, 0))
    for (const head of await page.locator('.tool-head').all()) await head.click()
    await page.getByText('<script>window.pwned=1</script>').first().waitFor()
    const found = await page.evaluate<Found>(`(() => {
      const all = (selector) => [...document.querySelectorAll(selector)]
      return {
        pwned: window.pwned ?? null,
        tags: all('#main :is(script, img, iframe, form[action], style, object, embed, base, [onerror], [onclick], [onload])').map((el) => el.outerHTML),
        links: all('[data-transcript] a').map((a) => a.getAttribute('href')),
        styled: all('[data-transcript] .prose [style]').length,
      }
    })()`)
    expect(found.pwned).toBeNull()
    expect(found.tags).toEqual([])
    expect(found.styled).toBe(0)
    expect(found.links.filter((href) => href !== null && !/^https?:/.test(href))).toEqual([])
    expect(tab.faults).toEqual([])
    await tab.close()
  })
})
