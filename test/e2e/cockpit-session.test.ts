/** A session in a real browser, against a real daemon and a rehearsal agent: watch, reload, talk, stop, end, look back. */
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Places } from '#contract/places'
import { ok, type World, world } from '#test/support/world'
import { chromiumPath, lamp, openTab, startBrowser, type Tab, whyNoBrowser } from './cockpit/browser.ts'
import { reached, readIds, say } from './cockpit/reader.ts'

describe.skipIf(chromiumPath === undefined)(
  `a session in the cockpit${chromiumPath ? '' : ` (${whyNoBrowser})`}`,
  () => {
    let w: World
    let browser: Browser
    let tab: Tab | null = null
    const open = async (path: string, options = {}): Promise<Page> => {
      tab = await openTab(browser, w, { path, ...options })
      await lamp(tab.page, 'live').waitFor()
      return tab.page
    }

    beforeAll(async () => {
      w = await world({ config: '[harness.parrot]\ncommand = ["cat"]\n' })
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

    it('streams, and a reload in mid-stream neither loses nor doubles a line', async () => {
      const lines = Array.from({ length: 60 }, (_, n) => `@say line ${n + 1}\n@sleep 60`).join('\n')
      const { id } = await w.spawn(lines)
      const page = await open(`/sessions/${id}`)
      await reached(page, 10)
      await page.reload()
      await reached(page, 30)
      await page.reload()
      await page.locator('[data-kind="turn_end"]').waitFor()
      const stored = (await w.rows(id)).filter((row) => row.kind === 'text').map((row) => row.id)
      expect(stored).toHaveLength(60)
      expect(await readIds(page, 'text')).toEqual(stored)
    })

    it('stays at the newest line only while the reader is there', async () => {
      const { id } = await w.spawn(`@flood 120\n@sleep 400\n${'@say more\n@sleep 150\n'.repeat(12)}`)
      const page = await open(`/sessions/${id}`)
      const box = page.locator('[data-transcript]')
      await say(page, 'more').first().waitFor()
      expect(await box.evaluate((el) => el.scrollHeight - el.scrollTop - el.clientHeight)).toBeLessThan(60)
      await box.hover()
      await page.mouse.wheel(0, -1_500)
      await page.locator('.jump').waitFor()
      const before = await box.evaluate((el) => el.scrollTop)
      await w.turnEnd(id)
      await page.locator('.status[data-status="idle"]').first().waitFor()
      expect(Math.abs((await box.evaluate((el) => el.scrollTop)) - before)).toBeLessThan(5)
      await page.locator('.jump').click()
      await page.locator('[data-kind="turn_end"]').waitFor()
    })

    it('queues what is sent while a turn runs, says so, and delivers it', async () => {
      // The turn ends when the test says so.
      const { id, workspace } = await w.spawn('@say first\n@sh until [ -f go ]; do sleep 0.05; done')
      const page = await open(`/sessions/${id}`)
      await page.locator('[data-composer]').fill('second words')
      await page.keyboard.press('Enter')
      await page.locator('.toast', { hasText: 'Queued, 1st in line' }).waitFor()
      await page.locator('[data-composer-hint]', { hasText: '1 message queued' }).waitFor()
      writeFileSync(join(workspace ?? '', 'go'), '')
      expect(await page.locator('[data-composer]').inputValue()).toBe('')
      await page.locator('[data-kind="user"]', { hasText: 'second words' }).waitFor()
      await say(page, 'second words').waitFor()
      await w.turnEnd(id, 2)
    })

    it('stops a turn', async () => {
      const { id } = await w.spawn('@say busy\n@sleep 60000')
      const page = await open(`/sessions/${id}`)
      await page.getByRole('button', { name: 'Stop' }).click()
      await page.locator('[data-kind="turn_end"]', { hasText: 'Turn stopped' }).waitFor()
      expect((await w.session(id)).turn?.state).toBe('cancelled')
      await page.getByRole('button', { name: 'Send' }).waitFor()
    })

    it('kills after a confirmation, and restores', async () => {
      const { id } = await w.spawn('@say busy\n@sleep 60000')
      const page = await open(`/sessions/${id}`)
      await page.getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name: 'Kill' }).click()
      await page.getByRole('button', { name: 'Keep as it is' }).click()
      expect((await w.session(id)).phase).toBe('live')
      await page.getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name: 'Kill' }).click()
      await page.getByRole('button', { name: 'Kill the agent' }).click()
      await page.getByText('Ended: killed by operator').waitFor()
      expect((await w.session(id)).endReason).toBe('killed')
      await page.getByRole('button', { name: 'Restore' }).click()
      await page.locator('[data-composer]').waitFor()
      expect((await w.session(id)).phase).toBe('live')
    })

    it('a menu goes by Escape, by a click elsewhere and with the focus, and never stands open by itself (must never 20)', async () => {
      const { id } = await w.spawn('@say hi')
      const page = await open(`/sessions/${id}`)
      const actions = page.getByRole('button', { name: 'Actions' })
      const menu = page.getByRole('menu')
      const leave: readonly (() => Promise<unknown>)[] = [
        () => page.keyboard.press('Escape'),
        () => page.mouse.click(5, 300),
        () => page.locator('[data-composer]').focus(),
      ]
      for (const go of leave) {
        await actions.click()
        await menu.getByRole('menuitem').first().waitFor()
        await go()
        await menu.waitFor({ state: 'detached' })
      }
      await actions.click()
      await page.keyboard.press('Escape')
      expect(await page.evaluate("document.activeElement?.getAttribute('aria-label')")).toBe('Actions')
      // A key that opens something opens nothing while words are typed.
      await page.locator('[data-composer]').focus()
      await page.keyboard.press('?')
      expect(await page.getByRole('dialog').count()).toBe(0)
    })

    it('renames, and shows a new name that another hand gave without a reload', async () => {
      const { id } = await w.spawn('@say hi')
      const page = await open(`/sessions/${id}`)
      await page.getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('A better name')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'A better name' }).waitFor()
      await w.call('PATCH', `/api/v1/sessions/${id}`, { name: 'Another hand' })
      await page.getByRole('heading', { name: 'Another hand' }).waitFor()
    })

    it('shows the difference both ways, and restores a snapshot after a confirmation', async () => {
      const { id, workspace } = await w.spawn('@write notes.txt one')
      await w.turnEnd(id)
      await w.call('POST', `/api/v1/sessions/${id}/send`, { message: '@write notes.txt two' })
      await w.turnEnd(id, 2)
      const file = join(workspace!, 'notes.txt')
      expect(readFileSync(file, 'utf8').trim()).toBe('two')
      const page = await open(`/sessions/${id}/changes`)
      await page.locator('.hunk[data-layout="unified"] [data-sign="+"]', { hasText: '+ two' }).waitFor()
      await page.getByRole('button', { name: 'Split' }).click()
      await page.locator('.hunk[data-layout="split"] [data-sign="+"]', { hasText: '+ two' }).waitFor()
      await page.getByLabel('Which changes').selectOption('turn:1')
      await page.locator('.hunk [data-sign="+"]', { hasText: '+ one' }).waitFor()
      await page.getByRole('button', { name: 'Restore this snapshot' }).click()
      await page.getByRole('button', { name: 'Restore the files' }).click()
      await page.locator('.toast', { hasText: 'Snapshot 1 restored' }).waitFor()
      expect(readFileSync(file, 'utf8').trim()).toBe('one')
    })

    it('answers a question from Needs you, which then leaves by itself', async () => {
      const { id } = await w.spawn('@ask Which colour?\n@say thanks')
      await w.until(id, (s) => s.status === 'needs_input')
      const page = await open('/needs-you')
      const item = page.locator('[data-attention="question"]', { hasText: 'Which colour?' })
      await item.waitFor()
      expect(await page.title()).toMatch(/^\(\d+\) .+ · Drover$/)
      await item.getByLabel('Your answer').fill('blue')
      await page.keyboard.press('Enter')
      await item.waitFor({ state: 'detached' })
      const end = await w.turnEnd(id)
      expect(end.outcome).toBe('completed')
    })

    it('forks into a session of its own', async () => {
      const { id } = await w.spawn('@write a.txt one')
      await w.turnEnd(id)
      const page = await open(`/sessions/${id}`)
      await page.getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name: 'Fork' }).click()
      await page.getByLabel('What should it do?').fill('@say I am the fork')
      await page.getByRole('button', { name: 'Fork', exact: true }).click()
      await say(page, 'I am the fork').waitFor()
      expect(page.url()).not.toContain(`/sessions/${id}`)
      // And that one for another agent, which is told what was said.
      await page.getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name: 'Fork' }).click()
      await page.getByLabel('Agent', { exact: true }).selectOption('parrot')
      await page.getByText('is told what was said and done here so far').waitFor()
      await page.getByLabel('What should it do?').fill('say it again')
      await page.getByRole('button', { name: 'Fork', exact: true }).click()
      await page.getByText('Goal (the first prompt)').first().waitFor()
      const made = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '')
      expect(await w.session(made)).toMatchObject({ harness: 'parrot', title: 'say it again' })
    })

    it('shows facts and the raw log', async () => {
      const { id, branch, workspace } = await w.spawn('@say hello\n@usage 1200 30 0.5')
      await w.turnEnd(id)
      const { places } = await ok<{ places: Places }>(w.call('GET', `/api/v1/sessions/${id}/places`))
      const port = (places.ports?.base ?? 0) + 1
      const server = createServer().listen(port, '127.0.0.1')
      await once(server, 'listening')
      const page = await open(`/sessions/${id}/facts`)
      const href = (name: string) => page.getByRole('link', { name }).getAttribute('href')
      expect(await href('Open in VS Code')).toBe(`vscode://file${workspace}`)
      expect(await href(`http://127.0.0.1:${port}/`)).toBe(`http://127.0.0.1:${port}/`)
      await page.getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name: `Preview :${port}` }).waitFor()
      await page.keyboard.press('Escape')
      server.close()
      await page.getByText(branch!).waitFor()
      await page.getByText('$0.50').first().waitFor()
      await page.getByRole('tab', { name: 'Log' }).click()
      await page.locator('[data-raw]', { hasText: 'hello' }).waitFor()
    })
  },
)
