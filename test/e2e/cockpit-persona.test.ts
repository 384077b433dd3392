/**
 * The page of one persona in a real Chromium, on a phone and on a desk: replay, a reload in mid-turn, stop, presets, a stale session, the
 * daemon killed and back, offline; two tabs, a revoked page, a persona that the configuration loses; voice; reach and looks.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Session } from '#contract/session'
import type { Talk } from '#contract/talk'
import { desk, freshLink, lamp, openTab, phone } from './cockpit/browser.ts'
import { inCockpit } from './cockpit/frame.ts'
import { findings, tooSmall } from './cockpit/reach.ts'
import { openWire } from './cockpit/wire.ts'

const personas = `
default_harness = "rehearsal"
cancel_grace = 1
[[presets]]
label = "Everywhere"
prompt = "@say from the general ones"
[personas.chef]
agent = "rehearsal:fast"
presets = [
  { label = "Menu", prompt = "@say soup of the day" },
  { label = "Slow", prompt = "@say stirring\\n@sleep 60000\\n@say never" },
]
[personas.waiter]
agent = "rehearsal:fast"
[personas.baker]
agent = "rehearsal:fast"
[personas.guest]
agent = "rehearsal:fast"
[personas.gardener]
agent = "rehearsal:fast"
tools = "all"
project = "demo"
`
const shots = process.env.DROVER_SHOTS
const sizes = [
  ['phone', { size: phone, touch: true }],
  ['desk', { size: desk }],
] as const

inCockpit('talking to a persona', { world: { config: personas } }, (frame) => {
  const { open } = frame
  let count = 0
  const post = async (persona: string, message: string): Promise<Session> => {
    const body = { message, id: `test-message-${++count}` }
    return (await frame.w.call('POST', `/api/v1/talk/${persona}/say`, body)).body.talk.session
  }
  const held = async (persona: string): Promise<Session | null> =>
    ((await frame.w.call('GET', `/api/v1/talk/${persona}`)).body.talk as Talk).session
  const users = async (persona: string): Promise<readonly string[]> => {
    const session = await held(persona)
    return session === null
      ? []
      : (await frame.w.rows(session.id)).flatMap((row) => (row.kind === 'user' ? [row.text] : []))
  }
  const fresh = (persona: string) => frame.w.call('POST', `/api/v1/talk/${persona}/new`, {})
  const configure = (text: string): void =>
    writeFileSync(join(frame.w.env.HOME ?? '', '.config', 'drover', 'config.toml'), text)
  const said = (page: Page, text: string) => page.locator('article[data-kind="text"]', { hasText: text })
  const asked = (page: Page, text: string) => page.locator('article[data-kind="user"]', { hasText: text })
  const box = (page: Page) => page.locator('[data-composer]')
  const caughtUp = (page: Page) => page.locator('main[data-caught-up="true"]')
  const tell = async (page: Page, text: string): Promise<void> => {
    await box(page).fill(text)
    await box(page).press('Enter')
  }
  const shot = async (page: Page, name: string): Promise<void> => {
    if (shots !== undefined) await page.screenshot({ path: join(shots, `talk-${name}.png`) })
  }

  it.each(sizes)('on a %s: presets, queueing, stop, a reload in mid-turn, replay', async (name, how) => {
    await fresh('chef')
    const page = await open('/talk/chef', how)
    await caughtUp(page).waitFor()
    await page.getByText('Nothing is said yet').waitFor()
    await shot(page, `${name}-empty`)
    // Those of the user's own configuration come with an answer of their own.
    await page.locator('[data-preset="Everywhere"]').waitFor()
    expect(await page.locator('[data-preset]').allInnerTexts()).toEqual(['Menu', 'Slow', 'Everywhere'])
    await page.locator('[data-preset="Menu"]').click()
    await said(page, 'soup of the day').waitFor()
    await page.locator('[data-kind="turn_end"]').first().waitFor()
    await page.locator('[data-preset="Slow"]').click()
    await said(page, 'stirring').waitFor()
    await tell(page, '@say after the stop')
    await page.locator('.queued-row', { hasText: 'after the stop' }).waitFor()
    await shot(page, `${name}-running`)
    await page.reload()
    await caughtUp(page).waitFor()
    await said(page, 'stirring').waitFor()
    await page.locator('.queued-row', { hasText: 'after the stop' }).waitFor()
    expect(await said(page, 'soup of the day').count()).toBe(1)
    await page.getByRole('button', { name: 'Stop this turn' }).click()
    await said(page, 'after the stop').waitFor()
    expect(await said(page, 'never').count()).toBe(0)
    await page.reload()
    await said(page, 'after the stop').waitFor()
    expect(await users('chef')).toHaveLength(3)
    await shot(page, `${name}-after`)
  })

  it.each(sizes)(
    'on a %s it can be reached by everyone, and is a page for a home screen that nobody indexes',
    async (name, how) => {
      const session = await post('waiter', '@say **Soup**, then:\\n\\n- bread\\n- cheese')
      await frame.w.turnEnd(session.id, session.turn?.n ?? 1)
      const looks: Record<string, readonly string[]> = {}
      for (const scheme of ['light', 'dark'] as const) {
        const page = await open('/talk/waiter', { ...how, scheme })
        await caughtUp(page).waitFor()
        await said(page, 'Soup').first().waitFor()
        await page.getByRole('button', { name: 'New conversation' }).click()
        await page.getByRole('alertdialog').waitFor()
        looks[scheme] = [...(await findings(page)), ...(name === 'phone' ? await tooSmall(page) : [])]
        await shot(page, `${name}-${scheme}`)
      }
      expect(looks).toEqual({ light: [], dark: [] })
      const page = await open('/talk/waiter', how)
      const meta = (of: string) => page.locator(`meta[name="${of}"]`).getAttribute('content')
      expect(await meta('robots')).toContain('noindex')
      expect(await meta('apple-mobile-web-app-capable')).toBe('yes')
      await expect.poll(() => meta('apple-mobile-web-app-title')).toBe('waiter')
      // Two fingers may make it larger, and no field does so by itself.
      expect(await meta('viewport')).toMatch(/^(?!.*(maximum-scale|user-scalable)).*viewport-fit=cover/)
      expect(
        Number.parseFloat(
          await box(page).evaluate(
            (el) =>
              (globalThis as never as { getComputedStyle(e: unknown): { fontSize: string } }).getComputedStyle(el)
                .fontSize,
          ),
        ),
      ).toBeGreaterThanOrEqual(16)
      const answer = await frame.w.call('GET', '/talk/waiter', undefined, {
        tcp: true,
        headers: { accept: 'text/html' },
      })
      expect(answer.headers['x-robots-tag']).toBe('noindex, nofollow')
      const manifest = await page.locator('link[rel="manifest"]').getAttribute('href')
      expect(manifest).toBe('/talk/waiter.webmanifest')
      expect((await frame.w.call('GET', manifest ?? '', undefined, { tcp: true })).text).toContain(
        '"start_url":"/talk/waiter"',
      )
      expect((await frame.w.call('GET', '/talk/..%2f.webmanifest', undefined, { tcp: true })).status).toBe(404)
    },
  )

  it('words that are on their way when the page is loaded again are said once', async () => {
    const page = await open('/talk/baker', { size: phone, touch: true })
    await caughtUp(page).waitFor()
    // Taken by the daemon, and its answer is lost: the page does not know.
    let lost = 0
    await page.route('**/api/v1/talk/baker/say', async (route) => {
      await route.fetch()
      lost += 1
      await route.abort()
    })
    await tell(page, '@say rolls')
    await said(page, 'rolls').waitFor()
    await expect.poll(() => lost).toBeGreaterThanOrEqual(1)
    await page.locator('[data-outgoing]').waitFor()
    await page.unroute('**/api/v1/talk/baker/say')
    await page.reload()
    await said(page, 'rolls').waitFor()
    await page.locator('[data-outgoing]').waitFor({ state: 'detached' })
    expect(await users('baker')).toEqual(['@say rolls'])
  })

  it('where the browser keeps nothing, words on their way stay with the page', async () => {
    const page = await open('/talk/baker', { size: phone, touch: true })
    await caughtUp(page).waitFor()
    await page.evaluate(`Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }`)
    await page.route('**/api/v1/talk/baker/say', (route) => route.abort())
    await tell(page, '@say unkept')
    await page.locator('[data-outgoing]', { hasText: 'unkept' }).waitFor()
    await page.getByRole('link', { name: 'All personas' }).click()
    await page.locator('[data-persona="baker"]').click()
    await page.locator('[data-outgoing]', { hasText: 'unkept' }).waitFor()
    await page.unroute('**/api/v1/talk/baker/say')
    await said(page, 'unkept').waitFor()
    await page.locator('[data-outgoing]').waitFor({ state: 'detached' })
    expect((await users('baker')).filter((text) => text === '@say unkept')).toHaveLength(1)
  })

  it('two tabs talk at once: one turn after the other, each word once, both see all', async () => {
    const left = await open('/talk/guest', { size: phone, touch: true })
    const right = await open('/talk/guest')
    await Promise.all([caughtUp(left).waitFor(), caughtUp(right).waitFor()])
    await Promise.all([tell(left, '@say from the left'), tell(right, '@say from the right')])
    for (const page of [left, right])
      for (const side of ['left', 'right']) await said(page, `from the ${side}`).waitFor()
    expect([...(await users('guest'))].sort()).toEqual(['@say from the left', '@say from the right'])
    // One puts it away: the other does not go on talking to what is gone.
    await left.getByRole('button', { name: 'New conversation' }).click()
    await left.getByRole('button', { name: 'Put it away' }).click()
    await right.getByText('Nothing is said yet').waitFor()
    await tell(right, '@say anew')
    await said(right, 'anew').waitFor()
    await said(left, 'anew').waitFor()
    expect(await users('guest')).toEqual(['@say anew'])
  })

  it('a session that was ended, or whose directory is gone, goes on by itself', async () => {
    const { id } = await post('baker', '@say warm')
    const page = await open('/talk/baker', { size: phone, touch: true })
    await said(page, 'warm').waitFor()
    await frame.w.call('POST', `/api/v1/sessions/${id}/kill`, {})
    await page.getByText('This conversation has ended').waitFor()
    await tell(page, '@say warm again')
    await said(page, 'warm again').waitFor()
    expect((await held('baker'))?.id).toBe(id)
  })

  it.each(sizes)(
    'on a %s: the daemon is killed in mid-turn and comes back; words written meanwhile are said once',
    async (name, how) => {
      const page = await open('/talk/gardener', how)
      await caughtUp(page).waitFor()
      await tell(page, '@say digging\n@sh until [ -f go ]; do sleep 0.05; done\n@say planted')
      await said(page, 'digging').last().waitFor()
      const session = await held('gardener')
      await frame.w.crash()
      await lamp(page, 'down').waitFor()
      await tell(page, `@say kept over the crash ${name}`)
      await page.locator('[data-outgoing="waits"]').waitFor()
      await shot(page, `${name}-down`)
      writeFileSync(join(session?.workspace ?? '', 'go'), '')
      await frame.w.start()
      await said(page, 'planted').last().waitFor()
      await said(page, `kept over the crash ${name}`).waitFor()
      await page.locator('[data-outgoing]').waitFor({ state: 'detached' })
      expect((await users('gardener')).filter((text) => text.includes(`crash ${name}`))).toHaveLength(1)
      expect(session?.branch).toBe(`drover/${session?.id}/root`)
      await fresh('gardener')
    },
  )

  it('offline: the page opens, keeps what is written over a reload, and says it when the daemon can be reached', async () => {
    const wire = await openWire(frame.w.daemon.port)
    const tab = await openTab(frame.browser, frame.w, {
      path: '/talk/waiter',
      port: wire.port,
      size: phone,
      touch: true,
    })
    const { page } = tab
    try {
      await caughtUp(page).waitFor()
      await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
      await page.reload()
      await caughtUp(page).waitFor()
      wire.cut()
      await page.reload()
      await page.locator('main[data-talk="waiter"]').waitFor()
      await lamp(page, 'down').waitFor()
      expect(await page.locator('[data-preset]').allInnerTexts()).toEqual([])
      await tell(page, '@say written offline')
      await page.locator('[data-outgoing]', { hasText: 'Waits for the daemon' }).waitFor()
      await box(page).fill('half a thou')
      await page.reload()
      await page.locator('[data-outgoing]', { hasText: 'written offline' }).waitFor()
      await shot(page, 'phone-offline')
      wire.mend()
      await said(page, 'written offline').waitFor()
      expect(await box(page).inputValue()).toBe('half a thou')
      expect((await users('waiter')).filter((text) => text.includes('offline'))).toHaveLength(1)
      expect(tab.faults).toEqual([])
    } finally {
      await tab.close()
      await wire.close()
    }
  })

  it('a page that is revoked in mid-turn shows nothing and loses no words; the turn goes on', async () => {
    const tab = await openTab(frame.browser, frame.w, { path: '/talk/chef', size: phone, touch: true })
    const { page } = tab
    await caughtUp(page).waitFor()
    await tell(page, '@say simmering\n@sleep 1500\n@say done simmering')
    await said(page, 'simmering').last().waitFor()
    await box(page).fill('unsaid words')
    const { bearers } = (await frame.w.call('GET', '/api/v1/auth/bearers')).body
    const own = Number(await page.evaluate("localStorage.getItem('drover.page')"))
    expect(bearers.map(({ id }: { id: number }) => id)).toContain(own)
    await frame.w.call('DELETE', `/api/v1/auth/bearers/${own}`)
    await page.locator('.gate').waitFor()
    expect(await page.locator('[data-transcript]').count()).toBe(0)
    const { hash } = new URL(await freshLink(frame.w))
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
    await said(page, 'done simmering').last().waitFor()
    expect(await box(page).inputValue()).toBe('unsaid words')
    await tab.close()
    expect(tab.faults).toEqual([])
  })

  it('a persona that the configuration loses: what was said stays, nothing more can be said, and it is told', async () => {
    const page = await open('/talk/guest', { size: phone, touch: true })
    await tell(page, '@say last words')
    await said(page, 'last words').waitFor()
    configure(personas.replace('[personas.guest]', '[personas.someone]'))
    try {
      await tell(page, '@say too late')
      await page.locator('[data-outgoing="refused"]', { hasText: 'There is no persona "guest"' }).waitFor()
      await shot(page, 'phone-refused')
      await said(page, 'last words').waitFor()
      await page.reload()
      await page.getByText('There is no persona "guest"').first().waitFor()
      expect(await box(page).isDisabled()).toBe(true)
    } finally {
      configure(personas)
    }
    await page.reload()
    await page.locator('[data-outgoing]').getByRole('button', { name: 'Try again' }).click()
    await said(page, 'too late').waitFor()
  })

  it('what a reply holds is words: no script of it runs, nothing of it is loaded', async () => {
    const page = await open('/talk/chef')
    await caughtUp(page).waitFor()
    await tell(
      page,
      '@say <script>window.broken = 1</script><img src=x onerror="window.broken = 2"> [x](javascript:window.broken=3) ![y](https://example.com/y.png) the end',
    )
    await said(page, 'the end').waitFor()
    expect(await page.evaluate('window.broken')).toBeUndefined()
    expect(await page.locator('[data-transcript] script, [data-transcript] img[onerror]').count()).toBe(0)
    expect(await page.locator('[data-transcript] a[href^="javascript"]').count()).toBe(0)
  })

  it('a message of more than a megabyte cannot be sent, one of nearly as much can', async () => {
    const page = await open('/talk/baker')
    await caughtUp(page).waitFor()
    await box(page).fill('x'.repeat(1_048_577))
    await page.locator('[data-composer-hint]', { hasText: 'more than a message may hold' }).waitFor()
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
    await tell(page, `@say large ${'y'.repeat(900_000)}`)
    await asked(page, '@say large').first().waitFor()
    await page.locator('[data-outgoing]').waitFor({ state: 'detached' })
  })

  it('what it asks is answered in the page', async () => {
    const page = await open('/talk/gardener', { size: phone, touch: true })
    await caughtUp(page).waitFor()
    await tell(page, '@ask Roses or tulips?\n@say fine')
    await page.locator('.answer', { hasText: 'Roses or tulips?' }).waitFor()
    await shot(page, 'phone-asked')
    await page.getByLabel('Your answer').fill('tulips')
    await page.getByLabel('Your answer').press('Enter')
    await said(page, 'fine').waitFor()
  })

  it('words by voice, where the browser listens, stand in the field until they are sent', async () => {
    const tab = await openTab(frame.browser, frame.w, { size: phone, touch: true })
    const { page } = tab
    await page.addInitScript(`
      window.SpeechRecognition = window.webkitSpeechRecognition = class {
        start() {
          setTimeout(() => this.onresult({ results: [Object.assign([{ transcript: '@say two' }], { isFinal: false })] }), 20)
          setTimeout(() => this.onresult({ results: [Object.assign([{ transcript: '@say two eggs' }], { isFinal: true })] }), 40)
          setTimeout(() => this.onend(), 60)
        }
        stop() { this.onend?.() }
        abort() {}
      }`)
    await page.goto(`http://127.0.0.1:${frame.w.daemon.port}/talk/baker`)
    await caughtUp(page).waitFor()
    await page.getByRole('button', { name: 'Voice input' }).click()
    await expect.poll(() => box(page).inputValue()).toBe('@say two eggs')
    await page.locator('[aria-label="Voice input"][aria-pressed="false"]').waitFor()
    expect(await users('baker')).not.toContain('@say two eggs')
    await page.getByRole('button', { name: 'Send' }).click()
    await said(page, 'two eggs').waitFor()
    await tab.close()
    expect(tab.faults).toEqual([])
    // Without it there is no such button.
    const plain = await openTab(frame.browser, frame.w, { size: phone })
    await plain.page.addInitScript('delete window.webkitSpeechRecognition; delete window.SpeechRecognition')
    await plain.page.goto(`http://127.0.0.1:${frame.w.daemon.port}/talk/baker`)
    await caughtUp(plain.page).waitFor()
    expect(await plain.page.getByRole('button', { name: 'Voice input' }).count()).toBe(0)
    await plain.close()
  })

  it('a turn that ends rings where nobody looks at it, and leads there', async () => {
    const page = await open('/talk/chef', { size: phone, touch: true, permissions: ['notifications'] })
    await caughtUp(page).waitFor()
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    const worker = page.context().serviceWorkers()[0]
    const ring = (id: string): Promise<unknown> | undefined =>
      worker?.evaluate(`(async () => {
        const waits = []
        const event = new PushEvent('push', { data: ${JSON.stringify('')} + JSON.stringify({ id: '${id}', title: 'chef answered', body: 'soup', path: '/talk/chef' }) })
        event.waitUntil = (work) => waits.push(work)
        self.dispatchEvent(event)
        await Promise.all(waits)
      })()`)
    const shown = (): Promise<readonly string[]> =>
      page.evaluate<string[]>(
        'navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) => all.map((one) => one.title))',
      )
    await page.bringToFront()
    await ring('ring-1')
    expect(await shown()).toEqual([])
    await page.getByRole('link', { name: 'All personas' }).click()
    await page.locator('[data-persona="chef"]').waitFor()
    await ring('ring-2')
    expect(await shown()).toEqual(['chef answered'])
    await worker?.evaluate(`self.registration.getNotifications().then(([one]) =>
      self.dispatchEvent(new NotificationEvent('notificationclick', { notification: one })))`)
    await page.locator('main[data-talk="chef"]').waitFor()
    // A subscription that the push service let go of is offered anew.
    await page.evaluate("localStorage.setItem('drover.push', '999')")
    await page.reload()
    await page.getByRole('button', { name: 'Ring here when a turn ends' }).waitFor()
  })

  it('the list of them leads to each, and a conversation is in no list of the fleet', async () => {
    const page = await open('/settings')
    await page.getByRole('link', { name: 'Talk', exact: true }).click()
    await page.locator('[data-persona="chef"]').click()
    await caughtUp(page).waitFor()
    await page.getByRole('link', { name: 'All personas' }).click()
    await page.locator('[data-persona="waiter"]').waitFor()
    await shot(page, 'desk-list')
    await page.getByRole('link', { name: 'Drover, to the fleet' }).click()
    await lamp(page, 'live').waitFor()
    await page.getByRole('main').waitFor()
    expect(await page.locator('.card').count()).toBe(0)
  })
})
