/**
 * The frame the cockpit's test files share: one world and one browser a file, tabs that are closed after each test and must
 * have had no fault. What a file needs in its world before the daemon runs, or before the first test, it says itself.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { type World, type WorldOptions, world } from '#test/support/world'
import { chromiumPath, lamp, openTab, startBrowser, type Tab, type TabOptions, whyNoBrowser } from './browser.ts'

export interface Frame {
  readonly w: World
  readonly browser: Browser
  /** A signed-in tab at this path, live; closed after the test. */
  open(path: string, options?: TabOptions): Promise<Page>
}

export interface FrameOptions {
  readonly world?: WorldOptions
  /** The id of the project its repository becomes; null: none. */
  readonly project?: string | null
  /** Before its daemon starts. */
  readonly seed?: (w: World) => void | Promise<void>
  /** Once it runs, before the first test. */
  readonly before?: (frame: Frame) => Promise<void>
  readonly after?: () => unknown
}

export function inCockpit(name: string, options: FrameOptions, tests: (frame: Frame) => void): void {
  describe.skipIf(chromiumPath === undefined)(`${name}${chromiumPath ? '' : ` (${whyNoBrowser})`}`, () => {
    let made: World | null = null
    let started: Browser | null = null
    const tabs: Tab[] = []
    const frame: Frame = {
      get w() {
        if (made === null) throw new Error('the world is not there yet')
        return made
      },
      get browser() {
        if (started === null) throw new Error('the browser is not there yet')
        return started
      },
      async open(path, how = {}) {
        const tab = await openTab(frame.browser, frame.w, { path, ...how })
        tabs.push(tab)
        await lamp(tab.page, 'live').waitFor()
        return tab.page
      },
    }
    beforeAll(async () => {
      made = await world({ ...options.world, start: false })
      await options.seed?.(made)
      await made.start()
      if (options.project !== null) await made.addProject(made.repo, options.project ?? 'demo')
      started = await startBrowser()
      await options.before?.(frame)
    })
    afterEach(async () => {
      const faults = tabs.flatMap((tab) => tab.faults)
      for (const tab of tabs.splice(0)) await tab.close()
      expect(faults).toEqual([])
    })
    afterAll(async () => {
      await started?.close()
      await made?.end()
      await options.after?.()
    })
    tests(frame)
  })
}
