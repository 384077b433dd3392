/** The review in a real browser: the job in counted presses, by keyboard alone, live, odd files, and at a size that would freeze a careless page. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Review } from '#contract/review'
import { ok, type World, world } from '#test/support/world'
import { chromiumPath, desk, openTab, phone, startBrowser, type Tab, whyNoBrowser } from './cockpit/browser.ts'
import { findings, tooSmall } from './cockpit/reach.ts'
import { countSteps } from './cockpit/steps.ts'

/** Milliseconds of scripting in the page since the call, by the time of its thread: what else the machine does is not counted. */
async function scriptingOf(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const now = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000
  }
  const before = await now()
  return async () => (await now()) - before
}

/** A grey picture as wide as this and one line high. */
function picture(width: number): Buffer {
  const part = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name), data])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([size, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(1, 4)
  head[8] = 8
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    part('IHDR', head),
    part('IDAT', deflateSync(Buffer.alloc(width + 1, 120))),
    part('IEND', Buffer.alloc(0)),
  ])
}

interface Traced {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds by the clock, and of the thread's own work. */
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/**
 * The longest task of a page's main thread, in milliseconds of its own work as Chromium counts it, and by the clock: on a
 * machine that does other work too, the clock tells of the others.
 */
function worstTask(trace: Buffer): readonly [work: number, wall: number] {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { readonly traceEvents: readonly Traced[] }
  const mains = new Set(
    traceEvents.flatMap(({ name, args, pid, tid }) =>
      name === 'thread_name' && args?.name === 'CrRendererMain' ? [`${pid}/${tid}`] : [],
    ),
  )
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && mains.has(`${pid}/${tid}`),
  )
  if (tasks.length === 0 || tasks.every(({ tdur }) => tdur === undefined)) throw new Error('no task was traced')
  const most = (of: (one: Traced) => number): number => Math.max(...tasks.map(of)) / 1000
  return [most((one) => one.tdur ?? 0), most((one) => one.dur ?? 0)]
}

const code = (words: string) =>
  Array.from({ length: 30 }, (_, n) =>
    n === 10 ? `const answer = '${words}' // says it` : `let line${n} = ${n}`,
  ).join('\n')

describe.skipIf(chromiumPath === undefined)(`review ${chromiumPath === undefined ? whyNoBrowser : ''}`, () => {
  let w: World
  let browser: Browser
  const tabs: Tab[] = []
  beforeAll(async () => {
    w = await world({ repo: { 'README.md': '# A\n', 'src/app.ts': `${code('before')}\n` } })
    for (const name of ['logo.png', 'gone.png']) w.repo.write(name, picture(3))
    w.repo.commit('Pictures')
    await w.addProject()
    browser = await startBrowser()
  })
  afterAll(async () => {
    for (const tab of tabs) await tab.close()
    await browser?.close()
    await w.end()
  })
  const open = async (path: string, size = desk): Promise<Page> => {
    const tab = await openTab(browser, w, { path, size, touch: size === phone })
    tabs.push(tab)
    return tab.page
  }
  const made = async (): Promise<{ id: string; dir: string }> => {
    const { id, workspace } = await w.spawn('@write notes.txt first note')
    await w.until(id, (one) => one.status === 'idle' && one.filesChanged !== null)
    const dir = workspace ?? ''
    writeFileSync(join(dir, 'src/app.ts'), `${code('after')}\nexport const more = answer\n`)
    return { id, dir }
  }
  const line = (page: Page, text: string) => page.locator('.review-row', { hasText: text })
  const sentWords = async (id: string): Promise<string> => {
    const row = await w.row(id, (one) => one.kind === 'user' && one.text.startsWith('Review of your changes'))
    return row.kind === 'user' ? row.text : ''
  }

  it.each([
    ['desk', desk],
    ['phone', phone],
  ] as const)('reads the diff, comments on two lines and sends, in four presses (%s)', async (_, size) => {
    const { id } = await made()
    const page = await open(`/sessions/${id}/changes`, size)
    await page.getByRole('link', { name: 'Review', exact: true }).waitFor()
    const steps = await countSteps(page)
    const press = async (target: ReturnType<Page['locator']>) => (size === phone ? target.tap() : target.click())
    await press(page.getByRole('link', { name: 'Review', exact: true }))
    await line(page, "+ const answer = 'after'").waitFor()
    await press(line(page, "+ const answer = 'after'").locator('[data-gutter]'))
    await page.keyboard.type('Say it better')
    await press(line(page, '+ first note').locator('[data-gutter]'))
    await page.getByLabel('Comment on notes.txt, line 1').waitFor()
    await page.keyboard.type('Not a note')
    await press(page.getByRole('button', { name: 'Send 2 comments' }))
    await page.locator('.toast', { hasText: 'Review sent' }).waitFor()
    expect(await steps.taken()).toBe(4)
    const words = await sentWords(id)
    for (const part of [
      'src/app.ts, line 11',
      "const answer = 'after'",
      'Say it better',
      'notes.txt, line 1',
      'Not a note',
    ])
      expect(words).toContain(part)
    await page.locator('[data-comment]').first().waitFor({ state: 'detached' })
    expect(tabs.at(-1)?.faults).toEqual([])
  })

  it('works by keyboard alone, is kept over a reload, tells words apart, and is reachable for everyone', async () => {
    const { id, dir } = await made()
    execFileSync('git', ['add', 'src/app.ts'], { cwd: dir })
    const page = await open(`/sessions/${id}/review`)
    await line(page, "+ const answer = 'after'").waitFor()
    await page.locator('[data-part="staged"]', { hasText: '1 staged' }).waitFor()
    await page.locator('[data-part="uncommitted"]', { hasText: '1 uncommitted' }).waitFor()
    // Words that differ are marked, code is coloured, both without any markup of the file's own.
    await page.locator('.review-line[data-sign="+"] [data-changed]', { hasText: 'after' }).waitFor()
    await page.locator('.review-line[data-sign="+"] [data-look="keyword"]', { hasText: 'const' }).first().waitFor()
    await page.locator('.review-files').focus()
    for (const key of ['n', 'j', 'j']) await page.keyboard.press(key)
    await page.locator('.review-row[data-chosen]', { hasText: '+ first note' }).waitFor()
    await page.keyboard.press('c')
    await page.getByLabel('Comment on notes.txt, line 1').waitFor()
    await page.keyboard.type('By keyboard')
    await page.keyboard.press('Escape')
    await expect
      .poll(
        async () =>
          (await ok<{ review: Review }>(w.call('GET', `/api/v1/sessions/${id}/review`))).review.comments.length,
      )
      .toBe(1)
    await page.keyboard.press('p')
    await page.keyboard.press('v')
    await page.getByRole('button', { name: 'Unfold src/app.ts' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Unfold src/app.ts' }).waitFor()
    expect(await page.getByLabel('Comment on notes.txt, line 1').inputValue()).toBe('By keyboard')
    // The agent writes on: the file is unread again, the comment says where its line went.
    writeFileSync(join(dir, 'notes.txt'), 'before it\nfirst note\n')
    writeFileSync(join(dir, 'src/app.ts'), `${code('later')}\n`)
    await w.call('PATCH', `/api/v1/sessions/${id}`, { name: 'Named anew' })
    await ok(
      w.call('POST', `/api/v1/sessions/${id}/review/comments`, { path: 'notes.txt', line: 1, body: 'From elsewhere' }),
    )
    await page.getByText('This code has moved, to line 2').waitFor()
    await page.getByLabel('Comment on notes.txt, line 1').nth(1).waitFor()
    await page.getByRole('button', { name: 'Split' }).click()
    await page.locator('.review-half[data-side="new"]', { hasText: '+ before it' }).waitFor()
    expect(await findings(page)).toEqual([])
    expect(await tooSmall(page)).toEqual([])
    await page.setViewportSize(phone)
    await line(page, '+ before it').waitFor()
    expect(await findings(page)).toEqual([])
    expect(await tooSmall(page)).toEqual([])
    expect(tabs.at(-1)?.faults).toEqual([])
  })

  it('shows pictures before and after, keeps the head of a long file in sight, and is as readable in the dark', async () => {
    const { id, dir } = await made()
    writeFileSync(join(dir, 'logo.png'), picture(5))
    writeFileSync(join(dir, 'new.png'), picture(7))
    rmSync(join(dir, 'gone.png'))
    writeFileSync(join(dir, 'long.ts'), Array.from({ length: 300 }, (_, n) => `export const n${n} = ${n}`).join('\n'))
    const page = await open(`/sessions/${id}/review`)
    const widths = (file: string): Promise<readonly (readonly [string, number])[]> =>
      page
        .locator(`[data-file="${file}"] .review-pictures img`)
        .evaluateAll((all) =>
          (all as unknown as { alt: string; naturalWidth: number }[]).map(
            (one) => [one.alt, one.naturalWidth] as const,
          ),
        )
    const shows = async (file: string, pictures: readonly (readonly [string, number])[]): Promise<void> => {
      await page.locator('.review-leaf', { hasText: file }).click()
      await expect.poll(() => widths(file), { timeout: 20_000 }).toEqual(pictures)
    }
    await shows('logo.png', [
      ['Before: logo.png', 3],
      ['After: logo.png', 5],
    ])
    await shows('new.png', [['After: new.png', 7]])
    await shows('gone.png', [['Before: gone.png', 3]])
    await page.locator('.review-leaf', { hasText: 'long.ts' }).click()
    await line(page, 'export const n0 = 0').waitFor()
    const files = page.locator('.review-files')
    for (const size of [desk, phone]) {
      await page.setViewportSize(size)
      await page.evaluate(`(() => {
        const el = document.querySelector('.review-files')
        el.scrollTop = el.querySelector('[data-file="long.ts"]').offsetTop + 2000
      })()`)
      await line(page, 'export const n100 = 100').waitFor()
      const top = async (what: ReturnType<Page['locator']>): Promise<number> => (await what.boundingBox())?.y ?? -1
      await expect
        .poll(async () => (await top(page.locator('[data-file="long.ts"] .review-head'))) - (await top(files)))
        .toBe(0)
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        expect([size.width, colorScheme, await findings(page), await tooSmall(page)]).toEqual([
          size.width,
          colorScheme,
          [],
          [],
        ])
      }
    }
    // Folded by its head, it leaves only that.
    await page.getByRole('button', { name: 'Fold long.ts' }).click()
    await page.getByRole('button', { name: 'Unfold long.ts' }).waitFor()
    await line(page, 'export const n100 = 100').waitFor({ state: 'detached' })
    expect(tabs.at(-1)?.faults).toEqual([])
  })

  it('shows changes while the agent works, without a reload, with their count', async () => {
    const { id } = await w.spawn(
      '@say begun\n@ask Go on?\n@write live.txt as it happens\n@say wrote\n@ask And now?\n@say done',
    )
    await w.until(id, (one) => one.status === 'needs_input')
    const page = await open(`/sessions/${id}/changes`)
    await page.getByText('The files are as they were at the start.').waitFor()
    const answer = async (): Promise<void> => {
      const { request } = await w.until(id, (one) => one.request !== null)
      await ok(w.call('POST', `/api/v1/sessions/${id}/answer`, { requestId: request!.requestId, text: 'yes' }))
    }
    await answer()
    await page.locator('.hunk', { hasText: 'as it happens' }).waitFor()
    await page.getByRole('tab', { name: 'Changes 1' }).waitFor()
    expect((await w.session(id)).turn?.state).toBe('running')
    await page.reload()
    await page.getByRole('tab', { name: 'Changes 1' }).waitFor()
    await answer()
  })

  it('holds 3,000 files and one of 100,000 lines, odd names and odd content, without freezing', async () => {
    const { id, dir } = await made()
    mkdirSync(join(dir, 'many'))
    for (let n = 0; n < 3000; n++)
      writeFileSync(join(dir, 'many', `f${String(n).padStart(4, '0')}.ts`), `export const n = ${n}\n`)
    writeFileSync(
      join(dir, 'a-long.ts'),
      Array.from({ length: 100_000 }, (_, n) => `export const line${n} = ${n}`).join('\n'),
    )
    writeFileSync(join(dir, '<img src=x onerror=alert(1)>.txt'), '<script>alert(1)</script>\r\nno end')
    const page = await open('/')
    const scripting = await scriptingOf(page)
    await page.goto(`http://127.0.0.1:${w.daemon.port}/sessions/${id}/review`)
    await page
      .locator('[data-file="a-long.ts"][data-loaded="true"], [data-file^="many"][data-loaded="true"]')
      .first()
      .waitFor()
    await page.getByText(/3.?004 files, 0 viewed/).waitFor()
    const first = await scripting()
    const drawn = (): Promise<number> => page.locator('.review-row').count()
    expect(await drawn()).toBeLessThan(400)
    await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
    await page.evaluate(`(async () => {
      const el = document.querySelector('.review-files')
      for (let n = 0; n < 60; n++) {
        el.scrollTop += el.scrollHeight / 60
        await new Promise((done) => requestAnimationFrame(done))
      }
    })()`)
    expect(await drawn()).toBeLessThan(400)
    const jumped = page.locator('.review-tree')
    await jumped.evaluate((el) => el.scrollTo(0, el.scrollHeight))
    await page.locator('.review-leaf', { hasText: 'a-long.ts' }).click()
    await line(page, 'export const line0 = 0').waitFor()
    await page.evaluate(`(() => {
      const el = document.querySelector('.review-files')
      const long = el.querySelector('[data-file="a-long.ts"]')
      el.scrollTop = long.offsetTop + long.offsetHeight - el.clientHeight
    })()`)
    await line(page, 'export const line99999 = 99999').waitFor()
    const [worst, wall] = worstTask(await browser.stopTracing())
    console.log(
      `review at scale: ${Math.round(first)} ms of scripting until the first file is drawn; worst task while scrolling ${Math.round(worst)} ms of work (${Math.round(wall)} ms by the clock)`,
    )
    expect(first).toBeLessThan(300)
    expect(worst).toBeLessThan(100)
    // Colours are made elsewhere.
    expect(page.workers().length).toBeGreaterThan(0)
    await page.locator('.review-leaf', { hasText: 'onerror=alert' }).click()
    await line(page, '+ <script>alert(1)</script>').waitFor()
    expect(tabs.at(-1)?.faults).toEqual([])
  })
})
