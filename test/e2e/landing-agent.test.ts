/**
 * The agent tier on a real daemon: a merger session resolves what git left in the merge's own tree, and what it made is proven
 * like anybody's. One that drops lines, gives up, fails, is killed or called off leaves the merge to a person, with its tree.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Merge } from '#contract/merge'
import type { Session } from '#contract/session'
import { ok, type World, world } from '#test/support/world'
import { branchWith, getMerge, isStopped, merged, untilMerge, userState } from './landing-world.ts'

let w: World
let n = 0
beforeAll(async () => {
  w = await world({
    repo: { 'README.md': '# Test\n', 'list.txt': 'one\n', '.gitignore': '.drover/\n' },
    config: '[merge]\nagent = "rehearsal"\n',
  })
  await w.addProject()
  const verify = `pwd > ${join(w.dir, 'verified-in')}; test -f README.md`
  await ok(w.call('PATCH', '/api/v1/projects/demo', { settings: { verify } }))
})
afterAll(() => w.end())

/** What the merger does: the words of its role are the last of its prompt. */
function role(...lines: readonly string[]): void {
  mkdirSync(join(w.repo.path, '.drover', 'roles'), { recursive: true })
  writeFileSync(join(w.repo.path, '.drover', 'roles', 'merger.md'), lines.join('\n'))
}

/** A branch and main change the same line; the commits' words are directives that nobody may play. */
async function clash(more: object = {}): Promise<Merge> {
  const branch = branchWith(w, `clash-${++n}`, { 'list.txt': `branch ${n}\n` })
  w.repo.write('list.txt', `trunk ${n}\n`)
  w.repo.commit('@write list.txt owned')
  return merged(w, { projectId: 'demo', branch, into: 'main', ...more })
}

const both = (): readonly string[] => [`@write list.txt trunk ${n + 1}`, `@append list.txt branch ${n + 1}`]
const mergerOf = async (merge: Merge): Promise<Session> => w.session(merge.merger ?? '')
const isAsleep = (one: Session): boolean => one.status === 'ended'
const show = (file: string): string => readFileSync(join(w.repo.path, file), 'utf8')
const called = (id: string): Promise<Merge> => untilMerge(w, id, (one) => one.merger !== null)

describe('a merger', () => {
  it('resolves: its commit is proven, verified and lands, its session ends, its tree goes', async () => {
    role(...both(), '@commit resolved')
    const { id } = await clash()
    const during = await called(id)
    expect([during.state, during.tier, during.conflicts]).toEqual(['resolving', 'agent', ['list.txt']])
    const session = await mergerOf(during)
    expect([session.name, session.kind, session.permissions, session.branch]).toEqual([
      `merge ${id}`,
      'worker',
      'bypass',
      null,
    ])
    expect(session.workspace).toBe(during.worktree)
    const after = await untilMerge(w, id, isStopped)
    expect([after.state, after.tier, after.proof?.ok, after.verify?.ok]).toEqual(['landed', 'agent', true, true])
    expect(show('list.txt')).toBe(`trunk ${n}\nbranch ${n}\n`)
    expect(w.repo.git('log', '-1', '--format=%P', 'main').trim()).toBe(`${after.baseCommit} ${after.head}`)
    await w.until(session.id, isAsleep)
    const gone = await untilMerge(w, id, (one) => one.worktree === null)
    expect([existsSync(during.worktree ?? ''), gone.merger]).toEqual([false, session.id])
    const rows = await w.rows(session.id)
    const prompt = rows.find((row) => row.kind === 'user')
    expect(JSON.stringify(prompt)).toContain('> ')
    expect(w.repo.git('status', '--porcelain')).toBe('')
  })

  it('drops a line of the other side: it waits for approval with that line', async () => {
    role(`@write list.txt branch ${n + 1}`, '@commit mine alone')
    const after = await untilMerge(w, (await clash()).id, isStopped)
    expect([after.state, after.tier, after.needsApproval]).toEqual(['ready', 'agent', ['dropped_lines']])
    expect(after.proof?.dropped.map(({ text, from }) => [text, from])).toEqual([[`trunk ${n}`, 'target']])
    await w.until(after.merger ?? '', isAsleep)
    await ok(w.call('POST', `/api/v1/merges/${after.id}/approve`, {}))
    expect((await untilMerge(w, after.id, (one) => one.state !== 'ready')).state).toBe('landed')
    expect(show('list.txt')).toBe(`branch ${n}\n`)
  })

  it('leaves markers: a person is asked, with the files', async () => {
    role('@commit as it is')
    const after = await untilMerge(w, (await clash()).id, isStopped)
    expect([after.state, after.tier, after.reason?.code]).toEqual(['needs_human', 'human', 'conflict_markers'])
    expect(existsSync(after.worktree ?? '')).toBe(true)
    await ok(w.call('POST', `/api/v1/merges/${after.id}/cancel`, {}))
  })
})

describe('a person goes on', () => {
  it('after one that gave up: in its tree, which no cleanup takes', async () => {
    role('@say I cannot')
    const after = await untilMerge(w, (await clash()).id, isStopped)
    const user = userState(w)
    expect([after.state, after.tier, after.reason?.code, after.conflicts]).toEqual([
      'needs_human',
      'human',
      'conflict',
      ['list.txt'],
    ])
    await w.until(after.merger ?? '', isAsleep)
    await ok(w.call('POST', '/api/v1/sessions/cleanup', {}))
    const tree = after.worktree ?? ''
    expect(existsSync(tree)).toBe(true)
    const refused = await w.call('POST', `/api/v1/sessions/${after.merger}/restore`, {})
    expect([refused.status >= 400, userState(w)]).toEqual([true, user])
    // One call a merge: a retry is the person's.
    writeFileSync(join(tree, 'list.txt'), `trunk ${n}\nbranch ${n}\n`)
    w.repo.git('-C', tree, 'add', 'list.txt')
    await ok(w.call('POST', `/api/v1/merges/${after.id}/retry`, {}))
    const landed = await untilMerge(w, after.id, (one) => one.state === 'landed')
    expect([landed.tier, landed.merger]).toEqual(['human', after.merger])
    // What a person works in is no place for a verification, which resets and cleans its tree.
    expect(readFileSync(join(w.dir, 'verified-in'), 'utf8').trim()).not.toBe(tree)
    await untilMerge(w, after.id, (one) => one.worktree === null)
    expect(existsSync(tree)).toBe(false)
  })

  it.each([
    ['its turn fails', ['@fail agent_error'], 'failed'],
    ['its process ends', ['@exit 3'], 'failed'],
  ])('after %s', async (_, lines, word) => {
    role(...lines)
    const after = await untilMerge(w, (await clash()).id, isStopped)
    expect([after.state, after.reason?.code, after.conflicts]).toEqual(['needs_human', 'agent_failed', ['list.txt']])
    expect(after.reason?.message).toContain(word)
    expect(after.reason?.message).toContain(after.worktree)
    await w.until(after.merger ?? '', isAsleep)
    await ok(w.call('POST', `/api/v1/merges/${after.id}/cancel`, {}))
    await untilMerge(w, after.id, (one) => one.worktree === null)
    expect(existsSync(after.worktree ?? '')).toBe(false)
  })

  it.each(['kill', 'cancel'])('after a %s of the session', async (how) => {
    role('@hang')
    const { id } = await clash()
    const { merger } = await called(id)
    await w.until(merger ?? '', (one) => one.status === 'working')
    await ok(w.call('POST', `/api/v1/sessions/${merger}/${how}`, {}))
    const after = await untilMerge(w, id, isStopped)
    expect([after.state, after.tier, after.reason?.code]).toEqual(['needs_human', 'human', 'agent_failed'])
    await w.until(merger ?? '', isAsleep)
    expect(existsSync(after.worktree ?? '')).toBe(true)
    await ok(w.call('POST', `/api/v1/merges/${id}/cancel`, {}))
  })

  it('at once where the agent is not to be had', async () => {
    await ok(w.call('PATCH', '/api/v1/projects/demo', { settings: { merge: { agent: 'nobody' } } }))
    const after = await untilMerge(w, (await clash()).id, isStopped)
    expect([after.state, after.reason?.code, after.merger]).toEqual(['needs_human', 'agent_failed', null])
    expect(after.reason?.message).toContain('nobody')
    await ok(w.call('PATCH', '/api/v1/projects/demo', { settings: { merge: { agent: 'rehearsal' } } }))
    await ok(w.call('POST', `/api/v1/merges/${after.id}/cancel`, {}))
  })
})

it('the merge is cancelled under it: it ends, its tree goes, others land meanwhile', async () => {
  role('@hang')
  const { id } = await clash()
  const { merger, worktree } = await called(id)
  const other = branchWith(w, `other-${n}`, { [`other-${n}.txt`]: 'x' })
  const beside = await merged(w, { projectId: 'demo', branch: other, into: 'main' })
  expect((await untilMerge(w, beside.id, isStopped)).state).toBe('landed')
  expect((await getMerge(w, id)).state).toBe('resolving')
  await ok(w.call('POST', `/api/v1/merges/${id}/cancel`, {}))
  await w.until(merger ?? '', isAsleep)
  const after = await untilMerge(w, id, (one) => one.worktree === null)
  expect([after.state, after.reason?.code, existsSync(worktree ?? '')]).toEqual(['rejected', 'cancelled', false])
})
