/** Every page there is, with something on it: axe-core clean in light and dark on a phone, a desk and a wide desk, nothing too small, nothing wider than the screen. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Mail } from '#contract/mail'
import { ok } from '#test/support/world'
import { desk, phone } from './cockpit/browser.ts'
import { inCockpit } from './cockpit/frame.ts'
import { findings, tooSmall } from './cockpit/reach.ts'
import { seedEffort } from './cockpit/seed.ts'

const wide = { width: 1920, height: 1080 }
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const known: Record<string, string> = {}

/** By the page's own way, without loading it anew; resolved once what it reads is there. */
async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await page.locator('#main:not([aria-busy])').waitFor()
  await settled(page)
}

/** Drawn, and nothing more is being read. */
async function settled(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  // The page of the parts shows one for ever.
  if (!page.url().endsWith('/design')) await page.locator('.progress').first().waitFor({ state: 'detached' })
}

inCockpit(
  'every page',
  {
    seed: seedEffort,
    project: null,
    async before({ w }) {
      const done = await w.spawn(
        '@think hm\n@say **Bold** and `code`\n@tool Bash {"command":"ls"}\n@tool Edit {"file_path":"a.ts","old_string":"let a = 1","new_string":"let b = 1"}\n@write src/a.ts const a = 1\n@usage 10 20 0.1\n@commit Add a.ts\n@say done',
        { name: 'x'.repeat(200) },
      )
      const failed = await w.spawn('@say begun\n@fail auth', { name: 'Signed out', model: 'out' })
      const parked = await w.spawn('@fail usage_limit resets-in=3600', { name: 'Spent', model: 'spent' })
      const asks = await w.spawn('@ask Which one?', { name: 'Asks' })
      const busy = await w.spawn('@say busy\n@sleep 600000', { name: 'Busy' })
      for (const { id } of [done, failed, parked]) await w.turnEnd(id)
      await w.until(asks.id, (one) => one.status === 'needs_input')
      await w.until(done.id, (one) => (one.landing?.ahead ?? 0) > 0)
      writeFileSync(join(done.workspace ?? '', 'dot.png'), Buffer.from(dot, 'base64'))
      await ok(w.call('POST', `/api/v1/sessions/${done.id}/review/comments`, { path: 'src/a.ts', line: 1, body: 'Hm' }))
      await ok(w.call('POST', `/api/v1/sessions/${busy.id}/send`, { message: 'and then this' }))
      const { merge } = await ok<{ merge: { id: string } }>(w.call('POST', '/api/v1/merges', { session: done.id }))
      const { heat } = await ok<{ heat: { id: string } }>(
        w.call('POST', '/api/v1/heats', {
          projectId: 'demo',
          agents: ['rehearsal:a', 'rehearsal:b'],
          prompt: '@write h.txt 1',
        }),
      )
      const { task } = await ok<{ task: { id: string } }>(
        w.call('POST', '/api/v1/tasks', { projectId: 'demo', title: 'Wants somebody' }),
      )
      await ok(w.call('POST', `/api/v1/tasks/${task.id}/fail`, { summary: 'npm test is red' }))
      await ok(w.call('POST', '/api/v1/tasks', { projectId: 'demo', title: 'Wants an agent', body: '@write t.txt 1' }))
      const { relay } = await ok<{ relay: { id: string } }>(
        w.call('POST', '/api/v1/relays', { projectId: 'demo', mix: ['rh:r'], iterations: 1 }),
      )
      await w.change(0, (change) => change.type === 'relay_ended' || undefined)
      const { mail } = await ok<{ mail: readonly Mail[] }>(w.call('GET', '/api/v1/mail?limit=1'))
      Object.assign(known, {
        done: done.id,
        failed: failed.id,
        parked: parked.id,
        asks: asks.id,
        busy: busy.id,
        merge: merge.id,
        heat: heat.id,
        relay: relay.id,
        thread: mail[0]!.thread,
      })
    },
  },
  (frame) => {
    const paths = (): readonly string[] => [
      '/',
      '/needs-you',
      '/new',
      '/relay',
      '/relay/queue',
      '/relay/agents',
      '/relay/past',
      `/relay/${known.relay}`,
      '/relay/r-999',
      '/efforts',
      '/efforts/e-1',
      '/efforts/e-99',
      '/inbox',
      `/inbox/${known.thread}`,
      '/merges',
      `/merges/${known.merge}`,
      '/merges/m-99',
      '/heats',
      `/heats/${known.heat}`,
      '/costs',
      '/projects',
      '/projects/demo',
      '/projects/demo/board',
      '/trips/trip-99',
      '/settings',
      '/design',
      `/sessions/${known.done}`,
      `/sessions/${known.done}/changes`,
      `/sessions/${known.done}/facts`,
      `/sessions/${known.done}/log`,
      `/sessions/${known.done}/review`,
      `/sessions/${known.failed}`,
      `/sessions/${known.parked}`,
      `/sessions/${known.asks}`,
      `/sessions/${known.busy}`,
      '/sessions/demo-99',
      '/nowhere',
    ]

    it('has no serious finding and nothing too small, at three sizes, in light and dark', async () => {
      const page = await frame.open('/')
      const wrong: unknown[] = []
      for (const path of paths()) {
        await page.setViewportSize(phone)
        await visit(page, path)
        for (const size of [phone, desk, wide]) {
          await page.setViewportSize(size)
          await settled(page)
          const light = [...(await findings(page)), ...(await tooSmall(page))]
          await page.emulateMedia({ colorScheme: 'dark' })
          const dark = await findings(page, ['color-contrast'])
          await page.emulateMedia({ colorScheme: 'light' })
          if (light.length + dark.length > 0) wrong.push({ path, width: size.width, light, dark })
        }
      }
      expect(wrong).toEqual([])
    }, 300_000)
  },
)
