/** Counts what a person does in one tab: every press of a mouse or a thumb, over reloads too. Typing is free. */
import type { Page } from 'playwright-core'

const listen = `if (!window.stepsHeard) {
  window.stepsHeard = true
  addEventListener('pointerup', (event) => {
    if (event.isTrusted) sessionStorage.setItem('steps', String(Number(sessionStorage.getItem('steps') ?? 0) + 1))
  }, true)
}`

export interface Steps {
  /** How many presses since the count began. */
  taken(): Promise<number>
}

/** Counts from here on. */
export async function countSteps(page: Page): Promise<Steps> {
  await page.addInitScript(listen)
  await page.evaluate(`sessionStorage.setItem('steps', '0'); ${listen}`)
  return { taken: async () => Number(await page.evaluate(`sessionStorage.getItem('steps')`)) }
}
