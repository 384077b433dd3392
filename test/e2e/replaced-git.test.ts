/** An agent that puts a repository of its own in the place of its worktree's `.git`: nothing is lost, and it is told. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Snapshot } from '#contract/session'
import { ok, type World, world } from '#test/support/world'

let w: World
beforeAll(async () => {
  w = await world()
  await w.addProject()
})
afterAll(() => w.end())

it('its work is saved in the repository, the diff says what happened, and cleanup keeps it', async () => {
  const fresh = 'rm .git && git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -qm own'
  const session = await w.spawn(`@write a.txt before\n@sh ${fresh}\n@write b.txt after`)
  await w.turnEnd(session.id)
  await w.until(session.id, (one) => (one.filesChanged ?? 0) > 0)
  const { snapshots } = await ok<{ snapshots: Snapshot[] }>(w.call('GET', `/api/v1/sessions/${session.id}/snapshots`))
  expect(w.repo.git('rev-parse', snapshots[0]?.ref ?? '').trim()).toBe(snapshots[0]?.commit)
  const notices = (await w.rows(session.id)).filter((row) => row.kind === 'notice')
  expect(notices).toMatchObject([{ code: 'snapshot_skipped', message: expect.stringContaining('.git was replaced') }])
  const diff = await w.cli(['session', 'diff', session.id])
  expect(diff.stdout).toContain('+after')
  expect(diff.stdout).toContain(".git: replaced by a repository of the agent's own")
  const to = join(w.dir, 'back')
  await ok(w.call('POST', `/api/v1/sessions/${session.id}/snapshots/1/restore`, { to }))
  expect([readFileSync(join(to, 'a.txt'), 'utf8').trim(), existsSync(join(to, 'b.txt'))]).toEqual(['before', true])
  await ok(w.call('POST', `/api/v1/sessions/${session.id}/kill`))
  const cleaned = await w.cli(['session', 'cleanup', '-y'])
  expect(cleaned.stdout).toContain(`kept ${session.id}`)
  expect(existsSync(join(session.workspace ?? '', '.git', 'HEAD'))).toBe(true)
})
