/** From a finished session to a landed change in a real browser: shown first, two clicks, and a merge that needs somebody. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ok, type World, world } from '#test/support/world'
import { chromiumPath, lamp, openTab, phone, startBrowser, type Tab, whyNoBrowser } from './cockpit/browser.ts'
import { countSteps } from './cockpit/steps.ts'

describe.skipIf(chromiumPath === undefined)(`landing in the cockpit${chromiumPath ? '' : ` (${whyNoBrowser})`}`, () => {
  let w: World
  let browser: Browser
  let tab: Tab | null = null
  const open = async (path: string, options = {}): Promise<Page> => {
    tab = await openTab(browser, w, { path, ...options })
    await lamp(tab.page, 'live').waitFor()
    return tab.page
  }
  /** A session whose turn is over and whose work waits on its branch. */
  const finished = async (script: string) => {
    const { id } = await w.spawn(script)
    await w.turnEnd(id)
    return w.until(id, (session) => (session.filesChanged ?? 0) > 0)
  }

  /** In the lower half of a phone. */
  const underThumb = async (control: Locator): Promise<void> => {
    const box = await control.boundingBox()
    expect(box?.y).toBeGreaterThan(phone.height / 2)
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

  it('lands committed work on the checked-out branch in two clicks, with what proves it', async () => {
    const { id } = await finished('@write landed.txt by two clicks\n@commit Add landed.txt')
    const page = await open(`/sessions/${id}`)
    const steps = await countSteps(page)
    await page.getByRole('button', { name: 'Land', exact: true }).click()
    await page.getByText('not verified (the project has no verify)').waitFor()
    await page.getByRole('button', { name: /^Land on / }).click()
    await page.locator('main[data-merge][data-state="landed"]').waitFor()
    expect(await steps.taken()).toBeLessThanOrEqual(2)
    expect(readFileSync(join(w.repo.path, 'landed.txt'), 'utf8')).toContain('by two clicks')
    await page.getByText('unverified: the project has no verify').first().waitFor()
    await page.getByText('nothing of either side is missing').waitFor()
    await page.goto(`${new URL(page.url()).origin}/merges`)
    await page.locator('[data-merge][data-state="landed"]').waitFor()
    await page.goto(`${new URL(page.url()).origin}/sessions/${id}`)
    await page.locator('main[data-session]').waitFor()
    expect(await page.getByRole('button', { name: 'Land', exact: true }).count()).toBe(0)
  })

  it('on a phone: what is left is committed first, with words that can be changed', async () => {
    const { id } = await finished('@write left.txt not committed')
    const page = await open(`/sessions/${id}`, { size: phone, touch: true })
    const predicted = page.waitForResponse(/merges\/predict$/)
    const land = page.getByRole('button', { name: 'Land', exact: true })
    await underThumb(land)
    await land.click()
    await page.getByLabel('Commit what is left first').fill('Add left.txt by hand')
    await predicted
    expect(await page.getByText('MERGE_NOTHING').count()).toBe(0)
    await underThumb(page.getByRole('button', { name: /^Commit and land on / }))
    await page.getByRole('button', { name: /^Commit and land on / }).click()
    await page.locator('main[data-merge][data-state="landed"]').waitFor()
    expect(existsSync(join(w.repo.path, 'left.txt'))).toBe(true)
    expect(w.repo.git('log', '--format=%s', '-5')).toContain('Add left.txt by hand')
  })

  it('a dirty checkout stops it, says which file, and it goes on once that is settled', async () => {
    const { id } = await finished('@write README.md changed by the agent\n@commit Change the readme')
    const mine = join(w.repo.path, 'README.md')
    const before = readFileSync(mine, 'utf8')
    writeFileSync(mine, `${before}\nmy own words\n`)
    const { merge } = await ok<{ merge: { id: string } }>(w.call('POST', '/api/v1/merges', { session: id }))
    const page = await open(`/merges/${merge.id}`)
    await page.locator('main[data-state="needs_human"]').waitFor()
    await page.getByText('README.md').first().waitFor()
    expect(readFileSync(mine, 'utf8')).toContain('my own words')
    await page.locator('.badge[data-waiting]').waitFor()
    writeFileSync(mine, before)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('main[data-state="landed"]').waitFor()
    expect(readFileSync(mine, 'utf8')).toContain('changed by the agent')
  })

  it('what moved after it was shown is not landed; looked at again, it is', async () => {
    const { id } = await finished('@write seen.txt seen\n@commit Add seen.txt')
    const page = await open(`/sessions/${id}`)
    await page.getByRole('button', { name: 'Land', exact: true }).click()
    const land = page.getByRole('button', { name: /^Land on / })
    await land.and(page.locator(':enabled')).waitFor()
    await ok(w.call('POST', `/api/v1/sessions/${id}/send`, { message: '@write unseen.txt x\n@commit Add unseen.txt' }))
    await w.turnEnd(id, 2)
    await land.click()
    await page.getByText('HEAD_CHANGED').waitFor()
    expect(existsSync(join(w.repo.path, 'seen.txt'))).toBe(false)
    await page.getByRole('button', { name: 'Look again' }).click()
    await page.getByText('HEAD_CHANGED').waitFor({ state: 'detached' })
    await land.click()
    await page.locator('main[data-merge][data-state="landed"]').waitFor()
    expect(existsSync(join(w.repo.path, 'unseen.txt'))).toBe(true)
  })

  it('while it is verified the page shows what verify says, line after line', async () => {
    const [seen, over] = [join(w.home, 'seen'), join(w.home, 'over')]
    const until = (file: string): string => `while [ ! -f ${file} ]; do sleep 0.1; done`
    writeFileSync(join(w.repo.path, 'check.sh'), `${until(seen)}\necho half way\n${until(over)}\necho all the way\n`)
    w.repo.commit('check')
    await ok(w.call('PATCH', '/api/v1/projects/demo', { settings: { verify: 'sh check.sh' } }))
    const { id } = await finished('@write verified.txt x\n@commit Add verified.txt')
    const { merge } = await ok<{ merge: { id: string } }>(w.call('POST', '/api/v1/merges', { session: id }))
    const page = await open(`/merges/${merge.id}`)
    await page.locator('main[data-state="verifying"]').waitFor()
    writeFileSync(seen, '')
    await page.getByText('half way').waitFor()
    writeFileSync(over, '')
    await page.locator('main[data-state="landed"]').waitFor()
    await page.getByText('verified: sh check.sh').first().waitFor()
    await page.locator('.log', { hasText: 'all the way' }).waitFor({ state: 'attached' })
  })
})
