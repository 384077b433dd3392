/**
 * The single steps of landing on a real daemon: commit, update from the base, push, and that nothing lands that was not
 * shown. From the shell where a person would do it there.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LandingLook } from '#contract/merge'
import type { Session } from '#contract/session'
import { ok, type World, world } from '#test/support/world'
import { isStopped, merged, untilMerge, userState } from './landing-world.ts'

let w: World
beforeAll(async () => {
  w = await world({ repo: { 'README.md': '# Test\n', 'list.txt': 'one\ntwo\nthree\n' } })
  await w.addProject()
})
afterAll(() => w.end())

const done = async (prompt: string): Promise<Session> => {
  const session = await w.spawn(prompt)
  await w.turnEnd(session.id)
  return w.until(session.id, (one) => one.status === 'idle')
}
const look = async (id: string): Promise<LandingLook> =>
  (await ok<{ landing: LandingLook }>(w.call('GET', `/api/v1/sessions/${id}/landing`))).landing
const post = (id: string, what: string, body: object = {}) =>
  w.call<{ code: string; hint: string; details: { conflicts?: string[] } }>(
    'POST',
    `/api/v1/sessions/${id}/${what}`,
    body,
  )
const code = async (answer: ReturnType<typeof post>): Promise<string> => (await answer).body.code
const steps = ({ next, steps: all }: LandingLook): string => `${next}: ${all.map(({ step }) => step).join(' ')}`

describe('nothing lands that was not shown', () => {
  it('a branch that moved, and files that changed, are refused and nothing is done', async () => {
    const { id, workspace } = await done('@write shown.txt shown\n@commit shown')
    const seen = await look(id)
    expect([steps(seen), seen.ahead, seen.target]).toEqual(['land: land', 1, 'main'])
    const file = join(workspace ?? '', 'shown.txt')
    writeFileSync(file, 'not shown\n')
    const { proposal } = await ok<{ proposal: { head: string; stamp: string } }>(
      w.call('GET', `/api/v1/sessions/${id}/commit`),
    )
    writeFileSync(file, 'not shown at all\n')
    expect(await code(post(id, 'commit', { head: proposal.head, stamp: proposal.stamp }))).toBe('HEAD_CHANGED')
    await ok(post(id, 'commit', { message: 'behind its back' }))
    const refused = await w.call<{ code: string }>('POST', '/api/v1/merges', { session: id, head: seen.head })
    expect([refused.status, refused.body.code]).toEqual([409, 'HEAD_CHANGED'])
    expect(existsSync(join(w.repo.path, 'shown.txt'))).toBe(false)
    const { head } = await look(id)
    const merge = await untilMerge(w, (await merged(w, { session: id, head })).id, isStopped)
    expect([merge.state, merge.head]).toEqual(['landed', head])
  })
})

describe('update from the base', () => {
  it('what is not committed comes first; then the base is merged in, after a snapshot', async () => {
    const { id, workspace } = await done('@write mine.txt mine\n@commit mine\n@write open.txt open')
    w.repo.write('theirs.txt', 'theirs\n')
    w.repo.commit('theirs')
    expect(await code(post(id, 'update'))).toBe('WORKSPACE_DIRTY')
    const committed = await w.cli(['session', 'commit', id, '-m', 'The open file'])
    expect(committed.stdout).toMatch(/^committed [0-9a-f]{12} The open file \(1 file\)\n$/)
    expect((await w.cli(['session', 'commit', id])).stdout).toContain('left nothing uncommitted')
    const before = userState(w)
    const updated = await w.cli(['session', 'update', id])
    expect([updated.code, updated.stdout]).toEqual([0, expect.stringContaining('of main; its branch is at')])
    expect(readFileSync(join(workspace ?? '', 'theirs.txt'), 'utf8')).toBe('theirs\n')
    expect(existsSync(join(workspace ?? '', 'open.txt'))).toBe(true)
    expect(userState(w)).toBe(before)
    const now = await w.until(id, (one) => one.landing?.behind === 0)
    expect(now.landing?.ahead).toBeGreaterThan(1)
    expect((await w.cli(['session', 'update', id])).stdout).toContain('already')
  })

  it('a clash changes nothing and is named; handed over it is the agent’s next turn', async () => {
    const { id, workspace } = await done('@write list.txt mine\n@commit list')
    w.repo.write('list.txt', 'one\ntheirs\nthree\n')
    w.repo.commit('list by hand')
    const { head } = await look(id)
    const clash = await post(id, 'update', { head })
    expect([clash.status, clash.body.code, clash.body.details.conflicts]).toEqual([
      409,
      'UPDATE_CONFLICT',
      ['list.txt'],
    ])
    expect(clash.body.hint).toContain(`drover session update ${id} --hand`)
    expect(readFileSync(join(workspace ?? '', 'list.txt'), 'utf8').trim()).toBe('mine')
    expect((await look(id)).head).toBe(head)
    const handed = await w.cli(['session', 'update', id, '--hand'])
    expect(handed.stdout).toContain('list.txt')
    await w.turnEnd(id, 2)
    const rows = await w.rows(id)
    expect(rows.some((row) => row.kind === 'user' && row.turn === 2 && row.text.includes('- list.txt'))).toBe(true)
    expect(readFileSync(join(workspace ?? '', 'list.txt'), 'utf8')).toContain('<<<<<<<')
    expect(await code(post(id, 'commit'))).toBe('MERGE_BLOCKED')
  })

  it('a turn that runs is not disturbed', async () => {
    const { id } = await w.spawn('@ask wait?')
    await w.until(id, (one) => one.status === 'needs_input')
    expect(await code(post(id, 'update'))).toBe('TURN_IN_PROGRESS')
    await ok(w.call('POST', `/api/v1/sessions/${id}/kill`, {}))
  })
})

describe('push', () => {
  it('says no remote, nothing to push, rejected; and is a plain push under the branch’s own name', async () => {
    const { id, branch } = await done('@write pushed.txt pushed\n@commit pushed')
    const none = await done('@say nothing')
    expect(await code(post(id, 'push'))).toBe('NO_REMOTE')
    const remote = join(w.dir, 'remote.git')
    const tip = (): string => w.repo.git('-C', remote, 'rev-parse', `refs/heads/${branch}`).trim()
    w.repo.git('init', '-q', '--bare', remote)
    w.repo.git('remote', 'add', 'origin', remote)
    expect(await code(post(none.id, 'push'))).toBe('NOTHING_TO_PUSH')
    expect(steps(await look(id))).toContain('push')
    expect(await code(post(id, 'push', { head: '0'.repeat(40) }))).toBe('HEAD_CHANGED')
    const pushed = await w.cli(['session', 'push', id])
    expect([pushed.code, pushed.stdout]).toEqual([0, expect.stringContaining(`pushed ${branch} to origin`)])
    const { head } = await look(id)
    expect(tip()).toBe(head)
    expect(await code(post(id, 'push'))).toBe('NOTHING_TO_PUSH')
    // Somebody else's commit is on it now: nothing is forced.
    const other = join(w.dir, 'other')
    w.repo.git('clone', '-q', '-b', branch ?? '', remote, other)
    w.repo.git(
      '-C',
      other,
      '-c',
      'user.name=o',
      '-c',
      'user.email=o@o',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'theirs',
    )
    w.repo.git('-C', other, 'push', '-q')
    const theirs = tip()
    await ok(w.call('POST', `/api/v1/sessions/${id}/send`, { message: '@write more.txt more\n@commit more' }))
    await w.turnEnd(id, 2)
    const refused = await w.cli(['session', 'push', id])
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('PUSH_REJECTED')])
    expect(tip()).toBe(theirs)
    w.repo.git('remote', 'set-url', 'origin', join(w.dir, 'nowhere.git'))
    expect(await code(post(id, 'push'))).toBe('REMOTE_UNREACHABLE')
  })
})
