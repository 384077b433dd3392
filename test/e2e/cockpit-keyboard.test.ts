/** The jobs of the cockpit without a mouse: scrolling from the first moment, and each job of the table by keys alone. No press of a pointer anywhere. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { ok } from '#test/support/world'
import { desk, phone } from './cockpit/browser.ts'
import { inCockpit } from './cockpit/frame.ts'
import { countSteps, type Steps } from './cockpit/steps.ts'

const soon = { timeout: 30_000 }

/** By Tab until it has the focus, as somebody would who cannot point. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor()
  for (let n = 0; n < 80; n++) {
    if (await target.evaluate((el) => el === el.ownerDocument.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error('the focus never came there')
}

inCockpit('the cockpit by keyboard', { world: { repo: { 'README.md': '# A\n' } } }, (frame) => {
  const sessions = async (): Promise<readonly Session[]> =>
    (await ok<{ sessions: Session[] }>(frame.w.call('GET', '/api/v1/sessions?limit=1000&includeTerminated=true')))
      .sessions
  const start = async (): Promise<{ page: Page; steps: Steps; press(...keys: string[]): Promise<void> }> => {
    const page = await frame.open('/')
    const steps = await countSteps(page)
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key)
    }
    return { page, steps, press }
  }

  it.each([
    ['desk', desk],
    ['phone', phone],
  ] as const)(
    'on a %s Space, PageDown, End, Home and the arrows scroll the transcript from the first moment',
    async (_, size) => {
      const { id } = await frame.w.spawn(Array.from({ length: 80 }, (_line, n) => `@say line ${n}`).join('\n'))
      await frame.w.turnEnd(id)
      const page = await frame.open(`/sessions/${id}`, { size })
      await page.locator('[data-kind="turn_end"]').waitFor()
      const box = page.locator('[data-transcript]')
      const top = (): Promise<number> => box.evaluate((el) => el.scrollTop)
      const left = (): Promise<number> => box.evaluate((el) => el.scrollHeight - el.clientHeight - el.scrollTop)
      const moves = async (key: string, fits: (by: number) => boolean): Promise<void> => {
        const from = await top()
        await page.keyboard.press(key)
        await expect.poll(async () => fits((await top()) - from), soon).toBe(true)
      }
      await expect.poll(left, soon).toBeLessThan(60)
      await moves('PageUp', (by) => by < -200)
      await moves('Shift+Space', (by) => by < -200)
      await moves('ArrowUp', (by) => by < 0)
      await moves('Home', (by) => by < 0)
      await moves('Space', (by) => by > 200)
      await moves('PageDown', (by) => by > 200)
      await moves('ArrowDown', (by) => by > 0)
      await page.keyboard.press('End')
      await expect.poll(left, soon).toBeLessThan(60)
    },
  )

  it('an agent is started, asks, and is answered', async () => {
    const { page, steps, press } = await start()
    await press('n')
    await tabTo(page, page.getByLabel('Prompt'))
    await page.keyboard.type('Choose a colour\n@ask Which colour?\n@say chosen')
    await press('Control+Enter')
    await page.locator('main[data-session]').waitFor()
    const id = (await sessions()).find(({ title }) => title === 'Choose a colour')!.id
    await frame.w.until(id, (one) => one.request !== null)
    // The field is ready for the answer; who would rather look around leaves it.
    const ready = () => page.evaluate<string | null>("document.activeElement?.getAttribute('aria-label')")
    await expect.poll(ready, soon).toBe('Your answer')
    await press('Escape', 'g', 'f')
    await page.locator('[data-fleet]').waitFor()
    await page.locator('.badge[data-waiting]').waitFor()
    await press('g', 'n')
    await expect.poll(ready, soon).toBe('Your answer')
    await page.keyboard.type('green')
    await press('Enter')
    await frame.w.turnEnd(id)
    expect(await steps.taken()).toBe(0)
  })

  it('a diff is read, scrolled, commented on and sent; the work is landed; what it cost is one chord away', async () => {
    const { w } = frame
    const lines = Array.from({ length: 90 }, (_, n) => `@append long.txt line ${n}`).join('\n')
    const { id } = await w.spawn(`${lines}\n@write notes.txt first note\n@usage 10 20 0.5\n@commit Add notes`)
    await w.turnEnd(id)
    await w.until(id, (one) => (one.landing?.ahead ?? 0) > 0)
    const { page, steps, press } = await start()
    await press('/')
    await page.keyboard.type(id)
    await expect.poll(() => page.locator('a.card').count(), soon).toBe(1)
    await press('ArrowDown', 'Enter')
    await page.locator(`main[data-session="${id}"]`).waitFor()
    await press('r')
    const first = page.locator('.review-row', { hasText: '+ line 0' }).first()
    await first.waitFor()
    const files = page.locator('.review-files')
    await press('PageDown')
    await expect.poll(() => files.evaluate((el) => el.scrollTop), soon).toBeGreaterThan(200)
    await press('Home')
    await expect.poll(() => files.evaluate((el) => el.scrollTop), soon).toBe(0)
    await press('j', 'j', 'c')
    await page.keyboard.type('The first line')
    await press('Escape', 'n')
    await page.locator('.review-row', { hasText: '+ first note' }).waitFor()
    await press('j', 'j', 'c')
    await page.getByLabel('Comment on notes.txt, line 1').waitFor()
    await page.keyboard.type('Not a note')
    await press('Escape')
    await tabTo(page, page.getByRole('button', { name: 'Send 2 comments' }))
    await press('Enter')
    await page.locator('.toast', { hasText: 'Review sent' }).waitFor()
    await w.turnEnd(id, 2)
    await w.until(id, (one) => one.turn?.state === 'completed' && one.queued === 0)
    await tabTo(page, page.getByRole('link', { name: 'Back to the session' }), 'Shift+Tab')
    await press('Enter')
    const land = page.getByRole('button', { name: 'Land', exact: true })
    await land.and(page.locator(':enabled')).waitFor()
    await press('l')
    const go = page.getByRole('button', { name: /^Land on / })
    await go.and(page.locator(':enabled')).waitFor()
    await tabTo(page, go)
    await press('Enter')
    await page.locator('main[data-merge][data-state="landed"]').waitFor()
    expect(existsSync(join(w.repo.path, 'notes.txt'))).toBe(true)
    await press('g', 'c')
    await page.locator('[data-costs="today"] [data-total="0.5"]').waitFor()
    await press('g', 'm')
    await page.locator('[data-merge][data-state="landed"]').first().waitFor()
    expect(await steps.taken()).toBe(0)
    // What landed is no longer there to be reviewed.
    await press('g', 'f')
    await page.getByLabel('Show', { exact: true }).waitFor()
    await page.locator(`a.card[data-session="${id}"]`, { hasText: 'landed' }).waitFor()
    expect(await page.getByRole('button', { name: /Ready for review/ }).count()).toBe(0)
  })

  it('one prompt goes to several agents, the best is kept; the rest is put away', async () => {
    const { w } = frame
    const { page, steps, press } = await start()
    await press('n')
    await tabTo(page, page.getByLabel('Prompt'))
    await page.keyboard.type('@write heat.txt tried')
    await tabTo(page, page.locator('summary', { hasText: 'Several agents, compared' }), 'Shift+Tab')
    await press('Enter')
    await tabTo(page, page.getByLabel('Agents'))
    await press('Control+a')
    await page.keyboard.type('rehearsal:a rehearsal:b')
    await tabTo(page, page.getByRole('button', { name: 'Start', exact: true }))
    await press('Enter')
    const keep = page.getByRole('button', { name: 'Keep this one' })
    await keep.and(page.locator(':enabled')).nth(1).waitFor()
    await tabTo(page, keep.first())
    await press('Enter')
    const sure = page.getByRole('button', { name: 'Land it, end the others' })
    await tabTo(page, sure)
    await press('Enter')
    await page.locator('main[data-heat][data-state="kept"]').waitFor()
    expect(existsSync(join(w.repo.path, 'heat.txt'))).toBe(true)
    await press('g', 'f')
    await page.locator('a.card').first().waitFor()
    const before = (await sessions()).filter((one) => one.archivedAt === null).length
    expect(before).toBeGreaterThan(3)
    await tabTo(page, page.getByRole('button', { name: 'Select all' }))
    await press('Enter')
    await tabTo(page, page.getByRole('button', { name: 'End, archive, clean up' }), 'Shift+Tab')
    await press('Enter')
    const dialog = page.getByRole('dialog')
    await tabTo(page, dialog.getByRole('button', { name: 'End, archive, clean up' }))
    await press('Enter')
    await dialog.waitFor({ state: 'detached', timeout: 60_000 })
    expect((await sessions()).every(({ phase }) => phase === 'ended')).toBe(true)
    expect(await steps.taken()).toBe(0)
  })
})
