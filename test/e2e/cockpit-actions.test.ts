/** The panel of operator actions in a real Chromium: look, change behind a question, output kept, by thumb; and by the command line. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '#test/support/world'
import { chromiumPath, desk, openTab, phone, startBrowser, whyNoBrowser } from './cockpit/browser.ts'
import { findings, tooSmall } from './cockpit/reach.ts'

const shots = process.env.DROVER_SHOTS
const config = `
[actions.status]
title = "Status"
argv = ["echo", "running for 3 days"]
[actions.forensics]
title = "Forensics"
argv = ["sh", "-c", "echo kernel: task blocked; echo to standard error >&2; exit 4"]
[actions.reset]
title = "Reset"
argv = ["sh", "-c", "mkdir \\"$HOME/reset-$(ls -d $HOME/reset-* 2>/dev/null | wc -l)\\"; echo reset done"]
mutating = true
confirm = "Reset the machine?"
before = "forensics"
[actions.cycle]
title = "Cycle: stop, then start"
argv = ["true"]
mutating = true
`

let w: World
beforeAll(async () => {
  w = await world({ config })
})
afterAll(() => w?.end())
const resets = (): boolean[] => [0, 1, 2].map((n) => existsSync(join(w.env.HOME!, `reset-${n}`)))

describe('actions by the command line', () => {
  it('lists them, runs one, fails with it, and refuses what has no such name', async () => {
    const listed = await w.cli(['actions', 'ls'])
    expect(listed.stdout).toMatch(/reset\s+changes\s+forensics/)
    const run = await w.cli(['actions', 'run', 'status'])
    expect(run).toMatchObject({ code: 0, stdout: 'running for 3 days\n' })
    const failed = await w.cli(['actions', 'run', 'forensics', '--json'])
    expect(failed.code).toBe(1)
    expect(JSON.parse(failed.stdout)).toMatchObject({ name: 'forensics', exitCode: 4, stderr: 'to standard error\n' })
    const unknown = await w.cli(['actions', 'run', 'Status'])
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('ACTION_UNKNOWN') })
  })

  it('pve_verbs_listing_and_unknown_rejected: by HTTP, 200, 502 and 400 with one body', async () => {
    const run = (name: string, body: unknown = {}) =>
      w.call('POST', `/api/v1/actions/${encodeURIComponent(name)}`, body)
    const fields = ['name', 'exitCode', 'stdout', 'stderr', 'rejected', 'durationMs']
    const [good, bad, none] = [await run('status'), await run('forensics'), await run('status; reboot')]
    expect([good.status, bad.status, none.status]).toEqual([200, 502, 400])
    for (const { body } of [good, bad, none]) expect(Object.keys(body)).toEqual(expect.arrayContaining(fields))
    expect(none.body).toMatchObject({ rejected: true, exitCode: null, code: 'ACTION_UNKNOWN' })
    for (const answer of [
      await run('reset', { argv: ['x'] }),
      await w.call('POST', '/api/v1/actions/reset?force=1', {}),
      await run('../actions/reset'),
    ])
      expect(answer.status).toBe(400)
    expect((await w.call('POST', '/api/v1/actions/reset', {}, { token: 'drs_a-wrong-token' })).status).toBe(401)
    expect(resets()).toEqual([false, false, false])
  })
})

describe.skipIf(chromiumPath === undefined)(`the panel of actions${chromiumPath ? '' : ` (${whyNoBrowser})`}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser?.close())
  const shoot = async (page: Page, name: string) => {
    if (shots !== undefined) await page.screenshot({ path: `${shots}/actions-${name}.png` })
  }

  it.each([
    ['desk', { size: desk, scheme: 'light' }, 0],
    ['phone', { size: phone, touch: true, scheme: 'dark' }, 1],
  ] as const)('looks, asks before it changes, keeps the output (%s)', async (name, options, nth) => {
    const tab = await openTab(browser, w, { ...options, path: '/settings' })
    const { page } = tab
    const press = (what: ReturnType<Page['locator']>) => (name === 'phone' ? what.tap() : what.click())
    await press(page.getByRole('link', { name: 'Actions', exact: true }))
    await press(page.locator('[data-action="status"]'))
    await page.locator('[data-output="status"] [data-exit="0"]').waitFor()
    await page.getByText('running for 3 days').waitFor()
    await press(page.locator('[data-action="forensics"]'))
    await page.locator('[data-output="forensics"] [data-exit="4"]').waitFor()
    await page.locator('pre[data-stream="stderr"]').getByText('to standard error').waitFor()
    await press(page.getByText('Change something (2)'))
    await press(page.locator('[data-action="reset"]'))
    const question = page.getByRole('alertdialog', { name: 'Reset the machine?' })
    await question.getByText('First forensics runs').waitFor()
    await shoot(page, `asking-${name}`)
    await press(question.getByRole('button', { name: 'Keep as it is' }))
    await page.locator('[data-action="reset"]').waitFor()
    expect(resets()[nth]).toBe(false)
    await press(page.locator('[data-action="reset"]'))
    await press(question.getByRole('button', { name: 'Reset', exact: true }))
    await page.locator('[data-output="reset"] [data-exit="0"]').waitFor()
    await page.getByText('forensics ran first: failed, exit 4').waitFor()
    expect(resets()[nth]).toBe(true)
    await shoot(page, `done-${name}`)
    expect(await findings(page)).toEqual([])
    expect(await tooSmall(page)).toEqual([])
    expect(tab.faults).toEqual([])
    await tab.close()
  })
})

describe('while every agent and the events of the store are down', () => {
  it('an action is listed and run: by its route, by the command line, and from the page', async () => {
    const broken = await world({ config })
    let browser: Browser | null = null
    try {
      await broken.addProject()
      const { id, launch } = await broken.spawn('@hang')
      process.kill(launch?.pid ?? 0, 'SIGKILL')
      const store = new Database(join(broken.home, 'drover.db'))
      store.exec('ALTER TABLE event RENAME TO event_that_was')
      store.close()
      // It is down: what a session said cannot be read.
      expect((await broken.call('GET', `/api/v1/sessions/${id}/events`)).status).toBe(500)
      const { status, body } = await broken.call('POST', '/api/v1/actions/status')
      expect([status, body.exitCode, body.stdout]).toEqual([200, 0, 'running for 3 days\n'])
      expect((await broken.call('GET', '/api/v1/actions')).body.actions).toHaveLength(4)
      expect(await broken.cli(['actions', 'run', 'status'])).toMatchObject({ code: 0, stdout: 'running for 3 days\n' })
      if (chromiumPath === undefined) return
      browser = await startBrowser()
      const { page } = await openTab(browser, broken, { path: '/actions', size: phone, touch: true })
      await page.getByRole('button', { name: 'Status' }).click()
      await page.locator('[data-output="status"]', { hasText: 'running for 3 days' }).waitFor()
      await page.locator('summary', { hasText: 'Change something' }).click()
      await page.getByRole('button', { name: 'Reset' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
      await page.locator('[data-output="reset"]', { hasText: 'reset done' }).waitFor()
    } finally {
      await browser?.close()
      await broken.end()
    }
  })
})
