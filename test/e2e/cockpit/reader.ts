/** Reads a virtualised transcript as a person would: from the newest end upwards, noting every row that comes into view. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

export const say = (page: Page, text: string): Locator =>
  page.locator('[data-kind="text"]').filter({ hasText: new RegExp(`(^|\\s)${text}(\\s|$)`) })

/** The ids of every row of a kind, in the order of the screen. Throws when one is on the screen twice. */
export async function readIds(page: Page, kind: string): Promise<number[]> {
  const seen = new Set<number>()
  const box = page.locator('[data-transcript]')
  for (let still = 0; still < 4; ) {
    const { ids, top, moved } = await box.evaluate(async (el, wanted) => {
      const ids = [...el.querySelectorAll(`[data-kind="${wanted}"]`)].map((row) =>
        Number(row.getAttribute('data-event-id')),
      )
      const frame = (globalThis as unknown as { requestAnimationFrame(then: () => void): void }).requestAnimationFrame
      const before = el.scrollTop
      const top = ids[0] ?? 0
      el.scrollTop = Math.max(0, before - el.clientHeight * 0.8)
      await new Promise<void>((done) => frame(() => frame(done)))
      return { ids, top, moved: before - el.scrollTop }
    }, kind)
    if (new Set(ids).size !== ids.length) throw new Error(`a row is shown twice: ${ids.join(' ')}`)
    if (ids.some((id, i) => i > 0 && id < ids[i - 1]!)) throw new Error(`rows out of order: ${ids.join(' ')}`)
    const before = seen.size
    for (const id of ids) seen.add(id)
    still = seen.size === before && moved === 0 && top >= 0 ? still + 1 : 0
  }
  return [...seen].sort((a, b) => a - b)
}

/** Resolves once the page knows of this many stored rows. */
export async function reached(page: Page, id: number): Promise<void> {
  const end = async (): Promise<number> => Number(await page.locator('[data-transcript]').getAttribute('data-end'))
  await expect.poll(end, { timeout: 30_000 }).toBeGreaterThanOrEqual(id)
}
