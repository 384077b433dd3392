/** The other steps of landing in a real browser, on a desk and on a phone: commit, update, hand a clash to the agent, push; and trying again with another agent. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ok } from '#test/support/world'
import { desk, originOf, phone, type TabOptions } from './cockpit/browser.ts'
import { inCockpit } from './cockpit/frame.ts'
import { findings, tooSmall } from './cockpit/reach.ts'

const sizes: [string, TabOptions][] = [
  ['desk', { size: desk }],
  ['phone', { size: phone, touch: true, scheme: 'dark' }],
]

inCockpit(
  'the steps beside landing',
  {
    // Another agent that is ready: it says its prompt back.
    world: { config: '[harness.parrot]\ncommand = ["cat"]\n', repo: { 'README.md': '# A\n', 'till.txt': 'one\n' } },
    seed(w) {
      w.repo.git('init', '-q', '--bare', join(w.dir, 'remote.git'))
      w.repo.git('remote', 'add', 'origin', join(w.dir, 'remote.git'))
      w.repo.git('push', '-q', 'origin', 'main')
    },
  },
  (frame) => {
    const step = async (page: Page, word: string): Promise<ReturnType<Page['getByRole']>> => {
      await page.getByRole('button', { name: 'Other steps' }).click()
      const all = page.getByRole('dialog', { name: 'What to do with this work' })
      await all.getByRole('button', { name: word, exact: true }).and(page.locator(':enabled')).click()
      await all.waitFor({ state: 'detached' })
      return page.getByRole('dialog')
    }
    const reachable = async (page: Page): Promise<void> => {
      expect([await findings(page), await tooSmall(page)]).toEqual([[], []])
    }
    const git = (dir: string | null, ...args: string[]): string => frame.w.repo.git('-C', dir ?? '', ...args).trim()

    it.each(sizes)('on a %s: what is left is committed, the base comes in, the branch is pushed', async (name, how) => {
      const { w } = frame
      const file = `left-${name}.txt`
      const { id, workspace } = await w.spawn(`@write ${file} not committed\n@say wrote it`)
      await w.turnEnd(id)
      await w.until(id, (one) => (one.filesChanged ?? 0) > 0)
      const page = await frame.open(`/sessions/${id}`, how)
      const commit = await step(page, 'Commit')
      await commit.getByText(file).waitFor()
      await reachable(page)
      await commit.getByLabel('Message').fill(`Keep ${file}`)
      await commit.getByRole('button', { name: 'Commit', exact: true }).click()
      await page.locator('.toast', { hasText: 'Committed 1 file' }).waitFor()
      expect(git(workspace, 'log', '-1', '--format=%s')).toBe(`Keep ${file}`)
      w.repo.write(`mine-${name}.txt`, 'of the user')
      w.repo.commit(`Mine on a ${name}`)
      const update = await step(page, 'Update')
      await update.getByText(/^1 commit of main come into this branch/).waitFor()
      await reachable(page)
      await update.getByRole('button', { name: 'Update', exact: true }).click()
      await page.locator('.toast', { hasText: 'Updated: 1 commit of main' }).waitFor()
      expect(existsSync(join(workspace ?? '', `mine-${name}.txt`))).toBe(true)
      const push = await step(page, 'Push')
      await push.getByText('A plain push, never with force.').waitFor()
      await reachable(page)
      await push.getByRole('button', { name: 'Push', exact: true }).click()
      await page.locator('.toast', { hasText: 'Pushed to origin' }).waitFor()
      expect(git(join(w.dir, 'remote.git'), 'rev-parse', `drover/${id}/root`)).toBe(git(workspace, 'rev-parse', 'HEAD'))
    })

    it.each(sizes)('on a %s: a clash is shown, nothing is changed, and the agent gets it', async (name, how) => {
      const { w } = frame
      const { id, workspace } = await w.spawn(`@write till.txt by the agent on a ${name}\n@commit Change the till`)
      await w.turnEnd(id)
      await w.until(id, (one) => (one.landing?.ahead ?? 0) > 0)
      w.repo.write('till.txt', `by the user on a ${name}\n`)
      w.repo.commit(`My till on a ${name}`)
      const page = await frame.open(`/sessions/${id}`, how)
      const update = await step(page, 'Update')
      await update.getByRole('button', { name: 'Update', exact: true }).and(page.locator(':enabled')).click()
      await update.getByRole('alert').getByText('till.txt').waitFor()
      await reachable(page)
      expect(readFileSync(join(workspace ?? '', 'till.txt'), 'utf8')).toContain('by the agent')
      expect(git(workspace, 'status', '--porcelain')).toBe('')
      await update.getByRole('button', { name: 'Hand it to the agent' }).click()
      await page.locator('.toast', { hasText: 'The agent has the conflicts' }).waitFor()
      await w.turnEnd(id, 2)
      const asked = (await w.rows(id)).flatMap((row) => (row.kind === 'user' && row.turn === 2 ? [row.text] : []))
      expect(asked.join()).toContain('till.txt')
    })

    it.each(sizes)(
      'on a %s: what failed is tried again with another agent, from its card and from its page',
      async (name, how) => {
        const { w } = frame
        const failed = await Promise.all(
          ['card', 'page'].map((at) => w.spawn(`Mend the ${at}\n@fail auth`, { model: `again-${name}-${at}` })),
        )
        for (const { id } of failed) await w.turnEnd(id)
        const page = await frame.open('/', how)
        const others = (at: string) => page.getByRole('button', { name: `Retry Mend the ${at} with another agent` })
        await others('card').click()
        await page.getByRole('menuitem').first().waitFor()
        await reachable(page)
        await page.getByRole('menuitem', { name: /parrot/ }).click()
        await w.turnEnd(failed[0]!.id, 2)
        await page.goto(`${originOf(w)}/sessions/${failed[1]!.id}`)
        await page.locator('.fail-bar', { hasText: 'signed out' }).waitFor()
        await others('page').click()
        await page.getByRole('menuitem', { name: /parrot/ }).click()
        await w.turnEnd(failed[1]!.id, 2)
        await page.locator('.fail-bar').waitFor({ state: 'detached' })
        for (const { id } of failed)
          expect(await w.session(id)).toMatchObject({ harness: 'parrot', failure: null, status: 'idle' })
        await ok(w.call('POST', `/api/v1/sessions/${failed[0]!.id}/kill`, {}))
      },
    )
  },
)
