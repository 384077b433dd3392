/** The session page as a place to read and to talk: the list beside it, one line a tool, errors that go when they are over. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '#test/support/world'
import { chromiumPath, desk, lamp, openTab, phone, startBrowser, type Tab, whyNoBrowser } from './cockpit/browser.ts'
import { say } from './cockpit/reader.ts'
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

  it('what waits is seen, put in order, changed and taken back, in two tabs at once; steering is a button of its own', async () => {
    const { id, workspace } = await w.spawn('@say first\n@sh until [ -f go ]; do sleep 0.05; done')
    const page = await open(`/sessions/${id}`)
    const other = await openTab(browser, w, { path: `/sessions/${id}`, size: phone, touch: true })
    const box = page.locator('[data-composer]')
    for (const words of ['@say one', '@say two', '@say three']) {
      await box.fill(words)
      await box.press('Enter')
      await page.locator('.queued-row', { hasText: words }).waitFor()
    }
    const rows = (of: Page) => of.locator('.queued-row')
    const order = async (of: Page, words: readonly string[]): Promise<void> => {
      await expect.poll(() => rows(of).locator('.queued-words').allInnerTexts()).toEqual([...words])
    }
    await order(other.page, ['@say one', '@say two', '@say three'])
    // By keyboard; the focus stays with what moved.
    await rows(page).nth(2).locator('.queued-grip').focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await order(page, ['@say three', '@say one', '@say two'])
    await order(other.page, ['@say three', '@say one', '@say two'])
    expect(await page.evaluate("document.activeElement?.getAttribute('aria-label')")).toContain('@say three, 1 of 3')
    // One tab edits, the other takes another one back.
    await rows(other.page).nth(1).getByRole('button', { name: /^Edit/ }).click()
    await other.page.getByLabel('Words of the queued message').fill('@say uno')
    await rows(page)
      .nth(2)
      .getByRole('button', { name: /^Take back/ })
      .click()
    await other.page.getByRole('button', { name: 'Save' }).click()
    await order(page, ['@say three', '@say uno'])
    // Words for a message that is said meanwhile are not lost.
    await rows(page).first().getByRole('button', { name: /^Edit/ }).click()
    await page.getByLabel('Words of the queued message').fill('too late')
    await box.fill('a word in between')
    await page.getByRole('button', { name: 'Steer' }).click()
    await page.locator('[data-kind="user"]', { hasText: 'a word in between' }).waitFor()
    writeFileSync(join(workspace ?? '', 'go'), '')
    await w.until(id, (one) => one.turn?.n === 3 && one.status === 'idle' && one.queued === 0)
    const said = (await w.rows(id)).flatMap((row) => (row.kind === 'text' ? [row.text] : []))
    expect(said.filter((text) => text !== 'a word in between')).toEqual(['first', 'three', 'uno'])
    await page.getByText('It was said or taken back before these words were saved').waitFor()
    expect(await page.getByLabel('Words of the queued message').inputValue()).toBe('too late')
    await other.close()
    expect(other.faults).toEqual([])
  })

  it('a question is answered in the one field, which is ready for it; a message in the making is not taken for the answer', async () => {
    const { id, workspace } = await w.spawn(
      '@sh until [ -f go ]; do sleep 0.05; done\n@ask Which colour?\n@ask Which size?\n@say done',
    )
    const page = await open(`/sessions/${id}`)
    const box = page.locator('[data-composer]')
    await box.fill('half a mess')
    writeFileSync(join(workspace ?? '', 'go'), '')
    await page.locator('.answer', { hasText: 'Which colour?' }).waitFor()
    // Still a message, until its author says otherwise.
    expect(await box.getAttribute('aria-label')).toContain('Message to')
    expect(await box.inputValue()).toBe('half a mess')
    await page.getByRole('button', { name: 'Answer in words' }).click()
    const answer = page.getByLabel('Your answer')
    expect(await answer.inputValue()).toBe('')
    await answer.fill('blue')
    await answer.press('Enter')
    // The next one finds the field empty and ready: nothing need be pressed first.
    await page.locator('.answer', { hasText: 'Which size?' }).waitFor()
    await expect.poll(() => page.evaluate("document.activeElement?.getAttribute('aria-label')")).toBe('Your answer')
    expect(await page.locator('textarea').count()).toBe(1)
    // A word that is being composed is not sent by the Enter that ends it.
    await answer.fill('lar')
    await answer.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true })
    expect(await answer.inputValue()).toBe('lar')
    await answer.pressSequentially('ge')
    await page.keyboard.press('Enter')
    await w.turnEnd(id)
    const answers = (await w.rows(id)).flatMap((row) => (row.kind === 'request_resolved' ? [row.decision] : []))
    expect(answers).toEqual(['blue', 'large'])
    // The message is where it was left, also after a reload.
    await page.locator('[data-kind="turn_end"]').waitFor()
    await page.reload()
    await expect.poll(() => box.inputValue()).toBe('half a mess')
  })

  it('files and commands are completed, files go with a message, a long draft survives a reload', async () => {
    const { id, workspace } = await w.spawn('@write src/till.ts one\n@say hi')
    await w.turnEnd(id)
    writeFileSync(join(workspace ?? '', 'two\nlines.txt'), 'x')
    const page = await open(`/sessions/${id}`)
    const box = page.locator('[data-composer]')
    await box.fill('see ')
    await box.pressSequentially('@til')
    await page.locator('.completion', { hasText: 'src/till.ts' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => box.inputValue()).toBe('see @src/till.ts ')
    // A name with a line end is one word in quotation marks.
    await box.pressSequentially('@lines')
    await page.locator('.completion', { hasText: 'lines.txt' }).click()
    await expect.poll(() => box.inputValue()).toBe('see @src/till.ts @"two\\nlines.txt" ')
    await box.fill('')
    await box.pressSequentially('/fac')
    await page.locator('.completion', { hasText: 'facts' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Facts', selected: true }).waitFor()
    expect(await box.inputValue()).toBe('')
    // Picked, and pasted: what is too large is said where it stands and is not sent.
    const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    await page.locator('[data-attach]').setInputFiles([
      { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') },
      {
        name: 'x.svg',
        mimeType: 'image/svg+xml',
        buffer: Buffer.from('<svg><script>window.broken = 1</script></svg>'),
      },
    ])
    await expect.poll(() => page.locator('[data-attached="kept"]').count()).toBe(2)
    await box.evaluate((el) => {
      const page = globalThis as unknown as Record<
        'DataTransfer' | 'File' | 'ClipboardEvent',
        new (
          ...a: unknown[]
        ) => never
      >
      const data = new page.DataTransfer() as { items: { add(file: unknown): void } }
      data.items.add(new page.File([new Uint8Array(50 * 1024 * 1024)], 'huge.png', { type: 'image/png' }))
      el.dispatchEvent(new page.ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    })
    await page.locator('[data-attached="failed"]', { hasText: '50.0 MB is more than an attachment may have' }).waitFor()
    await box.fill('@say looked')
    await box.press('Enter')
    await say(page, 'looked').waitFor()
    expect(await page.locator('[data-attached]').count()).toBe(0)
    const rows = await w.rows(id)
    const words = rows.flatMap((row) => (row.kind === 'user' && row.turn === 2 ? [row.text] : []))
    expect(words.join()).toMatch(/^@say looked\n\nAttached file: .*-dot\.png\nAttached file: .*-x\.svg$/)
    expect(await page.locator('svg script').count()).toBe(0)
    // A draft of a megabyte stays, and is told to be too long only where it is.
    await w.turnEnd(id, 2)
    await box.fill('x'.repeat(1_048_577))
    await page.locator('[data-composer-hint]', { hasText: 'more than a message may hold' }).waitFor()
    await page.reload()
    await expect.poll(async () => (await box.inputValue()).length).toBe(1_048_577)
    await box.fill('')
  })
})
