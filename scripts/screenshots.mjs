/**
 * Makes a picture of every state of the cockpit, on a phone and on a desk, in light and dark, into `screenshots/` (ignored
 * by git), to be looked at by a person. Runs a real daemon with rehearsal agents and a real Chromium. Names given as
 * arguments make only the pictures whose names contain one of them; `--readme` makes the two of the README alone.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { desk, openTab, phone, startBrowser } from '../test/e2e/cockpit/browser.ts'
import { seedEffort, seedFleet } from '../test/e2e/cockpit/seed.ts'
import { ok, root, world } from '../test/support/world.ts'

const out = join(root, 'screenshots')
const only = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const forReadme = process.argv.includes('--readme')
const sizes = { phone, desk }

const story = [
  '@think The till rounds half up. The ledger rounds half to even, so they drift by a cent a day.',
  '@say ## Plan\n',
  'I found **two places** that round on their own:\n',
  '@tool Read {"file_path":"README.md"}',
  '@tool Bash {"command":"npm test","description":"Run the tests"}',
  '@write src/round.ts export const round = (n: number): number => Math.round(n)',
  '@append README.md Prices are rounded half to even.',
  '@tool Edit {"file_path":"README.md","old_string":"# Test\\nold line","new_string":"# Test\\nnew line\\nand one more"}',
  '@commit Round half to even everywhere',
  '@usage 12400 830 0.27',
  'Done. The suite passes with `npm test`; the change is one commit.',
].join('\n')

async function people(w) {
  await w.addProject(w.repo, 'demo')
  const done = await w.spawn(story, { name: 'Round prices half to even' })
  await w.turnEnd(done.id)
  const busy = await w.spawn('@say I look through the invoices.\n@tool Bash {"command":"ls -la"}\n@sleep 400000', {
    name: 'Check the invoices',
  })
  const asks = await w.spawn(
    '@say The migration drops a column.\n@ask May I drop the column `legacy_total`? It holds 3 rows.',
    {
      name: 'Migrate the ledger',
    },
  )
  const failed = await w.spawn('@say I begin.\n@fail usage_limit resets-in=3600', {
    name: 'Write the release notes',
    // A spent account parks whoever shares it.
    model: 'spent',
  })
  await w.turnEnd(failed.id)
  const out = await w.spawn('@say I begin.\n@fail auth', { name: 'Upgrade the payment client', model: 'signed-out' })
  await w.turnEnd(out.id)
  const crashed = await w.spawn('@say I begin.\n@fail crash', { name: 'Index the orders' })
  await w.turnEnd(crashed.id)
  const noise = await w.spawn('@garbage 3\n@sh head -c 600 /dev/urandom\n@say It was binary.', {
    name: 'A name of two hundred characters, as somebody pasted a whole sentence into the field '
      .repeat(3)
      .slice(0, 200),
  })
  await w.turnEnd(noise.id)
  const killed = await w.spawn('@write notes.txt one\n@say Wrote it.', { name: 'Try another layout' })
  await w.turnEnd(killed.id)
  await ok(w.call('POST', `/api/v1/sessions/${killed.id}/kill`, {}))
  await w.until(asks.id, (s) => s.status === 'needs_input')
  await w.until(busy.id, (s) => s.status === 'working')
  return { done, busy, asks, failed, noise, killed }
}

/** A queue in every state, a relay that ended, and one that runs: called off with the world. */
async function campaign(w) {
  const add = async (body) => (await ok(w.call('POST', '/api/v1/tasks', { projectId: 'demo', ...body }))).task
  await add({ title: 'Round prices half to even', body: '@write round.txt 1\n@usage 12400 830 0.27' })
  await add({
    title: 'Migrate the ledger without losing history',
    role: 'backend',
    body: '@only a @write half.txt half\n@only a @fail usage_limit resets-in=3600\n@append half.txt whole',
  })
  const failed = await add({ title: 'Upgrade the payment client', priority: -1 })
  await ok(w.call('POST', `/api/v1/tasks/${failed.id}/fail`, { summary: 'npm test is red: 11 passed, 1 failed.' }))
  await add({ title: 'Announce the new client', blockedBy: [failed.id], priority: -1 })
  const ended = (id) => (change) => (change.type === 'relay_ended' && change.payload.id === id ? true : undefined)
  const start = async (body) =>
    (await ok(w.call('POST', '/api/v1/relays', { projectId: 'demo', mix: ['rh:a rh:b'], ...body }))).relay
  const first = await start({ iterations: 2 })
  await w.change(0, ended(first.id))
  await add({ title: 'Compare the invoices with the ledger', body: '@say I compare.\n@sleep 400000' })
  return start({ iterations: 3 })
}

async function shoot(browser, w, name, path, act) {
  if (only.length > 0 && !only.some((word) => name.includes(word))) return
  for (const [sizeName, size] of Object.entries(sizes)) {
    for (const scheme of ['light', 'dark']) {
      const tab = await openTab(browser, w, { size, scheme, path, touch: sizeName === 'phone' })
      await tab.page.locator('.lamp[data-link="live"]').first().waitFor()
      await tab.page.locator('#main:not([aria-busy])').waitFor()
      await act?.(tab.page, sizeName)
      await tab.page.waitForTimeout(400)
      await tab.page.screenshot({ path: join(out, `${name}-${sizeName}-${scheme}.png`) })
      if (tab.faults.length > 0) console.error(name, sizeName, scheme, tab.faults)
      await tab.close()
    }
  }
  console.log(name)
}

async function withoutSignIn(browser, w, name, path, act) {
  if (only.length > 0 && !only.some((word) => name.includes(word))) return
  for (const [sizeName, size] of Object.entries(sizes)) {
    const tab = await openTab(browser, w, { size, path, signedIn: false })
    await act?.(tab.page)
    await tab.page.waitForTimeout(400)
    await tab.page.screenshot({ path: join(out, `${name}-${sizeName}-light.png`) })
    await tab.close()
  }
  console.log(name)
}

mkdirSync(out, { recursive: true })
/** The fleet as the README shows it: one that asks, one that failed, two to review, two at work. */
async function readmePictures(browser, w) {
  await w.addProject(w.repo, 'demo')
  const done = await w.spawn(story, { name: 'Round prices half to even' })
  const asks = await w.spawn('@ask May I drop the column `legacy_total`? It holds 3 rows.', {
    name: 'Migrate the ledger',
  })
  const failed = await w.spawn('@say I begin.\n@fail auth', { name: 'Upgrade the payment client', model: 'signed-out' })
  const docs = await w.spawn('@write docs/api.md # The API\n@usage 8100 1200 0.19\n@say Wrote it; its examples run.', {
    name: 'Document the API',
  })
  await w.spawn('@say Reading the logs of the till.\n@usage 900 80 0.02\n@sleep 400000', {
    name: 'Why is the till slow on Mondays?',
  })
  await w.spawn('@say I look through them.\n@usage 3200 400 0.08\n@sleep 400000', { name: 'Check the invoices' })
  for (const { id } of [done, failed, docs]) await w.turnEnd(id)
  for (const { id } of [done, docs]) await w.until(id, (s) => (s.filesChanged ?? 0) > 0)
  await w.until(asks.id, (s) => s.status === 'needs_input')
  const to = join(root, 'docs', 'pictures')
  mkdirSync(to, { recursive: true })
  for (const scheme of ['light', 'dark']) {
    const tab = await openTab(browser, w, { size: desk, scheme })
    await tab.page.locator('a.card').nth(5).waitFor()
    await tab.page.waitForTimeout(400)
    await tab.page.screenshot({ path: join(to, `cockpit-${scheme}.png`) })
    await tab.close()
  }
}

const browser = await startBrowser()
if (forReadme) {
  const shown = await world()
  await readmePictures(browser, shown).finally(() => shown.end())
  await browser.close()
  process.exit(0)
}
const empty = await world()
try {
  await shoot(browser, empty, 'empty-fleet', '/')
  await shoot(browser, empty, 'empty-projects', '/projects')
  await shoot(browser, empty, 'empty-needs-you', '/needs-you')
  await shoot(browser, empty, 'empty-efforts', '/efforts')
  await withoutSignIn(browser, empty, 'sign-in', '/')
  await withoutSignIn(browser, empty, 'expired-link', '/#code=this-code-was-used-before')
} finally {
  await empty.end()
}

const w = await world()
try {
  w.repo.write(
    '.drover/config.toml',
    '[[presets]]\nlabel = "Run the tests"\nprompt = "Run the tests and mend what fails"\n\n[[presets]]\nlabel = "Commit"\nprompt = "Commit what is done"\n',
  )
  const s = await people(w)
  await shoot(browser, w, 'fleet', '/')
  await shoot(browser, w, 'needs-you', '/needs-you')
  await shoot(browser, w, 'session-done', `/sessions/${s.done.id}`)
  await shoot(browser, w, 'session-tool-open', `/sessions/${s.done.id}`, async (page) => {
    await page.locator('[data-kind="turn_end"]').waitFor()
    for (const name of ['Edit', 'Bash']) await page.locator('.tool-head', { hasText: name }).first().click()
  })
  await shoot(browser, w, 'session-changes', `/sessions/${s.done.id}/changes`, (page) =>
    page.locator('.patch').first().waitFor(),
  )
  await shoot(browser, w, 'session-facts', `/sessions/${s.done.id}/facts`)
  await shoot(browser, w, 'session-log', `/sessions/${s.done.id}/log`, (page) => page.locator('[data-raw]').waitFor())
  await shoot(browser, w, 'session-working', `/sessions/${s.busy.id}`)
  await shoot(browser, w, 'session-asks', `/sessions/${s.asks.id}`)
  await shoot(browser, w, 'session-failed', `/sessions/${s.failed.id}`)
  await shoot(browser, w, 'session-noise', `/sessions/${s.noise.id}`)
  await shoot(browser, w, 'session-killed', `/sessions/${s.killed.id}`)
  await shoot(browser, w, 'session-kill-dialog', `/sessions/${s.busy.id}`, async (page) => {
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Kill' }).click()
  })
  await shoot(browser, w, 'session-menu', `/sessions/${s.busy.id}`, (page) =>
    page.getByRole('button', { name: 'Actions' }).click(),
  )
  for (const [name, entry] of Object.entries({ rename: 'Rename', fork: 'Fork' })) {
    await shoot(browser, w, `session-${name}-dialog`, `/sessions/${s.done.id}`, async (page) => {
      await page.getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name: entry }).click()
    })
  }
  await shoot(browser, w, 'session-restore-dialog', `/sessions/${s.killed.id}/changes`, async (page) => {
    await page.locator('.patch').first().waitFor()
    await page.getByLabel('Which changes').selectOption('1')
    await page.getByRole('button', { name: 'Restore this snapshot' }).click()
  })
  await shoot(browser, w, 'session-split', `/sessions/${s.done.id}/changes`, async (page, size) => {
    await page.locator('.patch').first().waitFor()
    if (size === 'desk') await page.getByRole('button', { name: 'Split' }).click()
  })
  await shoot(browser, w, 'session-too-long', `/sessions/${s.done.id}`, (page) =>
    page.locator('[data-composer]').fill(`A very long message. ${'y'.repeat(1_048_576)}`),
  )
  await shoot(browser, w, 'cleanup-dialog', '/projects/demo', async (page) => {
    await page.getByRole('button', { name: 'See what would be removed' }).click()
    await page.getByRole('dialog').waitFor()
  })
  await shoot(browser, w, 'keys', '/', (page) => page.keyboard.press('?'))
  await shoot(browser, w, 'settings-end', '/settings', async (page) => {
    await page.getByText('this page').waitFor()
    await page.getByText('this page').scrollIntoViewIfNeeded()
  })
  await shoot(browser, w, 'relay-start', '/relay')
  const relay = await campaign(w)
  await shoot(browser, w, 'relay', '/relay', (page) => page.locator('[data-outcome="running"]').first().waitFor())
  for (const part of ['queue', 'agents', 'past']) await shoot(browser, w, `relay-${part}`, `/relay/${part}`)
  await shoot(browser, w, 'relay-try', '/relay/r-1', (page) => page.locator('.try > summary').first().click())
  await shoot(browser, w, 'relay-task', '/relay/queue', (page) =>
    page.getByRole('button', { name: 'Add a task' }).click(),
  )
  await ok(w.call('POST', `/api/v1/relays/${relay.id}/stop`, { now: true }))
  await shoot(browser, w, 'session-unknown', '/sessions/demo-999')
  await shoot(browser, w, 'new', '/new')
  await shoot(browser, w, 'projects', '/projects')
  await shoot(browser, w, 'settings', '/settings', (page) => page.getByText('of ').first().waitFor())
  await shoot(browser, w, 'design', '/design')
  await shoot(browser, w, 'unknown-page', '/nowhere')
  w.repo.write('.drover/config.toml', '[setup]\nrun = ["npm ci", "npm run build"]\n\n[env]\nNODE_ENV = "test"\n')
  await shoot(browser, w, 'project-untrusted', '/projects/demo', (page) => page.locator('[data-commands]').waitFor())
  if (only.length === 0 || only.some((word) => 'daemon-down'.includes(word))) {
    const tabs = []
    for (const [sizeName, size] of Object.entries(sizes)) {
      for (const scheme of ['light', 'dark']) {
        const fleet = await openTab(browser, w, { size, scheme })
        tabs.push([`daemon-down-${sizeName}-${scheme}`, fleet])
        await fleet.page.locator('a.card').first().waitFor()
        const session = await openTab(browser, w, { size, scheme, path: `/sessions/${s.busy.id}` })
        tabs.push([`daemon-down-session-${sizeName}-${scheme}`, session])
        await session.page.locator('[data-kind="text"]').first().waitFor()
      }
    }
    await w.crash()
    for (const [name, tab] of tabs) {
      await tab.page.locator('.down').waitFor()
      await tab.page.screenshot({ path: join(out, `${name}.png`) })
      await tab.close()
    }
    console.log('daemon-down')
  }
} finally {
  await w.end()
}

if (only.length === 0 || only.some((word) => 'effort inbox'.includes(word))) {
  const together = await world({ start: false })
  try {
    seedEffort(together)
    await together.start()
    await shoot(browser, together, 'efforts', '/efforts')
    await shoot(browser, together, 'effort', '/efforts/e-1', (page) => page.locator('[data-member]').first().waitFor())
    await shoot(browser, together, 'effort-inbox', '/inbox')
  } finally {
    await together.end()
  }
}

if (only.length === 0 || only.some((word) => 'fleet-500'.includes(word))) {
  const many = await world({ start: false })
  try {
    seedFleet(many, 500)
    await many.start()
    await shoot(browser, many, 'fleet-500', '/')
  } finally {
    await many.end()
  }
}
await browser.close()
writeFileSync(
  join(out, 'README.txt'),
  'Made by scripts/screenshots.mjs. Look at them; nothing here is compared by a machine.\n',
)
