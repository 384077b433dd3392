/** A session in a repository with a submodule, from outside: counted, kept through cleanup, and missing parts are an error. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Session, Snapshot } from '#contract/session'
import { tempRepo } from '#test/support/temp-repo'
import { ok, type World, world } from '#test/support/world'

let w: World
beforeAll(async () => {
  w = await world({ env: { GIT_CONFIG_GLOBAL: '/dev/null' } })
  const library = tempRepo(join(w.dir, 'library'), { 'lib.txt': 'lib\n' })
  w.repo.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', library.path, 'lib')
  w.repo.commit('submodule')
  await w.addProject()
})
afterAll(() => w.end())

const post = (path: string, body: unknown = {}) => w.call('POST', `/api/v1/sessions/${path}`, body)
const snapshots = async (id: string) =>
  (await ok<{ snapshots: Snapshot[] }>(w.call('GET', `/api/v1/sessions/${id}/snapshots`))).snapshots
const init = '@sh git -c protocol.file.allow=always submodule update -q --init'

it('a recovery that cannot write everything fails with the list, and has written the rest', async () => {
  const session = await w.spawn(`${init}\n@write top.txt top`)
  await w.turnEnd(session.id)
  await ok(post(`${session.id}/kill`))
  const n = (await snapshots(session.id)).at(-1)?.n
  rmSync(session.workspace ?? '', { recursive: true })
  w.repo.git('worktree', 'prune', '--expire=now')
  const to = join(w.dir, 'partly')
  const refused = await post(`${session.id}/snapshots/${n}/restore`, { to })
  expect([refused.status, refused.body.code]).toEqual([422, 'SNAPSHOT_INCOMPLETE'])
  expect(refused.body.details).toMatchObject({ to, missing: [{ path: 'lib', why: 'repository_missing' }] })
  expect(readFileSync(join(to, 'top.txt'), 'utf8').trim()).toBe('top')
})

it('changes in the submodule alone make a snapshot that is counted and outlives cleanup', async () => {
  const session = await w.spawn(`${init}\n@write lib/lib.txt by the agent`)
  await w.turnEnd(session.id)
  await w.until(session.id, (one) => one.filesChanged === 1)
  const [first] = await snapshots(session.id)
  expect(first).toMatchObject({ files: 1, additions: 1, deletions: 1 })
  expect((await w.cli(['session', 'diff', session.id])).stdout).toContain('+++ b/lib/lib.txt')
  await ok(post(`${session.id}/turns`, { prompt: '@sh git -C lib checkout -q .' }))
  await w.turnEnd(session.id, 2)
  await ok(post(`${session.id}/kill`))
  const report = await ok<{ removed: { session: string }[] }>(post('cleanup'))
  expect(report.removed.map((one) => one.session)).toContain(session.id)
  expect(existsSync(session.workspace ?? '')).toBe(false)
  w.repo.git('gc', '-q', '--prune=now')
  for (const { n } of await snapshots(session.id)) {
    const to = join(w.dir, `recovered-${n}`)
    const answer = await w.cli(['session', 'recover', session.id, '--snapshot', String(n), '--to', to])
    expect(answer.code, answer.stderr).toBe(0)
    expect(readFileSync(join(to, 'lib/lib.txt'), 'utf8').trim()).toBe(n === first?.n ? 'by the agent' : 'lib')
  }
  const back = await ok<{ session: Session; notices: unknown[] }>(post(`${session.id}/restore`))
  expect(back.notices).toEqual([])
})

it('a fork has the changed submodule as a repository', async () => {
  const session = await w.spawn(`${init}\n@write lib/lib.txt forked`)
  await w.turnEnd(session.id)
  const { session: fork } = await ok<{ session: Session }>(post(`${session.id}/fork`))
  const lib = join(fork.workspace ?? '', 'lib')
  expect(readFileSync(join(lib, 'lib.txt'), 'utf8').trim()).toBe('forked')
  expect(w.repo.git('-C', lib, 'status', '--porcelain').trim()).toBe('M lib.txt')
})
