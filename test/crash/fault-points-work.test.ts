/**
 * The daemon dies before and after each effect of a kill, a cleanup, a restore, a fork and a recovery, and starts again: no
 * work is lost, snapshots are the same byte for byte, nothing is orphaned, and the command can be repeated.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { ok, type World, world } from '#test/support/world'
import { contentOf, dieAt, fill, kill, revive, snapshots } from './die-at.ts'
import { allSessions, faultsOfWorld, fingerprint } from './whole.ts'

let w: World
beforeAll(async () => {
  w = await world({ config: 'cancel_grace = 1\n' })
  await w.addProject()
})
afterAll(() => w.end())
afterEach(() => revive(w))

const post = (path: string, body: unknown = {}) => w.call('POST', `/api/v1${path}`, body)

describe('kill', () => {
  // At boot idle sessions are looked after (a snapshot, the next message); here only one is to meet the point.
  beforeEach(async () => {
    for (const one of await allSessions(w)) if (one.phase !== 'ended') await kill(w, one.id)
  })
  it.each([
    'kill:marked',
    'kill:process-ended',
    'snapshot:before',
    'snapshot:made',
    'snapshot:recorded',
    'kill:saved',
    'kill:ended',
  ])('%s: the session ends, its work is saved byte for byte, its queue does not start it again', async (point) => {
    const { id, workspace } = await w.spawn('@say up\n@hang')
    await w.row(id, (row) => row.kind === 'text')
    fill(workspace ?? '')
    await ok(post(`/sessions/${id}/send`, { message: '@say must not be said' }))
    await dieAt(w, point, () => kill(w, id))
    await w.until(id, (one) => one.phase === 'ended')
    const again = await kill(w, id)
    expect([again.phase, again.endReason, again.turn?.state, again.queued]).toEqual(['ended', 'killed', 'cancelled', 0])
    const rows = await w.rows(id)
    expect(rows.some((row) => row.kind === 'text' && row.text.includes('must not'))).toBe(false)
    expect(rows.filter((row) => row.kind === 'notice' && row.code === 'input_lost')).toHaveLength(1)
    expect(rows.filter((row) => row.kind === 'turn_end')).toHaveLength(1)
    expect(await contentOf(w, id)).toBe(fingerprint(workspace ?? ''))
    // One that was made and not recorded is recorded at the next start, as it would have been.
    expect(await snapshots(w, id)).toMatchObject([{ files: 6, turn: 1, reason: 'kill' }])
    expect(await faultsOfWorld(w)).toEqual([])
  })
})

/** An ended session with committed work and a small ignored file. */
async function endedSession(): Promise<Session> {
  const { id, workspace } = await w.spawn('@write kept.txt work\n@commit work')
  await w.turnEnd(id)
  await w.until(id, (one) => one.status === 'idle')
  writeFileSync(join(workspace ?? '', '.gitignore'), '.env\n')
  await ok(post(`/sessions/${id}/turns`, { prompt: '@commit ignore' }))
  await w.turnEnd(id, 2)
  writeFileSync(join(workspace ?? '', '.env'), 'A=1\r\n')
  return await kill(w, id)
}

const cleanup = () => ok<{ removed: { session: string }[]; skipped: unknown[] }>(post('/sessions/cleanup', {}))

describe('cleanup', () => {
  it.each(['cleanup:saved', 'cleanup:removed', 'cleanup:branch-judged'])('%s: repeated, it is done', async (point) => {
    // This branch is contained in its base, so it goes; the work of the other is only on its branch, so that stays.
    const bare = await w.spawn('@say nothing changed')
    await w.turnEnd(bare.id)
    await kill(w, bare.id)
    const { id, workspace, branch } = await endedSession()
    const print = fingerprint(workspace ?? '')
    await dieAt(w, point, cleanup)
    expect(await faultsOfWorld(w)).toEqual([])
    await cleanup()
    expect([existsSync(workspace ?? ''), existsSync(bare.workspace ?? '')]).toEqual([false, false])
    const left = w.repo.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/drover').split('\n')
    expect(left).toContain(branch)
    expect(left).not.toContain(bare.branch)
    expect(await contentOf(w, id)).toBe(print)
    expect(await faultsOfWorld(w)).toEqual([])
  })
})

it('a cleanup that was cut off, and somebody who commits in the worktree before the next start: nothing is taken back', async () => {
  const { id, workspace } = await endedSession()
  await w.crash()
  await w.start({ DROVER_FAULT: 'cleanup:saved' })
  const answered = cleanup().catch(() => undefined)
  await w.gone()
  await answered
  writeFileSync(join(workspace ?? '', 'kept.txt'), 'theirs\n')
  w.repo.git('-C', workspace ?? '', 'commit', '-qam', 'theirs')
  writeFileSync(join(workspace ?? '', 'more.txt'), 'uncommitted\n')
  const theirs = fingerprint(workspace ?? '')
  await w.start()
  expect(fingerprint(workspace ?? '')).toBe(theirs)
  const rows = await w.rows(id)
  expect(rows.filter((row) => row.kind === 'notice' && row.code === 'snapshot_kept')).toHaveLength(1)
  expect(await faultsOfWorld(w)).toEqual([])
})

describe('restore', () => {
  it.each(['restore:tree-added', 'restore:workspace-back'])(
    '%s: ended still, and repeated it is live',
    async (point) => {
      const { id, workspace } = await endedSession()
      const print = fingerprint(workspace ?? '')
      await cleanup()
      await dieAt(w, point, () => ok(post(`/sessions/${id}/restore`)))
      expect((await w.session(id)).phase).toBe('ended')
      expect(existsSync(workspace ?? '')).toBe(false)
      expect(await faultsOfWorld(w)).toEqual([])
      const back = (await ok<{ session: Session }>(post(`/sessions/${id}/restore`))).session
      expect(back.phase).toBe('live')
      expect(fingerprint(workspace ?? '')).toBe(print)
      await ok(post(`/sessions/${id}/turns`, { prompt: '@say back' }))
      expect((await w.turnEnd(id, 3)).outcome).toBe('completed')
      expect(await faultsOfWorld(w)).toEqual([])
      await kill(w, id)
    },
  )
})

describe('fork', () => {
  it.each([
    ['fork:row-written', 0],
    ['fork:workspace-made', 0],
    ['fork:recovered', 0],
    ['fork:live', 1],
  ])('%s: %i new session', async (point, count) => {
    const source = await w.spawn('@write own.txt own\n@commit a commit of its own')
    await w.turnEnd(source.id)
    fill(source.workspace ?? '')
    const known = new Set((await allSessions(w)).map((one) => one.id))
    await dieAt(w, point, () => ok(post(`/sessions/${source.id}/fork`, { prompt: '@say forked' })))
    const made = (await allSessions(w)).filter((one) => !known.has(one.id))
    expect(made).toHaveLength(count)
    expect(await faultsOfWorld(w)).toEqual([])
    for (const fork of made) {
      expect((await w.turnEnd(fork.id)).outcome).toBe('completed')
      expect(fingerprint(fork.workspace ?? '')).toBe(fingerprint(source.workspace ?? ''))
    }
    const again = (await ok<{ session: Session }>(post(`/sessions/${source.id}/fork`, {}))).session
    expect(fingerprint(again.workspace ?? '')).toBe(fingerprint(source.workspace ?? ''))
  })
})

describe('recover', () => {
  it.each(['recover:saved', 'recover:written'])('%s: neither the past nor the present is lost', async (point) => {
    const { id, workspace } = await w.spawn('@say up')
    await w.turnEnd(id)
    await w.until(id, (one) => one.status === 'idle')
    fill(workspace ?? '')
    await ok(post(`/sessions/${id}/turns`, { prompt: '@write more.txt old' }))
    await w.turnEnd(id, 2)
    await w.until(id, (one) => one.filesChanged === 7)
    const old = fingerprint(workspace ?? '')
    const first = (await snapshots(w, id)).at(-1)
    writeFileSync(join(workspace ?? '', 'more.txt'), 'present\r\n')
    const present = fingerprint(workspace ?? '')
    await dieAt(w, point, () => ok(post(`/sessions/${id}/snapshots/${first?.n}/restore`, {})))
    expect(await contentOf(w, id, first?.n)).toBe(old)
    // Saved for the recovery, or already before it by a daemon that came back; which of the two is a matter of moments.
    const saved: string[] = []
    for (const { n } of await snapshots(w, id)) saved.push(await contentOf(w, id, n))
    expect(saved).toContain(present)
    await ok(post(`/sessions/${id}/snapshots/${first?.n}/restore`, {}))
    expect(fingerprint(workspace ?? '')).toBe(old)
    expect(await faultsOfWorld(w)).toEqual([])
  })
})
