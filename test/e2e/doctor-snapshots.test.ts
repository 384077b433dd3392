/** The doctor and the refs of snapshots: broken ones go and are told as lost, unrecorded ones are recorded, unknown ones stay. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
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

interface Found {
  readonly level: string
  readonly message: string
  readonly hint?: string
}

async function doctor(...more: string[]): Promise<Found> {
  const ran = await w.cli(['doctor', '--json', ...more])
  const { checks } = JSON.parse(ran.stdout) as { checks: (Found & { name: string })[] }
  const found = checks.find((check) => check.name === 'snapshots')
  if (found === undefined) throw new Error(`no check of snapshots: ${ran.stdout}${ran.stderr}`)
  return found
}

const list = async (id: string): Promise<Snapshot[]> =>
  (await ok<{ snapshots: Snapshot[] }>(w.call('GET', `/api/v1/sessions/${id}/snapshots`))).snapshots

async function saved(text: string): Promise<{ id: string; snapshot: Snapshot }> {
  const session = await w.spawn(`@write work.txt ${text}`)
  await w.turnEnd(session.id)
  await w.until(session.id, (one) => one.status === 'idle' && (one.filesChanged ?? 0) > 0)
  const [snapshot] = await list(session.id)
  if (snapshot === undefined) throw new Error('no snapshot was made')
  return { id: session.id, snapshot }
}

/** One object goes, as a prune at the wrong moment of an older version left it. */
function lose(id: string): void {
  const objects = join(w.repo.path, '.git', 'objects')
  const aside = join(w.dir, `packs-${id}`)
  mkdirSync(aside)
  for (const name of readdirSync(join(objects, 'pack'))) renameSync(join(objects, 'pack', name), join(aside, name))
  for (const name of readdirSync(aside).filter((one) => one.endsWith('.pack'))) {
    const input = readFileSync(join(aside, name))
    execFileSync('git', ['unpack-objects', '-q'], { cwd: w.repo.path, input })
  }
  rmSync(join(objects, id.slice(0, 2), id.slice(2)))
}

it('a ref whose objects are gone fails, --fix removes it, and its row says that it is lost', async () => {
  const { id, snapshot } = await saved('soon gone')
  const other = await saved('stays')
  expect(await doctor()).toMatchObject({ level: 'PASS' })
  lose(w.repo.git('rev-parse', `${snapshot.commit}:work.txt`).trim())
  expect(await doctor()).toMatchObject({ level: 'FAIL', message: `objects are missing for ${id}/${snapshot.n}` })
  expect((await doctor('--fix')).message).toContain(`lost: ${id}/${snapshot.n}`)
  expect(await doctor()).toMatchObject({ level: 'PASS' })
  const refs = w.repo.git('for-each-ref', '--format=%(refname)', 'refs/drover/snapshots/')
  expect(refs).not.toContain(`${snapshot.ref}\n`)
  expect(refs).toContain(other.snapshot.ref)
  expect((await list(id))[0]?.lostAt).toEqual(expect.any(String))
  const refused = await w.call('POST', `/api/v1/sessions/${id}/snapshots/${snapshot.n}/restore`, {
    to: join(w.dir, 'x'),
  })
  expect([refused.status, refused.body.code]).toEqual([404, 'SNAPSHOT_NOT_FOUND'])
  expect(w.repo.git('fsck', '--connectivity-only', '--no-dangling').trim()).toBe('')
})

it('a ref without a row is recorded; one of a session that nobody knows is told and kept', async () => {
  const { id, snapshot } = await saved('unrecorded')
  const [home] = snapshot.ref.split('/').slice(3)
  w.repo.git('update-ref', `refs/drover/snapshots/${home}/${id}/9`, snapshot.commit)
  expect(await doctor()).toMatchObject({ level: 'WARN', message: `no row names ${id}/9` })
  expect((await doctor('--fix')).message).toContain(`recorded ${id}/9`)
  expect((await list(id)).find((one) => one.n === 9)).toMatchObject({
    commit: snapshot.commit,
    parent: snapshot.parent,
  })
  const to = join(w.dir, 'back')
  await ok(w.call('POST', `/api/v1/sessions/${id}/snapshots/9/restore`, { to }))
  expect(readFileSync(join(to, 'work.txt'), 'utf8').trim()).toBe('unrecorded')
  const foreign = `refs/drover/snapshots/${home}/nobody-1/1`
  w.repo.git('update-ref', foreign, snapshot.commit)
  expect(await doctor('--fix')).toMatchObject({ level: 'WARN', message: expect.stringContaining(foreign) })
  expect(w.repo.git('for-each-ref', foreign)).not.toBe('')
})
