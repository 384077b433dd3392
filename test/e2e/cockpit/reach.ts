/** What keeps a page from being reachable by everyone: findings of axe-core, and what a thumb cannot hit. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { root } from '#test/support/world'

const axe = readFileSync(join(root, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8')

/** Serious and critical findings, as words; of every rule, or of those named. */
export async function findings(page: Page, only?: readonly string[]): Promise<readonly string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe)
  // Nothing of these pages is in a frame or in a sheet from elsewhere.
  const how = JSON.stringify({
    resultTypes: ['violations'],
    preload: false,
    iframes: false,
    elementRef: false,
    ...(only ? { runOnly: only } : {}),
  })
  return page.evaluate<readonly string[]>(`axe.run(document, ${how}).then(({ violations }) =>
    violations.filter((v) => v.impact === 'serious' || v.impact === 'critical')
      .map((v) => v.id + ': ' + v.nodes.map((n) => n.target.join(' ') + ' ' + (n.any[0]?.message ?? '')).join(' | ')))`)
}

/** What a thumb cannot hit, and what makes the page wider than the screen. */
export const tooSmall = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`(() => {
    const out = []
    if (document.documentElement.scrollWidth > innerWidth) out.push('the page is wider than the screen')
    for (const el of document.querySelectorAll('button, a.button, .nav a, a.card, input:not([type=checkbox]), select, textarea, summary')) {
      const box = el.getBoundingClientRect()
      if (box.width === 0 || getComputedStyle(el).visibility === 'hidden' || el.closest('.skip')) continue
      if (box.height < 43.5) out.push(el.outerHTML.slice(0, 80) + ' is ' + Math.round(box.height) + ' high')
      if (box.right > innerWidth + 1 && !el.closest('.presets, .tabs, .command, .table-wrap, .patch-scroll')) out.push(el.outerHTML.slice(0, 80) + ' leaves the screen')
    }
    for (const el of document.querySelectorAll('textarea, input, select')) {
      if (parseFloat(getComputedStyle(el).fontSize) < 16) out.push(el.outerHTML.slice(0, 80) + ' makes phones zoom')
    }
    return out
  })()`)
